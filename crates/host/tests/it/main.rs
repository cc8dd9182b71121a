//! Contests run through the library, without a command: built-in players only, so that no sandbox
//! is needed.

mod guests;

use certamen_contest::{Contest, ContestFile, Folder, MinFreeSpace};
use certamen_game::Language;
use certamen_host::{
    ContestSetup, Event, ExecutionTarget, FolderWatcher, HostError, PlayEnd, Publication,
    PublicationKind, RejectPolicy, Runner, RunningContest, Sandboxes, StopSignal,
    host::{Host, HostOptions, StopReason, Time},
};
use certamen_portal::check_job::ContestActivity;
use certamen_runner::CorePool;
use certamen_sandbox::Launcher;
use std::{
    cell::RefCell,
    fs,
    sync::{Arc, Mutex},
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
    let forecast = running.forecast_or_probe().unwrap().unwrap();
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
        target: ExecutionTarget::Here,
        sandboxes: sandboxes(),
        language: Language::En,
        min_free_space: MinFreeSpace::default(),
        watcher: watcher(),
        stop: &stop,
        notify: &notify,
        changed: Arc::new(|_| ()),
        on: &|_: &[usize]| (),
        onlooker: Arc::new(|_| ()),
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
