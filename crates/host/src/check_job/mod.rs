//! What is found out about a program before it plays: here, or on another machine that is asked to.
//!
//! What is to be done and what came of it are values. What a machine says is its word: of a finding
//! only what may be one is believed, and words are made harmless and short.

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

/// A machine says what it cannot have found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct InvalidWorkerAnswer;

/// How many characters of each line of what a machine says are kept, and how many lines.
const LONGEST: usize = 2_000;
const MOST_LINES: usize = 2_000;

/// Words of a machine, without what would act on a terminal, and not too many.
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
