//! A cache for expensive pages: those of a contest of many matches show a snapshot that is up to a
//! minute old, with its time.

use jiff::Timestamp;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The minimum number of matches from which the crosstable counts as expensive.
const MIN_MATCHES: u64 = 100_000;
/// The same for pages that read the record of each match.
const MIN_RECORDS: u64 = 100;
const MAX_AGE: Duration = Duration::from_secs(60);

pub(crate) struct SnapshotCache<T> {
    min_matches: u64,
    cached: Mutex<Option<CachedSnapshot<T>>>,
}

struct CachedSnapshot<T> {
    snapshot: Arc<T>,
    stamp: u64,
    since: Instant,
    at: Timestamp,
}

pub(crate) struct StaleSnapshot<T> {
    pub(crate) snapshot: Arc<T>,
    pub(crate) stamp: u64,
    /// Its time, unless it is current.
    pub(crate) at: Option<Timestamp>,
}

pub(crate) struct ContestStatus<'a, T> {
    pub(crate) snapshot: &'a Arc<T>,
    pub(crate) stamp: u64,
    pub(crate) matches: u64,
    pub(crate) may_change: bool,
}

impl<T> Default for SnapshotCache<T> {
    fn default() -> Self {
        SnapshotCache { min_matches: MIN_MATCHES, cached: Mutex::new(None) }
    }
}

impl<T> SnapshotCache<T> {
    /// For pages that read many records, which are expensive for few matches, too.
    pub(crate) fn of_records() -> Self {
        SnapshotCache { min_matches: MIN_RECORDS, cached: Mutex::new(None) }
    }

    /// The snapshot to show for a contest with status `now`, at `at` on its clock.
    pub(crate) fn get(
        &self,
        status: &ContestStatus<'_, T>,
        (now, at): (Instant, Timestamp),
    ) -> StaleSnapshot<T> {
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if status.matches <= self.min_matches || !status.may_change {
            *cached = None;
            return StaleSnapshot {
                snapshot: Arc::clone(status.snapshot),
                stamp: status.stamp,
                at: None,
            };
        }
        let fresh = cached.take().filter(|cached| now.duration_since(cached.since) < MAX_AGE);
        let fresh = fresh.unwrap_or_else(|| CachedSnapshot {
            snapshot: Arc::clone(status.snapshot),
            stamp: status.stamp,
            since: now,
            at,
        });
        let stale = StaleSnapshot {
            snapshot: Arc::clone(&fresh.snapshot),
            stamp: fresh.stamp,
            at: Some(fresh.at),
        };
        *cached = Some(fresh);
        stale
    }

    /// Drops the snapshot: less may be disclosed than before.
    pub(crate) fn clear(&self) {
        *self.cached.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contest_of_many_matches_shows_the_same_snapshot_for_a_minute() {
        let snapshot_cache = SnapshotCache { min_matches: 3, ..SnapshotCache::default() };
        let begun = Instant::now();
        let get = |matches: u64, may_change, seconds: u64| {
            let now = (
                begun + Duration::from_secs(seconds),
                Timestamp::from_second(seconds as i64).unwrap(),
            );
            let status = ContestStatus {
                snapshot: &Arc::new(matches),
                stamp: 10 * matches,
                matches,
                may_change,
            };
            let found = snapshot_cache.get(&status, now);
            (*found.snapshot, found.stamp, found.at.map(Timestamp::as_second))
        };
        assert_eq!(get(3, true, 0), (3, 30, None), "few matches: the current one");
        assert_eq!(get(4, true, 1), (4, 40, Some(1)));
        assert_eq!(get(9, true, 60), (4, 40, Some(1)), "for a minute");
        assert_eq!(get(9, true, 61), (9, 90, Some(61)));
        assert_eq!(get(12, false, 62), (12, 120, None), "the end is shown at once");
        assert_eq!(get(15, true, 63), (15, 150, Some(63)));
        snapshot_cache.clear();
        assert_eq!(get(16, true, 64), (16, 160, Some(64)));
    }
}
