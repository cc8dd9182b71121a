//! A machine that finds out that it is not well takes no more, and says why.

use super::{WorkerClient, lock};
use crate::message::{RestReason, WorkerState};

/// After so many matches that failed one after the other it is the machine's fault.
const VOIDS: usize = 3;

impl WorkerClient {
    /// Takes note that a match was played, or that it failed; whether this machine rests from now on.
    /// One match that fails again and again says nothing of the machine.
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

    /// Why this machine rests, if it does.
    pub fn rests(&self) -> Option<RestReason> {
        *lock(&self.rests)
    }

    /// Is well again, unless it goes.
    pub(super) fn wake(&self) {
        self.turn(WorkerState::Rests, WorkerState::Works, None);
    }

    /// Rests until it is woken, unless it goes.
    pub(super) fn rest(&self, why: RestReason) {
        self.turn(WorkerState::Works, WorkerState::Rests, Some(why));
    }

    /// Does something else from now on, if it does what is said. Whoever tells of this machine looks
    /// at all of it: nobody may hold one lock while he waits for another.
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
