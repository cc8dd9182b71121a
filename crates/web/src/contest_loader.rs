//! Loads what is shown of a contest from its store and its files, whichever process writes them.

use crate::{
    board::{Announcements, BoardState},
    contest::{ContestSnapshot, ContestView, SnapshotState, StandingsView},
    finality::Entering,
    pseudonyms::{Disclosure, PlayerVisibility, Pseudonyms},
    say,
};
use certamen_contest::{ContestError, ContestFile, Folder, Results, draw};
use certamen_game::DynGame;
use certamen_i18n::Localize;
use certamen_store::{Store, StoreError};
use jiff::Timestamp;
use std::{
    fs, io,
    sync::Arc,
    time::{Duration, SystemTime},
};

/// How thoroughly a contest is checked for changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum CheckDepth {
    /// The store, and whether another process plays.
    Store,
    /// All files that are shown.
    Files,
}

/// What a check found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CheckResult {
    /// Whether something had changed, so that the contest was loaded.
    pub(crate) is_loaded: bool,
    /// When entries close, if that changes what is shown.
    pub(crate) closes: Option<Timestamp>,
    /// Whether another process plays it.
    pub(crate) is_elsewhere: bool,
}

/// Loads a contest, and loads it again if it has changed.
pub(crate) struct ContestLoader {
    view: Arc<ContestView>,
    number: u64,
    seen: StoreFingerprint,
}

#[derive(Default)]
struct StoreFingerprint {
    /// When the contest file was written.
    file: Option<SystemTime>,
    entering: Entering,
    /// When the announcements were written, and whether they are shown without teams.
    board: Option<(BoardState, bool)>,
    /// When the store and its log were written.
    files: Option<StoreFiles>,
    /// Whether they were written long enough ago for any change to show in their times.
    is_settled: bool,
    store: Option<OpenStore>,
}

/// A store that was read, kept open to see changes.
struct OpenStore {
    store: Store,
    revision: i64,
    name: String,
    game: Option<&'static dyn DynGame>,
}

/// The modification times and lengths of a store and of its log.
type StoreFiles = [Option<(SystemTime, u64)>; 2];

/// File systems count time in coarser steps than writes take, up to two seconds.
const TIME_STEP: Duration = Duration::from_secs(10);

/// Whether all were written long ago.
fn are_settled(files: &StoreFiles) -> bool {
    let age = |(written, _): &(SystemTime, u64)| written.elapsed().ok();
    files.iter().flatten().all(|file| age(file).is_some_and(|age| age > TIME_STEP))
}

fn store_files(folder: &Folder) -> StoreFiles {
    let store = folder.store();
    let log = store.with_extension("sqlite-wal");
    [store, log].map(|path| {
        let found = fs::metadata(path).ok()?;
        Some((found.modified().ok()?, found.len()))
    })
}

impl ContestLoader {
    pub(crate) fn new(view: Arc<ContestView>) -> Self {
        ContestLoader { view, number: 0, seen: StoreFingerprint::default() }
    }

    pub(crate) fn check(&mut self, depth: CheckDepth) -> CheckResult {
        let is_elsewhere = self.view.check_elsewhere();
        let is_loaded = self.has_changed(depth);
        if is_loaded {
            self.load();
        }
        CheckResult { is_loaded, closes: self.seen.entering.deadline(), is_elsewhere }
    }

    /// Shows that loading failed by an internal error; the next check loads it again.
    pub(crate) fn show_failure(&mut self) {
        self.seen = StoreFingerprint::default();
        let before = self.view.revision();
        self.number += 1;
        self.view.show(ContestSnapshot {
            number: self.number,
            name: before.name.clone(),
            game: before.game,
            visibility: PlayerVisibility::Hidden,
            found: SnapshotState::Broken(say::state_broken()),
            ..ContestSnapshot::default()
        });
    }

    fn has_changed(&mut self, depth: CheckDepth) -> bool {
        let closed = self.seen.entering.is_past(Timestamp::now());
        closed || self.store_changed(depth) || depth == CheckDepth::Files && self.files_changed()
    }

    fn files_changed(&self) -> bool {
        self.file_time() != self.seen.file || self.announcements_changed()
    }

    fn store_changed(&mut self, depth: CheckDepth) -> bool {
        let files = store_files(&self.view.folder);
        // A read-only connection sees no changes of a store that was at rest when it was opened.
        if self.seen.files != Some(files) {
            return true;
        }
        match &self.seen.store {
            Some(_) if self.seen.is_settled => false,
            Some(open) => {
                // A change after this line gives them another time.
                self.seen.is_settled = are_settled(&files);
                open.store.revision().ok() != Some(open.revision)
            }
            // It was unreadable, perhaps only for a while.
            None => depth == CheckDepth::Files && self.view.folder.store().is_file(),
        }
    }

    fn announcements_changed(&self) -> bool {
        let seen = self.seen.board.as_ref().map(|(state, _)| state);
        seen != Some(&Announcements::state(&self.view.folder))
    }

    fn file_time(&self) -> Option<SystemTime> {
        let file = fs::metadata(self.view.folder.contest_file());
        file.and_then(|found| found.modified()).ok()
    }

    pub(crate) fn load(&mut self) {
        self.seen.file = self.file_time();
        self.seen.store = None;
        // Before it is read: what is written meanwhile is seen the next time.
        (self.seen.files, self.seen.is_settled) = (Some(store_files(&self.view.folder)), false);
        let file = ContestFile::read(&self.view.folder);
        let disclosure = self.view.disclosure();
        let secrets = Secrets::of(&self.view.folder, file.as_ref().ok(), &disclosure);
        self.refresh_board(secrets.hides_teams);
        let found = self.read_store();
        let before = self.view.revision();
        let (file, file_error) = match file {
            Ok(file) => (Some(file), None),
            Err(error) => (None, Some(self.view.without_paths(&error.message()))),
        };
        let found = match (&file_error, found) {
            (Some(error), SnapshotState::Nothing) => SnapshotState::Broken(error.clone()),
            (_, found) => found,
        };
        let (visibility, found) = match disclosure {
            Disclosure::Players(course) => {
                under_pseudonyms(&Folder::new(&course), file.as_ref(), found)
            }
            _ if secrets.hides_teams => (PlayerVisibility::Hidden, found),
            _ => (PlayerVisibility::Names, found),
        };
        let (name, game) = match (&self.seen.store, &file) {
            (Some(open), file) => {
                (open.name.clone(), open.game.or(file.as_ref().map(|file| file.game)))
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
        self.view.show(ContestSnapshot {
            number: self.number,
            name,
            game: game.or(before.game),
            file,
            file_error,
            entering,
            visibility,
            shows_matches: secrets.shows_matches,
            commitment,
            found,
        });
    }

    /// Reads the announcements again, if they or what may be disclosed of them changed.
    fn refresh_board(&mut self, hides_teams: bool) {
        // Before they are read, as for the store.
        let state = Announcements::state(&self.view.folder);
        let seen = Some((state, hides_teams));
        if self.seen.board == seen {
            return;
        }
        self.seen.board = seen;
        let board = Announcements::read(&self.view.folder);
        self.view.set_board(if hides_teams { board.without_teams() } else { board });
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
                let name = results.name().to_owned();
                let game = certamen_games::find(results.game());
                let store = results.into_store();
                self.seen.store = store.map(|store| OpenStore { store, revision, name, game });
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

/// What must not be disclosed of a contest.
struct Secrets {
    hides_teams: bool,
    shows_matches: bool,
}

impl Secrets {
    fn of(folder: &Folder, file: Option<&ContestFile>, disclosure: &Disclosure) -> Self {
        let mut secrets = match file {
            Some(file) if *disclosure == Disclosure::Waived => Secrets {
                hides_teams: false,
                shows_matches: file.course.is_some() || file.shows_matches(),
            },
            Some(file) => {
                Secrets { hides_teams: file.course.is_some(), shows_matches: file.shows_matches() }
            }
            None => Secrets::by_text(folder),
        };
        secrets.shows_matches &= matches!(disclosure, Disclosure::Nothing | Disclosure::Waived);
        secrets
    }

    /// For a contest whose file is invalid: if it may have been a course, nothing is shown that
    /// could identify players.
    fn by_text(folder: &Folder) -> Self {
        let text = match fs::read(folder.contest_file()) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            // It may say anything.
            Err(_) => return Secrets { hides_teams: true, shows_matches: false },
        };
        let is_course =
            text.contains("[course") || folder.accepted().is_dir() || folder.rejected().is_dir();
        Secrets { hides_teams: is_course, shows_matches: !text.contains("[site") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        address::Slug,
        played::{open, play},
    };
    use certamen_game::Language;
    use std::path::Path;

    const CONTEST: &str = "name = \"Three\"\ngame = \"footsteps\"\nbots = [\"builtin:random\"]\n\
        [format]\nkind = \"round-robin\"\ngames_per_pair = 1\n[ranking]\nkind = \"points\"\n";

    /// The view of a contest in `folder` with this file.
    fn loaded(folder: &Path, name: &str, content: &[u8]) -> Arc<ContestView> {
        for (name, content) in [("contest.toml", CONTEST.as_bytes()), (name, content)] {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        let slug = Slug::read("three").unwrap();
        let view = Arc::new(ContestView::new(&slug, &Folder::new(folder)));
        ContestLoader::new(Arc::clone(&view)).load();
        view
    }

    /// What its organizers are told about files that cannot be read.
    fn reported(view: &ContestView) -> Option<String> {
        let snapshot = view.revision();
        let why = match &snapshot.found {
            SnapshotState::Broken(why) => Some(why.clone()),
            _ => view.unread_file(),
        };
        why.map(|why| why.get(Language::En))
    }

    #[test]
    fn a_corrupt_file_is_reported_to_the_organizers_and_the_rest_is_shown() {
        let corrupt: [(&str, &[u8]); 6] = [
            ("notices/0001-a.md", b"# \xff"),
            ("faq/0001-a.md", b"\xfe\xff"),
            ("published/0001-a.json", b"{"),
            ("contest.toml", b"name = \xff"),
            ("contest.toml", b"name = \"Three\"\ngame = \"quoits\"\n"),
            (".certamen/store.sqlite", b"This is no store, whatever its name says."),
        ];
        for (name, content) in corrupt {
            let place = tempfile::tempdir().unwrap();
            let view = loaded(place.path(), name, content);
            let reported = reported(&view).unwrap_or_else(|| panic!("{name} is not reported"));
            let file = name.rsplit('/').next().unwrap();
            assert!(reported.contains(file), "{reported}");
            assert!(!reported.contains(&*place.path().to_string_lossy()), "{reported}");
        }
        let place = tempfile::tempdir().unwrap();
        let view = loaded(place.path(), "notices/0001-a.md", b"# Fine");
        assert_eq!((reported(&view), view.board().notices.len()), (None, 1));
    }

    #[test]
    fn an_unreadable_course_keeps_its_secrets() {
        let place = tempfile::tempdir().unwrap();
        let view = loaded(place.path(), "contest.toml", b"[course]\nroster = \"\xff\"\n");
        assert!(view.revision().is_anonymous());
    }

    #[test]
    fn a_stored_match_is_loaded_once_and_a_contest_at_rest_not_again() {
        let place = tempfile::tempdir().unwrap();
        let four = CONTEST.replace("games_per_pair = 1", "games_per_pair = 4");
        let view = loaded(place.path(), "contest.toml", four.as_bytes());
        let mut contest = open(&view.folder, &["one", "two"]);
        let mut loader = ContestLoader::new(Arc::clone(&view));
        loader.load();
        assert!(!loader.check(CheckDepth::Files).is_loaded);
        for played in 1..=2 {
            assert!(play(&mut contest));
            let checked = loader.check(CheckDepth::Store);
            assert!(checked.is_loaded && checked.is_elsewhere);
            assert_eq!(view.revision().played(), played);
            assert!(!loader.check(CheckDepth::Files).is_loaded);
        }
        // Once they were written long ago, their times are enough.
        let store = view.folder.store();
        for file in [store.with_extension("sqlite-wal"), store] {
            let file = fs::File::options().write(true).open(file).unwrap();
            file.set_modified(SystemTime::now() - 2 * TIME_STEP).unwrap();
        }
        assert!(loader.check(CheckDepth::Store).is_loaded);
        assert!(!loader.check(CheckDepth::Store).is_loaded && loader.seen.is_settled);
        assert!(!loader.check(CheckDepth::Store).is_loaded);
        assert!(play(&mut contest) && loader.check(CheckDepth::Store).is_loaded);
        assert!(!loader.check(CheckDepth::Files).is_loaded && !loader.seen.is_settled);
        drop(contest);
        // Closing the store moves its log into it.
        assert!(!loader.check(CheckDepth::Store).is_elsewhere);
        for depth in [CheckDepth::Store, CheckDepth::Files, CheckDepth::Files] {
            assert!(!loader.check(depth).is_loaded, "{depth:?}");
        }
    }
}
