//! Which matches of a contest repeat each other, as far as its store shows.

use crate::{
    ContestError, Results,
    deterministic::{Comparison, compare},
};
use certamen_game::MatchRecord;
use certamen_store::{StoredMatch, SubmissionId};
use certamen_tournament::{Detail, EntrantId};
use std::collections::BTreeMap;

/// Matches are reported as equal from this number on.
const MIN_ALIKE: usize = 4;
/// At most this many orders of seats are compared.
const MOST_SUSPECTS: usize = 100;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// In order of entry, in any order of seats.
    pub bots: Vec<String>,
    pub games: u64,
    /// The number of different matches, each order of seats counted separately.
    pub distinct: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nondeterminism {
    pub bot: String,
    /// The numbers of the matches with the two answers.
    pub matches: [i64; 2],
    pub turn: u64,
}

impl Results<'_> {
    pub fn repetitions(&self) -> Result<Vec<Repetition>, ContestError> {
        let known = &self.contest_meta.known;
        if known.declared.is_empty() || known.lots {
            return Ok(Vec::new());
        }
        let snapshot = self.snapshot(Some(Detail::Matches))?;
        let history = self.state(&snapshot).distinct();
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

    /// Bots that are not all declared deterministic, but whose matches were equal, as far as
    /// compared: certainty counts each of these matches.
    pub fn alike(&self) -> Result<Vec<Repetition>, ContestError> {
        let mut cells: BTreeMap<Vec<SubmissionId>, Vec<StoredMatch>> = BTreeMap::new();
        for played in self.counted()? {
            if !self.contest_meta.known.repeats(&played.seats) {
                cells.entry(played.seats.clone()).or_default().push(played);
            }
        }
        let mut found: BTreeMap<Vec<SubmissionId>, (u64, u64)> = BTreeMap::new();
        let suspects = cells.iter().filter(|(_, matches)| is_suspect(matches));
        for (seats, matches) in suspects.take(MOST_SUSPECTS) {
            if self.went_alike(matches)? {
                let mut bots = seats.clone();
                bots.sort_unstable();
                let (games, distinct) = found.entry(bots).or_default();
                (*games, *distinct) = (*games + matches.len() as u64, *distinct + 1);
            }
        }
        let repeated = found.into_iter().map(|(bots, (games, distinct))| {
            let bots = bots.into_iter().map(|id| self.bot(id));
            Ok(Repetition { bots: bots.collect::<Result<_, ContestError>>()?, games, distinct })
        });
        repeated.collect()
    }

    /// Whether the first of these matches were equal, state by state.
    fn went_alike(&self, matches: &[StoredMatch]) -> Result<bool, ContestError> {
        let game = self.contest_meta.rules.game;
        let mut records = Vec::new();
        for played in matches.iter().take(MIN_ALIKE) {
            let Ok((record, _)) = MatchRecord::read(&self.record(played.number)?) else {
                return Ok(false);
            };
            records.push(record);
        }
        let same = |two: &[MatchRecord]| compare(game, &two[0], &two[1]) == Comparison::Same;
        Ok(records.windows(2).all(same))
    }

    pub fn nondeterminism(&self) -> Result<Vec<Nondeterminism>, ContestError> {
        let mut found: Vec<Nondeterminism> = Vec::new();
        for breach in &self.contest_meta.known.breaches {
            let bot = self.bot(SubmissionId(breach.submission))?;
            let (matches, turn) = (breach.matches, breach.turn);
            if found.iter().all(|known| known.bot != bot) {
                found.push(Nondeterminism { bot, matches, turn });
            }
        }
        Ok(found)
    }
}

/// Whether matches on the same seats may be equal: their outcomes are.
fn is_suspect(matches: &[StoredMatch]) -> bool {
    let alike = |one: &StoredMatch, other: &StoredMatch| {
        let scores = |played: &StoredMatch| played.outcome.as_ref().map(|all| all.scores.clone());
        one.turns == other.turns && scores(one) == scores(other) && one.faults + other.faults == 0
    };
    matches.len() >= MIN_ALIKE && matches.windows(2).all(|two| alike(&two[0], &two[1]))
}
