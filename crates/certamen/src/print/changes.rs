//! Changes in the standings, as text.

use crate::print::say::table;
use certamen_contest::{Change, PreviousRank};
use certamen_game::{Language, number};
use certamen_i18n::labelled;
use std::fmt::Write;

/// The work of a run.
#[derive(Clone, Copy)]
pub struct WorkDone {
    pub played: u64,
    /// Matches that were stored before.
    pub kept: u64,
}

/// A line for each bot with a change, and one for the work of the run.
pub fn told(changes: &[(String, Change)], work: WorkDone, language: Language) -> String {
    let mut told = labelled(table::changes(), "").get(language).trim_end().to_owned() + "\n";
    let mut tell = |line: String| writeln!(told, "  {line}").expect("texts can be written to");
    for (bot, change) in changes {
        tell(match change {
            Change::New(now) => {
                let what = format!("{}, {}", table::new().get(language), place(*now, language));
                format!("+ {}", labelled(bot, what).get(language))
            }
            Change::Changed(before, now) => {
                let step = step(*before, *now, language);
                let what = format!("{}, {step}", table::changed().get(language));
                format!("~ {}", labelled(bot, what).get(language))
            }
            Change::Moved(before, now) => {
                format!("  {}", labelled(bot, step(*before, *now, language)).get(language))
            }
            Change::Withdrawn(before) => {
                let [withdrawn, was] =
                    [table::withdrawn(), table::was()].map(|words| words.get(language));
                let what = format!("{withdrawn}, {was} {}", place(*before, language));
                format!("- {}", labelled(bot, what).get(language))
            }
        });
    }
    let WorkDone { played: now, kept } = work;
    let counts = [(table::matches_played(), now), (table::matches_kept(), kept)];
    tell(counts.map(|(what, count)| labelled(what, count).get(language)).join("; "));
    told
}

fn place(place: PreviousRank, language: Language) -> String {
    let words = table::place().get(language);
    format!("{words} {}{}", rank(place), beside(place.score, score, language))
}

/// A score as text.
fn score(score: f64) -> String {
    number::json(score).to_string()
}

/// The text about a score, appended to a rank.
fn beside<S>(score: Option<S>, words: impl Fn(S) -> String, language: Language) -> String {
    let score = score.map(|score| format!(", {} {}", table::score().get(language), words(score)));
    score.unwrap_or_default()
}

/// The step between two ranks; an unchanged rank is printed once.
fn step(before: PreviousRank, now: PreviousRank, language: Language) -> String {
    let words = table::place().get(language);
    let arrow = |before: String, now: String| {
        if before == now { now } else { format!("{before} → {now}") }
    };
    let ranks = arrow(rank(before), rank(now));
    let scores = before.score.zip(now.score);
    let scores = beside(scores, |(old, new)| arrow(score(old), score(new)), language);
    format!("{words} {ranks}{scores}")
}

/// A disqualified bot has no rank.
fn rank(place: PreviousRank) -> String {
    place.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string())
}
