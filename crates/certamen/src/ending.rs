//! How the command ends: exit codes, and the one line that says why.

use crate::catalogue;
use certamen_game::Language;
use std::{io, process::ExitCode};

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

/// What the user asked for makes no sense: exit code 2.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// An error of the user's making.
pub(crate) fn usage(reason: impl std::fmt::Display) -> anyhow::Error {
    anyhow::Error::new(Usage(reason.to_string()))
}

/// Prints what went wrong, if anything, and gives the exit code.
pub(crate) fn report(result: anyhow::Result<Ending>, language: Language) -> ExitCode {
    match result {
        Ok(Ending::Fine) => ExitCode::SUCCESS,
        Ok(Ending::Failed) => ExitCode::from(1),
        Ok(Ending::NotPlain) => ExitCode::from(3),
        Ok(Ending::NotBetter) => ExitCode::from(4),
        Ok(Ending::Interrupted) => ExitCode::from(130),
        // Whoever reads our output has heard enough, as `head` does.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&error, language);
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}

/// Says in `language` what went wrong.
pub(crate) fn tell(error: &anyhow::Error, language: Language) {
    eprintln!("{}", catalogue::error(&format!("error: {error:#}"), language));
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kinds = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    kinds.into_iter().any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
