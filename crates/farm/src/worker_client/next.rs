//! What a slot does next: urgent jobs, matches of runs, matches of ladders, and now and then the
//! other way round, so that nothing waits for ever.

use super::{LeasedBatch, LeasedJob, WorkerClient};
use crate::{
    BusError, Queue,
    layout::{self, ERRANDS, LEVELS, RUNS},
};
use std::{sync::atomic::Ordering, time::Duration};

/// At one of this many fetches the least urgent level comes first.
const TURNS: u64 = 16;

/// What a slot does next.
#[derive(Debug)]
pub enum NextJob {
    /// An urgent job.
    Errand(Box<LeasedJob>),
    /// Matches.
    Batch(Box<LeasedBatch>),
}

impl WorkerClient {
    /// The work at this `turn` of a slot, or the first matches of a run that arrive within
    /// `patience`.
    pub fn next(&self, turn: u64, patience: Duration) -> Option<NextJob> {
        // A client that creates queues for a class creates all, and the one of ladders last.
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
                // Matches are played whether urgent jobs are available or not.
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

    /// An urgent job, for a slot that does nothing else: what there is, or the first that arrives
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

    /// Whether matches are available, where urgent jobs are not.
    fn has_runs(&self) -> bool {
        // Until that is known other threads are not to wait in vain.
        self.is_known.store(false, Ordering::Relaxed);
        let [runs, _] = &self.queues;
        self.transport.finds(runs, self.terms.knock).unwrap_or_default()
    }

    /// Whether there is a queue for workers of this class, or one comes to exist within `patience`.
    /// One of the slots looks for all of them.
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
