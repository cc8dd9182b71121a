//! What a worker reports about itself besides its leases: since when it is in its state, how fast
//! it plays, and what else keeps it busy.

use super::{WorkerClient, lock};
use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

/// The period over which the speed is measured.
const WHILE: Duration = Duration::from_secs(60);

/// What changes with time.
#[derive(Debug)]
pub(super) struct WorkerStats {
    /// Since when it does what it does.
    since: Instant,
    /// How many matches it had played when.
    played: VecDeque<(Instant, u64)>,
    /// How many processes want its cores.
    load: Option<f64>,
}

impl WorkerStats {
    pub(super) fn new(now: Instant) -> WorkerStats {
        WorkerStats { since: now, played: [(now, 0)].into(), load: None }
    }

    /// For how many seconds it has done what it does.
    pub(super) fn seconds(&self, now: Instant) -> u64 {
        now.saturating_duration_since(self.since).as_secs()
    }

    /// How many processes want its cores, if that is known.
    pub(super) fn load(&self) -> Option<f64> {
        self.load
    }

    /// How many matches it played a second, now that it has played `played`.
    pub(super) fn rate(&mut self, now: Instant, played: u64) -> Option<f64> {
        self.played.push_back((now, played));
        let is_old = |at: Instant| now.saturating_duration_since(at) >= WHILE;
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
        lock(&self.tells).load = Some(load);
    }

    /// Does something else from now on.
    pub(super) fn note_change(&self) {
        lock(&self.tells).since = self.transport.now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_fast_a_machine_plays_is_told_of_the_last_minute() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut told = WorkerStats::new(start);
        assert_eq!(told.rate(start, 0), None, "no time has passed");
        assert_eq!(told.rate(at(10), 20), Some(2.0));
        for beat in 3..=12 {
            told.rate(at(5 * beat), 20);
        }
        assert_eq!(told.rate(at(65), 20), Some(0.31));
        assert_eq!(told.rate(at(71), 20), Some(0.0), "that was long ago");
        assert_eq!(told.rate(at(81), 640), Some(10.16));
        assert_eq!((told.seconds(at(7)), told.load()), (7, None));
    }
}
