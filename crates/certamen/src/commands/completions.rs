//! `certamen completions`: what a shell needs to complete our command lines.

use crate::command_error::CommandError;
use crate::{commands::CommandLine, ending::Ending};
use clap::Args;
use clap::CommandFactory;
use std::io::{Write, stdout};

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// Prints the script for a shell.
pub(crate) fn completions(arguments: &CompletionsArgs) -> Result<Ending, CommandError> {
    // Written at once: the generator does not survive a reader who leaves early.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut CommandLine::command(), "certamen", &mut script);
    stdout().lock().write_all(&script)?;
    Ok(Ending::Fine)
}
