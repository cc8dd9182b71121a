//! Contests run through the library, without a command: built-in players only, so that no sandbox
//! is needed.

mod tables;

use certamen_contest::{Contest, ContestFile, Folder, MinFreeSpace, Results};
use certamen_game::Language;
use certamen_host::{
    ContestSetup, Event, ExecutionTarget, FolderWatcher, HostError, PlayEnd, Publication,
    PublicationKind, RejectPolicy, RemoteContest, Runner, RunningContest, Sandboxes, StopSignal,
    host::{Host, HostOptions, StopReason, Time},
};
use certamen_portal::check_job::ContestActivity;
use certamen_runner::CorePool;
use certamen_sandbox::{Launcher, Tier};
use std::{
    cell::RefCell,
    fs,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::channel,
    },
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

const RUN: &str = r#"
name = "Contest"
game = "footsteps"
bots = ["builtin:random", "builtin:first", "builtin:last"]
[format]
kind = "round-robin"
games_per_pair = 2
[ranking]
kind = "wins"
"#;

/// It runs from noon to six, with a publication every two hours.
const HELD: &str = r#"
name = "Contest"
game = "footsteps"
bots = ["builtin:random", "builtin:first", "builtin:last"]
[format]
kind = "ladder"
[ranking]
kind = "win-share"
[entries]
closes = "2015-03-13T18:00[Europe/Madrid]"
[timetable]
starts = "2015-03-13T12:00[Europe/Madrid]"
publish_every = "2 hours"
championship_every = "24 hours"
waves = 2
"#;

/// A folder with this contest file.
fn contest(text: &str) -> (TempDir, Folder) {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    fs::write(folder.contest_file(), text).unwrap();
    (place, folder)
}

fn watcher() -> FolderWatcher {
    FolderWatcher::start(|error| panic!("{error}"))
}

/// No sandbox is needed here.
fn sandboxes() -> Sandboxes {
    Sandboxes::new(&Launcher::with_program("/nothing".into()), None)
}

fn open(folder: &Folder) -> RunningContest {
    let (builds, file) = (folder, ContestFile::read(folder).unwrap());
    let (notify, reject_policy) = (&|_: Event<'_>| (), RejectPolicy::PlayOthers);
    let (sandboxes, seed, needed) = (&sandboxes(), None, None);
    let contest_setup = ContestSetup {
        folder,
        builds,
        sandboxes,
        seed,
        needed,
        jobs: 2,
        target: ExecutionTarget::Here,
        reject_policy,
        notify,
    };
    contest_setup.open(file).unwrap()
}

/// Plays until the end or until it is stopped; returns the events, one word each.
fn play(running: &mut RunningContest, stop: &StopSignal) -> (PlayEnd, u64, Vec<&'static str>) {
    let events = RefCell::new(Vec::new());
    let notify = |event: Event<'_>| {
        let word = match event {
            Event::Begins(_) => "begins",
            Event::Goes(_) | Event::On(_) | Event::Stored => return,
            Event::Ends(_) => "ends",
            _ => "something else",
        };
        events.borrow_mut().push(word);
    };
    let (ended, played) = running.play(stop, &notify, &mut |_: &Contest| Ok(false)).unwrap();
    (ended, played, events.into_inner())
}

#[test]
fn a_contest_is_played_to_its_end_and_resumed() {
    let (_place, folder) = contest(RUN);
    let mut running = open(&folder);
    let forecast = running.forecast_or_probe(&StopSignal::default()).unwrap().unwrap();
    assert_eq!((forecast.left, forecast.matches, running.contest.progress().finished), (6, 6, 0));
    let stop = StopSignal::default();
    stop.set();
    assert_eq!(play(&mut running, &stop), (PlayEnd::Stopped, 0, vec!["begins", "ends"]));
    let (ended, played, events) = play(&mut running, &StopSignal::default());
    assert!(matches!(ended, PlayEnd::Done(_)), "{ended:?}");
    assert_eq!((played, events), (6, vec!["begins", "ends"]));
    assert_eq!(running.forecast().unwrap(), None);
    drop(running);
    let mut again = open(&folder);
    assert_eq!(play(&mut again, &StopSignal::default()).1, 0);
    assert_eq!(again.contest.progress().finished, 6);
}

/// Replays the contest; returns the kinds of its publications.
fn hold(
    folder: &Folder,
    stop: &StopSignal,
) -> Result<(StopReason, Vec<PublicationKind>), HostError> {
    let events = RefCell::new(Vec::new());
    let notify = |event: Event<'_>| {
        if let Event::Published(publication) = event {
            events.borrow_mut().push(publication.kind);
        }
    };
    let draw = |publication: &Publication| {
        let names = publication.table.iter().map(|row| row.name.as_str());
        vec![("txt", names.collect::<Vec<_>>().join(" ").into_bytes())]
    };
    let (jobs, language) = (2, Language::En);
    let time = Time::Replayed(None);
    let (target, pool, min_free_space) = (ExecutionTarget::Here, None, MinFreeSpace::default());
    let (sandboxes, watcher, until) = (sandboxes(), watcher(), None);
    let options = HostOptions {
        sandboxes,
        jobs,
        target,
        pool,
        remote: None,
        min_free_space,
        watcher,
        until,
        time,
        language,
    };
    let file = ContestFile::read(folder)?;
    let stopped = Host::open(folder, file, options, stop, (&notify, &draw))?.hold()?;
    Ok((stopped, events.into_inner()))
}

#[test]
fn a_course_that_closed_before_it_began_is_not_finalised_by_a_server() {
    let (_place, folder) = contest(HELD);
    let (stop, doings) = (StopSignal::default(), Mutex::new(Vec::new()));
    let notify = |doing: ContestActivity| {
        let is_decided = !matches!(doing, ContestActivity::Opening);
        doings.lock().unwrap().push(doing);
        if is_decided {
            stop.set();
        }
    };
    Runner {
        folder: folder.clone(),
        pool: Arc::new(CorePool::start(1)),
        remote: RemoteContest::without_site(),
        target: ExecutionTarget::Here,
        sandboxes: sandboxes(),
        language: Language::En,
        min_free_space: MinFreeSpace::default(),
        watcher: watcher(),
        stop: &stop,
        notify: &notify,
        changed: Arc::new(|_| ()),
        on: &|_: &[usize]| (),
        observer: Arc::new(|_| ()),
        draw: &|_: &Publication| Vec::new(),
    }
    .run();
    assert_eq!(
        doings.into_inner().unwrap(),
        [ContestActivity::Opening, ContestActivity::NeverHosted]
    );
    assert!(Publication::all(&folder).unwrap().is_empty());
    // Replayed by hand it is over, and shown.
    assert_eq!(hold(&folder, &StopSignal::default()).unwrap().0, StopReason::Done);
}

#[test]
fn tables_are_published_by_the_timetable_and_drawn_by_who_asks_for_them() {
    let (_place, folder) = contest(HELD);
    let stop = StopSignal::default();
    stop.set();
    assert_eq!(hold(&folder, &stop).unwrap(), (StopReason::Stopped, vec![]));
    let expected =
        vec![PublicationKind::Provisional, PublicationKind::Provisional, PublicationKind::Final];
    assert_eq!(hold(&folder, &StopSignal::default()).unwrap(), (StopReason::Done, expected));
    let published = Publication::all(&folder).unwrap();
    assert_eq!(published.iter().map(|table| table.number).collect::<Vec<_>>(), [1, 2, 3]);
    let last = published.last().unwrap();
    let drawn =
        |stem: &str| fs::read_to_string(folder.published().join(format!("{stem}.txt"))).unwrap();
    assert_eq!(drawn("current"), drawn(&last.stem()));
    assert_eq!(drawn("current").split(' ').count(), 3);
    // All against all, both starting.
    assert!(last.table.iter().all(|row| row.played == 4), "{last:?}");
    assert_eq!(hold(&folder, &StopSignal::default()).unwrap(), (StopReason::Done, vec![]));
}

#[test]
fn a_contest_without_a_timetable_is_not_hosted() {
    let (_place, folder) = contest(RUN);
    let refused = hold(&folder, &StopSignal::default()).unwrap_err();
    assert!(matches!(refused, HostError::NoTimetable { .. }), "{refused:?}");
}

/// Waits for a file in the first match after another file has appeared, and says when it goes on.
const SLOW: &str = r#"
import os, time
place = "PLACE/"
try:
    os.rename(place + "armed", place + "waiting")
    while not os.path.exists(place + "go"):
        time.sleep(0.01)
    os.mkdir(place + "gone-on")
except FileNotFoundError:
    pass
while True:
    print(1, flush=True)
    input()
"#;

const OPEN: &str = r#"
name = "Open"
game = "footsteps"
bots = ["bots/*.py", "builtin:first", "builtin:last"]
[format]
FORMAT
[ranking]
kind = "win-share"
[limits]
move_time = "600s"
[sandbox]
minimum_tier = "D"
"#;

#[test]
fn a_bot_joins_a_running_contest_and_no_match_is_played_again() {
    // A ladder plans its next wave when the last one is played.
    check_joining("kind = \"ladder\"", false);
    check_joining("kind = \"round-robin\"\ngames_per_pair = 20", true);
}

/// Adds a bot while a match is under way; whether it plays before that match ends.
fn check_joining(format: &str, plays_meanwhile: bool) {
    let (place, folder) = contest(&OPEN.replace("FORMAT", format));
    let at = |name: &str| place.path().join(name);
    fs::create_dir(at("bots")).unwrap();
    let slow = SLOW.replace("PLACE", place.path().to_str().unwrap());
    fs::write(at("bots/slow.py"), slow).unwrap();
    let (stop, begun) = (StopSignal::default(), Instant::now());
    let (openings, playing) = (AtomicU64::new(0), AtomicBool::new(false));
    let notify = |doing: ContestActivity| match doing {
        ContestActivity::Opening => drop(openings.fetch_add(1, Ordering::SeqCst)),
        ContestActivity::Playing(_) => playing.store(true, Ordering::SeqCst),
        ContestActivity::Finished => {}
        other => panic!("{other:?}"),
    };
    let (send, changes) = channel();
    let send = Mutex::new(send);
    let changed = Arc::new(move |what| {
        // At the end, no one receives it.
        let _ = send.lock().unwrap().send(what);
    });
    let run = || {
        let launcher = Launcher::with_program("/nothing".into());
        Runner {
            folder: folder.clone(),
            pool: Arc::new(CorePool::shared(2)),
            remote: RemoteContest::without_site(),
            target: ExecutionTarget::Here,
            sandboxes: Sandboxes::new(&launcher, Some(Tier::D)),
            language: Language::En,
            min_free_space: MinFreeSpace::default(),
            watcher: watcher(),
            stop: &stop,
            notify: &notify,
            changed,
            on: &|_: &[usize]| (),
            observer: Arc::new(|_| ()),
            draw: &|_: &Publication| Vec::new(),
        }
        .run();
    };
    let until = |what: &str, holds: &dyn Fn() -> bool| {
        while !holds() {
            assert!(begun.elapsed() < Duration::from_secs(120), "{what}");
            // Results come again and again.
            let _ = changes.recv_timeout(Duration::from_millis(100));
        }
    };
    let (has_played, has_joined) =
        (|| has_played(&folder, "quick"), || has_joined(&folder, "quick"));
    thread::scope(|scope| {
        scope.spawn(run);
        // Even if something fails here, the runner and the slow match end.
        let _stops = StopsAtEnd { stop: &stop, go: at("go") };
        until("nothing is played", &|| playing.load(Ordering::SeqCst));
        fs::write(at("armed"), "").unwrap();
        until("no match is slow", &|| at("waiting").exists());
        let quick = "while True:\n    print(1, flush=True)\n    input()\n";
        fs::write(at("bots/quick.py"), quick).unwrap();
        until("the new bot does not join", &has_joined);
        if plays_meanwhile {
            until("the new bot waits", &has_played);
        }
        assert!(!at("gone-on").exists());
        fs::write(at("go"), "").unwrap();
        until("the slow match was ended", &|| at("gone-on").exists());
        until("the new bot does not play", &has_played);
    });
    assert_eq!(openings.load(Ordering::SeqCst), 1, "it was opened again");
}

fn has_played(folder: &Folder, bot: &str) -> bool {
    let results = Results::open(folder).unwrap();
    let played = results.counted().unwrap();
    let mut seats = played.iter().flat_map(|played| &played.seats);
    seats.any(|id| results.bot(*id).unwrap() == bot)
}

fn has_joined(folder: &Folder, bot: &str) -> bool {
    let results = Results::open(folder).unwrap();
    results.standings().unwrap().iter().any(|row| row.bot == bot)
}

struct StopsAtEnd<'a> {
    stop: &'a StopSignal,
    go: PathBuf,
}

impl Drop for StopsAtEnd<'_> {
    fn drop(&mut self) {
        self.stop.set();
        fs::write(&self.go, "").unwrap();
    }
}
