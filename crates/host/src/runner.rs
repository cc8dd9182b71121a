//! One of several contests that a process runs: opened, played as long as there is something to
//! play, and resumed when its files change.

use crate::{
    ContestSetup, Event, ExecutionTarget, HostError, Listener, LoadedBots, PlayEnd, Publication,
    RejectPolicy, Sandboxes, StopSignal, Timetable, find_bots,
    host::{Host, HostOptions, StopReason, Time},
};
use certamen_contest::{Contest, ContestError, ContestFile, Folder, MinFreeSpace};
use certamen_game::Language;
use certamen_i18n::Localize;
use certamen_portal::check_job::ContestActivity;
use certamen_runner::{CorePool, MatchObserver};
use jiff::Timestamp;
use std::{
    cell::Cell,
    fs,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

/// The minimum number of entrants of a contest.
const FEWEST: usize = 2;
/// How often the files of a contest are looked at.
const LOOK: Duration = Duration::from_secs(5);
/// How soon it is looked again whether the disk has room.
const ROOM_REST: Duration = Duration::from_secs(30);
/// The maximum time to notice the stop signal.
const PATIENCE: Duration = Duration::from_millis(50);

pub struct Runner<'a> {
    pub folder: Folder,
    /// The threads that play, which others use, too.
    pub pool: Arc<CorePool>,
    pub target: ExecutionTarget,
    pub sandboxes: Sandboxes,
    /// The language of teams of a course that chose none.
    pub language: Language,
    pub min_free_space: MinFreeSpace,
    pub stop: &'a StopSignal,
    pub notify: &'a (dyn Fn(ContestActivity) + Sync),
    /// Receives the numbers of the cores in use.
    pub on: &'a (dyn Fn(&[usize]) + Sync),
    /// Receives the progress of matches that take long.
    pub onlooker: MatchObserver,
    /// Draws the charts of a contest with a timetable.
    pub draw: crate::host::DrawCharts<'a>,
}

impl Runner<'_> {
    pub fn run(&self) {
        let mut backoff = Backoff::default();
        while !self.stop.is_set() {
            (self.notify)(ContestActivity::Opening);
            let seen = self.files();
            if self.waits_for_entrants() {
                (self.notify)(ContestActivity::Nothing);
                self.wait(Duration::MAX, seen.as_deref());
                continue;
            }
            if self.was_never_held() {
                (self.notify)(ContestActivity::NeverHosted);
                self.wait(Duration::MAX, seen.as_deref());
                continue;
            }
            let ended = self.play(seen.as_deref());
            // In every case.
            (self.on)(&[]);
            match ended {
                Ok(PlayEnd::Stopped) => return,
                Ok(PlayEnd::Paused) => backoff = Backoff::default(),
                Ok(PlayEnd::Done(_)) => {
                    backoff = Backoff::default();
                    (self.notify)(ContestActivity::Finished);
                    self.wait(Duration::MAX, seen.as_deref());
                }
                Ok(PlayEnd::Incomplete) => {
                    let again = backoff.after_another();
                    (self.notify)(ContestActivity::Incomplete { again });
                    self.wait(again, seen.as_deref());
                }
                Err(HostError::Contest(ContestError::Locked { .. })) => {
                    (self.notify)(ContestActivity::Elsewhere);
                    self.wait(LOOK, None);
                }
                Err(error @ HostError::NoRoom { .. }) => {
                    (self.notify)(ContestActivity::Failed {
                        why: error.message(),
                        again: ROOM_REST,
                    });
                    self.wait(ROOM_REST, None);
                }
                Err(error) => {
                    let again = backoff.after_another();
                    (self.notify)(ContestActivity::Failed { why: error.message(), again });
                    self.wait(again, seen.as_deref());
                }
            }
        }
    }

    /// Plays until the files are no longer those that were `seen` before it was opened: what
    /// arrives while bots are built is not among the bots.
    fn play(&self, seen: Option<&str>) -> Result<PlayEnd, HostError> {
        has_room(self.min_free_space, &self.folder)?;
        let file = ContestFile::read(&self.folder)?;
        let notify = |event: Event<'_>| match event {
            Event::Begins(progress) | Event::Goes(progress) => {
                (self.notify)(ContestActivity::Playing(progress));
            }
            Event::On(cores) => (self.on)(cores),
            other => other.log(),
        };
        if file.schedule.is_some() {
            return self.hold(file, &notify);
        }
        let contest_setup = ContestSetup {
            folder: &self.folder,
            builds: &self.folder,
            sandboxes: &self.sandboxes,
            seed: None,
            needed: None,
            jobs: self.pool.jobs(),
            target: self.target.clone(),
            reject_policy: RejectPolicy::PlayOthers,
            notify: &notify,
        };
        let mut running = contest_setup.open(file)?;
        running.workspace.pool = Some(Arc::clone(&self.pool));
        running.workspace.onlooker = Some(Arc::clone(&self.onlooker));
        // The first look is immediate, since opening may have taken long.
        let looked = Cell::new(None::<Instant>);
        let mut pause = |_: &Contest| {
            if looked.get().is_some_and(|at| at.elapsed() < LOOK) {
                return Ok(false);
            }
            has_room(self.min_free_space, &self.folder)?;
            let now = self.files();
            looked.set(Some(Instant::now()));
            Ok(now.is_some() && now.as_deref() != seen)
        };
        let (ended, _) = running.play(self.stop, &notify, &mut pause)?;
        running.contest.remember_table()?;
        Ok(ended)
    }

    /// Whether submissions are needed before there is anything to play.
    fn waits_for_entrants(&self) -> bool {
        let file = ContestFile::read(&self.folder).ok().filter(|file| file.entries.is_some());
        let found = file.and_then(|file| find_bots(&self.folder, &file).ok());
        found.is_some_and(|found| found.bots.len() < FEWEST)
    }

    /// Whether it is a contest with a timetable that closed before anything of it was played: with
    /// no entrants but those that its host named, final standings would say nothing.
    fn was_never_held(&self) -> bool {
        let file = ContestFile::read(&self.folder).ok();
        let timetable = file.and_then(|file| file.schedule.as_ref().map(Timetable::of));
        let closes = timetable.and_then(|timetable| timetable.closes);
        closes.is_some_and(|closes| closes.timestamp() <= Timestamp::now())
            && !self.folder.store().exists()
            && Publication::all(&self.folder).is_ok_and(|published| published.is_empty())
    }

    /// Runs a contest with a timetable until its final standings are published.
    fn hold(&self, file: ContestFile, notify: Listener<'_>) -> Result<PlayEnd, HostError> {
        let options = HostOptions {
            sandboxes: self.sandboxes.clone(),
            jobs: self.pool.jobs(),
            pool: Some(Arc::clone(&self.pool)),
            min_free_space: self.min_free_space,
            target: self.target.clone(),
            until: None,
            time: Time::Now,
            language: self.language,
        };
        let mut host = Host::open(&self.folder, file, options, self.stop, (notify, self.draw))?;
        Ok(match host.hold()? {
            StopReason::Done => PlayEnd::Done(certamen_tournament::format::FormatEnd::Complete),
            StopReason::Stopped => PlayEnd::Stopped,
        })
    }

    /// The content of the contest: its file, and the bots that it names. `None` while it cannot be
    /// read, as when it is just being written.
    fn files(&self) -> Option<String> {
        let text = fs::read_to_string(self.folder.contest_file()).ok()?;
        let file = ContestFile::read(&self.folder).ok()?;
        let LoadedBots { bots, .. } = find_bots(&self.folder, &file).ok()?;
        let digests: Vec<String> =
            bots.iter().map(|bot| format!("{} {}", bot.name, bot.digest)).collect();
        Some(format!("{text}\n{}", digests.join("\n")))
    }

    /// Waits for this time, or until the files change or the stop signal is set.
    fn wait(&self, time: Duration, seen: Option<&str>) {
        let begun = Instant::now();
        let mut looked = Instant::now();
        while begun.elapsed() < time && !self.stop.is_set() {
            thread::sleep(PATIENCE);
            // What could not be read may be fixed by now.
            if looked.elapsed() >= LOOK {
                let now = self.files();
                if now.is_some() && now.as_deref() != seen {
                    return;
                }
                looked = Instant::now();
            }
        }
    }
}

/// The waiting time after this many failures in a row.
#[derive(Default)]
struct Backoff {
    failures: u32,
}

impl Backoff {
    const FIRST: Duration = Duration::from_secs(60);
    const LONGEST: Duration = Duration::from_secs(3600);

    /// The waiting time after another failure: twice as long each time.
    fn after_another(&mut self) -> Duration {
        let rest = Backoff::FIRST.saturating_mul(2u32.saturating_pow(self.failures));
        self.failures = self.failures.saturating_add(1);
        rest.min(Backoff::LONGEST)
    }
}

/// An error if the disk of `folder` has less than the minimum free space.
pub(crate) fn has_room(least: MinFreeSpace, folder: &Folder) -> Result<(), HostError> {
    let path = folder.path();
    least.lacking(path).map_or(Ok(()), |left| {
        Err(HostError::NoRoom { path: path.to_owned(), left, least: least.bytes() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_sandbox::Launcher;

    #[test]
    fn what_arrives_while_a_contest_is_opened_is_seen() {
        const LADDER: &str = "name = \"Ladder\"\ngame = \"footsteps\"\n\
            bots = [\"builtin:random\", \"builtin:first\"]\n[format]\nkind = \"ladder\"\n\
            [ranking]\nkind = \"win-share\"\n";
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path());
        fs::write(folder.contest_file(), LADDER).unwrap();
        let draw: crate::host::DrawCharts<'_> = &|_| Vec::new();
        let runner = Runner {
            folder,
            pool: Arc::new(CorePool::shared(1)),
            target: ExecutionTarget::Here,
            sandboxes: Sandboxes::new(&Launcher::with_program("/nothing".into()), None),
            language: Language::En,
            min_free_space: MinFreeSpace::default(),
            stop: &StopSignal::default(),
            notify: &|_| (),
            on: &|_| (),
            onlooker: Arc::new(|_| ()),
            draw,
        };
        let seen = runner.files().unwrap();
        let changed = LADDER.replace("Ladder\"", "Ladder, with one more\"");
        fs::write(runner.folder.contest_file(), changed).unwrap();
        assert_eq!(runner.play(Some(&seen)).unwrap(), PlayEnd::Paused);
    }

    #[test]
    fn the_backoff_doubles_up_to_an_hour() {
        let mut backoff = Backoff::default();
        let rests = [(); 8].map(|()| backoff.after_another().as_secs());
        assert_eq!(rests, [60, 120, 240, 480, 960, 1920, 3600, 3600]);
        backoff.failures = u32::MAX;
        assert_eq!(backoff.after_another(), Backoff::LONGEST);
    }
}
