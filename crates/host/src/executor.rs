//! Executes matches: on local threads, or on workers. Either way each match that is given comes
//! back once, as played or as void.

use crate::{HostError, Workspace};
use certamen_contest::{Contest, FailedBots};
use certamen_game::Void;
use certamen_game::job::{JobResult, MatchJob, MatchNumber, SubmissionId};
use certamen_i18n::Message;
use certamen_runner::{
    BuiltBot, CompletedMatch, Lineup, PoolHandle, Prefetch, ResultSender, WarmupRun,
};
use std::{
    iter,
    ops::Deref,
    sync::Arc,
    time::{Duration, SystemTime},
};

#[cfg(feature = "bus")]
use certamen_farm::{Coordinator, MatchOutcome, MatchReturn, TrustRecord};

/// At most this many matches are stored at a time.
const MOST: usize = 1000;
/// How long the message server is asked for results before the host looks at the stop signal and at
/// what the workers report: a request that has begun is not broken off, because its answer would be
/// lost.
#[cfg(feature = "bus")]
const REPORTS: Duration = Duration::from_millis(50);

/// Executes matches. The defaults are those of an executor that remembers nothing between runs.
pub(crate) trait Executor {
    /// The minimum and maximum number of matches to have under way, so that no thread waits.
    fn wanted(&self) -> (usize, usize);

    fn prefetch(&mut self) -> Option<&mut Prefetch> {
        None
    }

    fn give(&mut self, contest: &mut Contest, wave: Vec<MatchJob>) -> Result<(), HostError>;

    /// Some of the matches that an earlier run gave out, and that have come back since; `None` if
    /// that was all.
    fn earlier(&mut self, _: &mut Contest) -> Result<Option<Vec<ReturnedMatch>>, HostError> {
        Ok(None)
    }

    /// How many matches were given and have not come back, before anything is given.
    fn under_way(&self) -> usize {
        0
    }

    /// What ends a wait in `take` early, if anything does.
    fn waker(&self) -> Option<ResultSender> {
        None
    }

    /// The matches that come back within `patience`.
    fn take(
        &mut self,
        contest: &mut Contest,
        patience: Duration,
    ) -> Result<Vec<ReturnedMatch>, HostError>;

    /// What came back has been stored.
    fn stored(&mut self) -> Result<(), HostError> {
        Ok(())
    }

    /// The cores of this machine that are in use just now.
    fn cores(&self) -> Vec<usize> {
        Vec::new()
    }

    /// Messages to report; each is returned once.
    fn messages(&mut self) -> Vec<Message> {
        Vec::new()
    }

    /// Whether replays for comparison are still under way once all is played.
    fn still_compares(&mut self) -> bool {
        false
    }

    /// Whether bots can join while matches are under way.
    fn can_join(&self) -> bool {
        false
    }

    /// Matches of this bot may be given from now on.
    fn join(&mut self, _: SubmissionId, _: BuiltBot) {}

    /// No more matches are wanted: those that have not begun are cancelled.
    fn end(&mut self) {}
}

pub(crate) struct ReturnedMatch {
    pub(crate) number: MatchNumber,
    pub(crate) began: SystemTime,
    /// The result, or why it must be played again.
    pub(crate) result: Result<JobResult, Void>,
    /// The warm-up run before it, if that does not count.
    pub(crate) first: Option<WarmupRun>,
    /// The key of the worker that had it; empty if it was played here.
    machine: String,
    /// How many there are that could have been given it.
    of: usize,
}

impl ReturnedMatch {
    /// Where we failed to play it, if we did.
    pub(crate) fn on(&self) -> FailedBots<'_> {
        FailedBots { machine: &self.machine, of: self.of }
    }
}

impl From<CompletedMatch> for ReturnedMatch {
    fn from(completed: CompletedMatch) -> ReturnedMatch {
        let CompletedMatch { number, began, result, first } = completed;
        ReturnedMatch { number, began, result, first, machine: String::new(), of: 1 }
    }
}

/// A lineup while its matches are played. Its players over HTTP have connections of their own, which
/// are cancelled when it is dropped: a move may take an hour, and a pool waits for its matches. So it
/// must be dropped before the pool.
pub(crate) struct ActiveLineup(Arc<Lineup>);

impl ActiveLineup {
    pub(crate) fn new(mut lineup: Lineup) -> ActiveLineup {
        lineup.bots.values_mut().for_each(renew);
        ActiveLineup(Arc::new(lineup))
    }

    /// Matches given from now on may have this bot; those under way keep the lineup that they were
    /// given with.
    fn join(&mut self, id: SubmissionId, mut built: BuiltBot) {
        renew(&mut built);
        let mut lineup = Lineup::clone(&self.0);
        lineup.bots.insert(id, built);
        self.0 = Arc::new(lineup);
    }
}

fn renew(bot: &mut BuiltBot) {
    if let BuiltBot::Http(http) = bot {
        *http = http.renewed();
    }
}

impl Deref for ActiveLineup {
    type Target = Arc<Lineup>;

    fn deref(&self) -> &Arc<Lineup> {
        &self.0
    }
}

impl Drop for ActiveLineup {
    fn drop(&mut self) {
        for bot in self.0.bots.values() {
            if let BuiltBot::Http(http) = bot {
                http.cancel();
            }
        }
    }
}

/// Threads that play, and what they need for it.
pub(crate) struct Threads {
    // Fields are dropped in this order: the pool waits for matches under way.
    lineup: ActiveLineup,
    pool: PoolHandle,
    prefetch: Option<Prefetch>,
    jobs: usize,
}

impl Threads {
    pub(crate) fn of(workspace: &Workspace, lineup: Lineup) -> Threads {
        let lineup = ActiveLineup::new(lineup);
        let prefetch = Prefetch::of(&lineup, workspace.jobs);
        Threads { lineup, pool: workspace.pool(), prefetch, jobs: workspace.jobs }
    }

    /// Where matches that are played elsewhere arrive.
    pub(crate) fn results(&self) -> ResultSender {
        self.pool.results()
    }

    /// The bots that matches given from now on have.
    pub(crate) fn lineup(&self) -> &Arc<Lineup> {
        &self.lineup
    }
}

impl Executor for Threads {
    fn wanted(&self) -> (usize, usize) {
        // Two for each thread: none waits for the next match while the last one is stored. Those
        // that are evaluated ahead are evaluated together.
        let fewest = 2 * self.jobs;
        (fewest, if self.prefetch.is_some() { fewest.max(Prefetch::WAVE) } else { fewest })
    }

    fn prefetch(&mut self) -> Option<&mut Prefetch> {
        self.prefetch.as_mut()
    }

    fn give(&mut self, _: &mut Contest, wave: Vec<MatchJob>) -> Result<(), HostError> {
        for job in wave {
            self.pool.give(job, &self.lineup);
        }
        Ok(())
    }

    fn take(
        &mut self,
        _: &mut Contest,
        patience: Duration,
    ) -> Result<Vec<ReturnedMatch>, HostError> {
        let first = self.pool.take(patience);
        let more = iter::from_fn(|| self.pool.take_now()).take(MOST - 1);
        Ok(first.into_iter().chain(more).map(ReturnedMatch::from).collect())
    }

    fn waker(&self) -> Option<ResultSender> {
        Some(self.results())
    }

    fn cores(&self) -> Vec<usize> {
        self.pool.cores()
    }

    fn can_join(&self) -> bool {
        true
    }

    fn join(&mut self, id: SubmissionId, built: BuiltBot) {
        self.lineup.join(id, built);
        self.prefetch = Prefetch::of(&self.lineup, self.jobs);
    }
}

#[cfg(feature = "bus")]
impl Executor for Coordinator {
    fn wanted(&self) -> (usize, usize) {
        (Coordinator::wanted(self), Coordinator::wanted(self))
    }

    fn give(&mut self, contest: &mut Contest, wave: Vec<MatchJob>) -> Result<(), HostError> {
        for job in wave {
            Coordinator::give(self, job);
        }
        let progress = contest.progress();
        let left = progress.total.saturating_sub(progress.finished);
        self.send(left, &mut |what| Ok::<_, HostError>(contest.note_out(what)?))
    }

    fn earlier(&mut self, contest: &mut Contest) -> Result<Option<Vec<ReturnedMatch>>, HostError> {
        let take_up = &mut |number| Ok::<_, HostError>(contest.take_up(number)?);
        let back = Coordinator::earlier(self, take_up)?;
        back.map(|back| returned_matches(contest, back)).transpose()
    }

    fn under_way(&self) -> usize {
        Coordinator::under_way(self)
    }

    fn take(
        &mut self,
        contest: &mut Contest,
        patience: Duration,
    ) -> Result<Vec<ReturnedMatch>, HostError> {
        let back = Coordinator::take(self, patience.min(REPORTS))?;
        for record in self.trust() {
            match record {
                TrustRecord::Audited(what) => contest.note_audit(&what)?,
                TrustRecord::Suspended { machine, why } => {
                    contest.suspend_machine(&machine, &why)?;
                }
            }
        }
        returned_matches(contest, back)
    }

    fn stored(&mut self) -> Result<(), HostError> {
        Ok(Coordinator::stored(self)?)
    }

    fn messages(&mut self) -> Vec<Message> {
        self.take_messages()
    }

    fn still_compares(&mut self) -> bool {
        Coordinator::still_compares(self)
    }

    fn end(&mut self) {
        Coordinator::end(self);
    }
}

/// The matches that workers returned; late ones are only recorded.
#[cfg(feature = "bus")]
fn returned_matches(
    contest: &mut Contest,
    back: Vec<MatchReturn>,
) -> Result<Vec<ReturnedMatch>, HostError> {
    let mut found = Vec::with_capacity(back.len());
    for MatchReturn { number, came, machine, of } in back {
        let (began, result) = match came {
            MatchOutcome::Played(played) => (played.began, Ok(*played)),
            MatchOutcome::Void(void) => (None, Err(void)),
            MatchOutcome::Late(record) => {
                contest.note_late(number, record.as_bytes())?;
                continue;
            }
        };
        let began = began.unwrap_or_else(SystemTime::now);
        found.push(ReturnedMatch { number, began, result, first: None, machine, of });
    }
    Ok(found)
}
