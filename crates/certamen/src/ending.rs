//! How the command ends: exit codes, and the one line that says why.

use crate::command_error::CommandError;
use crate::say;
use certamen_game::Language;
use std::process::ExitCode;

/// How a command that did its work ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// Well.
    Fine,
    /// The answer is no: a record that does not verify.
    Failed,
    /// It ran to the end and the answer is not a plain yes.
    NotPlain,
    /// The new bot is not better than the old one.
    NotBetter,
    /// Interrupted by its user.
    Interrupted,
}

/// Prints what went wrong, if anything, and gives the exit code.
pub(crate) fn report(result: Result<Ending, CommandError>, language: Language) -> ExitCode {
    match result {
        Ok(Ending::Fine) => ExitCode::SUCCESS,
        Ok(Ending::Failed) => ExitCode::from(1),
        Ok(Ending::NotPlain) => ExitCode::from(3),
        Ok(Ending::NotBetter) => ExitCode::from(4),
        Ok(Ending::Interrupted) => ExitCode::from(130),
        // Whoever reads our output has heard enough, as `head` does.
        Err(failure) if failure.is_unread() => ExitCode::SUCCESS,
        Err(failure) => {
            tell(&failure, language);
            ExitCode::from(if failure.is_usage() { 2 } else { 1 })
        }
    }
}

/// Says in `language` what went wrong.
pub(crate) fn tell(failure: &CommandError, language: Language) {
    eprintln!("{}", harmless(&say::command_line::error(failure.get(language)).get(language)));
}

/// `told` without what acts on a terminal: what users and files are called may stand in it.
pub(crate) fn harmless(told: &str) -> String {
    told.lines().map(certamen_game::legible).collect::<Vec<_>>().join("\n")
}
