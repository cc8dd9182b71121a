//! What is found out about a bot before it plays: on this machine, or on a worker.
//!
//! The job and its result are values. A worker's answer is not trusted: only findings that are
//! possible are accepted, and texts are escaped and shortened.

#[cfg(feature = "bus")]
mod afar;
mod doing;
mod function;
mod program;

#[cfg(feature = "bus")]
pub(crate) use afar::RemoteChecks;
pub(crate) use doing::PLACE;
pub use doing::{CheckEnvironment, CheckRequest, JobQuestion, carry_out};
pub use function::{FunctionCheckResult, MeasureTold, PaceTold};
pub(crate) use function::{pace, trial_table, try_function};
pub use program::ProgramCheckResult;
pub(crate) use program::{Candidate, try_program};

use certamen_contest::LocalizedTexts;
use certamen_game::legible;

/// A worker reports a finding that it cannot have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct InvalidWorkerAnswer;

/// The maximum number of characters in a line from a worker, and of lines.
const LONGEST: usize = 2_000;
const MOST_LINES: usize = 2_000;

/// A worker's text, escaped for terminals and shortened.
fn harmless(words: &str) -> String {
    let line = |line: &str| legible(&line.chars().take(LONGEST).collect::<String>());
    let lines: Vec<String> = words.split('\n').take(MOST_LINES).map(line).collect();
    lines.join("\n")
}

fn harmless_texts(texts: &LocalizedTexts) -> LocalizedTexts {
    let LocalizedTexts { en, es, fr, it } = texts;
    let [en, es, fr, it] = [en, es, fr, it].map(|text| harmless(text));
    LocalizedTexts { en, es, fr, it }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_machines_are_harmless_and_short() {
        assert_eq!(harmless("a\nb\tc\n"), "a\nb\tc\n");
        let evil = harmless("\u{1b}[2Jred\r\u{202e}");
        assert!(!evil.contains(['\u{1b}', '\r', '\u{202e}']), "{evil:?}");
        assert_eq!(harmless(&"x".repeat(10_000)).len(), LONGEST);
        assert_eq!(harmless(&"\n".repeat(10_000)).len(), MOST_LINES - 1);
    }
}
