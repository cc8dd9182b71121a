//! Championships of a contest: contests in folders below it, loaded on request.

use crate::{
    Slug,
    contest::ContestView,
    contest_loader::ContestLoader,
    finality::Finality,
    http_error::{HttpError, Resource},
    pseudonyms::{Disclosure, PlayerVisibility},
};
use certamen_contest::Folder;
use std::{
    collections::BTreeMap,
    fs,
    sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError},
    time::{Duration, Instant},
};

/// The minimum time between two loads of a running championship.
const MIN_LOAD_INTERVAL: Duration = Duration::from_secs(1);

/// The minimum time until the next load, as a multiple of the duration of the last one.
const LOAD_FACTOR: u32 = 4;

#[derive(Default)]
pub(crate) struct Championships(Mutex<BTreeMap<Slug, Arc<Championship>>>);

struct Championship {
    view: Arc<ContestView>,
    /// The result of the last load; none before the first.
    last: Mutex<Option<Load>>,
    /// Held during a load, which may take long.
    loading: Mutex<()>,
}

#[derive(Clone)]
struct Load {
    /// The disclosure level it was loaded with.
    disclosure: Disclosure,
    /// When the next load is due.
    due: Instant,
}

impl Championships {
    pub(crate) fn find(
        &self,
        whole: &ContestView,
        slug: &Slug,
    ) -> Result<Arc<ContestView>, HttpError> {
        let known = locked(&self.0).get(slug).cloned();
        let found = if let Some(known) = known {
            known
        } else {
            let found = Arc::new(Championship::find(whole, slug)?);
            Arc::clone(locked(&self.0).entry(slug.clone()).or_insert(found))
        };
        found.load(disclosure_of(whole));
        Ok(Arc::clone(&found.view))
    }
}

impl Championship {
    fn find(whole: &ContestView, slug: &Slug) -> Result<Self, HttpError> {
        let number = slug.number().unwrap_or_default();
        let found = number.checked_sub(1).and_then(|at| folders(&whole.folder).into_iter().nth(at));
        let folder = found.ok_or_else(|| Resource::Championship.unknown(&number.to_string()))?;
        let folder = Folder::new(&whole.folder.championships().join(folder));
        let view = Arc::new(ContestView::new(slug, &folder));
        Ok(Championship { view, last: Mutex::default(), loading: Mutex::default() })
    }

    /// Loads it if that is due, unless another request does so: then the last state is shown.
    fn load(&self, disclosure: Disclosure) {
        let last = locked(&self.last).clone();
        // If less may be disclosed now, the earlier state is not shown any more.
        let usable = last.filter(|last| last.disclosure == disclosure);
        if usable.as_ref().is_some_and(|last| !self.is_due(last)) {
            return;
        }
        let _looking = match self.loading.try_lock() {
            Ok(loading) => loading,
            Err(TryLockError::WouldBlock) if usable.is_some() => return,
            Err(_) => locked(&self.loading),
        };
        // A request that waited for another load uses its result.
        let last = locked(&self.last).clone();
        if last.is_some_and(|last| last.disclosure == disclosure && !self.is_due(&last)) {
            return;
        }
        let begun = Instant::now();
        self.view.set_disclosure(disclosure.clone());
        ContestLoader::new(Arc::clone(&self.view)).load();
        let due = Instant::now() + MIN_LOAD_INTERVAL.max(begun.elapsed() * LOAD_FACTOR);
        *locked(&self.last) = Some(Load { disclosure, due });
    }

    fn is_due(&self, last: &Load) -> bool {
        self.view.revision().finality() != Finality::Final && Instant::now() >= last.due
    }
}

/// A panic under these locks leaves no partial state.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The disclosure level of the championships of a contest: those of a course hide the teams.
fn disclosure_of(whole: &ContestView) -> Disclosure {
    let snapshot = whole.revision();
    match snapshot.visibility {
        PlayerVisibility::Names if snapshot.shows_matches => Disclosure::Nothing,
        PlayerVisibility::Names => Disclosure::Matches,
        PlayerVisibility::Aliases | PlayerVisibility::Hidden => {
            Disclosure::Players(whole.folder.path().to_owned())
        }
    }
}

/// The number of the championship for the publication with this name, from 1.
pub(crate) fn number_of(folder: &Folder, name: &str) -> Option<usize> {
    folders(folder).iter().position(|known| known == name).map(|at| at + 1)
}

pub(crate) fn count(folder: &Folder) -> usize {
    folders(folder).len()
}

/// The folders of the championships of a contest, the oldest first: their names begin with times.
fn folders(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.championships()).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
    names.sort();
    names
}
