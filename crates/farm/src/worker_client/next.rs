//! What a slot does next: what is urgent, matches of runs, matches of ladders, and now and then the
//! other way round, so that nothing waits for ever.

use super::{LeasedBatch, LeasedJob, WorkerClient};
use crate::{
    BusError, Queue,
    layout::{self, ERRANDS, LEVELS, RUNS},
};
use std::{sync::atomic::Ordering, time::Duration};

/// At each of so many fetches what is least urgent comes first.
const TURNS: u64 = 16;

/// What a slot does next.
#[derive(Debug)]
pub enum NextJob {
    /// What somebody waits for.
    Errand(Box<LeasedJob>),
    /// Matches.
    Batch(Box<LeasedBatch>),
}

impl WorkerClient {
    /// What there is at this `turn` of a slot, or the first matches of a run that come within
    /// `patience`.
    pub fn next(&self, turn: u64, patience: Duration) -> Option<NextJob> {
        // Whoever makes queues for a class makes all, and the one of ladders last.
        let [_, ladders] = &self.queues;
        if !self.is_known.load(Ordering::Relaxed) && !self.looks_for(ladders, patience) {
            return None;
        }
        let mut levels = LEVELS;
        if turn % TURNS == TURNS - 1 {
            levels.reverse();
        }
        for level in levels {
            match self.fetch_level(level, Duration::ZERO) {
                Ok(None) => {}
                Ok(found) => return found,
                // Matches are played whether errands can be had or not.
                Err(_) if level == ERRANDS && self.has_runs() => {}
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
    pub fn next_urgent(&self, patience: Duration) -> Option<LeasedJob> {
        let errands = layout::work_queue(&self.worker_info.class, ERRANDS, &self.terms);
        if !self.is_known.load(Ordering::Relaxed) && !self.looks_for(&errands, patience) {
            return None;
        }
        let found = self.take_errand(patience);
        found.unwrap_or_else(|_| {
            self.without_any(patience);
            None
        })
    }

    /// Whether matches can be had, where errands cannot.
    fn has_runs(&self) -> bool {
        // Before that is known nobody else is to wait in vain.
        self.is_known.store(false, Ordering::Relaxed);
        let [runs, _] = &self.queues;
        self.transport.finds(runs, self.terms.knock).unwrap_or_default()
    }

    /// Whether there is a queue from which machines of this class take, or comes to be within
    /// `patience`. One of the slots looks for all of them.
    fn looks_for(&self, queue: &Queue, patience: Duration) -> bool {
        let Ok(_looks) = self.looks.try_lock() else {
            self.transport.rest(patience.min(self.terms.knock));
            return false;
        };
        let found = self.transport.finds(queue, patience).unwrap_or_else(|_| {
            self.transport.rest(patience);
            false
        });
        let [_, ladders] = &self.queues;
        if found && queue == ladders {
            self.is_known.store(true, Ordering::Relaxed);
        }
        found
    }

    fn fetch_level(&self, level: u8, patience: Duration) -> Result<Option<NextJob>, BusError> {
        let [runs, ladders] = &self.queues;
        let queue = match level {
            ERRANDS => {
                let found = self.take_errand(patience)?;
                return Ok(found.map(Box::new).map(NextJob::Errand));
            }
            RUNS => runs,
            _ => ladders,
        };
        let taken = self.transport.fetch(queue, 1, patience)?;
        let batch = taken.into_iter().find_map(|one| self.read(one));
        Ok(batch.map(Box::new).map(NextJob::Batch))
    }

    /// The server is away, or has forgotten what lay there: it was waited for once, and that is
    /// enough.
    fn without_any(&self, patience: Duration) -> Option<NextJob> {
        self.is_known.store(false, Ordering::Relaxed);
        self.transport.rest(patience);
        None
    }
}
