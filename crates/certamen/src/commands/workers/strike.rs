//! `certamen workers strike`: revokes a worker's results in a contest.

use crate::{command_error::CommandError, ending::ExitStatus, say::farm as say};
use certamen_contest::{Folder, revoke as take_away};
use certamen_game::Language;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct WorkersStrikeArgs {
    #[arg(value_name = "NAME")]
    machine: String,
    #[arg(value_name = "CONTEST_DIR")]
    folder: PathBuf,
}

/// Revokes the results and prints how to replay them.
pub(super) fn strike(
    arguments: &WorkersStrikeArgs,
    language: Language,
) -> Result<ExitStatus, CommandError> {
    let WorkersStrikeArgs { machine: name, folder } = arguments;
    let struck = take_away(&Folder::new(folder), name)?;
    eprintln!("{}", say::struck(name, struck.len(), folder).get(language));
    Ok(ExitStatus::Fine)
}
