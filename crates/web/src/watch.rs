//! Watches a contest's store, whichever process writes to it, and shows changes.

use crate::{
    board::{Announcements, BoardState},
    contest::{ContestSnapshot, ContestView, SnapshotState, StandingsView},
    finality::Entering,
    pseudonyms::{Disclosure, PlayerVisibility, Pseudonyms},
};
use certamen_contest::{ContestError, ContestFile, Folder, Results, draw};
use certamen_i18n::Localize;
use certamen_store::StoreError;
use jiff::Timestamp;
use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant, SystemTime},
};

const CHECK_INTERVAL: Duration = Duration::from_millis(200);
/// New standings are computed at most once in this time, and use at most a fifth of the time.
const MIN_LOAD_INTERVAL: Duration = Duration::from_millis(800);
const LOAD_FACTOR: u32 = 4;

pub(crate) struct StoreWatcher {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl StoreWatcher {
    /// Loads the contest, and from then on watches it in a thread.
    pub(crate) fn start(view: &Arc<ContestView>) -> Self {
        let (view, stop) = (Arc::clone(view), Arc::new(AtomicBool::new(false)));
        let stopped = Arc::clone(&stop);
        let (send, loaded) = mpsc::channel();
        let thread = thread::spawn(move || {
            let mut watch = StoreWatch::new(view);
            watch.load();
            // The receiver may be gone.
            let _ = send.send(());
            watch.run(&stopped);
        });
        // Nothing arrives if the thread panicked, which was reported there.
        let _ = loaded.recv();
        StoreWatcher { stop, thread: Some(thread) }
    }
}

impl Drop for StoreWatcher {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic was already reported.
            let _ = thread.join();
        }
    }
}

/// Loads the contest once.
pub(crate) fn load_once(view: &Arc<ContestView>) {
    StoreWatch::new(Arc::clone(view)).load();
}

struct StoreWatch {
    view: Arc<ContestView>,
    number: u64,
    seen: StoreFingerprint,
}

#[derive(Default)]
struct StoreFingerprint {
    /// When the contest file was written.
    file: Option<SystemTime>,
    entering: Entering,
    /// When the announcements were written.
    board: Option<BoardState>,
    /// When the store and its log were written.
    files: Option<StoreFiles>,
    /// The open store, and its revision.
    store: Option<(Results<'static>, i64)>,
}

/// The modification times and lengths of a store and of its log.
type StoreFiles = [Option<(SystemTime, u64)>; 2];

fn store_files(folder: &Folder) -> StoreFiles {
    let store = folder.store();
    let log = store.with_extension("sqlite-wal");
    [store, log].map(|path| {
        let found = fs::metadata(path).ok()?;
        Some((found.modified().ok()?, found.len()))
    })
}

impl StoreWatch {
    fn new(view: Arc<ContestView>) -> Self {
        StoreWatch { view, number: 0, seen: StoreFingerprint::default() }
    }

    fn run(&mut self, stop: &AtomicBool) {
        let mut due = Instant::now();
        while !stop.load(Ordering::Relaxed) {
            thread::sleep(CHECK_INTERVAL);
            self.view.check_elsewhere();
            if Instant::now() >= due && self.has_changed() {
                let begun = Instant::now();
                self.load();
                due = Instant::now() + MIN_LOAD_INTERVAL.max(begun.elapsed() * LOAD_FACTOR);
            }
        }
    }

    fn has_changed(&mut self) -> bool {
        let closed = self.seen.entering.is_past(Timestamp::now());
        if closed || self.file_time() != self.seen.file || self.announcements_changed() {
            return true;
        }
        match &self.seen.store {
            // A read-only connection sees no changes of a store that was at rest when it was
            // opened.
            Some(_) if self.seen.files != Some(store_files(&self.view.folder)) => true,
            Some((store, revision)) => store.revision().ok() != Some(*revision),
            None => self.view.folder.store().is_file(),
        }
    }

    fn announcements_changed(&self) -> bool {
        Some(Announcements::state(&self.view.folder)) != self.seen.board
    }

    fn file_time(&self) -> Option<SystemTime> {
        let file = fs::metadata(self.view.folder.contest_file());
        file.and_then(|found| found.modified()).ok()
    }

    fn load(&mut self) {
        self.seen.file = self.file_time();
        self.seen.store = None;
        // Before it is read: what is written meanwhile is seen the next time.
        self.seen.files = Some(store_files(&self.view.folder));
        let file = ContestFile::read(&self.view.folder);
        let disclosure = self.view.disclosure();
        let (hides_teams, shows_matches) = match &file {
            Ok(file) if disclosure == Disclosure::Waived => {
                (false, file.course.is_some() || file.shows_matches())
            }
            Ok(file) => (file.course.is_some(), file.shows_matches()),
            Err(_) => may_keep_secrets(&self.view.folder),
        };
        let open = matches!(disclosure, Disclosure::Nothing | Disclosure::Waived);
        let shows_matches = shows_matches && open;
        if self.announcements_changed() {
            // Before they are read, as above.
            self.seen.board = Some(Announcements::state(&self.view.folder));
            let board = Announcements::read(&self.view.folder);
            self.view.set_board(if hides_teams { board.without_teams() } else { board });
        }
        let found = self.read_store();
        let before = self.view.revision();
        let (file, found) = match (file, found) {
            (Ok(file), found) => (Some(file), found),
            (Err(error), SnapshotState::Nothing) => (None, self.broken(&error)),
            (Err(_), found) => (None, found),
        };
        let (visibility, found) = match disclosure {
            Disclosure::Players(course) => {
                under_pseudonyms(&Folder::new(&course), file.as_ref(), found)
            }
            _ if hides_teams => (PlayerVisibility::Hidden, found),
            _ => (PlayerVisibility::Names, found),
        };
        let (name, game) = match (&self.seen.store, &file) {
            (Some((results, _)), file) => {
                let game = certamen_games::find(results.game());
                (results.name().to_owned(), game.or(file.as_ref().map(|file| file.game)))
            }
            (None, Some(file)) => (file.name.clone(), Some(file.game)),
            (None, None) => (before.name.clone(), None),
        };
        // A public seed can be tried against all names.
        let is_public = visibility == PlayerVisibility::Names
            && file.as_ref().is_some_and(|file| file.course.is_none());
        let commitment = is_public.then(|| draw::announced(&self.view.folder)).flatten();
        self.number += 1;
        let entering = Entering::at(&self.view.folder, file.as_ref(), Timestamp::now());
        self.seen.entering = entering;
        let number = self.number;
        self.view.show(ContestSnapshot {
            number,
            name,
            game: game.or(before.game),
            file,
            entering,
            visibility,
            shows_matches,
            commitment,
            found,
        });
    }

    fn read_store(&mut self) -> SnapshotState {
        let opened = Results::open(&self.view.folder).and_then(|results| {
            // Before anything is read: what is written meanwhile is seen the next time.
            let revision = results.revision()?;
            let standings = StandingsView::of(&results)?;
            Ok((results, revision, standings))
        });
        match opened {
            Ok((results, revision, standings)) => {
                self.seen.store = Some((results, revision));
                SnapshotState::Results(Box::new(standings))
            }
            Err(ContestError::Store(StoreError::Missing { .. })) => SnapshotState::Nothing,
            Err(error) => self.broken(&error),
        }
    }

    fn broken(&self, error: &ContestError) -> SnapshotState {
        SnapshotState::Broken(self.view.without_paths(&error.message()))
    }
}

/// What may be disclosed of a championship of `course`: its standings, under pseudonyms for all who
/// need one, or nothing.
fn under_pseudonyms(
    course: &Folder,
    file: Option<&ContestFile>,
    found: SnapshotState,
) -> (PlayerVisibility, SnapshotState) {
    let SnapshotState::Results(standings) = found else { return (PlayerVisibility::Hidden, found) };
    let pseudonyms = file.and_then(|file| Pseudonyms::of(course, &file.bots));
    match pseudonyms.and_then(|pseudonyms| standings.masked(pseudonyms)) {
        Some(standings) => (PlayerVisibility::Aliases, SnapshotState::Results(Box::new(standings))),
        None => (PlayerVisibility::Hidden, SnapshotState::Nothing),
    }
}

/// For a contest whose file cannot be read: whether it may have been a course, so that nothing is
/// shown that could identify players, and whether matches are public.
fn may_keep_secrets(folder: &Folder) -> (bool, bool) {
    let text = fs::read_to_string(folder.contest_file()).unwrap_or_default();
    let course =
        text.contains("[course") || folder.accepted().is_dir() || folder.rejected().is_dir();
    (course, !text.contains("[site"))
}
