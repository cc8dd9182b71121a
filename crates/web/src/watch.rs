//! Watches the contests of a site and has those that changed checked and loaded.
//!
//! One thread waits for reasons to check a contest: events of the host, changes of its files by
//! whichever process, the time at which its entries close, and, because events may be lost, the time
//! since the last check. A few other threads check and load; how often, depends on how long
//! a contest takes. One that takes long never occupies all of them.

use crate::{
    address::Slug,
    contest::ContestView,
    contest_loader::{CheckDepth, CheckResult, ContestLoader},
};
use certamen_contest::{Folder, FolderIdentity};
use jiff::Timestamp;
use notify::{
    Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode},
};
use std::{
    collections::{BTreeMap, HashMap},
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf, absolute},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        mpsc::{Receiver, SyncSender, channel, sync_channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// The time after which a contest is checked for changes without a reason; it is doubled, up to the
/// longest, by each such check that finds nothing.
const FULL_CHECK_INTERVAL: Duration = Duration::from_secs(30);
const LONGEST_CHECK_INTERVAL: Duration = Duration::from_secs(240);
/// The bounds of the time between two loads of a contest: readers reload pages after each.
const MIN_LOAD_INTERVAL: Duration = Duration::from_millis(250);
const USUAL_LOAD_INTERVAL: Duration = Duration::from_millis(800);
/// What the time between two loads is at least, as a multiple of the duration of the last one:
/// within the bounds above, and beyond them.
const LOAD_FACTOR: u32 = 19;
const SLOW_LOAD_FACTOR: u32 = 4;
/// The event of the end of play comes a moment before the lock is released.
const LOCK_CHECK_DELAY: Duration = Duration::from_secs(1);
/// The number of threads that load contests.
const LOADERS: usize = 3;
/// Contests that take longer leave one of these threads to others.
const SLOW_CHECK: Duration = Duration::from_millis(100);

/// The time until the next load of a contest after one that took this long.
fn pause_after(took: Duration) -> Duration {
    let usual = (took * LOAD_FACTOR).clamp(MIN_LOAD_INTERVAL, USUAL_LOAD_INTERVAL);
    usual.max(took * SLOW_LOAD_FACTOR)
}

/// Watches contests from its start until it is dropped.
pub(crate) struct SiteWatcher {
    inbox: Arc<ChangeInbox>,
    threads: Vec<JoinHandle<()>>,
}

impl SiteWatcher {
    pub(crate) fn start() -> Self {
        let inbox = Arc::new(ChangeInbox::default());
        let (jobs, taken) = channel();
        let taken = Arc::new(Mutex::new(taken));
        let mut threads = Vec::new();
        for _ in 0..LOADERS {
            let (inbox, taken) = (Arc::clone(&inbox), Arc::clone(&taken));
            threads.push(named("load", move || check_contests(&taken, &inbox)));
        }
        let received = Arc::clone(&inbox);
        threads.push(named("watch", move || {
            let files = FileWatcher::start(&received);
            WatchLoop { contests: Vec::new(), files, busy: Busy::default() }
                .run(&received, |job| jobs.send(job).is_ok());
        }));
        SiteWatcher { inbox, threads }
    }

    /// Loads these contests, and from then on watches them.
    pub(crate) fn add(&self, views: impl IntoIterator<Item = Arc<ContestView>>) {
        let (loaded, all_loaded) = sync_channel(0);
        let added = views.into_iter().map(|view| AddedContest { view, loaded: loaded.clone() });
        let added: Vec<AddedContest> = added.collect();
        drop(loaded);
        self.inbox.put(|inbox| inbox.added.extend(added));
        // Nothing is ever sent: this ends when the last contest has dropped its sender.
        let _ = all_loaded.recv();
    }

    /// A contest may have changed.
    pub(crate) fn note(&self, slug: &Slug, depth: CheckDepth) {
        self.inbox.note(slug, depth);
    }
}

impl Drop for SiteWatcher {
    fn drop(&mut self) {
        self.inbox.put(|inbox| inbox.is_stopped = true);
        for thread in self.threads.drain(..) {
            // A panic was already reported.
            let _ = thread.join();
        }
    }
}

fn named(name: &str, run: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
    thread::Builder::new().name(name.to_owned()).spawn(run).expect("a thread can be started")
}

/// What the watching thread wakes for. Many changes of a contest before it wakes are one.
#[derive(Default)]
struct ChangeInbox {
    waiting: Mutex<PendingWork>,
    arrived: Condvar,
}

#[derive(Default)]
struct PendingWork {
    added: Vec<AddedContest>,
    changed: BTreeMap<Slug, CheckDepth>,
    /// Events of files were lost, so that every contest may have changed.
    is_everything_changed: bool,
    checked: Vec<CheckedContest>,
    is_stopped: bool,
}

struct AddedContest {
    view: Arc<ContestView>,
    /// Dropped once it is loaded.
    loaded: SyncSender<()>,
}

/// A contest to check, by its number.
struct CheckJob {
    contest: usize,
    loader: ContestLoader,
    depth: CheckDepth,
}

struct CheckedContest {
    contest: usize,
    loader: ContestLoader,
    depth: CheckDepth,
    result: CheckResult,
    took: Duration,
}

impl ChangeInbox {
    fn put(&self, put: impl FnOnce(&mut PendingWork)) {
        put(&mut locked(&self.waiting));
        self.arrived.notify_all();
    }

    fn note(&self, slug: &Slug, depth: CheckDepth) {
        let mut pending = locked(&self.waiting);
        if let Some(known) = pending.changed.get_mut(slug) {
            *known = (*known).max(depth);
            return;
        }
        pending.changed.insert(slug.clone(), depth);
        drop(pending);
        self.arrived.notify_all();
    }

    /// Waits for something until `due`, and takes it.
    fn take(&self, due: Option<Instant>) -> PendingWork {
        let mut pending = locked(&self.waiting);
        while pending.is_empty() {
            let Some(due) = due else {
                pending = self.arrived.wait(pending).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let left = due.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let woken = self.arrived.wait_timeout(pending, left);
            pending = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        mem::take(&mut pending)
    }
}

impl PendingWork {
    fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.changed.is_empty()
            && self.checked.is_empty()
            && !self.is_everything_changed
            && !self.is_stopped
    }
}

/// A panic under these locks leaves no partial state.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Checks one contest after the other, until there are no more jobs.
fn check_contests(jobs: &Mutex<Receiver<CheckJob>>, inbox: &ChangeInbox) {
    loop {
        let Ok(CheckJob { contest, mut loader, depth }) = locked(jobs).recv() else { return };
        let begun = Instant::now();
        // An internal error in one contest, which is reported by the panic, stops no other.
        let checked = catch_unwind(AssertUnwindSafe(|| loader.check(depth)));
        let result = checked.unwrap_or_else(|_| {
            loader.show_failure();
            CheckResult { is_loaded: true, ..CheckResult::default() }
        });
        let took = begun.elapsed();
        let checked = CheckedContest { contest, loader, depth, result, took };
        inbox.put(|pending| pending.checked.push(checked));
    }
}

/// A reason to check a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CheckReason {
    since: Instant,
    depth: CheckDepth,
}

struct WatchedContest {
    view: Arc<ContestView>,
    /// Absent while it is checked.
    loader: Option<ContestLoader>,
    plan: CheckPlan,
    /// Until it is loaded for the first time.
    loaded: Option<SyncSender<()>>,
}

/// When a contest is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CheckPlan {
    reason: Option<CheckReason>,
    /// When it is checked without a reason.
    due: Instant,
    /// The time between two such checks.
    interval: Duration,
    /// No check begins before this time.
    rests_until: Instant,
    /// Whether a check is expected to take long.
    is_slow: bool,
    /// Whether the check that is made now has a reason.
    has_reason: bool,
}

impl CheckPlan {
    fn new(now: Instant) -> Self {
        let reason = CheckReason { since: now, depth: CheckDepth::Files };
        // The first check loads: it may take long.
        CheckPlan {
            reason: Some(reason),
            due: now,
            interval: FULL_CHECK_INTERVAL,
            rests_until: now,
            is_slow: true,
            has_reason: true,
        }
    }

    fn note(&mut self, depth: CheckDepth, now: Instant) {
        let reason = self.reason.get_or_insert(CheckReason { since: now, depth });
        reason.depth = reason.depth.max(depth);
    }

    /// When the next check may begin.
    fn begins(&self) -> Instant {
        self.reason.map_or(self.due, |reason| reason.since.min(self.due)).max(self.rests_until)
    }

    fn begin(&mut self, now: Instant) -> CheckDepth {
        let reason = self.reason.take();
        self.has_reason = reason.is_some();
        if self.due <= now {
            return CheckDepth::Files;
        }
        reason.map_or(CheckDepth::Files, |reason| reason.depth)
    }

    fn end(&mut self, depth: CheckDepth, result: CheckResult, took: Duration, now: Instant) {
        // One that another process plays may be killed, which no event reports.
        self.interval = if result.is_loaded || result.is_elsewhere || self.has_reason {
            FULL_CHECK_INTERVAL
        } else {
            (2 * self.interval).min(LONGEST_CHECK_INTERVAL)
        };
        if depth == CheckDepth::Files {
            self.due = now + self.interval;
        }
        if let Some(closes) = result.closes {
            let left = closes.duration_since(Timestamp::now());
            // A time that has passed meanwhile is now.
            self.due = self.due.min(now + Duration::try_from(left).unwrap_or(Duration::ZERO));
        }
        if result.is_elsewhere && self.has_reason {
            self.due = self.due.min(now + LOCK_CHECK_DELAY);
        }
        self.is_slow = took > SLOW_CHECK;
        let pause = if result.is_loaded { pause_after(took) } else { took * SLOW_LOAD_FACTOR };
        self.rests_until = now + pause;
    }
}

/// How many contests are being checked.
#[derive(Clone, Copy, Default)]
struct Busy {
    all: usize,
    slow: usize,
}

impl Busy {
    /// Whether a thread is free for a contest.
    fn is_free_for(self, plan: &CheckPlan) -> bool {
        self.all < LOADERS && (!plan.is_slow || self.slow < LOADERS - 1)
    }
}

struct WatchLoop {
    contests: Vec<WatchedContest>,
    files: FileWatcher,
    busy: Busy,
}

impl WatchLoop {
    /// Has contests checked by `start`, until it is stopped.
    fn run(mut self, inbox: &ChangeInbox, start: impl Fn(CheckJob) -> bool) {
        loop {
            let pending = inbox.take(self.next_due());
            if pending.is_stopped {
                return;
            }
            self.note(pending);
            while let Some(job) = self.next_job(Instant::now()) {
                if !start(job) {
                    return;
                }
            }
        }
    }

    fn note(&mut self, pending: PendingWork) {
        let now = Instant::now();
        for checked in pending.checked {
            self.note_checked(checked, now);
        }
        for AddedContest { view, loaded } in pending.added {
            self.files.add(&view);
            let loader = Some(ContestLoader::new(Arc::clone(&view)));
            let plan = CheckPlan::new(now);
            self.contests.push(WatchedContest { view, loader, plan, loaded: Some(loaded) });
        }
        for contest in &mut self.contests {
            let changed = pending.changed.get(&contest.view.slug).copied();
            let depth =
                if pending.is_everything_changed { Some(CheckDepth::Files) } else { changed };
            if let Some(depth) = depth {
                contest.plan.note(depth, now);
            }
        }
    }

    fn note_checked(&mut self, checked: CheckedContest, now: Instant) {
        let CheckedContest { contest, loader, depth, result, took } = checked;
        let contest = &mut self.contests[contest];
        self.busy.all -= 1;
        self.busy.slow -= usize::from(contest.plan.is_slow);
        contest.plan.end(depth, result, took, now);
        contest.loader = Some(loader);
        contest.loaded = None;
    }

    /// The contest that has waited longest among those whose check may begin.
    fn next_job(&mut self, now: Instant) -> Option<CheckJob> {
        let ready = self.contests.iter_mut().enumerate().filter(|(_, contest)| {
            contest.loader.is_some()
                && contest.plan.begins() <= now
                && self.busy.is_free_for(&contest.plan)
        });
        let (number, contest) = ready.min_by_key(|(_, contest)| contest.plan.begins())?;
        let loader = contest.loader.take()?;
        self.busy.all += 1;
        self.busy.slow += usize::from(contest.plan.is_slow);
        let depth = contest.plan.begin(now);
        if depth == CheckDepth::Files {
            // Folders may have been created since. What is put into one before is found by the
            // check, which begins afterwards.
            self.files.watch(&contest.view.folder);
        }
        Some(CheckJob { contest: number, loader, depth })
    }

    /// When the next check begins of those for which a thread is free.
    fn next_due(&self) -> Option<Instant> {
        let waiting = self
            .contests
            .iter()
            .filter(|contest| contest.loader.is_some() && self.busy.is_free_for(&contest.plan));
        waiting.map(|contest| contest.plan.begins()).min()
    }
}

/// The folders of a contest whose files are shown, and what a change in each may be.
fn watched_folders(folder: &Folder) -> [(PathBuf, CheckDepth); 6] {
    let own = folder.path();
    [
        (folder.written(), CheckDepth::Store),
        (own.to_owned(), CheckDepth::Files),
        (own.join("notices"), CheckDepth::Files),
        (own.join("faq"), CheckDepth::Files),
        (folder.published(), CheckDepth::Files),
        (folder.accepted(), CheckDepth::Files),
    ]
}

/// Reports changes of files. Without it, the host's events and the regular checks remain.
struct FileWatcher {
    watcher: Option<RecommendedWatcher>,
    /// The folders that are watched, as far as they can be told from others of their names.
    watched: HashMap<PathBuf, FolderIdentity>,
    places: Arc<Mutex<HashMap<PathBuf, WatchedPlace>>>,
    /// Whether an error was reported: the next ones are the same.
    has_failed: bool,
}

struct WatchedPlace {
    slug: Slug,
    depth: CheckDepth,
}

impl FileWatcher {
    fn start(inbox: &Arc<ChangeInbox>) -> Self {
        let (inbox, places) = (Arc::clone(inbox), Arc::default());
        let known: Arc<Mutex<HashMap<PathBuf, WatchedPlace>>> = Arc::clone(&places);
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            note_file_event(&inbox, &locked(&known), event);
        });
        let mut files =
            FileWatcher { watcher: None, watched: HashMap::new(), places, has_failed: false };
        match watcher {
            Ok(watcher) => files.watcher = Some(watcher),
            Err(error) => files.report(Path::new("inotify"), &error),
        }
        files
    }

    /// Knows the folders of a contest from now on.
    fn add(&self, view: &ContestView) {
        let mut places = locked(&self.places);
        for (path, depth) in watched_folders(&view.folder) {
            // As they are reported.
            let path = absolute(&path).unwrap_or(path);
            places.insert(path, WatchedPlace { slug: view.slug.clone(), depth });
        }
    }

    /// Watches the folders of a contest that exist now.
    fn watch(&mut self, folder: &Folder) {
        for (path, _) in watched_folders(folder) {
            let identity = FolderIdentity::of(&path);
            if identity.is_some() && self.watched.get(&path) == identity.as_ref() {
                continue;
            }
            // One that was moved away and back is no longer watched.
            self.watched.remove(&path);
            let Some(watcher) = self.watcher.as_mut().filter(|_| path.is_dir()) else { continue };
            match (watcher.watch(&path, RecursiveMode::NonRecursive), identity) {
                (Ok(()), Some(identity)) => drop(self.watched.insert(path, identity)),
                (Err(error), _) if path.is_dir() => self.report(&path, &error),
                _ => {}
            }
        }
    }

    /// Without events of files, changes by other processes are seen later.
    fn report(&mut self, path: &Path, error: &notify::Error) {
        if !mem::replace(&mut self.has_failed, true) {
            eprintln!("{}: {error}", path.display());
        }
    }
}

/// Notes which contests an event of files concerns.
fn note_file_event(
    inbox: &ChangeInbox,
    places: &HashMap<PathBuf, WatchedPlace>,
    event: notify::Result<Event>,
) {
    let Ok(event) = event else { return inbox.put(|pending| pending.is_everything_changed = true) };
    if event.need_rescan() {
        return inbox.put(|pending| pending.is_everything_changed = true);
    }
    let is_reading = match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
        EventKind::Access(_) => true,
        _ => false,
    };
    if is_reading {
        // Checks do that, too.
        return;
    }
    for path in &event.paths {
        let place = path.parent().and_then(|parent| places.get(parent));
        if let Some(place) = place.or_else(|| places.get(path)) {
            inbox.note(&place.slug, place.depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::{Contests, Site, SiteInfo};
    use axum::body::Bytes;
    use certamen_game::Language;
    use certamen_portal::{ContestChange, SiteFile};
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    use std::{fs, io::Write};
    use tempfile::TempDir;
    use tokio::sync::broadcast;

    const CONTEST: &str = "name = \"Three\"\ngame = \"footsteps\"\n\
        bots = [\"builtin:random\", \"builtin:first\"]\n[format]\nkind = \"round-robin\"\n\
        games_per_pair = 1\n[ranking]\nkind = \"points\"\n";

    fn folder(contests: &[&str]) -> TempDir {
        let place = tempfile::tempdir().unwrap();
        for contest in contests {
            fs::create_dir(place.path().join(contest)).unwrap();
            fs::write(place.path().join(contest).join("contest.toml"), CONTEST).unwrap();
        }
        place
    }

    fn open(place: &TempDir) -> Site {
        let sign = SiteInfo::of(&SiteFile::default(), Language::En);
        Site::open(&Contests::find(place.path()).unwrap(), sign)
    }

    fn view(site: &Site, name: &str) -> Arc<ContestView> {
        Arc::clone(site.contest_view(&Slug::read(name).unwrap()).unwrap())
    }

    /// Waits for an event with this name, on a thread that gives up.
    fn wait_for(mut events: broadcast::Receiver<Bytes>, name: &str) -> Duration {
        let begun = Instant::now();
        let (send, found) = channel();
        let wanted = format!("event: {name}\n");
        thread::spawn(move || {
            while let Ok(event) = events.blocking_recv() {
                if event.starts_with(wanted.as_bytes()) {
                    // The test may have failed.
                    let _ = send.send(());
                    return;
                }
            }
        });
        found.recv_timeout(Duration::from_secs(20)).expect("the event comes");
        begun.elapsed()
    }

    #[test]
    fn files_that_any_process_writes_are_seen_at_once_also_in_new_folders() {
        let place = folder(&["three"]);
        let site = open(&place);
        let view = view(&site, "three");
        let own = place.path().join("three");
        let events = view.listen();
        fs::create_dir(own.join("notices")).unwrap();
        fs::write(own.join("notices/0001-open.md"), "# Open").unwrap();
        assert!(wait_for(events, "notice") < FULL_CHECK_INTERVAL / 3);
        let events = view.listen();
        fs::write(own.join("notices/0001-open.md"), "# Wide open").unwrap();
        wait_for(events, "notice");
        fs::write(own.join("contest.toml"), CONTEST.replace("Three", "Third")).unwrap();
        // Loads that began before have events, too.
        loop {
            let events = view.listen();
            if view.revision().name == "Third" {
                break;
            }
            wait_for(events, "table");
        }
    }

    #[test]
    fn the_host_reports_changes_and_a_contest_at_rest_is_not_loaded_again() {
        let place = folder(&["three"]);
        let site = open(&place);
        let view = view(&site, "three");
        let before = view.revision().number;
        for what in [ContestChange::Matches, ContestChange::Entries, ContestChange::Files] {
            site.contest_changed("three", what);
            site.contest_changed("unknown", what);
        }
        // A contest that is added later is loaded after those checks.
        fs::create_dir(place.path().join("later")).unwrap();
        fs::write(place.path().join("later/contest.toml"), CONTEST).unwrap();
        let later = Slug::read("later").unwrap();
        site.admit(&later, &Folder::new(&place.path().join("later")));
        assert_eq!(site.contest_view(&later).unwrap().revision().name, "Three");
        assert_eq!(view.revision().number, before);
    }

    #[test]
    fn a_contest_that_takes_long_to_load_delays_no_other() {
        let place = folder(&["one", "slow", "slower", "two"]);
        let site = open(&place);
        let (one, two) = (view(&site, "one"), view(&site, "two"));
        // Reading a pipe takes until the other end is written to.
        let pipes = ["slow", "slower"].map(|name| place.path().join(name).join("contest.toml"));
        for pipe in &pipes {
            fs::remove_file(pipe).unwrap();
            mknodat(CWD, pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        }
        for (name, view) in [("one", one), ("two", two)] {
            let events = view.listen();
            let notices = place.path().join(name).join("notices");
            fs::create_dir(&notices).unwrap();
            fs::write(notices.join("0001-open.md"), "# Open").unwrap();
            wait_for(events, "notice");
        }
        for pipe in &pipes {
            let mut writer = fs::OpenOptions::new().write(true).open(pipe).unwrap();
            fs::remove_file(pipe).unwrap();
            fs::write(pipe, CONTEST).unwrap();
            writer.write_all(CONTEST.as_bytes()).unwrap();
        }
    }

    #[test]
    fn the_first_change_is_loaded_at_once_and_later_ones_together() {
        let now = Instant::now();
        let after = |milliseconds| now + Duration::from_millis(milliseconds);
        let mut plan = CheckPlan::new(now);
        assert_eq!((plan.begins(), plan.begin(now)), (now, CheckDepth::Files));
        let loaded = CheckResult { is_loaded: true, ..CheckResult::default() };
        plan.end(CheckDepth::Files, loaded, Duration::from_millis(2), after(2));
        assert_eq!(plan.begins(), after(30_002), "nothing changed");
        plan.note(CheckDepth::Store, after(1000));
        assert_eq!(plan.begins(), after(1000), "after a quiet time");
        assert_eq!(plan.begin(after(1000)), CheckDepth::Store);
        // While it is loaded, and soon after.
        plan.note(CheckDepth::Store, after(1001));
        plan.end(CheckDepth::Store, loaded, Duration::from_millis(2), after(1002));
        plan.note(CheckDepth::Files, after(1010));
        assert_eq!(plan.begins(), after(1252));
        assert_eq!(plan.begin(after(1252)), CheckDepth::Files);
        plan.end(CheckDepth::Files, loaded, Duration::from_secs(2), after(3252));
        assert!(plan.is_slow && plan.rests_until == after(11_252), "a fifth of the time");
    }

    #[test]
    fn a_contest_is_checked_when_entries_close_and_after_another_process_played() {
        let now = Instant::now();
        let mut plan = CheckPlan::new(now);
        let end = |plan: &mut CheckPlan, result| {
            plan.begin(now);
            plan.end(CheckDepth::Files, result, Duration::ZERO, now);
            plan.begins().duration_since(now)
        };
        let closes = Some(Timestamp::now() + Duration::from_secs(5));
        let result = CheckResult { closes, ..CheckResult::default() };
        let left = end(&mut plan, result);
        assert!(left > Duration::from_secs(4) && left <= Duration::from_secs(5), "{left:?}");
        plan.note(CheckDepth::Store, now);
        let result = CheckResult { is_elsewhere: true, ..CheckResult::default() };
        assert_eq!(end(&mut plan, result), LOCK_CHECK_DELAY);
        assert_eq!(end(&mut plan, result), FULL_CHECK_INTERVAL, "once");
        let ends = |plan: &mut CheckPlan| end(plan, CheckResult::default());
        for factor in [2, 4, 8, 8] {
            assert_eq!(ends(&mut plan), factor * FULL_CHECK_INTERVAL, "nothing was found");
        }
        plan.note(CheckDepth::Files, now);
        assert_eq!(ends(&mut plan), FULL_CHECK_INTERVAL);
    }

    #[test]
    fn quick_contests_pause_for_readers_and_long_ones_for_the_machine() {
        for (took, pause) in [(1, 250), (20, 380), (100, 800), (300, 1200), (5000, 20_000)] {
            let due = Duration::from_millis(pause);
            assert_eq!(pause_after(Duration::from_millis(took)), due, "{took}");
        }
    }
}
