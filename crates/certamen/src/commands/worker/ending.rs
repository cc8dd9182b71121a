//! How a worker drains: matches in progress are finished while there is time.

use crate::console::Interrupt;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// How long cancelled work may take to end, and also how long releasing leases may take.
pub(super) const GRACE: Duration = Duration::from_secs(2);

/// The progress of draining.
pub(super) struct DrainState {
    /// How long work in progress may take.
    drain: Duration,
    since: Option<Instant>,
    /// Whether the user has asked again.
    again: Option<Arc<AtomicBool>>,
    /// When work was cancelled.
    over: Option<Instant>,
}

impl DrainState {
    /// Not draining yet; once it is, work in progress may take as long as `drain`.
    pub(super) fn new(drain: Duration) -> DrainState {
        DrainState { drain, since: None, again: None, over: None }
    }

    /// Checks whether the worker `leaves` and whether the user insists. Returns whether the user
    /// has asked; from then on, another signal is noted.
    pub(super) fn look(&mut self, stop: &Interrupt, leaves: &dyn Fn() -> bool) -> bool {
        if leaves() {
            self.since.get_or_insert_with(Instant::now);
        }
        let is_asked = stop.is_set();
        if is_asked && self.again.is_none() {
            // If that fails, a second signal ends the process, as usual.
            self.again = stop.note_next().ok();
        }
        let insists = self.again.as_ref().is_some_and(|again| again.load(Ordering::Relaxed));
        if insists || self.since.is_some_and(|since| since.elapsed() >= self.drain) {
            self.over.get_or_insert_with(Instant::now);
        }
        is_asked
    }

    /// Whether work is cancelled.
    pub(super) fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// Whether cancelled work does not end by itself: bots that think for minutes, builds,
    /// measurements.
    pub(super) fn is_late(&self) -> bool {
        self.over.is_some_and(|over| over.elapsed() >= GRACE)
    }
}
