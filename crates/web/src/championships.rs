//! Championships of a contest: contests of their own in folders below it, looked at when somebody asks
//! for them.

use crate::{
    Slug,
    contest::ContestView,
    finality::Finality,
    http_error::{HttpError, Resource},
    player_visibility::{Disclosure, PlayerVisibility},
    watch,
};
use certamen_contest::Folder;
use std::{
    collections::BTreeMap,
    fs,
    sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError},
    time::{Duration, Instant},
};

/// One that is being played is looked at so often at most.
const REST: Duration = Duration::from_secs(1);

/// As much of the time as this goes by until the next look, in lengths of the last one.
const SHARE: u32 = 4;

/// The championships that someone asked for.
#[derive(Default)]
pub(crate) struct Championships(Mutex<BTreeMap<Slug, Arc<Championship>>>);

/// A championship that someone asked for.
struct Championship {
    view: Arc<ContestView>,
    /// What came of the last look; nothing before the first.
    last: Mutex<Option<Look>>,
    /// Held while it is looked at, which may take long.
    looking: Mutex<()>,
}

/// A look at a championship.
#[derive(Clone)]
struct Look {
    /// What was kept to itself.
    disclosure: Disclosure,
    /// When the next one is due.
    due: Instant,
}

impl Championships {
    /// The championship `slug` of the contest `whole`.
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
        found.look(reticence(whole));
        Ok(Arc::clone(&found.view))
    }
}

impl Championship {
    /// The one of this number, not looked at yet.
    fn find(whole: &ContestView, slug: &Slug) -> Result<Championship, HttpError> {
        let number = slug.number().unwrap_or_default();
        let found = number.checked_sub(1).and_then(|at| folders(&whole.folder).into_iter().nth(at));
        let folder = found.ok_or_else(|| Resource::Championship.unknown(&number.to_string()))?;
        let folder = Folder::new(&whole.folder.championships().join(folder));
        let view = Arc::new(ContestView::new(slug, &folder));
        Ok(Championship { view, last: Mutex::default(), looking: Mutex::default() })
    }

    /// Looks at it if that is due, unless someone does just now: then it is shown as it was.
    fn look(&self, disclosure: Disclosure) {
        let last = locked(&self.last).clone();
        // Where more is kept to itself now, what was shown before is not shown any more.
        let usable = last.filter(|last| last.disclosure == disclosure);
        if usable.as_ref().is_some_and(|last| !self.is_due(last)) {
            return;
        }
        let _looking = match self.looking.try_lock() {
            Ok(looking) => looking,
            Err(TryLockError::WouldBlock) if usable.is_some() => return,
            Err(_) => locked(&self.looking),
        };
        // Who had to wait for another look has it.
        let last = locked(&self.last).clone();
        if last.is_some_and(|last| last.disclosure == disclosure && !self.is_due(&last)) {
            return;
        }
        let begun = Instant::now();
        self.view.set_disclosure(disclosure.clone());
        watch::look_once(&self.view);
        let due = Instant::now() + REST.max(begun.elapsed() * SHARE);
        *locked(&self.last) = Some(Look { disclosure, due });
    }

    fn is_due(&self, last: &Look) -> bool {
        self.view.revision().finality() != Finality::Final && Instant::now() >= last.due
    }
}

/// Nothing that is done under these locks leaves anything half done.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the championships of a contest keep to themselves: of a course, whose the players are.
fn reticence(whole: &ContestView) -> Disclosure {
    let snapshot = whole.revision();
    match snapshot.visibility {
        PlayerVisibility::Lifted if snapshot.shows_matches => Disclosure::Nothing,
        PlayerVisibility::Lifted => Disclosure::Matches,
        PlayerVisibility::Masks | PlayerVisibility::Drawn => {
            Disclosure::Players(whole.folder.path().to_owned())
        }
    }
}

/// The number of the championship that was held for what is called so, from 1.
pub(crate) fn number_of(folder: &Folder, name: &str) -> Option<usize> {
    folders(folder).iter().position(|known| known == name).map(|at| at + 1)
}

/// How many there are.
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
