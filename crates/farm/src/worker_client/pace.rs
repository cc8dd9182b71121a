//! Whether this worker is as fast as it was when it was calibrated: one that is slowed down by
//! something else plays matches that cannot be compared with those of others.
//!
//! Being faster says nothing: it was calibrated with all its slots at work, and they are idle now
//! and then.

use super::{WorkerClient, lock};
use crate::message::{RestReason, WorkerState};
use std::time::{Duration, Instant};

/// After this many checks at which it was too slow it is not just a moment.
const LOOKS: u32 = 3;

/// The speed of this worker.
#[derive(Debug)]
pub(super) struct SpeedMonitor {
    /// How long it needed for something with all its slots at work.
    usual: Duration,
    looked: Instant,
    /// At how many checks in a row it was too slow.
    slow: u32,
    /// How much longer it needed at the last one.
    drift: f64,
}

impl SpeedMonitor {
    fn of(usual: Duration, now: Instant) -> SpeedMonitor {
        SpeedMonitor { usual, looked: now, slow: 0, drift: 1.0 }
    }

    /// Records how long it needed now, where this many percent more are accepted.
    fn note(&mut self, took: Duration, percent: u32) {
        self.drift = took.as_secs_f64() / self.usual.as_secs_f64().max(1e-9);
        let is_slow = self.drift > 1.0 + f64::from(percent) / 100.0;
        self.slow = if is_slow { self.slow + 1 } else { 0 };
    }

    /// How much longer it needed at the last check, as it is reported.
    pub(super) fn told(&self) -> f64 {
        (self.drift * 100.0).round() / 100.0
    }
}

impl WorkerClient {
    /// The same, on a machine that needed this long for something with all its slots at work.
    #[must_use]
    pub fn with_usual(self, usual: Duration) -> WorkerClient {
        *lock(&self.pace) = Some(SpeedMonitor::of(usual, self.transport.now()));
        self
    }

    /// Whether it is time to check how long this worker needs now; true for one slot only.
    pub fn is_to_look(&self) -> bool {
        let now = self.transport.now();
        let mut pace = lock(&self.pace);
        let due = pace
            .as_mut()
            .filter(|pace| now.saturating_duration_since(pace.looked) >= self.terms.check);
        due.map(|pace| pace.looked = now).is_some()
    }

    /// Records how long it needs now; returns its new state, if it changes. It pauses while it is
    /// too slow.
    pub fn note_pace(&self, took: Duration) -> Option<WorkerState> {
        let slow = {
            let mut pace = lock(&self.pace);
            let pace = pace.as_mut()?;
            pace.note(took, self.terms.drift);
            pace.slow
        };
        let rests_of_it = self.rests() == Some(RestReason::Drift);
        if slow >= LOOKS && self.state() == WorkerState::Works {
            self.rest(RestReason::Drift);
            Some(WorkerState::Rests)
        } else if slow == 0 && rests_of_it && self.state() == WorkerState::Rests {
            self.wake();
            Some(WorkerState::Works)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_looks_in_a_row_count_and_being_faster_does_not() {
        let mut pace = SpeedMonitor::of(Duration::from_millis(10), Instant::now());
        let mut slow = |millis: &[u64]| {
            let noted = millis.iter().map(|millis| {
                pace.note(Duration::from_millis(*millis), 10);
                pace.slow
            });
            noted.collect::<Vec<u32>>()
        };
        assert_eq!(slow(&[11, 12, 12, 11, 12, 12, 12, 20]), [0, 1, 2, 0, 1, 2, 3, 4]);
        assert_eq!(slow(&[10, 1, 1, 1, 1]), [0; 5]);
        pace.note(Duration::from_micros(12_345), 10);
        assert!((pace.told() - 1.23).abs() < 1e-9);
        let mut strange = SpeedMonitor::of(Duration::ZERO, Instant::now());
        strange.note(Duration::ZERO, 10);
        assert_eq!(strange.slow, 0);
    }
}
