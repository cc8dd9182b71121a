//! Kinds of matches: those between the same languages take about as long.

use super::Contest;
use crate::ContestError;
use certamen_store::SubmissionId;
use certamen_tournament::format;
use std::{collections::BTreeMap, time::Duration};

/// The languages of those who sit at a table, in order of the alphabet.
pub type MatchKind = Vec<String>;

impl Contest {
    /// How long the last matches took, at most this many, by their kinds.
    pub fn times(&self, most: usize) -> Result<BTreeMap<MatchKind, Vec<Duration>>, ContestError> {
        let mut times: BTreeMap<MatchKind, Vec<Duration>> = BTreeMap::new();
        for (seats, took) in self.store.times(most)? {
            times.entry(self.kind_of(&seats)?).or_default().push(took);
        }
        Ok(times)
    }

    /// How many matches of each kind are to be played, as far as they are planned.
    pub fn kinds_left(&mut self) -> Result<BTreeMap<MatchKind, u64>, ContestError> {
        self.plan_ahead()?;
        let mut left = BTreeMap::new();
        for stored in self.store.to_be_played()?.iter().filter(|stored| self.admits(stored)) {
            *left.entry(self.kind_of(&stored.seats)?).or_default() += 1;
        }
        Ok(left)
    }

    /// The kind of a match between these.
    pub fn kind_of(&self, seats: &[SubmissionId]) -> Result<MatchKind, ContestError> {
        let language = |seat: &SubmissionId| Ok(self.store.submission(*seat)?.language);
        let mut kind = seats.iter().map(language).collect::<Result<MatchKind, ContestError>>()?;
        kind.sort_unstable();
        Ok(kind)
    }

    /// Plans what is to be played next, if nothing waits.
    pub(super) fn plan_ahead(&mut self) -> Result<(), ContestError> {
        if self.agenda.is_empty()
            && let format::Next::Play(pairings) = self.state().next()
        {
            self.plan(&pairings)?;
        }
        Ok(())
    }
}
