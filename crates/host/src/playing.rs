//! The loop from matches that come back to matches that are given out, and the events that it
//! sends.

use crate::{
    HostError, Publication, RejectedBot, StopSignal,
    executor::{Executor, ReturnedMatch},
    reception::Report,
    running::{bot_version, must_be_deterministic},
    say,
};
use certamen_contest::{
    Contest, ContestError, ContestProgress, ExcludedBot, JoiningEntrants, NextStep, RetryDecision,
};
use certamen_game::{
    Void, escaped,
    job::{JobResult, MatchJob, MatchNumber},
};
use certamen_i18n::{Localize, Message};
use certamen_runner::{Bot, BuiltBot, Prefetch, WarmupRun};
use certamen_tournament::format;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::mpsc,
    thread,
    time::{Duration, Instant, SystemTime},
};

/// How often the cores in use are reported, and how far matches are, the timetable's clock and the
/// free space are looked at. What else changes wakes the thread at once.
const LOOK: Duration = Duration::from_secs(1);

/// How often standings are saved while matches are played.
const KEEP_EVERY: Duration = Duration::from_secs(600);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayEnd {
    Done(format::FormatEnd),
    /// All is played except matches that repeatedly failed because of errors on our side.
    Incomplete,
    Paused,
    Stopped,
}

pub struct PlayLoop<'a> {
    pub contest: &'a mut Contest,
    pub stop: &'a StopSignal,
    pub notify: Listener<'a>,
    pub played: u64,
    /// The bots that joined meanwhile, each time all of them.
    pub(crate) joined: Vec<JoiningBots>,
}

/// What is to become of a contest that is being played.
#[derive(Debug)]
pub(crate) enum PlayDirective {
    GoOn,
    Pause,
    Join(JoiningBots),
}

/// Bots that join a contest while its matches are played.
#[derive(Debug)]
pub(crate) struct JoiningBots {
    /// All bots of the contest from now on, in order of entry.
    pub(crate) bots: Vec<Bot>,
    /// Those that are new, by name, built.
    pub(crate) ready: BTreeMap<String, BuiltBot>,
    pub(crate) aside: Vec<ExcludedBot>,
}

struct PlannedWave {
    wave: Vec<MatchJob>,
    /// Whether it wants to be asked once more.
    again: bool,
    over: Option<PlayEnd>,
}

/// The cores in use, as last reported.
#[derive(Default)]
struct SeenCores {
    cores: Vec<usize>,
    at: Option<Instant>,
}

impl SeenCores {
    /// Whether they are others `now`, if it is time to look.
    fn look(&mut self, cores: impl Fn() -> Vec<usize>, now: Instant) -> bool {
        if self.at.is_some_and(|at| now.duration_since(at) < LOOK) {
            return false;
        }
        self.at = Some(now);
        let before = std::mem::replace(&mut self.cores, cores());
        before != self.cores
    }
}

impl PlayLoop<'_> {
    /// Goes on until the contest is over, or `direct` says that it is time to stop: it is asked
    /// again and again, before anything new is planned.
    pub(crate) fn go(
        &mut self,
        executor: &mut dyn Executor,
        direct: &mut dyn FnMut(&Contest) -> Result<PlayDirective, HostError>,
    ) -> Result<PlayEnd, HostError> {
        // The receiver is gone if the executor is.
        let waker = executor.waker();
        let _waking = waker.map(|waker| self.stop.waking(move || drop(waker.send(None))));
        (self.notify)(Event::Begins(self.contest.progress()));
        while let Some(earlier) = executor.earlier(self.contest)? {
            self.store(executor, earlier)?;
        }
        // Matches that an earlier run gave out, and whose results were rejected, are replayed.
        let (mut under_way, mut saved) = (executor.under_way(), Instant::now());
        let mut seen = SeenCores::default();
        let ended = loop {
            if self.stop.is_set() {
                break PlayEnd::Stopped;
            }
            match direct(self.contest)? {
                PlayDirective::GoOn => {}
                PlayDirective::Join(joining) if self.contest.can_join() && executor.can_join() => {
                    self.join(executor, joining)?;
                }
                // They join when it is opened again.
                PlayDirective::Pause | PlayDirective::Join(_) => break PlayEnd::Paused,
            }
            let PlannedWave { wave, again, over } = self.plan(under_way, executor.wanted())?;
            let planned = wave.len();
            under_way += planned;
            let wave = match executor.prefetch() {
                Some(prefetch) => self.think_ahead(prefetch, wave)?,
                None => wave,
            };
            under_way -= planned - wave.len();
            executor.give(self.contest, wave)?;
            if let Some(ended) = over {
                break ended;
            }
            // There is nothing to wait for if all planned matches were evaluated to their end.
            if under_way > 0 || planned == 0 && !again {
                let back = executor.take(self.contest, LOOK)?;
                under_way -= back.len();
                self.store(executor, back)?;
            }
            for message in &executor.messages() {
                (self.notify)(Event::Said(message));
            }
            (self.notify)(Event::Goes(self.contest.progress()));
            if seen.look(|| executor.cores(), Instant::now()) {
                (self.notify)(Event::On(&seen.cores));
            }
            if saved.elapsed() >= KEEP_EVERY {
                self.contest.save_standings(SystemTime::now())?;
                saved = Instant::now();
            }
        };
        if matches!(ended, PlayEnd::Done(_) | PlayEnd::Incomplete) {
            self.compare(executor)?;
        }
        executor.end();
        (self.notify)(Event::On(&[]));
        self.contest.save_standings(SystemTime::now())?;
        (self.notify)(Event::Ends(self.contest.progress()));
        Ok(ended)
    }

    /// Has bots join while the matches under way go on.
    fn join(&mut self, executor: &mut dyn Executor, joining: JoiningBots) -> Result<(), HostError> {
        let JoiningBots { bots, ready, aside } = &joining;
        let file = self.contest.file();
        let deterministic = bots.iter().map(|bot| must_be_deterministic(file, bot)).collect();
        let entries = bots.iter().map(bot_version).collect();
        self.contest.join(JoiningEntrants { entries, deterministic, aside })?;
        let ids = self.contest.submissions().iter().copied();
        for (id, bot) in ids.zip(bots) {
            if let Some(built) = ready.get(&bot.name) {
                executor.join(id, built.clone());
            }
        }
        self.joined.push(joining);
        Ok(())
    }

    /// Waits for matches that are replayed elsewhere, once all others are played.
    fn compare(&mut self, executor: &mut dyn Executor) -> Result<(), HostError> {
        while executor.still_compares() && !self.stop.is_set() {
            executor.give(self.contest, Vec::new())?;
            let back = executor.take(self.contest, LOOK)?;
            self.store(executor, back)?;
        }
        for message in &executor.messages() {
            (self.notify)(Event::Said(message));
        }
        Ok(())
    }

    /// Evaluates a wave ahead and accepts the matches that ended that way, while the rest is being
    /// evaluated; returns the matches that remain.
    fn think_ahead(
        &mut self,
        prefetch: &mut Prefetch,
        mut wave: Vec<MatchJob>,
    ) -> Result<Vec<MatchJob>, HostError> {
        let (send, ended) = mpsc::channel::<Vec<JobResult>>();
        let (works, stop) = (&wave, self.stop);
        let ContestProgress { finished, total, .. } = self.contest.progress();
        let is_last = finished + works.len() as u64 >= total;
        let mut played = BTreeSet::new();
        let handed_in = thread::scope(|scope| {
            scope.spawn(move || {
                // If the receiver is gone, it has an error to report.
                prefetch.learn(works, &|| stop.is_set(), &mut |some| drop(send.send(some)));
                drop(send);
                // There are no more questions: they stop while the last results are accepted.
                if is_last {
                    prefetch.rest();
                }
            });
            for some in ended {
                played.extend(some.iter().map(|it| it.number));
                self.played += some.len() as u64;
                self.contest.hand_in(some)?;
                (self.notify)(Event::Stored);
                (self.notify)(Event::Goes(self.contest.progress()));
            }
            Ok::<(), HostError>(())
        });
        handed_in?;
        wave.retain(|job| !played.contains(&job.number));
        Ok(wave)
    }

    /// What is to be played next, while `under_way` matches are out and between `fewest` and `most`
    /// are to be.
    fn plan(
        &mut self,
        under_way: usize,
        (fewest, most): (usize, usize),
    ) -> Result<PlannedWave, HostError> {
        let mut planned = PlannedWave { wave: Vec::new(), again: false, over: None };
        loop {
            let wave = planned.wave.len();
            let out = under_way + wave;
            if out >= fewest && (wave == 0 || out >= most) {
                return Ok(planned);
            }
            match self.contest.step()? {
                NextStep::Work(job) => {
                    planned.wave.push(*job);
                    continue;
                }
                NextStep::Wait => {}
                NextStep::Again => planned.again = true,
                NextStep::Stands => planned.over = Some(PlayEnd::Incomplete),
                NextStep::Done(done) => planned.over = Some(PlayEnd::Done(done)),
            }
            return Ok(planned);
        }
    }

    fn store(
        &mut self,
        executor: &mut dyn Executor,
        back: Vec<ReturnedMatch>,
    ) -> Result<(), HostError> {
        let mut finished = Vec::new();
        let mut void = Vec::new();
        for mut one in back {
            if let Some(WarmupRun { began, ended, reason }) = one.first.take() {
                let (number, message) = (one.number, reason.message());
                (self.notify)(Event::PlayedAgain { number, reason: &message });
                self.contest.note_attempt(number, (began, ended), &reason.to_string())?;
            }
            match one.result {
                Ok(played) => finished.push(played),
                Err(_) => void.push(one),
            }
        }
        self.played += finished.len() as u64;
        let is_any = !finished.is_empty();
        let before: Vec<String> = self.contest.suspended().map(str::to_owned).collect();
        self.contest.hand_in(finished)?;
        if is_any {
            (self.notify)(Event::Stored);
        }
        // Results exclude a player only by what it has cost.
        let is_new = |name: &&str| before.iter().all(|before| before != name);
        for name in self.contest.suspended().filter(is_new) {
            (self.notify)(Event::Said(&say::cost_limit(name)));
        }
        for one in void {
            self.give_back(&one)?;
        }
        executor.stored()
    }

    fn give_back(&mut self, one: &ReturnedMatch) -> Result<(), HostError> {
        let Err(reason) = &one.result else { return Ok(()) };
        // Rules that failed would fail again: nothing of this match is stored, and nothing follows.
        if let Void::Rules(fault) = reason {
            let logs = self.contest.folder().logs();
            let path = logs.join(format!("rules-{}.log", one.number));
            let lines = format!("{fault}\n> {}\n< {}\n", fault.sent, fault.received);
            let written = fs::create_dir_all(&logs).and_then(|()| fs::write(&path, lines));
            written.map_err(|error| HostError::Io { path, error })?;
            return Err(HostError::Rules { number: one.number, fault: fault.clone() });
        }
        let (number, times) = (one.number, (one.began, SystemTime::now()));
        let before: Vec<String> = self.contest.suspended().map(str::to_owned).collect();
        if let Void::Unreachable { seat, .. } = reason {
            self.contest.note_unreachable(number, *seat)?;
        }
        let retry_decision =
            self.contest.give_back(number, times, &reason.to_string(), one.on())?;
        let reason = &reason.message();
        (self.notify)(match retry_decision {
            RetryDecision::Again => Event::PlayedAgain { number, reason },
            RetryDecision::Deferred => Event::Deferred { number, reason },
        });
        let newly_suspended =
            self.contest.suspended().filter(|name| before.iter().all(|b| b != name));
        newly_suspended.for_each(|name| (self.notify)(Event::Suspended(name)));
        Ok(())
    }
}

#[derive(Debug)]
pub enum Event<'a> {
    /// Bots cannot enter; the others play. All of them are reported in one event.
    Excluded(&'a [RejectedBot]),
    /// Matches are about to be played; so far was the contest before.
    Begins(ContestProgress),
    /// The progress of the contest. It is reported again and again, even without change.
    Goes(ContestProgress),
    /// Results of matches were committed to the store.
    Stored,
    /// The cores of this machine on which it is played now. Reported when they change, at most once
    /// a second.
    On(&'a [usize]),
    /// No more matches are played.
    Ends(ContestProgress),
    /// We failed to play a match, which will be played again.
    PlayedAgain { number: MatchNumber, reason: &'a Message },
    /// An error on our side kept a match from being played too often: others are played. The next
    /// run retries it, and `serve` does after a while.
    Deferred { number: MatchNumber, reason: &'a Message },
    /// A message about workers.
    Said(&'a Message),
    /// None of the matches of this bot can be played, while its rivals play theirs: it is suspended
    /// until the next run.
    Suspended(&'a str),
    /// A file of a course was decided on.
    Received(&'a Report),
    /// A file of a course cannot be decided on now, and will be later.
    Postponed { file: &'a str, reason: &'a Message },
    /// Standings were published.
    Published(&'a Publication),
    /// The marks of a course are written.
    Marked(&'a Path),
    /// The contest file can no longer be read: the last valid one stays in force.
    FileKept(&'a ContestError),
}

impl Event<'_> {
    /// Logs it, for hosts that no person watches. What happens all the time is left out.
    pub(crate) fn log(&self) {
        match self {
            Event::Excluded(bots) => {
                for RejectedBot { bot, why } in *bots {
                    let why = why.message();
                    tracing::warn!(bot = escaped(bot), %why, "a bot cannot enter");
                }
            }
            Event::PlayedAgain { number, reason } => {
                tracing::warn!(number = number.0, %reason, "a match is played again");
            }
            Event::Deferred { number, reason } => {
                tracing::error!(number = number.0, %reason, "a match is deferred");
            }
            Event::Said(message) => tracing::warn!("{message}"),
            Event::Suspended(bot) => tracing::error!(bot = escaped(bot), "a bot is suspended"),
            Event::Postponed { file, reason } => {
                tracing::error!(file = escaped(file), %reason, "a file cannot be decided on now");
            }
            Event::FileKept(error) => {
                tracing::error!(%error, "the contest file cannot be read; the last one is in force");
            }
            Event::Published(_) => tracing::info!("standings were published"),
            Event::Marked(path) => tracing::info!(path = %path.display(), "marks were written"),
            Event::Begins(_)
            | Event::Goes(_)
            | Event::On(_)
            | Event::Ends(_)
            | Event::Stored
            | Event::Received(_) => {}
        }
    }
}

pub type Listener<'a> = &'a dyn Fn(Event<'_>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_are_checked_once_a_second_and_reported_when_they_change() {
        let (mut seen, begun) = (SeenCores::default(), Instant::now());
        let mut at =
            |cores: &[usize], ms| seen.look(|| cores.to_vec(), begun + Duration::from_millis(ms));
        assert!(at(&[1, 3], 0));
        assert!(!at(&[2], 999), "there is no observer");
        assert!(!at(&[1, 3], 1000) && at(&[2], 2000) && at(&[], 3000) && !at(&[], 4000));
    }
}
