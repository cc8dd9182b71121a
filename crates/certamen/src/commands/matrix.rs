//! `certamen matrix`: the crosstable.

use crate::command_error::CommandError;
use crate::console::Output;
use crate::ending::ExitStatus;
use crate::flags::named;
use crate::print::{
    format::MatrixFormat,
    matrix::{ExtraColumn, print_matrix},
};
use certamen_contest::{Folder, Results};
use certamen_game::Language;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct MatrixArgs {
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    #[arg(long, value_enum, value_parser = named::of::<MatrixFormat>("format"), default_value_t = MatrixFormat::Table)]
    pub(crate) format: MatrixFormat,
    #[arg(long)]
    pub(crate) expected: bool,
}

pub(crate) fn matrix(
    arguments: &MatrixArgs,
    language: Language,
) -> Result<ExitStatus, CommandError> {
    let results = Results::open(&Folder::new(&arguments.folder))?;
    let extra_column =
        if arguments.expected { ExtraColumn::Expected } else { ExtraColumn::Interval };
    let mut out = Output::from(arguments.format);
    let format = (arguments.format, out.width());
    print_matrix(&mut out, format, &results, (extra_column, language))?;
    Ok(ExitStatus::Fine)
}
