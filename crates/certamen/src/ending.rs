//! How the command ends: exit codes, and the one line that says why.

use crate::command_error::CommandError;
use crate::say;
use certamen_game::Language;
use std::process::ExitCode;

/// How a command that did its work ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExitStatus {
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

/// The exit code of a command line that makes no sense.
const USAGE: u8 = 2;

impl ExitStatus {
    fn code(self) -> u8 {
        match self {
            ExitStatus::Fine => 0,
            ExitStatus::Failed => 1,
            ExitStatus::NotPlain => 3,
            ExitStatus::NotBetter => 4,
            ExitStatus::Interrupted => 130,
        }
    }
}

/// Prints what went wrong, if anything, and gives the exit code.
pub(crate) fn report(result: Result<ExitStatus, CommandError>, language: Language) -> ExitCode {
    match result {
        Ok(status) => ExitCode::from(status.code()),
        // Whoever reads our output has heard enough, as `head` does.
        Err(failure) if failure.is_unread() => ExitCode::SUCCESS,
        Err(failure) => {
            tell(&failure, language);
            ExitCode::from(if failure.is_usage() { USAGE } else { ExitStatus::Failed.code() })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_tells_every_exit_code() {
        use ExitStatus::{Failed, Fine, Interrupted, NotBetter, NotPlain};
        let endings = [Fine, Failed, NotPlain, NotBetter, Interrupted].map(ExitStatus::code);
        let mut codes = [&endings[..], &[USAGE]].concat();
        codes.sort_unstable();
        let page = include_str!("../../../README.md");
        let (_, table) = page.split_once("| exit code | meaning |\n|---|---|\n").unwrap();
        let rows = table.lines().map_while(|line| line.strip_prefix("| "));
        let told: Vec<u8> =
            rows.map(|row| row.split(' ').next().unwrap().parse().unwrap()).collect();
        assert_eq!(told, codes);
    }
}
