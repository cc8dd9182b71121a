//! `certamen field`: ratings with their certainty, shares, and cycles.

use crate::command_error::CommandError;
use crate::console::Output;
use crate::ending::ExitStatus;
use crate::flags::named;
use crate::print::{
    field::{FieldOptions, print_field, print_over_time},
    format::MatrixFormat,
};
use certamen_contest::{FieldWanted, Folder, Results};
use certamen_game::Language;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct FieldArgs {
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    #[arg(long, value_enum, value_parser = named::of::<MatrixFormat>("format"), default_value_t = MatrixFormat::Table)]
    pub(crate) format: MatrixFormat,
    #[arg(long, value_name = "NAME")]
    pub(crate) anchor: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) without: Vec<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) versions: Option<String>,
    #[arg(long)]
    pub(crate) over_time: bool,
}

pub(crate) fn field(arguments: &FieldArgs, language: Language) -> Result<ExitStatus, CommandError> {
    let results = Results::open(&Folder::new(&arguments.folder))?;
    let (format, anchor) = (arguments.format, arguments.anchor.as_deref());
    let (without, versions) = (&arguments.without[..], arguments.versions.as_deref());
    let whom = FieldOptions { anchor, wanted: FieldWanted { without, versions, until: None } };
    let mut out = Output::from(format);
    if arguments.over_time {
        print_over_time(&mut out, format, &results, &whom, language)?;
    } else {
        let format = (format, out.width());
        print_field(&mut out, format, &results, &whom, language)?;
    }
    Ok(ExitStatus::Fine)
}
