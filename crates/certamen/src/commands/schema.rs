//! `certamen schema`: the JSON Schema of a kind of file.

use crate::command_error::CommandError;
use crate::{ending::Ending, schema::text};
use clap::Args;
use std::io::{Write, stdout};

#[derive(Args, Debug)]
pub(crate) struct SchemaArgs {
    /// The kind of file
    #[arg(value_enum)]
    pub(crate) kind: crate::schema::Kind,
}

/// Prints the schema.
pub(crate) fn schema(arguments: &SchemaArgs) -> Result<Ending, CommandError> {
    write!(stdout().lock(), "{}", text(arguments.kind))?;
    Ok(Ending::Fine)
}
