//! What is told about bots that are declared deterministic: which matches repeat each other, and who
//! is not what was declared.

use crate::{ContestError, Results};
use certamen_store::SubmissionId;
use certamen_tournament::{Detail, EntrantId};
use std::collections::BTreeMap;

/// Matches of the same bots, some of which only repeat others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// Who plays, whatever the order of seats.
    pub bots: Vec<String>,
    /// How many matches count.
    pub games: u64,
    /// How many of them differ, each order of seats apart.
    pub distinct: u64,
}

/// A bot that is declared deterministic and gave two answers to the same question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nondeterminism {
    /// Its name.
    pub bot: String,
    /// The numbers of the matches in which it did.
    pub matches: [i64; 2],
    /// The turn, from 1.
    pub turn: u64,
}

impl Results<'_> {
    /// Which matches repeat each other, in the order of entry.
    pub fn repetitions(&self) -> Result<Vec<Repetition>, ContestError> {
        let known = &self.meta.known;
        if known.declared.is_empty() || known.lots {
            return Ok(Vec::new());
        }
        let snapshot = self.snapshot(Some(Detail::Matches))?;
        let history = self.conduct(&snapshot).distinct();
        let distinct = history.distinct();
        let mut found: BTreeMap<Vec<EntrantId>, (u64, u64)> = BTreeMap::new();
        for (seats, cell) in history.tables() {
            let mut sorted = seats.to_vec();
            sorted.sort_unstable();
            let (games, different) = found.entry(sorted).or_default();
            *games += u64::from(cell.finished.len());
            *different += distinct.cell(seats).map_or(0, |cell| u64::from(cell.finished.len()));
        }
        let name = |id: &EntrantId| snapshot.entrants[id.index()].name.clone();
        let repeated = found.into_iter().filter(|(_, (games, distinct))| games > distinct);
        Ok(repeated
            .map(|(seats, (games, distinct))| Repetition {
                bots: seats.iter().map(name).collect(),
                games,
                distinct,
            })
            .collect())
    }

    /// Who is declared deterministic and is not, the first time of each.
    pub fn nondeterminism(&self) -> Result<Vec<Nondeterminism>, ContestError> {
        let mut found: Vec<Nondeterminism> = Vec::new();
        for breach in &self.meta.known.breaches {
            let bot = self.bot(SubmissionId(breach.submission))?;
            let (matches, turn) = (breach.matches, breach.turn);
            if found.iter().all(|known| known.bot != bot) {
                found.push(Nondeterminism { bot, matches, turn });
            }
        }
        Ok(found)
    }
}
