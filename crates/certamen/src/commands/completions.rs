//! `certamen completions`: the script that lets a shell complete command lines.

use crate::command_error::CommandError;
use crate::ending::ExitStatus;
use clap::{Args, Command};
use std::io::{Write, stdout};

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// Prints the script for a shell; `command` includes its help.
pub(crate) fn completions(
    arguments: &CompletionsArgs,
    mut command: Command,
) -> Result<ExitStatus, CommandError> {
    // Written in one go: the generator panics if the reader closes the pipe early.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "certamen", &mut script);
    stdout().lock().write_all(&script)?;
    Ok(ExitStatus::Fine)
}
