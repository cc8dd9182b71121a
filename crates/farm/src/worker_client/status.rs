//! What a worker reports about itself besides its leases: since when it is in its state, how fast
//! it plays, and what else keeps it busy.

use super::{WorkerClient, lock};
use crate::message::{RestReason, WorkerState};
use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

const RATE_PERIOD: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(super) struct WorkerStats {
    /// Since when it has been in its state.
    since: Instant,
    /// The number of matches played at some times.
    played: VecDeque<(Instant, u64)>,
    load: Option<f64>,
}

impl WorkerStats {
    pub(super) fn new(now: Instant) -> WorkerStats {
        WorkerStats { since: now, played: [(now, 0)].into(), load: None }
    }

    /// How long it has been in its state, in seconds.
    pub(super) fn seconds(&self, now: Instant) -> u64 {
        now.saturating_duration_since(self.since).as_secs()
    }

    pub(super) fn load(&self) -> Option<f64> {
        self.load
    }

    /// How many matches it played a second, now that it has played `played`.
    pub(super) fn rate(&mut self, now: Instant, played: u64) -> Option<f64> {
        self.played.push_back((now, played));
        let is_old = |at: Instant| now.saturating_duration_since(at) >= RATE_PERIOD;
        // The period begins at the youngest of those that are old enough.
        while self.played.get(1).is_some_and(|(at, _)| is_old(*at)) {
            self.played.pop_front();
        }
        let (from, before) = *self.played.front()?;
        let seconds = now.saturating_duration_since(from).as_secs_f64();
        let rate = played.saturating_sub(before) as f64 / seconds;
        (seconds > 0.0).then(|| (rate * 100.0).round() / 100.0)
    }
}

impl WorkerClient {
    /// Records how many processes want the cores of this worker.
    pub fn note_load(&self, load: f64) {
        lock(&self.stats).load = Some(load);
    }

    /// The state has changed.
    pub(super) fn note_change(&self) {
        lock(&self.stats).since = self.transport.now();
        self.changed.notify_all();
        self.wake();
    }
}

// Whether this worker is as fast as it was when it was calibrated: one that is slowed down by
// something else plays matches that cannot be compared with those of others.
//
// Being faster says nothing: it was calibrated with all its slots at work, and they are idle now
// and then.

/// After this many checks at which it was too slow it is not just a moment.
const SLOW_CHECKS: u32 = 3;

#[derive(Debug)]
pub(super) struct SpeedMonitor {
    /// The calibrated duration of the benchmark with all slots busy.
    usual: Duration,
    looked: Instant,
    /// Consecutive checks at which it was too slow.
    slow: u32,
    /// Measured duration at the last check, relative to `usual`.
    drift: f64,
}

impl SpeedMonitor {
    fn of(usual: Duration, now: Instant) -> SpeedMonitor {
        SpeedMonitor { usual, looked: now, slow: 0, drift: 1.0 }
    }

    /// Records a measurement; it may exceed the calibrated duration by `percent`.
    fn note(&mut self, took: Duration, percent: u32) {
        self.drift = took.as_secs_f64() / self.usual.as_secs_f64().max(1e-9);
        let is_slow = self.drift > 1.0 + f64::from(percent) / 100.0;
        self.slow = if is_slow { self.slow + 1 } else { 0 };
    }

    /// The drift, to two decimals.
    pub(super) fn rounded_drift(&self) -> f64 {
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
        if slow >= SLOW_CHECKS && self.state() == WorkerState::Works {
            self.rest(RestReason::Drift);
            Some(WorkerState::Rests)
        } else if slow == 0 && rests_of_it && self.state() == WorkerState::Rests {
            self.turn(WorkerState::Rests, WorkerState::Works, None);
            Some(WorkerState::Works)
        } else {
            None
        }
    }
}

// A worker that detects a problem of its own pauses, and says why.

/// After this many void matches in a row it is the worker's fault.
const MAX_VOIDS: usize = 3;

impl WorkerClient {
    /// Records that a match was played, or that it failed; returns whether this worker is paused
    /// from now on. One match that fails again and again says nothing about the worker.
    pub fn note_end(&self, contest: &str, number: i64, is_void: bool) -> bool {
        let rests = {
            let mut failed = lock(&self.failed);
            if is_void {
                failed.insert((contest.to_owned(), number));
            }
            let rests = failed.len() >= MAX_VOIDS;
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

    pub fn rests(&self) -> Option<RestReason> {
        *lock(&self.rests)
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
        *lock(&self.rests) = why;
        *lock(&self.last_heartbeat) = None;
        self.note_change();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_of_the_last_minute() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut stats = WorkerStats::new(start);
        assert_eq!(stats.rate(start, 0), None, "no time has passed");
        assert_eq!(stats.rate(at(10), 20), Some(2.0));
        for heartbeat in 3..=12 {
            stats.rate(at(5 * heartbeat), 20);
        }
        assert_eq!(stats.rate(at(65), 20), Some(0.31));
        assert_eq!(stats.rate(at(71), 20), Some(0.0), "that was long ago");
        assert_eq!(stats.rate(at(81), 640), Some(10.16));
        assert_eq!((stats.seconds(at(7)), stats.load()), (7, None));
    }

    #[test]
    fn three_slow_checks_in_a_row_pause_a_worker() {
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
        assert!((pace.rounded_drift() - 1.23).abs() < 1e-9);
        let mut strange = SpeedMonitor::of(Duration::ZERO, Instant::now());
        strange.note(Duration::ZERO, 10);
        assert_eq!(strange.slow, 0);
    }
}
