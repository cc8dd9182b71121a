//! How a machine ends that is asked to: what is in play is played to its end, while there is time.

use crate::console::Interrupt;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// So long what is cut may take to end by itself; and so long giving back what is held.
pub(super) const GRACE: Duration = Duration::from_secs(2);

/// How far it has come.
pub(super) struct DrainState {
    /// How long what is in hand may take.
    drain: Duration,
    since: Option<Instant>,
    /// Whether the user has said so again.
    again: Option<Arc<AtomicBool>>,
    /// Since when all is cut.
    over: Option<Instant>,
}

impl DrainState {
    /// Nobody has asked for it yet; then what is in hand may take so long.
    pub(super) fn new(drain: Duration) -> DrainState {
        DrainState { drain, since: None, again: None, over: None }
    }

    /// Looks whether this machine `leaves`, and whether its user has had enough. Returns whether the
    /// user has asked for it; from then on another signal is noted.
    pub(super) fn look(&mut self, stop: &Interrupt, leaves: &dyn Fn() -> bool) -> bool {
        if leaves() {
            self.since.get_or_insert_with(Instant::now);
        }
        let is_asked = stop.is_set();
        if is_asked && self.again.is_none() {
            // Where that cannot be noted the second wish ends us, as it does everywhere.
            self.again = stop.note_next().ok();
        }
        let insists = self.again.as_ref().is_some_and(|again| again.load(Ordering::Relaxed));
        if insists || self.since.is_some_and(|since| since.elapsed() >= self.drain) {
            self.over.get_or_insert_with(Instant::now);
        }
        is_asked
    }

    /// Whether nothing is to be played any more.
    pub(super) fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// Whether what is in hand does not end by itself: programs that think for minutes, builds,
    /// measurements.
    pub(super) fn is_late(&self) -> bool {
        self.over.is_some_and(|over| over.elapsed() >= GRACE)
    }
}
