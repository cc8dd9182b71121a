//! `certamen schema`: the JSON Schema of a kind of file or of a command's output.

use crate::command_error::CommandError;
use crate::ending::ExitStatus;
use certamen_host::schema::{named, names};
use clap::{Args, builder::PossibleValuesParser};
use std::io::{Write, stdout};

#[derive(Args, Debug)]
pub(crate) struct SchemaArgs {
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(names()))]
    pub(crate) kind: String,
}

pub(crate) fn schema(arguments: &SchemaArgs) -> Result<ExitStatus, CommandError> {
    let text = named(&arguments.kind).expect("other names are refused when they are read");
    write!(stdout().lock(), "{text}")?;
    Ok(ExitStatus::Fine)
}
