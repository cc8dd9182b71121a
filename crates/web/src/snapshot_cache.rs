//! A cache for expensive pages: those of a contest of many matches show a snapshot that is up to a
//! minute old, with its time.

use jiff::Timestamp;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The minimum number of matches from which the crosstable counts as expensive.
const MANY: u64 = 100_000;
/// The maximum age of a snapshot.
const REST: Duration = Duration::from_secs(60);

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

pub(crate) struct StaleSnapshot<T> {
    pub(crate) told: Arc<T>,
    pub(crate) stamp: u64,
    /// Its time, unless it is current.
    pub(crate) at: Option<Timestamp>,
}

pub(crate) struct ContestStatus<'a, T> {
    pub(crate) told: &'a Arc<T>,
    pub(crate) stamp: u64,
    pub(crate) matches: u64,
    /// Whether it may still change.
    pub(crate) moves: bool,
}

impl<T> Default for SnapshotCache<T> {
    fn default() -> SnapshotCache<T> {
        SnapshotCache { many: MANY, kept: Mutex::new(None) }
    }
}

impl<T> SnapshotCache<T> {
    /// The snapshot to show for a contest with status `now`, at `at` on its clock.
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

    /// Drops the snapshot: less may be disclosed than before.
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
