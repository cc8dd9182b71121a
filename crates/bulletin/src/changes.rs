//! What changed in a table, as people are told.

use crate::say::table;
use certamen_contest::{Change, Place};
use certamen_game::{Language, number};
use std::fmt::Write;

/// What a run had to do for it.
#[derive(Clone, Copy)]
pub struct WorkDone {
    /// Matches played now.
    pub played: u64,
    /// Matches that were there.
    pub kept: u64,
}

/// A line for each bot of which there is something to tell, and one for what it took.
pub fn told(changes: &[(String, Change)], work: WorkDone, language: Language) -> String {
    let mut told = format!("{}:\n", table::changes().get(language));
    let mut tell = |line: String| writeln!(told, "  {line}").expect("texts can be written to");
    for (bot, change) in changes {
        tell(match change {
            Change::New(now) => {
                format!("+ {bot}: {}, {}", table::new().get(language), place(*now, language))
            }
            Change::Changed(before, now) => {
                format!(
                    "~ {bot}: {}, {}",
                    table::changed().get(language),
                    step(*before, *now, language)
                )
            }
            Change::Moved(before, now) => format!("  {bot}: {}", step(*before, *now, language)),
            Change::Withdrawn(before) => {
                let [withdrawn, was] =
                    [table::withdrawn(), table::was()].map(|words| words.get(language));
                format!("- {bot}: {withdrawn}, {was} {}", place(*before, language))
            }
        });
    }
    let WorkDone { played: now, kept } = work;
    let [played, stood] =
        [table::matches_played(), table::matches_kept()].map(|words| words.get(language));
    tell(format!("{played}: {now}; {stood}: {kept}"));
    told
}

fn place(place: Place, language: Language) -> String {
    let words = table::place().get(language);
    format!("{words} {}{}", rank(place), beside(place.score, score, language))
}

/// A score as it is told.
fn score(score: f64) -> String {
    number::json(score).to_string()
}

/// What is said of a score beside a place.
fn beside<S>(score: Option<S>, words: impl Fn(S) -> String, language: Language) -> String {
    let score = score.map(|score| format!(", {} {}", table::score().get(language), words(score)));
    score.unwrap_or_default()
}

/// From where to where; what stayed is told once.
fn step(before: Place, now: Place, language: Language) -> String {
    let words = table::place().get(language);
    let arrow = |before: String, now: String| {
        if before == now { now } else { format!("{before} → {now}") }
    };
    let ranks = arrow(rank(before), rank(now));
    let scores = before.score.zip(now.score);
    let scores = beside(scores, |(old, new)| arrow(score(old), score(new)), language);
    format!("{words} {ranks}{scores}")
}

/// Who was disqualified has no place.
fn rank(place: Place) -> String {
    place.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string())
}
