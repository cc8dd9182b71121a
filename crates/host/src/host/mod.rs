//! A contest that runs for days, with scheduled publications.
//!
//! What is to be done next follows from the contest's files and from the time. Nothing is kept in
//! memory only, so a host that dies continues where it was.

mod intake;
mod playing;
mod publishing;

use crate::{
    Event, ExecutionTarget, FolderWatcher, HostError, Listener, PlayEnd, Publication,
    PublicationKind, Sandboxes, ScheduledPublication, StopSignal, Timetable, reception::QUIET,
    runner::has_room, watch::Changes,
};
use certamen_contest::{ContestFile, ExcludedBot, Folder, MinFreeSpace, opening::hold};
use certamen_game::{Language, job::MatchNumber};
use certamen_runner::CorePool;
use jiff::{Timestamp, ToSpan};
use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet},
    fs::File,
    path::PathBuf,
    sync::Arc,
    time::{Duration, SystemTime},
};

#[derive(Clone)]
pub struct HostOptions {
    pub sandboxes: Sandboxes,
    pub jobs: usize,
    pub target: ExecutionTarget,
    /// The threads that play, where other contests use them, too.
    pub pool: Option<Arc<CorePool>>,
    /// Where matches with players on other machines are played, if a site can be reached.
    pub remote: Option<crate::RemoteContest>,
    pub min_free_space: MinFreeSpace,
    /// Notices what is written to the contest's folder.
    pub watcher: FolderWatcher,
    pub until: Option<Timestamp>,
    pub time: Time,
    /// The language of teams that chose none.
    pub language: Language,
}

#[derive(Clone, Copy, Debug)]
pub enum Time {
    Now,
    /// A past contest is replayed without waiting: the clock jumps from event to event,
    /// not from before this time.
    Replayed(Option<Timestamp>),
}

/// Draws charts of standings: the files by their extensions.
pub type DrawCharts<'a> = &'a (dyn Fn(&Publication) -> Vec<(&'static str, Vec<u8>)> + Sync);

/// A contest that is being run. While this value exists, no other process can run the contest.
pub struct Host<'a> {
    options: HostOptions,
    folder: Folder,
    stop: &'a StopSignal,
    notify: Listener<'a>,
    draw: DrawCharts<'a>,
    clock: HostClock,
    file: ContestFile,
    timetable: Timetable,
    published: Vec<Publication>,
    /// Files that could not be tried, and when they are tried again.
    postponed: BTreeMap<PathBuf, Timestamp>,
    aside: RefCell<Vec<ExcludedBot>>,
    /// When the contest file had changed last, when it was last read.
    read: Option<SystemTime>,
    /// When a host had ruled something last, when players were last gathered.
    ruled: Cell<Option<SystemTime>>,
    undone: RefCell<LastFailure>,
    changes: RefCell<Changes>,
    _lock: File,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// It is over, or the given end time has come.
    Done,
    Stopped,
}

/// What could not be played when it was tried last.
#[derive(Clone, Default, Debug)]
pub struct LastFailure {
    /// Deferred matches, by the folder of their contest.
    pub matches: BTreeMap<PathBuf, Vec<MatchNumber>>,
    /// Bots whose matches cannot be played, while others play theirs.
    pub bots: BTreeSet<String>,
    /// Bots that were seen to keep running when their matches were over.
    pub staying: BTreeSet<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StepResult {
    /// Everything that was to be done is done.
    Done,
    /// Something else has to be done first.
    Paused,
    Stopped,
}

impl<'a> Host<'a> {
    /// The contest in `folder`, with `file` as its file; it continues from its stored state.
    pub fn open(
        folder: &Folder,
        file: ContestFile,
        options: HostOptions,
        stop: &'a StopSignal,
        (notify, draw): (Listener<'a>, DrawCharts<'a>),
    ) -> Result<Host<'a>, HostError> {
        let Some(timetable) = file.schedule.as_ref().map(Timetable::of) else {
            return Err(HostError::NoTimetable { path: folder.contest_file() });
        };
        let lock = hold(folder)?;
        let published = Publication::all(folder)?;
        let last = published.iter().map(|publication| publication.made.timestamp()).max();
        let clock = HostClock::start(options.time, timetable.start(), last);
        // Where files wait, rulings are written, and the contest file is.
        let own = [folder.path().to_owned(), folder.submissions(), folder.rulings()];
        let mut changes = Changes::new(&options.watcher, stop, |_| ()).quiet_for(SETTLED);
        changes.begin(own.into());
        // A file that is being written just now is complete later.
        changes.look_again();
        let host = Host {
            options,
            folder: folder.clone(),
            stop,
            notify,
            draw,
            clock,
            file,
            timetable,
            published,
            postponed: BTreeMap::new(),
            aside: RefCell::default(),
            read: None,
            ruled: Cell::default(),
            undone: RefCell::default(),
            changes: RefCell::new(changes),
            _lock: lock,
        };
        // A process that died while publishing had not drawn what was published last.
        host.draw_current()?;
        Ok(host)
    }

    /// Does what is due, one thing after the other, until the contest is over.
    pub fn hold(&mut self) -> Result<StopReason, HostError> {
        loop {
            if self.stop.is_set() {
                return Ok(StopReason::Stopped);
            }
            if self.is_late() {
                return Ok(StopReason::Done);
            }
            has_room(self.options.min_free_space, &self.folder)?;
            self.read_file_again();
            self.process_submissions()?;
            let step_result = match self.due().first().copied() {
                Some(slot) if self.may_be_incomplete(slot.at) => {
                    // Wait until files that arrived in time are complete.
                    let then = slot.at.checked_add(QUIET).unwrap_or(slot.at);
                    self.wait(then.checked_add(1.milliseconds()).unwrap_or(then));
                    StepResult::Paused
                }
                Some(slot) if slot.kind == PublicationKind::Provisional => {
                    let ladder = self.open_ladder()?;
                    let planned = ladder.contest.planned()?;
                    self.publish(slot, &ladder, planned)?;
                    StepResult::Paused
                }
                Some(slot) => self.championship(slot)?,
                None if self.is_over() => return Ok(StopReason::Done),
                None if self.clock.now() < self.timetable.start() => StepResult::Done,
                None => self.ladder()?,
            };
            match step_result {
                StepResult::Stopped => return Ok(StopReason::Stopped),
                StepResult::Done if self.due().is_empty() && !self.is_over() => self.rest(),
                StepResult::Done | StepResult::Paused => {}
            }
        }
    }

    pub fn last(&self) -> Option<&Publication> {
        self.published.last()
    }

    /// What could not be played when it was tried last.
    pub fn undone(&self) -> LastFailure {
        self.undone.borrow().clone()
    }

    /// What is due now, in the order of execution: first what needs no matches.
    fn due(&self) -> Vec<ScheduledPublication> {
        let slots: Vec<ScheduledPublication> =
            self.published.iter().map(ScheduledPublication::from).collect();
        let mut due = self.timetable.due(&slots, self.clock.now());
        due.sort_by_key(|slot| slot.kind);
        due
    }

    fn is_over(&self) -> bool {
        self.published.iter().any(|publication| publication.kind == PublicationKind::Final)
    }

    fn is_late(&self) -> bool {
        self.options.until.is_some_and(|until| self.clock.now() >= until)
    }

    /// Applies changes in the contest file. A file that is just being written is ignored.
    fn read_file_again(&mut self) {
        // Looked at first: what changes meanwhile is read once more.
        self.read = self.file_changed();
        let read = ContestFile::read(&self.folder);
        match read.map(|file| file.schedule.as_ref().map(Timetable::of).map(|own| (file, own))) {
            Ok(Some((file, timetable))) => {
                self.file = file;
                self.timetable = timetable;
            }
            Ok(None) => {}
            Err(error) => (self.notify)(Event::FileKept(&error)),
        }
    }

    /// Waits until there is something to do.
    fn rest(&mut self) {
        let now = self.clock.now();
        let far = now.checked_add(1.hours()).unwrap_or(Timestamp::MAX);
        let next = self.timetable.next(now).map(|slot| slot.at);
        let start = Some(self.timetable.start()).filter(|start| *start > now);
        let events = [start.or(next), self.options.until, self.next_arrival()];
        let event = events.into_iter().flatten().min().unwrap_or(far);
        let event = if self.clock.is_replayed() { event } else { event.min(far) };
        self.wait(event);
    }

    /// Waits until `event`, or until there are changes or the stop signal is set.
    fn wait(&mut self, event: Timestamp) {
        if let HostClock::Replayed(now) = &mut self.clock {
            *now = event.max(*now);
            return;
        }
        // What is to be done now was decided on what was there before.
        let mut has_changes = self.has_changes();
        while !has_changes && !self.stop.is_set() {
            let left = event.duration_since(Timestamp::now());
            let Ok(left) = Duration::try_from(left) else { return };
            if left.is_zero() {
                return;
            }
            let mut changes = self.changes.borrow_mut();
            changes.wait(left, self.stop, Changes::is_due);
            drop(changes);
            has_changes = self.has_changes();
        }
    }
}

impl From<PlayEnd> for StepResult {
    fn from(ended: PlayEnd) -> StepResult {
        match ended {
            PlayEnd::Done(_) | PlayEnd::Incomplete => StepResult::Done,
            PlayEnd::Paused => StepResult::Paused,
            PlayEnd::Stopped => StepResult::Stopped,
        }
    }
}

/// After this time a file that was just written is taken for complete: a little longer than
/// `QUIET`.
const SETTLED: Duration = Duration::from_millis(2100);

#[derive(Clone, Copy, Debug)]
enum HostClock {
    Wall,
    /// It stops while anything is done, and jumps from one event to the next.
    Replayed(Timestamp),
}

impl HostClock {
    /// The clock of a contest that begins at `start` and published something at `last`.
    fn start(time: Time, start: Timestamp, last: Option<Timestamp>) -> HostClock {
        match time {
            Time::Now => HostClock::Wall,
            Time::Replayed(from) => {
                HostClock::Replayed(start.max(last.unwrap_or(start)).max(from.unwrap_or(start)))
            }
        }
    }

    fn now(self) -> Timestamp {
        match self {
            HostClock::Wall => Timestamp::now(),
            HostClock::Replayed(now) => now,
        }
    }

    /// Whether a past contest is replayed.
    fn is_replayed(self) -> bool {
        matches!(self, HostClock::Replayed(_))
    }
}
