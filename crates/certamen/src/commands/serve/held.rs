//! The contests that are held: those of the beginning, and those that come while they are.

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

/// How often new ones are looked for, and how soon we hear that we are to stop.
const LOOK: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_millis(50);

/// The contests that are held, by what they are called in addresses.
pub(super) struct HostedContests(RwLock<BTreeMap<Slug, Folder>>);

impl HostedContests {
    /// Those that were found.
    pub(super) fn of(contests: &Contests) -> HostedContests {
        HostedContests(RwLock::new(contests.found.clone()))
    }

    /// The one that is called so.
    pub(super) fn get(&self, slug: &Slug) -> Option<Folder> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(slug).cloned()
    }

    /// All of them, as they are now.
    pub(super) fn all(&self) -> BTreeMap<Slug, Folder> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Looks for new ones in `folder` until it is to stop; each is told once.
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
            // What cannot be read now is read the next time.
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
