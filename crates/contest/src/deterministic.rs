//! Bots that are declared deterministic: whether they are, and which matches are not played because
//! they would only repeat an earlier one.
//!
//! Everything follows from the store. On each order of seats the first two matches are played and
//! compared. If they are equal, the others are copies. If not, the declaration of the bot that
//! answered differently is void. Where all bots must be deterministic, they are also asked twice in
//! some turns of each match; the record has the other answer.

use crate::{
    ContestError, ContestFile,
    file::Determinism,
    meta::{Keys, store_json},
};
use certamen_game::{DynGame, MatchRecord, Move, Seat, arbiter::Arbiter, record::AGAIN};
use certamen_store::{MatchNumber, Store, StoredMatch, SubmissionId};
use certamen_tournament::{EntrantId, History};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

const KEY: &str = "deterministic";
/// The key in the record of a copy that names the match it repeats.
pub(crate) const REPEATS: &str = "repeats";
/// The number of matches compared for each order of seats.
pub(crate) const COMPARED: usize = 2;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct DeterminismBreach {
    pub(crate) submission: i64,
    /// The numbers of the two matches, the later one last; equal if the bot was asked twice in one
    /// match.
    pub(crate) matches: [i64; 2],
    /// The turn of the different answer, from 1.
    pub(crate) turn: u64,
    pub(crate) seats: Vec<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ObservedRepeats {
    pub(crate) declared: BTreeSet<i64>,
    /// Violated declarations, in order of matches.
    pub(crate) breaches: BTreeSet<DeterminismBreach>,
    /// Whether matches begin differently, by lot or by openings, so that none repeats another.
    pub(crate) lots: bool,
}

impl ObservedRepeats {
    /// Default where an older version, which stored nothing, ran the contest.
    pub(crate) fn read(keys: Keys<'_>) -> Result<ObservedRepeats, ContestError> {
        Ok(keys.optional(KEY)?.unwrap_or_default())
    }

    pub(crate) fn remember(&self, store: &mut Store) -> Result<(), ContestError> {
        store_json(store, KEY, self)
    }

    /// Marks the cells of a history that repeat themselves.
    pub(crate) fn note_repeating(&self, ids: &[SubmissionId], history: &mut History) {
        history.note_repeating(|seats: &[EntrantId]| {
            let seats: Vec<SubmissionId> = seats.iter().map(|seat| ids[seat.index()]).collect();
            self.repeats(&seats)
        });
    }

    pub(crate) fn repeats(&self, seats: &[SubmissionId]) -> bool {
        let void = |id: i64| self.breaches.iter().any(|breach| breach.submission == id);
        let certain = |id: &SubmissionId| self.declared.contains(&id.0) && !void(id.0);
        !self.lots && seats.iter().all(certain)
    }
}

pub(crate) struct Deterministic {
    game: &'static dyn DynGame,
    pub(crate) known: ObservedRepeats,
    /// Whether all bots must be deterministic and are asked twice.
    required: bool,
    /// Whether something is not stored yet.
    pub(crate) is_unsaved: bool,
    /// The first matches of each order of seats, by repeat.
    first: BTreeMap<Vec<SubmissionId>, BTreeMap<u32, MatchNumber>>,
    /// The orders of seats whose first matches were equal, with the first of them.
    alike: BTreeMap<Vec<SubmissionId>, MatchNumber>,
}

impl Deterministic {
    pub(crate) fn read(
        file: &ContestFile,
        declared: BTreeSet<i64>,
        determinism: Determinism,
        store: &mut Store,
    ) -> Result<Deterministic, ContestError> {
        let required = determinism.is_required();
        // Matches with different openings do not repeat each other.
        let lots = file.openings.is_some();
        let mut found = Deterministic {
            game: file.game,
            known: ObservedRepeats { declared, lots, ..ObservedRepeats::default() },
            required,
            is_unsaved: false,
            first: BTreeMap::new(),
            alike: BTreeMap::new(),
        };
        if required || !found.known.declared.is_empty() {
            for stored in store.finished()? {
                found.note(store, &stored, stored.faults)?;
            }
        }
        found.remember(store)?;
        Ok(found)
    }

    /// Bots whose matches are declared to repeat each other.
    pub(crate) fn declared(&self) -> BTreeSet<SubmissionId> {
        let declared = self.known.declared.iter().copied().map(SubmissionId);
        declared.filter(|_| !self.known.lots).collect()
    }

    /// The match that another one on these seats would only repeat.
    pub(crate) fn original(&self, seats: &[SubmissionId]) -> Option<MatchNumber> {
        self.alike.get(seats).copied().filter(|_| self.known.repeats(seats))
    }

    /// Compares a finished match; returns whether it violates a declaration.
    pub(crate) fn note(
        &mut self,
        store: &Store,
        stored: &StoredMatch,
        faults: u64,
    ) -> Result<bool, ContestError> {
        let asked_twice = self.required && self.note_asked_twice(store, stored)?;
        Ok(self.note_repeated(store, stored, faults)? || asked_twice)
    }

    /// Checks the questions that were asked twice in a match.
    fn note_asked_twice(
        &mut self,
        store: &Store,
        stored: &StoredMatch,
    ) -> Result<bool, ContestError> {
        let Ok((record, _)) = MatchRecord::read(&store.record(stored.number)?) else {
            return Ok(false);
        };
        let seats: Vec<i64> = stored.seats.iter().map(|id| id.0).collect();
        let found = other_answers(&record).filter_map(|(turn, seat)| {
            let submission = *seats.get(seat.index())?;
            let matches = [stored.number.0; 2];
            Some(DeterminismBreach { submission, matches, turn, seats: seats.clone() })
        });
        let before = self.known.breaches.len();
        self.known.breaches.extend(found);
        let is_new = self.known.breaches.len() > before;
        self.is_unsaved |= is_new;
        Ok(is_new)
    }

    fn note_repeated(
        &mut self,
        store: &Store,
        stored: &StoredMatch,
        faults: u64,
    ) -> Result<bool, ContestError> {
        let declared = |id: &SubmissionId| self.known.declared.contains(&id.0);
        if self.known.lots || faults > 0 || !stored.seats.iter().all(declared) {
            return Ok(false);
        }
        let first = self.first.entry(stored.seats.clone()).or_default();
        // The choice of matches to compare must not depend on which ended first.
        if stored.repeat >= COMPARED as u32 || first.insert(stored.repeat, stored.number).is_some()
        {
            return Ok(false);
        }
        let numbers: Vec<MatchNumber> = first.values().copied().collect();
        let &[one, other] = &numbers[..] else { return Ok(false) };
        let [own, theirs] = [store.record(one)?, store.record(other)?];
        let [Ok((own, _)), Ok((theirs, _))] =
            [&own, &theirs].map(|record| MatchRecord::read(record))
        else {
            return Ok(false);
        };
        match compare(self.game, &own, &theirs) {
            Comparison::Same => drop(self.alike.insert(stored.seats.clone(), one)),
            Comparison::Incomparable => {
                self.known.lots |= uses_rng(self.game, &own, &theirs);
                self.is_unsaved |= self.known.lots;
            }
            Comparison::Different { turn, seats } => {
                let differing = seats.iter().map(|seat| stored.seats[seat.index()].0);
                let matches = [one.0.min(other.0), one.0.max(other.0)];
                let at: Vec<i64> = stored.seats.iter().map(|id| id.0).collect();
                self.is_unsaved = true;
                self.known.breaches.extend(differing.map(|submission| DeterminismBreach {
                    submission,
                    matches,
                    turn,
                    seats: at.clone(),
                }));
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(crate) fn remember(&mut self, store: &mut Store) -> Result<(), ContestError> {
        self.known.remember(store)?;
        self.is_unsaved = false;
        Ok(())
    }
}

/// The turns and seats with another answer to the repeated question.
pub(crate) fn other_answers(record: &MatchRecord) -> impl Iterator<Item = (u64, Seat)> {
    record.turns.iter().flat_map(|turn| {
        let others = turn.moves.iter().filter(|entry| entry.extra.contains_key(AGAIN));
        others.map(|entry| (turn.turn, entry.seat))
    })
}

/// Whether two matches start differently, which only the rules can cause.
pub(crate) fn uses_rng(game: &dyn DynGame, one: &MatchRecord, other: &MatchRecord) -> bool {
    let start = |record: &MatchRecord| {
        let arbiter = Arbiter::start(game, record.table.clone());
        arbiter.ok().map(|arbiter| arbiter.state().json())
    };
    start(one) != start(other)
}

/// The result of comparing two matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Same,
    /// The first different turn, and the seats that answered differently.
    Different {
        turn: u64,
        seats: Vec<Seat>,
    },
    /// The rules drew lots, or a fault occurred, possibly a timeout: nothing follows.
    Incomparable,
}

pub(crate) fn compare(game: &dyn DynGame, one: &MatchRecord, other: &MatchRecord) -> Comparison {
    let starts = [one, other].map(|record| Arbiter::start(game, record.table.clone()));
    let [Ok(mut here), Ok(mut there)] = starts else { return Comparison::Incomparable };
    for (own, theirs) in one.turns.iter().zip(&other.turns) {
        if here.state().json() != there.state().json() {
            return Comparison::Incomparable;
        }
        let faulty = |moves: &[Move]| moves.iter().any(|entry| entry.fault.is_some());
        let seats = |moves: &[Move]| moves.iter().map(|entry| entry.seat).collect::<Vec<_>>();
        if faulty(&own.moves) || faulty(&theirs.moves) || seats(&own.moves) != seats(&theirs.moves)
        {
            return Comparison::Incomparable;
        }
        let both = own.moves.iter().zip(&theirs.moves);
        let differ = both.filter(|(one, other)| one.action != other.action);
        let differ: Vec<Seat> = differ.map(|(entry, _)| entry.seat).collect();
        if !differ.is_empty() {
            return Comparison::Different { turn: own.turn, seats: differ };
        }
        if here.replay(own).is_err() || there.replay(theirs).is_err() {
            return Comparison::Incomparable;
        }
    }
    let alike = one.turns.len() == other.turns.len() && here.state().json() == there.state().json();
    if alike { Comparison::Same } else { Comparison::Incomparable }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::conformance::check_match;

    fn record(slug: &str, seed: u64) -> MatchRecord {
        let game = certamen_games::find(slug).unwrap();
        check_match(game, certamen_game::Map::new(), 2, seed, 1000).unwrap()
    }

    fn check(slug: &str, change: impl Fn(&mut MatchRecord), expected: &Comparison) {
        let one = record(slug, 1);
        let mut other = one.clone();
        other.table.seed = 2;
        change(&mut other);
        assert_eq!(compare(certamen_games::find(slug).unwrap(), &one, &other), *expected);
    }

    #[test]
    fn the_first_different_answer_is_found() {
        check("footsteps", |_| {}, &Comparison::Same);
        let second = |record: &mut MatchRecord| {
            record.turns[1].moves[1].action = Some("0".to_owned());
        };
        check("footsteps", second, &Comparison::Different { turn: 2, seats: vec![Seat(1)] });
        let fault = |record: &mut MatchRecord| {
            record.turns[1].moves[0].fault = Some(certamen_game::Fault::Timeout);
        };
        check("footsteps", fault, &Comparison::Incomparable);
        let shorter = |record: &mut MatchRecord| drop(record.turns.pop());
        check("footsteps", shorter, &Comparison::Incomparable);
    }

    #[test]
    fn with_random_rules_nothing_follows() {
        // Another seed gives another first state, with any moves.
        check("coins", |_| {}, &Comparison::Incomparable);
    }
}
