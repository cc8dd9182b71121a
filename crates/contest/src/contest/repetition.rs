//! Matches that are not played because they would only repeat another: the record is copied.

use super::Contest;
use crate::{ContestError, deterministic::REPEATS};
use certamen_game::MatchRecord;
use certamen_store::{JobResult, MatchNumber, StoredMatch};
use std::time::Duration;

/// How many copies are stored at a time.
const COPIES: usize = 1000;

impl Contest {
    /// The match to be played next. Those before it that would only repeat another are handed in as
    /// copies.
    pub(super) fn next_to_play(&mut self) -> Result<Option<StoredMatch>, ContestError> {
        loop {
            let (mut copies, mut found) = (Vec::new(), None);
            while copies.len() < COPIES
                && let Some(next) = self.agenda.next()
            {
                let Some(original) = self.deterministic.original(&next.seats) else {
                    found = Some(next);
                    break;
                };
                copies.push(self.copy(&next, original)?);
            }
            let is_last = copies.len() < COPIES;
            if !copies.is_empty() {
                self.hand_in(copies)?;
            }
            if is_last {
                return Ok(found);
            }
        }
    }

    /// The record of `original`, as that of `next`.
    fn copy(&self, next: &StoredMatch, original: MatchNumber) -> Result<JobResult, ContestError> {
        let read = MatchRecord::read(&self.store.record(original)?);
        let (mut record, _) = read.map_err(|_| ContestError::Unfinished(original))?;
        record.table.seed = next.seed;
        record.table.extra.insert(REPEATS.to_owned(), original.0.into());
        let (number, took, machine) = (next.number, Duration::ZERO, None);
        let (folders, errors) = (Vec::new(), Vec::new());
        Ok(JobResult { number, record, began: None, took, folders, errors, machine })
    }
}
