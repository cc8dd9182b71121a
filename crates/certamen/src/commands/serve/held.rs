//! The hosted contests: those found at the start and those that are added later.

use certamen_contest::Folder;
use certamen_host::StopSignal;
use certamen_web::{Contests, Slug};
use std::{
    collections::BTreeMap,
    path::Path,
    sync::{PoisonError, RwLock},
    thread,
    time::{Duration, Instant},
};

/// How often new contests are looked for, and the stop signal checked.
const LOOK: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_millis(50);

/// The hosted contests by their names in addresses.
pub(super) struct HostedContests(RwLock<BTreeMap<Slug, Folder>>);

impl HostedContests {
    pub(super) fn of(contests: &Contests) -> HostedContests {
        HostedContests(RwLock::new(contests.found.clone()))
    }

    pub(super) fn get(&self, slug: &Slug) -> Option<Folder> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(slug).cloned()
    }

    pub(super) fn all(&self) -> BTreeMap<Slug, Folder> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Looks for new contests in `folder` until the stop signal; calls `newcomer` once for each.
    pub(super) fn watch(
        &self,
        folder: &Path,
        stop: &StopSignal,
        mut newcomer: impl FnMut(&Slug, &Folder),
    ) {
        let mut due = Instant::now() + LOOK;
        while !stop.is_set() {
            thread::sleep(PATIENCE);
            if Instant::now() < due {
                continue;
            }
            due = Instant::now() + LOOK;
            // A folder that cannot be read now is tried again next time.
            let found = Contests::find(folder).map(|contests| contests.found).unwrap_or_default();
            for (slug, place) in found {
                if self.get(&slug).is_none() {
                    newcomer(&slug, &place);
                    let mut held = self.0.write().unwrap_or_else(PoisonError::into_inner);
                    held.insert(slug, place);
                }
            }
        }
    }
}
