//! A worker that detects a problem of its own pauses, and says why.

use super::{WorkerClient, lock};
use crate::message::{RestReason, WorkerState};

/// After this many void matches in a row it is the worker's fault.
const VOIDS: usize = 3;

impl WorkerClient {
    /// Records that a match was played, or that it failed; returns whether this worker is paused
    /// from now on. One match that fails again and again says nothing about the worker.
    pub fn note_end(&self, contest: &str, number: i64, is_void: bool) -> bool {
        let rests = {
            let mut failed = lock(&self.failed);
            if is_void {
                failed.insert((contest.to_owned(), number));
            }
            let rests = failed.len() >= VOIDS;
            if rests || !is_void {
                failed.clear();
            }
            rests
        };
        if rests {
            self.rest(RestReason::Voids);
        }
        rests
    }

    /// Why this worker is paused, if it is.
    pub fn rests(&self) -> Option<RestReason> {
        *lock(&self.rests)
    }

    /// Is well again, unless it goes.
    pub(super) fn wake(&self) {
        self.turn(WorkerState::Rests, WorkerState::Works, None);
    }

    /// Pauses until it is resumed, unless it is leaving.
    pub(super) fn rest(&self, why: RestReason) {
        self.turn(WorkerState::Works, WorkerState::Rests, Some(why));
    }

    /// Changes the state, if it is `from`. Readers of the state look at all of it: no thread may
    /// hold one lock while it waits for another.
    fn turn(&self, from: WorkerState, to: WorkerState, why: Option<RestReason>) {
        {
            let mut state = lock(&self.state);
            if *state != from {
                return;
            }
            *state = to;
        }
        self.note_change();
        *lock(&self.rests) = why;
        *lock(&self.told) = None;
    }
}
