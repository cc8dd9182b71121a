//! What is shown at leisure: pages that take long to make of a contest of many matches tell how it
//! stood up to a minute ago, and of when that is.

use jiff::Timestamp;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// From so many matches on it takes long to tell who did what against whom.
const MANY: u64 = 100_000;
/// So long the same is told.
const REST: Duration = Duration::from_secs(60);

/// What is told of contests of many matches, and since when.
pub(crate) struct SnapshotCache<T> {
    many: u64,
    kept: Mutex<Option<CachedSnapshot<T>>>,
}

struct CachedSnapshot<T> {
    told: Arc<T>,
    stamp: u64,
    since: Instant,
    at: Timestamp,
}

/// What is told at leisure.
pub(crate) struct StaleSnapshot<T> {
    pub(crate) told: Arc<T>,
    /// Another number once it is something else.
    pub(crate) stamp: u64,
    /// Of when it is, unless it is of now.
    pub(crate) at: Option<Timestamp>,
}

/// How a contest stands.
pub(crate) struct ContestStatus<'a, T> {
    pub(crate) told: &'a Arc<T>,
    pub(crate) stamp: u64,
    pub(crate) matches: u64,
    /// Whether it may still become something else.
    pub(crate) moves: bool,
}

impl<T> Default for SnapshotCache<T> {
    fn default() -> SnapshotCache<T> {
        SnapshotCache { many: MANY, kept: Mutex::new(None) }
    }
}

impl<T> SnapshotCache<T> {
    /// What is told of a contest that stands so `now`, which the clock calls `at`.
    pub(crate) fn told(
        &self,
        standing: &ContestStatus<'_, T>,
        (now, at): (Instant, Timestamp),
    ) -> StaleSnapshot<T> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if standing.matches <= self.many || !standing.moves {
            *kept = None;
            return StaleSnapshot {
                told: Arc::clone(standing.told),
                stamp: standing.stamp,
                at: None,
            };
        }
        let fresh = kept.take().filter(|kept| now.duration_since(kept.since) < REST);
        let fresh = fresh.unwrap_or_else(|| CachedSnapshot {
            told: Arc::clone(standing.told),
            stamp: standing.stamp,
            since: now,
            at,
        });
        let told =
            StaleSnapshot { told: Arc::clone(&fresh.told), stamp: fresh.stamp, at: Some(fresh.at) };
        *kept = Some(fresh);
        told
    }

    /// Tells what is told no longer: less may be shown than before.
    pub(crate) fn forget(&self) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_matches_the_same_is_told_for_a_minute() {
        let snapshot_cache = SnapshotCache { many: 3, ..SnapshotCache::default() };
        let begun = Instant::now();
        let told = |matches: u64, moves, seconds: u64| {
            let now = (
                begun + Duration::from_secs(seconds),
                Timestamp::from_second(seconds as i64).unwrap(),
            );
            let standing =
                ContestStatus { told: &Arc::new(matches), stamp: 10 * matches, matches, moves };
            let found = snapshot_cache.told(&standing, now);
            (*found.told, found.stamp, found.at.map(Timestamp::as_second))
        };
        assert_eq!(told(3, true, 0), (3, 30, None), "few are told as they stand");
        assert_eq!(told(4, true, 1), (4, 40, Some(1)));
        assert_eq!(told(9, true, 60), (4, 40, Some(1)), "for a minute");
        assert_eq!(told(9, true, 61), (9, 90, Some(61)));
        assert_eq!(told(12, false, 62), (12, 120, None), "the end is told at once");
        assert_eq!(told(15, true, 63), (15, 150, Some(63)));
        snapshot_cache.forget();
        assert_eq!(told(16, true, 64), (16, 160, Some(64)));
    }
}
