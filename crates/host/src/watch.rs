//! Notices when files that people and other processes write have changed: the kernel reports it,
//! and now and then the times of the files are compared, because a report can be missing, as on
//! network file systems.

use crate::{StopSignal, link::lock};
use certamen_contest::{
    ContestFile, Folder, FolderIdentity,
    file::{BotEntry, expand},
};
use certamen_portal::ContestChange;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io, mem,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, Once,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// The time after which files are compared that no change was reported of; it is doubled, up to the
/// longest, each time that they are as they were.
const CHECK: Duration = Duration::from_secs(30);
const LONGEST_CHECK: Duration = Duration::from_secs(240);
/// After a change, files are left alone for this time, because more of them may be being written.
const QUIET: Duration = Duration::from_millis(300);
/// How deep the folders of a bot are watched.
const DEPTH: u8 = 8;

/// Is called with the folder in which something changed.
type Observer = Arc<dyn Fn(&Path) + Send + Sync>;
/// The observers of each folder, by number.
type Observers = Mutex<BTreeMap<PathBuf, BTreeMap<u64, Observer>>>;

/// Watches the folders of all contests of a process. Clones share what they watch.
#[derive(Clone)]
pub struct FolderWatcher(Arc<WatcherState>);

struct WatcherState {
    /// Absent if the kernel watches nothing for us.
    watcher: Mutex<Option<RecommendedWatcher>>,
    observers: Arc<Observers>,
    last: AtomicU64,
    warn: Box<dyn Fn(&notify::Error) + Send + Sync>,
    warned: Once,
}

impl FolderWatcher {
    /// A watcher. If the kernel cannot watch everything, `warn` is called once, and what is not
    /// watched is only compared now and then.
    pub fn start(warn: impl Fn(&notify::Error) + Send + Sync + 'static) -> FolderWatcher {
        let observers = Arc::<Observers>::default();
        let known = Arc::clone(&observers);
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if let Ok(event) = event {
                report(&known, &event);
            }
        });
        let (warned, warn) = (Once::new(), Box::new(warn));
        let watcher = watcher.map_err(|error| warned.call_once(|| warn(&error))).ok();
        let (watcher, last) = (Mutex::new(watcher), AtomicU64::new(0));
        FolderWatcher(Arc::new(WatcherState { watcher, observers, last, warn, warned }))
    }

    /// Calls `look` at once, after changes in `folders`, and now and then, until it finds something or
    /// the signal is set.
    pub fn look_until<T>(
        &self,
        stop: &StopSignal,
        folders: impl Fn() -> BTreeSet<PathBuf>,
        mut look: impl FnMut() -> Option<T>,
    ) -> Option<T> {
        let mut changes = Changes::new(self, stop, |_| ());
        changes.begin(folders());
        while !stop.is_set() {
            // Due at first: what changes from here on is seen the next time.
            changes.wait(Duration::MAX, stop, Changes::is_due);
            if stop.is_set() {
                break;
            }
            if let Some(found) = look() {
                return Some(found);
            }
            changes.watched.set(folders());
        }
        None
    }

    pub(crate) fn watch(&self, observer: impl Fn(&Path) + Send + Sync + 'static) -> WatchedFolders {
        let number = self.0.last.fetch_add(1, Ordering::Relaxed);
        let (watcher, observer) = (self.clone(), Arc::new(observer));
        WatchedFolders {
            watcher,
            number,
            observer,
            folders: BTreeSet::new(),
            watched: BTreeMap::new(),
        }
    }
}

/// Calls the observers of what an event is about. It must not wait for the watcher, which waits for
/// this thread.
fn report(observers: &Observers, event: &Event) {
    // Files are read again and again, also by us.
    if matches!(event.kind, EventKind::Access(_)) {
        return;
    }
    for path in &event.paths {
        for folder in path.parent().into_iter().chain([&**path]) {
            let known = lock(observers);
            let own: Vec<Observer> =
                known.get(folder).map(|own| own.values().cloned().collect()).unwrap_or_default();
            drop(known);
            for observer in own {
                observer(folder);
            }
        }
    }
}

/// The folders that one observer watches, without those below them.
pub(crate) struct WatchedFolders {
    watcher: FolderWatcher,
    number: u64,
    observer: Observer,
    folders: BTreeSet<PathBuf>,
    /// The same without links, because the kernel knows one name of each, and what was watched under
    /// it, if known.
    watched: BTreeMap<PathBuf, Option<FolderIdentity>>,
}

impl WatchedFolders {
    /// Watches these folders instead of those before. Ones that do not exist are left out: they
    /// appear in another one.
    pub(crate) fn set(&mut self, folders: BTreeSet<PathBuf>) {
        let WatcherState { watcher, observers, warn, warned, .. } = &*self.watcher.0;
        let mut watcher = lock(watcher);
        let real = |folder: &PathBuf| fs::canonicalize(folder).unwrap_or_else(|_| folder.clone());
        let real: BTreeSet<PathBuf> = folders.iter().map(real).collect();
        self.folders = folders;
        let before = mem::take(&mut self.watched);
        for folder in before.keys().filter(|folder| !real.contains(*folder)) {
            let mut known = lock(observers);
            let own = known.get_mut(folder);
            let is_last =
                own.is_some_and(|own| own.remove(&self.number).is_some() && own.is_empty());
            if is_last {
                known.remove(folder);
            }
            // The watcher waits for its thread, which may wait for the observers.
            drop(known);
            if let Some(watcher) = watcher.as_mut().filter(|_| is_last) {
                // It fails for folders that are gone.
                let _ = watcher.unwatch(folder);
            }
        }
        for folder in real {
            let identity = FolderIdentity::of(&folder);
            // Under this name there may be another folder by now.
            if identity.is_some() && before.get(&folder) == Some(&identity) {
                self.watched.insert(folder, identity);
                continue;
            }
            let mut known = lock(observers);
            let own = known.entry(folder.clone()).or_default();
            own.insert(self.number, Arc::clone(&self.observer));
            drop(known);
            let watched = watcher.as_mut().filter(|_| folder.is_dir());
            let watched =
                watched.map(|watcher| watcher.watch(&folder, RecursiveMode::NonRecursive));
            let is_watched = matches!(watched, Some(Ok(())));
            if let Some(Err(error)) = watched.filter(is_unexpected) {
                warned.call_once(|| warn(&error));
            }
            self.watched.insert(folder, identity.filter(|_| is_watched));
        }
    }
}

/// Whether a folder is not watched although it is there and may be read.
fn is_unexpected(watched: &notify::Result<()>) -> bool {
    let Err(error) = watched else { return false };
    match &error.kind {
        notify::ErrorKind::PathNotFound => false,
        notify::ErrorKind::Io(error) => {
            !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied)
        }
        _ => true,
    }
}

impl Drop for WatchedFolders {
    fn drop(&mut self) {
        self.set(BTreeSet::new());
    }
}

/// Folders of which one thread wants to know whether something changed.
pub(crate) struct Changes {
    watched: WatchedFolders,
    /// How often something changed.
    count: Arc<AtomicU64>,
    /// The count that is known, and since when.
    known: (u64, Instant),
    /// The count when files were looked at last, and when that was; absent before the first time.
    looked: Option<(u64, Instant)>,
    /// The time until files are looked at without a change.
    check: Duration,
    /// The count when it began.
    begun: u64,
    /// Of the names, lengths and times of the files.
    hash: u64,
    /// How long files are left alone after a change.
    quiet: Duration,
}

impl Changes {
    /// Watches; each change also wakes the threads that wait for `stop`, and is passed to `report`.
    pub(crate) fn new(
        watcher: &FolderWatcher,
        stop: &StopSignal,
        report: impl Fn(&Path) + Send + Sync + 'static,
    ) -> Changes {
        let count = Arc::new(AtomicU64::new(0));
        let (counted, stop) = (Arc::clone(&count), stop.clone());
        let watched = watcher.watch(move |folder| {
            counted.fetch_add(1, Ordering::SeqCst);
            stop.wake();
            report(folder);
        });
        let known = (0, Instant::now());
        Changes {
            watched,
            count,
            known,
            looked: None,
            check: CHECK,
            begun: 0,
            hash: 0,
            quiet: QUIET,
        }
    }

    /// The same, where files are left alone for this time after a change.
    pub(crate) fn quiet_for(self, quiet: Duration) -> Changes {
        Changes { quiet, ..self }
    }

    /// From now on, something has changed if it differs from now.
    pub(crate) fn begin(&mut self, folders: BTreeSet<PathBuf>) {
        self.watched.set(folders);
        let count = self.count.load(Ordering::SeqCst);
        (self.known, self.begun) = ((count, Instant::now()), count);
        self.hash = self.hash_now();
        // What opens next may take long, so the first look at the files is immediate.
        (self.looked, self.check) = (None, CHECK);
    }

    /// Counts as a change: the files are looked at once more when they are at rest.
    pub(crate) fn look_again(&self) {
        self.count.fetch_add(1, Ordering::SeqCst);
    }

    /// Whether it is time to look at the files: something changed and they are at rest, or they were
    /// not looked at for long.
    pub(crate) fn is_due(&mut self) -> bool {
        let count = self.count.load(Ordering::SeqCst);
        if count != self.known.0 {
            self.known = (count, Instant::now());
        }
        let is_due = match self.looked {
            None => true,
            // Files that change all the time are never at rest.
            Some((looked, at)) if looked != count => {
                self.known.1.elapsed() >= self.quiet || at.elapsed() >= 2 * CHECK
            }
            Some((_, at)) => at.elapsed() >= self.check,
        };
        if is_due {
            let is_at_rest = self.looked.is_some_and(|(looked, _)| looked == count);
            self.check = if is_at_rest { (2 * self.check).min(LONGEST_CHECK) } else { CHECK };
            self.looked = Some((count, Instant::now()));
            // A folder may have appeared.
            self.watched.set(self.watched.folders.clone());
        }
        is_due
    }

    /// The same, without looks at files that are as they were.
    pub(crate) fn may_differ(&mut self) -> bool {
        let before = (self.hash, self.looked.map_or(self.begun, |(looked, _)| looked));
        if !self.is_due() {
            return false;
        }
        self.hash = self.hash_now();
        if before.0 != self.hash {
            // Changes of these files may not be reported.
            self.check = CHECK;
        }
        before != (self.hash, self.known.0)
    }

    /// Waits until `look` finds something, which is called after changes and now and then, or until
    /// the signal is set, at most `time`.
    pub(crate) fn wait(
        &mut self,
        time: Duration,
        stop: &StopSignal,
        look: impl Fn(&mut Changes) -> bool,
    ) {
        let begun = Instant::now();
        while !stop.is_set() && !look(self) {
            let left = time.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return;
            }
            let (count, known) = (&self.count, self.known.0);
            let (looked, at) = self.looked.unwrap_or((known, Instant::now()));
            if looked == known {
                let left = left.min(self.check.saturating_sub(at.elapsed()));
                stop.wait(left, || count.load(Ordering::SeqCst) != known);
            } else {
                // More may be being written.
                stop.rest(left.min(self.quiet));
            }
        }
    }

    /// Of the names, lengths and times of what is in the watched folders, without hidden files.
    fn hash_now(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for folder in &self.watched.folders {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let mut files: Vec<_> = entries
                .filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."))
                .map(|entry| {
                    let found = fs::metadata(entry.path()).ok();
                    let found = found.map(|found| (found.len(), found.modified().ok()));
                    (entry.file_name(), found)
                })
                .collect();
            files.sort();
            (folder, files).hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// What a change in this folder of a contest means.
pub(crate) fn change_in(contest: &Folder, folder: &Path) -> ContestChange {
    let entries =
        [contest.submissions(), contest.accepted(), contest.rejected(), contest.rulings()];
    if entries.iter().any(|entries| entries == folder) {
        ContestChange::Entries
    } else {
        ContestChange::Files
    }
}

/// The folders with the files of a contest: its own, those of submissions and announcements, and
/// those of its bots.
pub(crate) fn folders_of(contest: &Folder) -> BTreeSet<PathBuf> {
    let own = contest.path();
    let mut folders: BTreeSet<PathBuf> = [
        own.to_owned(),
        contest.submissions(),
        contest.accepted(),
        contest.rejected(),
        contest.rulings(),
        own.join("notices"),
        own.join("faq"),
    ]
    .into();
    // A file that cannot be read is in a folder that is watched.
    let file = ContestFile::read(contest).ok();
    for given in file.iter().flat_map(|file| &file.bots) {
        if let Some((before, _)) = given.split_once(['*', '?', '[']) {
            let before = own.join(before);
            let parent = if before.is_dir() { Some(&*before) } else { before.parent() };
            folders.extend(parent.map(Path::to_owned));
        }
        let specs = match expand(own, given) {
            Ok(BotEntry::Named(spec)) => vec![spec],
            Ok(BotEntry::Found(specs)) => specs,
            Err(_) => continue,
        };
        folders.extend(specs.iter().filter_map(|spec| spec.path()).flat_map(bot_folders));
    }
    folders
}

/// The folders with the files of the bot at `path`.
pub fn bot_folders(path: &Path) -> BTreeSet<PathBuf> {
    let mut folders = BTreeSet::new();
    if path.is_dir() {
        add_folders(path, DEPTH, &mut folders);
    } else if let Some(parent) = path.parent() {
        // Editors replace a file by another one, which its folder shows.
        let is_here = parent.as_os_str().is_empty();
        folders.insert(if is_here { ".".into() } else { parent.to_owned() });
    }
    folders
}

fn add_folders(path: &Path, depth: u8, folders: &mut BTreeSet<PathBuf>) {
    folders.insert(path.to_owned());
    let Some(depth) = depth.checked_sub(1) else { return };
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_type().is_ok_and(|it| it.is_dir())) {
        add_folders(&entry.path(), depth, folders);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{os::unix::fs::symlink, sync::mpsc::channel};

    #[test]
    fn a_change_is_noticed_at_once_and_without_a_watcher_by_the_times_of_files() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        let text = "name = \"T\"\ngame = \"footsteps\"\nbots = [\"bots/*.py\"]\n\
            [format]\nkind = \"ladder\"\n[ranking]\nkind = \"win-share\"\n";
        fs::write(folder.contest_file(), text).unwrap();
        fs::create_dir(place.path().join("bots")).unwrap();
        fs::create_dir(folder.submissions()).unwrap();
        let (send, reports) = channel();
        let watcher = FolderWatcher::start(|error| panic!("{error}"));
        let (stop, own) = (StopSignal::default(), folder.clone());
        let mut changes = Changes::new(&watcher, &stop, move |changed| {
            send.send(change_in(&own, changed)).unwrap();
        })
        .quiet_for(Duration::from_millis(10));
        changes.begin(folders_of(&folder));
        assert!(!changes.may_differ());
        let long = CHECK / 2;
        for (path, what) in [
            (folder.contest_file(), ContestChange::Files),
            (place.path().join("bots/a.py"), ContestChange::Files),
            (folder.submissions().join("x"), ContestChange::Entries),
        ] {
            let begun = Instant::now();
            fs::write(&path, "x").unwrap();
            changes.wait(CHECK * 10, &stop, Changes::may_differ);
            assert!(begun.elapsed() < long, "{path:?}");
            // Each writing is reported more than once.
            while reports.recv_timeout(long).unwrap() != what {}
        }
        // Nothing is watched.
        *lock(&watcher.0.watcher) = None;
        changes.begin(folders_of(&folder));
        assert!(!changes.may_differ());
        fs::write(folder.contest_file(), "longer").unwrap();
        assert!(!changes.may_differ(), "it is not compared again and again");
        changes.looked = changes.looked.map(|(count, at)| (count, at.checked_sub(CHECK).unwrap()));
        assert!(changes.may_differ());
        for factor in [2, 4, 8, 8] {
            let long_ago =
                |(count, at): (u64, Instant)| (count, at.checked_sub(LONGEST_CHECK).unwrap());
            changes.looked = changes.looked.map(long_ago);
            assert!(!changes.may_differ());
            assert_eq!(changes.check, factor * CHECK, "longer while nothing changes");
        }
    }

    #[test]
    fn files_that_are_never_at_rest_are_looked_at_now_and_then() {
        let watcher = FolderWatcher::start(|error| panic!("{error}"));
        let mut changes = Changes::new(&watcher, &StopSignal::default(), |_| ()).quiet_for(CHECK);
        assert!(changes.is_due());
        changes.look_again();
        assert!(!changes.is_due());
        let long_ago = |(count, at): (u64, Instant)| (count, at.checked_sub(2 * CHECK).unwrap());
        changes.looked = changes.looked.map(long_ago);
        assert!(changes.is_due());
    }

    #[test]
    fn a_folder_is_watched_under_each_of_its_names_and_again_when_it_was_replaced() {
        let place = tempfile::tempdir().unwrap();
        let (own, link) = (place.path().join("own"), place.path().join("link"));
        fs::create_dir(&own).unwrap();
        symlink(&own, &link).unwrap();
        let watcher = FolderWatcher::start(|error| panic!("{error}"));
        let (send, reports) = channel();
        let mut watched = watcher.watch(move |_| send.send(()).unwrap());
        watched.set([own.clone()].into());
        let mut other = watcher.watch(|_| ());
        other.set([link].into());
        drop(other);
        let is_reported = |name: &str| {
            fs::write(own.join(name), "").unwrap();
            reports.recv_timeout(CHECK).unwrap();
        };
        is_reported("first");
        // A clock that is coarse may give both the same time.
        let before = FolderIdentity::of(&own);
        loop {
            fs::remove_dir_all(&own).unwrap();
            fs::create_dir(&own).unwrap();
            if before.is_none() || FolderIdentity::of(&own) != before {
                break;
            }
        }
        watched.set([own.clone()].into());
        // Of what was removed.
        while reports.try_recv().is_ok() {}
        is_reported("second");
    }
}
