//! How the command ends: exit codes, and the error message.

use crate::{Result, say};
use certamen_game::Language;
use certamen_i18n::UserError;
use std::process::ExitCode;

/// The exit status of a command that ran to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExitStatus {
    /// Success.
    Fine,
    /// The answer is no: for example, a record does not verify.
    Failed,
    /// It ran to the end, and the answer is not a plain yes.
    NotPlain,
    /// The new bot is not better than the old one.
    NotBetter,
    /// Interrupted by the user.
    Interrupted,
}

/// The exit code of an invalid command line.
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

/// Prints the error, if there is one, and returns the exit code.
pub(crate) fn report(result: Result<ExitStatus>, language: Language) -> ExitCode {
    match result {
        Ok(status) => ExitCode::from(status.code()),
        // A reader that closes the pipe, as `head` does, is not an error.
        Err(error) if error.is_unread() => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&error, language);
            ExitCode::from(if error.is_usage() { USAGE } else { ExitStatus::Failed.code() })
        }
    }
}

pub(crate) fn print_error(error: &UserError, language: Language) {
    eprintln!("{}", harmless(&say::command_line::error(error.get(language)).get(language)));
}

/// `text` without control characters: names from users and files may contain them.
pub(crate) fn harmless(text: &str) -> String {
    text.lines().map(certamen_game::legible).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_lists_every_exit_code() {
        use ExitStatus::{Failed, Fine, Interrupted, NotBetter, NotPlain};
        let endings = [Fine, Failed, NotPlain, NotBetter, Interrupted].map(ExitStatus::code);
        let mut codes = [&endings[..], &[USAGE]].concat();
        codes.sort_unstable();
        let page = include_str!("../../../docs/commands.md");
        let (_, table) = page.split_once("| exit code | meaning |\n|---|---|\n").unwrap();
        let rows = table.lines().map_while(|line| line.strip_prefix("| "));
        let listed: Vec<u8> =
            rows.map(|row| row.split(' ').next().unwrap().parse().unwrap()).collect();
        assert_eq!(listed, codes);
    }
}
