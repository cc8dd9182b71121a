//! Bots that are declared deterministic: whether they are, and which matches need not be played
//! because they would only repeat an earlier one.
//!
//! All of it follows from what is stored. On each order of seats the first two matches are played and
//! compared; if they went alike, the others are copies. If they did not, the declaration of the bot
//! that answered differently is void. Where all must be deterministic, programs are also asked
//! twice in some turns of each match: an answer that was another is in its record.

use crate::{
    ContestError,
    comparison::{Comparison, compare},
    file::Determinism,
    keys::Keys,
};
use certamen_game::{DynGame, MatchRecord, Seat, record::AGAIN};
use certamen_store::{MatchNumber, Store, StoredMatch, SubmissionId};
use certamen_tournament::{EntrantId, History};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Under which key the store remembers what is known.
const KEY: &str = "deterministic";
/// Under which key the record of a copy names the match that it repeats.
pub(crate) const REPEATS: &str = "repeats";
/// How many matches are compared on each order of seats.
pub(crate) const COMPARED: usize = 2;

/// A bot that is declared deterministic and is not.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct DeterminismBreach {
    /// Who, by the number of the submission.
    pub(crate) submission: i64,
    /// The numbers of the two matches, the later one last; twice that of the one match in which it
    /// was asked twice.
    pub(crate) matches: [i64; 2],
    /// In which turn it answered differently, from 1.
    pub(crate) turn: u64,
    /// Who sat in these matches.
    pub(crate) seats: Vec<i64>,
}

/// What is known of those who are declared deterministic.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ObservedRepeats {
    /// Who is declared deterministic.
    pub(crate) declared: BTreeSet<i64>,
    /// Whose declaration is void, in the order of the matches.
    pub(crate) breaches: BTreeSet<DeterminismBreach>,
    /// Whether the rules of the game draw lots, so that no match repeats another.
    pub(crate) lots: bool,
}

impl ObservedRepeats {
    /// As it is stored; nothing where an older version ran the contest, which stored nothing.
    pub(crate) fn read(keys: Keys<'_>) -> Result<ObservedRepeats, ContestError> {
        Ok(keys.optional(KEY)?.unwrap_or_default())
    }

    /// Writes it down, for those who only read.
    pub(crate) fn remember(&self, store: &mut Store) -> Result<(), ContestError> {
        let text = serde_json::to_string(self).expect("numbers are plain data");
        Ok(store.set_meta(&[(KEY, text)])?)
    }

    /// Notes in a history among these submissions which cells repeat themselves.
    pub(crate) fn note_repeating(&self, ids: &[SubmissionId], history: &mut History) {
        history.note_repeating(|seats: &[EntrantId]| {
            let seats: Vec<SubmissionId> = seats.iter().map(|seat| ids[seat.index()]).collect();
            self.repeats(&seats)
        });
    }

    /// Whether matches on these seats repeat each other as far as is known.
    pub(crate) fn repeats(&self, seats: &[SubmissionId]) -> bool {
        let void = |id: i64| self.breaches.iter().any(|breach| breach.submission == id);
        let certain = |id: &SubmissionId| self.declared.contains(&id.0) && !void(id.0);
        !self.lots && seats.iter().all(certain)
    }
}

/// Who is declared deterministic and what their matches say about that.
pub(crate) struct Deterministic {
    game: &'static dyn DynGame,
    known: ObservedRepeats,
    /// Whether all must be, and are asked twice.
    required: bool,
    /// Whether more is known than was written down.
    news: bool,
    /// Of each order of seats the first matches, by repeat.
    first: BTreeMap<Vec<SubmissionId>, BTreeMap<u32, MatchNumber>>,
    /// The orders of seats whose first matches went alike, with the first of them.
    alike: BTreeMap<Vec<SubmissionId>, MatchNumber>,
}

impl Deterministic {
    /// Looks at what is stored of those who are `declared`.
    pub(crate) fn read(
        game: &'static dyn DynGame,
        declared: BTreeSet<i64>,
        determinism: Determinism,
        store: &mut Store,
    ) -> Result<Deterministic, ContestError> {
        let known = ObservedRepeats { declared, ..ObservedRepeats::default() };
        let (first, alike) = (BTreeMap::new(), BTreeMap::new());
        let required = determinism.is_required();
        let mut found = Deterministic { game, known, required, news: false, first, alike };
        if required || !found.known.declared.is_empty() {
            for stored in store.finished()? {
                found.note(store, &stored, stored.faults)?;
            }
        }
        found.remember(store)?;
        Ok(found)
    }

    /// Those of whom it is said that their matches repeat each other.
    pub(crate) fn declared(&self) -> BTreeSet<SubmissionId> {
        let declared = self.known.declared.iter().copied().map(SubmissionId);
        declared.filter(|_| !self.known.lots).collect()
    }

    /// What is known.
    pub(crate) fn known(&self) -> &ObservedRepeats {
        &self.known
    }

    /// Those whose declaration is void.
    pub(crate) fn breaches(&self) -> &BTreeSet<DeterminismBreach> {
        &self.known.breaches
    }

    /// The match that another one on these seats would only repeat.
    pub(crate) fn original(&self, seats: &[SubmissionId]) -> Option<MatchNumber> {
        self.alike.get(seats).copied().filter(|_| self.known.repeats(seats))
    }

    /// Takes note of a finished match; whether anybody's declaration is void by it.
    pub(crate) fn note(
        &mut self,
        store: &Store,
        stored: &StoredMatch,
        faults: u64,
    ) -> Result<bool, ContestError> {
        let asked_twice = self.required && self.note_asked_twice(store, stored)?;
        Ok(self.note_repeated(store, stored, faults)? || asked_twice)
    }

    /// Takes note of answers to questions that were asked twice in a match.
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
        self.news |= is_new;
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
        // Which matches are compared must not depend on which ended first.
        if stored.repeat >= COMPARED as u32 || first.insert(stored.repeat, stored.number).is_some()
        {
            return Ok(false);
        }
        let numbers: Vec<MatchNumber> = first.values().copied().collect();
        let &[one, other] = &numbers[..] else { return Ok(false) };
        let read = |number| -> Result<Option<MatchRecord>, ContestError> {
            Ok(MatchRecord::read(&store.record(number)?).ok().map(|(record, _)| record))
        };
        let (Some(own), Some(theirs)) = (read(one)?, read(other)?) else { return Ok(false) };
        match compare(self.game, &own, &theirs) {
            Comparison::Same => drop(self.alike.insert(stored.seats.clone(), one)),
            Comparison::Incomparable => {
                self.known.lots |= draws_lots(self.game, &own, &theirs);
                self.news |= self.known.lots;
            }
            Comparison::Different { turn, seats } => {
                let guilty = seats.iter().map(|seat| stored.seats[seat.index()].0);
                let matches = [one.0.min(other.0), one.0.max(other.0)];
                let at: Vec<i64> = stored.seats.iter().map(|id| id.0).collect();
                self.news = true;
                self.known.breaches.extend(guilty.map(|submission| DeterminismBreach {
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

    /// Whether more is known than was written down.
    pub(crate) fn has_news(&self) -> bool {
        self.news
    }

    /// Writes down what is known, for those who only read.
    pub(crate) fn remember(&mut self, store: &mut Store) -> Result<(), ContestError> {
        self.known.remember(store)?;
        self.news = false;
        Ok(())
    }
}

/// In which turns of a match which seats gave another answer when they were asked again.
pub(crate) fn other_answers(record: &MatchRecord) -> impl Iterator<Item = (u64, Seat)> {
    record.turns.iter().flat_map(|turn| {
        let others = turn.moves.iter().filter(|entry| entry.extra.contains_key(AGAIN));
        others.map(|entry| (turn.turn, entry.seat))
    })
}

/// Whether two matches start differently, which can only be the rules' doing.
pub(crate) fn draws_lots(game: &dyn DynGame, one: &MatchRecord, other: &MatchRecord) -> bool {
    let start = |record: &MatchRecord| {
        let arbiter = certamen_game::arbiter::Arbiter::start(game, record.table.clone());
        arbiter.ok().map(|arbiter| arbiter.state().json())
    };
    start(one) != start(other)
}
