//! What a slot does next: what is urgent, matches of runs, matches of ladders, and now and then the
//! other way round, so that nothing waits for ever.

use super::{Fetched, FetchedErrand, Labour, lock};
use crate::{
    BusError,
    layout::{ERRANDS, LEVELS, RUNS},
};
use std::time::Duration;

/// At each of so many fetches what is least urgent comes first.
const TURNS: u64 = 16;

/// What a slot does next.
#[derive(Debug)]
pub enum Taken {
    /// What somebody waits for.
    Errand(Box<FetchedErrand>),
    /// Matches.
    Batch(Box<Fetched>),
}

impl Labour {
    /// What there is at this `turn` of a slot, or the first matches of a run that come within
    /// `patience`.
    pub fn next(&self, turn: u64, patience: Duration) -> Option<Taken> {
        let mut levels = LEVELS;
        if turn % TURNS == TURNS - 1 {
            levels.reverse();
        }
        for level in levels {
            let found = match level {
                ERRANDS => Ok(self.fetch_errand().map(Box::new).map(Taken::Errand)),
                level => self.fetch_level(level, Duration::ZERO),
            };
            match found {
                Ok(None) => {}
                Ok(found) => return found,
                Err(_) => return self.without_any(patience),
            }
        }
        if patience.is_zero() {
            return None;
        }
        let found = self.fetch_level(RUNS, patience);
        found.unwrap_or_else(|_| self.without_any(patience))
    }

    /// What is urgent, for a slot that does nothing else: what there is, or the first that comes
    /// within `patience`.
    pub fn next_urgent(&self, patience: Duration) -> Option<FetchedErrand> {
        let found = self.take_errand(patience);
        found.unwrap_or_else(|_| {
            self.transport.rest(patience);
            None
        })
    }

    /// Whether there is anything on the server for machines of this class.
    pub(super) fn may_look(&self) -> bool {
        lock(&self.errands).is_some_and(|from| from <= self.transport.now())
    }

    fn fetch_level(&self, level: u8, patience: Duration) -> Result<Option<Taken>, BusError> {
        let [runs, ladders] = &self.queues;
        let queue = if level == RUNS { runs } else { ladders };
        // A queue that is not there is asked in vain for seconds: whoever makes one makes all.
        if queue == ladders && !self.may_look() {
            return Ok(None);
        }
        let taken = self.transport.fetch(queue, 1, patience)?;
        lock(&self.errands).get_or_insert_with(|| self.transport.now());
        let fetched = taken.into_iter().find_map(|one| self.read(one));
        Ok(fetched.map(Box::new).map(Taken::Batch))
    }

    /// Nobody has any work for machines of this class yet, or the server is away: it was waited for
    /// once, and that is enough.
    fn without_any(&self, patience: Duration) -> Option<Taken> {
        *lock(&self.errands) = None;
        self.transport.rest(patience);
        None
    }
}
