//! Changes in the standings since they were last shown.

use crate::{Contest, ContestError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Under which key the store remembers the table.
const KEY: &str = "table last shown";

/// Where a bot stood.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct PreviousRank {
    /// From 1; none for those who were disqualified.
    pub rank: Option<u32>,
    /// What the ranking goes by; nothing where that is for the order only.
    pub score: Option<f64>,
}

/// What happened to a bot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Change {
    /// It takes part for the first time, or again.
    New(PreviousRank),
    /// Its files are others than before.
    Changed(PreviousRank, PreviousRank),
    /// It takes part no more.
    Withdrawn(PreviousRank),
    /// It is the same, and stands elsewhere.
    Moved(PreviousRank, PreviousRank),
}

/// A line of the table, as it is remembered.
#[derive(Serialize, Deserialize)]
struct PreviousRow {
    bot: String,
    submission: i64,
    #[serde(flatten)]
    place: PreviousRank,
}

impl Contest {
    /// What changed since the table was last shown, bot by bot: those of the table first, in its
    /// order. None if it was never shown.
    pub fn changes(&self) -> Result<Option<Vec<(String, Change)>>, ContestError> {
        let before: Option<Vec<PreviousRow>> = self.remembered(KEY)?;
        Ok(before.map(|before| compare(before, self.table_now())))
    }

    /// Remembers the table as shown.
    pub fn remember_table(&mut self) -> Result<(), ContestError> {
        let lines =
            serde_json::to_string(&self.table_now()).expect("numbers and names are plain data");
        self.remember(KEY, lines)
    }

    fn table_now(&self) -> Vec<PreviousRow> {
        let told = !self.state().rules.is_order_only();
        let line = |standing: certamen_tournament::Standing| {
            let index = standing.entrant.index();
            PreviousRow {
                bot: self.entrants()[index].name.clone(),
                submission: self.submissions()[index].0,
                place: PreviousRank { rank: standing.rank, score: told.then_some(standing.score) },
            }
        };
        self.standings().into_iter().map(line).collect()
    }
}

fn compare(before: Vec<PreviousRow>, now: Vec<PreviousRow>) -> Vec<(String, Change)> {
    let mut known: BTreeMap<String, PreviousRow> =
        before.into_iter().map(|line| (line.bot.clone(), line)).collect();
    let mut changes = Vec::new();
    for line in now {
        let change = match known.remove(&line.bot) {
            None => Change::New(line.place),
            Some(old) if old.submission != line.submission => {
                Change::Changed(old.place, line.place)
            }
            Some(old) if old.place != line.place => Change::Moved(old.place, line.place),
            Some(_) => continue,
        };
        changes.push((line.bot, change));
    }
    changes.extend(known.into_values().map(|old| (old.bot, Change::Withdrawn(old.place))));
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(bot: &str, submission: i64, rank: u32, score: f64) -> PreviousRow {
        let place = PreviousRank { rank: Some(rank), score: Some(score) };
        PreviousRow { bot: bot.to_owned(), submission, place }
    }

    #[test]
    fn every_bot_is_told_once_and_only_if_there_is_something_to_tell() {
        let (a, b) = (line("a", 1, 1, 3.0), line("b", 2, 2, 2.0));
        let before = vec![a, b, line("c", 3, 3, 1.0), line("d", 4, 4, 0.0)];
        let (e, a) = (line("e", 5, 1, 4.0), line("a", 1, 1, 3.0));
        let now = vec![e, a, line("c", 6, 3, 2.0), line("d", 4, 4, 1.0)];
        let place = |rank, score| PreviousRank { rank: Some(rank), score: Some(score) };
        let expected = [
            ("e", Change::New(place(1, 4.0))),
            ("c", Change::Changed(place(3, 1.0), place(3, 2.0))),
            ("d", Change::Moved(place(4, 0.0), place(4, 1.0))),
            ("b", Change::Withdrawn(place(2, 2.0))),
        ];
        assert_eq!(compare(before, now), expected.map(|(bot, change)| (bot.to_owned(), change)));
    }
}
