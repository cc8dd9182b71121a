//! One of several contests that a process runs: opened, played as long as there is something to
//! play, and resumed when its files change.

use crate::{
    ContestSetup, Event, ExecutionTarget, FolderWatcher, HostError, Isolation, Listener,
    LoadedBots, PlayEnd, Publication, RejectPolicy, RejectedBot, RemoteContest, RunningContest,
    Sandboxes, StopSignal, Timetable, Workspace, find_bots,
    host::{Host, HostOptions, StopReason, Time},
    playing::{JoiningBots, PlayDirective},
    running::{fit, reject_silent},
    say,
    watch::{Changes, change_in, folders_of},
};
use certamen_contest::{
    Contest, ContestError, ContestFile, ExcludedBot, Folder, MinFreeSpace, Openings,
};
use certamen_game::Language;
use certamen_i18n::Localize;
use certamen_portal::{ContestChange, check_job::ContestActivity};
use certamen_runner::{Bot, BuiltBot, CorePool, MatchObserver};
use certamen_sandbox::Sandbox;
use jiff::Timestamp;
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::Arc,
    thread::{self, ScopedJoinHandle},
    time::{Duration, Instant},
};

/// The minimum number of entrants of a contest.
const FEWEST: usize = 2;
/// How soon it is looked again whether another process still plays the contest: the end of a lock
/// is announced to no one.
const LOCKED_REST: Duration = Duration::from_secs(5);
/// How soon it is looked again whether the disk has room.
const ROOM_REST: Duration = Duration::from_secs(30);
/// How soon rules that failed are tried again. What they did may be an accident of this machine; if it
/// is not, trying more often would only cost time.
const RULES_REST: Duration = Duration::from_secs(60 * 60);
/// How often it is checked that the disk has room while matches are played.
const ROOM_CHECK: Duration = Duration::from_secs(5);

pub struct Runner<'a> {
    pub folder: Folder,
    /// The threads that play, which others use, too.
    pub pool: Arc<CorePool>,
    /// Where its matches with players on other machines are played.
    pub remote: RemoteContest,
    pub target: ExecutionTarget,
    pub sandboxes: Sandboxes,
    /// The language of teams of a course that chose none.
    pub language: Language,
    pub min_free_space: MinFreeSpace,
    pub watcher: FolderWatcher,
    pub stop: &'a StopSignal,
    pub notify: &'a (dyn Fn(ContestActivity) + Sync),
    /// Receives what was just stored or written, also by other processes.
    pub changed: Arc<dyn Fn(ContestChange) + Send + Sync>,
    /// Receives the numbers of the cores in use.
    pub on: &'a (dyn Fn(&[usize]) + Sync),
    /// Receives the progress of matches that take long.
    pub observer: MatchObserver,
    /// Draws the charts of a contest with a timetable.
    pub draw: crate::host::DrawCharts<'a>,
}

impl Runner<'_> {
    pub fn run(&self) {
        let mut backoff = Backoff::default();
        let mut files = self.files();
        while !self.stop.is_set() {
            (self.notify)(ContestActivity::Opening);
            files.read_all();
            if self.waits_for_entrants() {
                (self.notify)(ContestActivity::Nothing);
                files.wait(Duration::MAX, self.stop);
                continue;
            }
            if self.was_never_held() {
                (self.notify)(ContestActivity::NeverHosted);
                files.wait(Duration::MAX, self.stop);
                continue;
            }
            let ended = self.play(&mut files);
            // In every case.
            (self.on)(&[]);
            match ended {
                Ok(PlayEnd::Stopped) => return,
                Ok(PlayEnd::Paused) => backoff = Backoff::default(),
                Ok(PlayEnd::Done(_)) => {
                    backoff = Backoff::default();
                    (self.notify)(ContestActivity::Finished);
                    files.wait(Duration::MAX, self.stop);
                }
                Ok(PlayEnd::Incomplete) => {
                    let again = backoff.after_another();
                    (self.notify)(ContestActivity::Incomplete { again });
                    files.wait(again, self.stop);
                }
                Err(HostError::Contest(ContestError::Locked { .. })) => {
                    (self.notify)(ContestActivity::Elsewhere);
                    self.stop.rest(LOCKED_REST);
                }
                Err(error @ HostError::NoRoom { .. }) => {
                    (self.notify)(ContestActivity::Failed {
                        why: error.message(),
                        again: ROOM_REST,
                    });
                    self.stop.rest(ROOM_REST);
                }
                Err(error @ HostError::Rules { .. }) => {
                    let why = say::rules_paused(error.message());
                    (self.notify)(ContestActivity::Failed { why, again: RULES_REST });
                    files.wait(RULES_REST, self.stop);
                }
                Err(error) => {
                    let again = backoff.after_another();
                    (self.notify)(ContestActivity::Failed { why: error.message(), again });
                    files.wait(again, self.stop);
                }
            }
        }
    }

    /// The files of the contest, of which each change is reported.
    fn files(&self) -> ContestFiles {
        let (changed, folder) = (Arc::clone(&self.changed), self.folder.clone());
        let report = move |within: &Path| changed(change_in(&folder, within));
        ContestFiles {
            folder: self.folder.clone(),
            changes: Changes::new(&self.watcher, self.stop, report),
            content: None,
        }
    }

    /// Plays until the files are no longer those that were read before it was opened: what arrives
    /// while bots are built is not among the bots. Bots that are only added join meanwhile.
    fn play(&self, files: &mut ContestFiles) -> Result<PlayEnd, HostError> {
        has_room(self.min_free_space, &self.folder)?;
        let file = ContestFile::read(&self.folder)?;
        let notify = |event: Event<'_>| self.pass_on(&event);
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
        running.workspace.remote = Some(self.remote.clone());
        running.workspace.observer = Some(Arc::clone(&self.observer));
        let newcomers = Newcomers::of(self, &running);
        let mut field = PlayingField::of(&running.bots, &running.aside);
        let mut room_checked = Instant::now();
        let ended = thread::scope(|scope| {
            let mut building = None::<ScopedJoinHandle<'_, JoiningBots>>;
            let mut direct = |_: &Contest| {
                if room_checked.elapsed() >= ROOM_CHECK {
                    has_room(self.min_free_space, &self.folder)?;
                    room_checked = Instant::now();
                }
                if let Some(built) = building.take_if(|building| building.is_finished()) {
                    // A panic was already reported where it happened.
                    let Ok(joining) = built.join() else { return Ok(PlayDirective::Pause) };
                    field = PlayingField::of(&joining.bots, &joining.aside);
                    return Ok(PlayDirective::Join(joining));
                }
                // What changes while bots are built is looked at afterwards.
                if building.is_some() || !files.changes.may_differ() {
                    return Ok(PlayDirective::GoOn);
                }
                let Some(now) = files.other_content() else { return Ok(PlayDirective::GoOn) };
                let before = files.content.replace(now.clone());
                let Some(arrivals) = newcomers.among(before.as_ref(), &now) else {
                    return Ok(PlayDirective::Pause);
                };
                let (newcomers, field, stop) = (&newcomers, field.clone(), self.stop);
                building = Some(scope.spawn(move || {
                    let joining = newcomers.build(arrivals, &field);
                    stop.wake();
                    joining
                }));
                Ok(PlayDirective::GoOn)
            };
            let (ended, _) = running.play_with_newcomers(self.stop, &notify, &mut direct)?;
            // A bot that was not built in time joins when the contest is opened again.
            let is_late = building.is_some() && ended != PlayEnd::Stopped;
            Ok::<_, HostError>(if is_late { PlayEnd::Paused } else { ended })
        })?;
        running.contest.remember_table()?;
        Ok(ended)
    }

    fn pass_on(&self, event: &Event<'_>) {
        match event {
            Event::Begins(progress) | Event::Goes(progress) => {
                (self.notify)(ContestActivity::Playing(*progress));
            }
            Event::On(cores) => (self.on)(cores),
            Event::Stored => (self.changed)(ContestChange::Matches),
            Event::Published(_) | Event::Marked(_) => (self.changed)(ContestChange::Publications),
            Event::Received(_) => (self.changed)(ContestChange::Entries),
            _ => {}
        }
        event.log();
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
            remote: Some(self.remote.clone()),
            min_free_space: self.min_free_space,
            watcher: self.watcher.clone(),
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
}

/// The files of a contest, as they were when they were last read.
struct ContestFiles {
    folder: Folder,
    changes: Changes,
    /// `None` if they could not be read, as when they are just being written.
    content: Option<ContestContent>,
}

/// The text of a contest file, and the bots that the contest has.
#[derive(Clone)]
struct ContestContent {
    text: String,
    bots: Vec<Bot>,
    aside: Vec<ExcludedBot>,
}

impl ContestContent {
    fn read(folder: &Folder) -> Option<ContestContent> {
        let text = fs::read_to_string(folder.contest_file()).ok()?;
        let file = ContestFile::read(folder).ok()?;
        let LoadedBots { bots, rejected_bots } = find_bots(folder, &file).ok()?;
        let aside = rejected_bots.iter().map(RejectedBot::to_excluded).collect();
        Some(ContestContent { text, bots, aside })
    }

    fn is_like(&self, other: &ContestContent) -> bool {
        let same = |(one, other): (&Bot, &Bot)| is_same(one, other);
        self.text == other.text
            && self.bots.len() == other.bots.len()
            && self.bots.iter().zip(&other.bots).all(same)
    }
}

fn is_same(one: &Bot, other: &Bot) -> bool {
    (&one.name, &one.digest) == (&other.name, &other.digest)
}

impl ContestFiles {
    fn read_all(&mut self) {
        self.changes.begin(folders_of(&self.folder));
        self.content = ContestContent::read(&self.folder);
    }

    /// What the files are now, if they can be read and are not as they were.
    fn other_content(&self) -> Option<ContestContent> {
        let now = ContestContent::read(&self.folder)?;
        let is_known = self.content.as_ref().is_some_and(|before| before.is_like(&now));
        (!is_known).then_some(now)
    }

    /// Waits for this time, or until the files change or the stop signal is set.
    fn wait(&mut self, time: Duration, stop: &StopSignal) {
        let (folder, content) = (&self.folder, &self.content);
        self.changes.wait(time, stop, |changes| {
            let now = changes.may_differ().then(|| ContestContent::read(folder)).flatten();
            now.is_some_and(|now| content.as_ref().is_none_or(|before| !before.is_like(&now)))
        });
    }
}

/// Builds bots that join a contest, beside its matches.
struct Newcomers<'a> {
    folder: &'a Folder,
    sandboxes: &'a Sandboxes,
    file: ContestFile,
    sandbox: Arc<dyn Sandbox>,
    can_join: bool,
}

/// The bots of a contest that is being played.
#[derive(Clone)]
struct PlayingField {
    bots: Vec<Bot>,
    aside: Vec<ExcludedBot>,
}

impl PlayingField {
    fn of(bots: &[Bot], aside: &[ExcludedBot]) -> PlayingField {
        PlayingField { bots: bots.to_vec(), aside: aside.to_vec() }
    }
}

/// Bots that appeared in the files of a contest.
struct Arrivals {
    new: Vec<Bot>,
    content: ContestContent,
}

impl<'a> Newcomers<'a> {
    fn of(runner: &'a Runner<'_>, running: &RunningContest) -> Newcomers<'a> {
        Newcomers {
            folder: &runner.folder,
            sandboxes: &runner.sandboxes,
            file: running.contest.file().clone(),
            sandbox: Arc::clone(&running.workspace.plan.sandbox),
            can_join: running.is_here() && running.contest.can_join(),
        }
    }

    /// The bots that are new in `now`; `None` if something else changed, too, or if they need
    /// another sandbox than the one that the contest has.
    fn among(&self, before: Option<&ContestContent>, now: &ContestContent) -> Option<Arrivals> {
        let is_added_to = before.is_some_and(|before| {
            let stays = |bot: &Bot| now.bots.iter().any(|own| is_same(own, bot));
            before.text == now.text && before.bots.iter().all(stays)
        });
        let isolation = Isolation::of_contest(self.folder, &self.file, self.sandboxes.clone());
        // An error is reported when the contest is opened again.
        let tier = isolation.and_then(|isolation| isolation.sandbox(&now.bots));
        let fits = tier.is_ok_and(|sandbox| sandbox.tier() == self.sandbox.tier());
        if !self.can_join || !is_added_to || !fits {
            return None;
        }
        let is_new =
            |bot: &&Bot| !before.is_some_and(|it| it.bots.iter().any(|own| is_same(own, bot)));
        let new = now.bots.iter().filter(is_new).cloned().collect();
        Some(Arrivals { new, content: now.clone() })
    }

    /// Builds the new bots: those that can join, and the `field` before.
    fn build(&self, arrivals: Arrivals, field: &PlayingField) -> JoiningBots {
        let Arrivals { new, content } = arrivals;
        let (folder, file) = (self.folder, &self.file);
        let sandbox = Arc::clone(&self.sandbox);
        // One at a time: the cores are for the matches.
        let workspace = Workspace::of_contest((folder, folder), file, sandbox, 1);
        let (mut new, mut rejected) = (new, Vec::new());
        reject_silent(file, &mut new, &mut rejected);
        // A file that cannot be read was reported when the contest was opened.
        let entrants = content.bots.len();
        let openings = Openings::read(folder, file, entrants).ok().flatten();
        let ready = fit(folder, file, &workspace, (new, openings.as_ref()), &mut rejected);
        let ready: BTreeMap<String, BuiltBot> =
            ready.into_iter().map(|(bot, built)| (bot.name, built)).collect();
        let plays = |bot: &Bot| {
            ready.contains_key(&bot.name) || field.bots.iter().any(|own| is_same(own, bot))
        };
        let (bots, others): (Vec<Bot>, Vec<Bot>) = content.bots.into_iter().partition(plays);
        let mut aside = content.aside;
        aside.extend(rejected.iter().map(RejectedBot::to_excluded));
        // Those that could not be built before are not tried again.
        let is_left = |it: &&ExcludedBot| {
            let is_named = aside.iter().any(|other| other.bot == it.bot);
            !is_named && others.iter().any(|bot| bot.name == it.bot)
        };
        let left: Vec<ExcludedBot> = field.aside.iter().filter(is_left).cloned().collect();
        aside.extend(left);
        JoiningBots { bots, ready, aside }
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
    use certamen_sandbox::{Launcher, Tier};

    /// A runner of the contest in `folder`, without isolation.
    fn runner<'a>(folder: &Path, stop: &'a StopSignal) -> Runner<'a> {
        Runner {
            folder: Folder::new(folder),
            pool: Arc::new(CorePool::shared(1)),
            remote: crate::remote::RemoteContest::without_site(),
            target: ExecutionTarget::Here,
            sandboxes: Sandboxes::new(&Launcher::with_program("/nothing".into()), Some(Tier::D)),
            language: Language::En,
            min_free_space: MinFreeSpace::default(),
            watcher: FolderWatcher::start(|error| panic!("{error}")),
            stop,
            notify: &|_| (),
            changed: Arc::new(|_| ()),
            on: &|_| (),
            observer: Arc::new(|_| ()),
            draw: &|_| Vec::new(),
        }
    }

    #[test]
    fn what_arrives_while_a_contest_is_opened_is_seen() {
        const LADDER: &str = "name = \"Ladder\"\ngame = \"footsteps\"\n\
            bots = [\"builtin:random\", \"builtin:first\"]\n[format]\nkind = \"ladder\"\n\
            [ranking]\nkind = \"win-share\"\n";
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("contest.toml"), LADDER).unwrap();
        let stop = StopSignal::default();
        let runner = runner(place.path(), &stop);
        let mut files = runner.files();
        files.read_all();
        let changed = LADDER.replace("Ladder\"", "Ladder, with one more\"");
        fs::write(runner.folder.contest_file(), changed).unwrap();
        assert_eq!(runner.play(&mut files).unwrap(), PlayEnd::Paused);
    }

    #[test]
    fn a_contest_whose_matches_cannot_be_played_is_incomplete_and_has_a_time_to_retry() {
        // The engine supports no board.
        const REFUSES: &str = "import sys\nfor line in sys.stdin:\n    \
            number = line.split()[0]\n    \
            sign = '?' if 'boardsize' in line else '='\n    \
            print(sign + number + ' no\\n', flush=True)\n";
        let place = tempfile::tempdir().unwrap();
        let file = "name = \"Go\"\ngame = \"go\"\nbots = [\"refuses\", \"builtin:first\"]\n\
            options = { size = 3 }\n[format]\nkind = \"round-robin\"\n\
            [ranking]\nkind = \"points\"\n[sandbox]\nminimum_tier = \"D\"\n";
        fs::create_dir(place.path().join("refuses")).unwrap();
        let write = |name, text| fs::write(place.path().join(name), text).unwrap();
        write("contest.toml", file);
        write("refuses/bot.py", REFUSES);
        write(
            "refuses/bot.toml",
            "name = \"refuses\"\nlanguage = \"python\"\nsource = [\"bot.py\"]\nprotocol = \"gtp\"\n",
        );
        let (stop, seen) = (StopSignal::default(), std::sync::Mutex::new(Vec::new()));
        let notify = |activity| {
            if matches!(activity, ContestActivity::Incomplete { .. } | ContestActivity::Finished) {
                stop.set();
            }
            seen.lock().unwrap().push(activity);
        };
        Runner { stop: &stop, notify: &notify, ..runner(place.path(), &stop) }.run();
        let seen = seen.into_inner().unwrap();
        let again = Duration::from_secs(60);
        assert_eq!(seen.last(), Some(&ContestActivity::Incomplete { again }), "{seen:?}");
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
