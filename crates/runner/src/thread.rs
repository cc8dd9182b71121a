//! One thread that plays, and what it keeps from match to match.

use crate::referee::{PlayError, play};
use crate::{
    BuiltBot, PlayerFactory, SeatingPlan,
    match_progress::MatchReporter,
    pool::{CompletedMatch, Lineup, WarmupRun},
    replay_audit::ask_again,
    say,
};
use certamen_game::job::{JobResult, MatchJob};
use certamen_game::{Fault, Void};
use certamen_sandbox::{CellPool, LastWords};
use std::{
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Instant, SystemTime},
};

/// How many places of programs that do not play each thread keeps for their next match. An idle
/// one has less than 1 MiB and one process.
const IDLE: usize = 16;

/// A thread that plays one match after the other, and what it keeps for the next one.
pub struct WorkerThread {
    /// Distinguishes it from the others.
    place: usize,
    /// Whose programs it kept places for, and how they are seated on those.
    last: Option<(Arc<Lineup>, SeatingPlan)>,
}

impl WorkerThread {
    /// The thread at this place.
    pub fn at(place: usize) -> WorkerThread {
        WorkerThread { place, last: None }
    }

    /// Distinguishes it from the others.
    pub fn place(&self) -> usize {
        self.place
    }

    /// Plays a match; `None` if it is stopped.
    pub fn play(
        &mut self,
        job: &MatchJob,
        cast: &Arc<Lineup>,
        stop: &AtomicBool,
    ) -> Option<CompletedMatch> {
        let plan = self.plan(cast);
        let mut began = SystemTime::now();
        let mut first = None;
        // A panic here must not lose the match: it is played again, or reported.
        let played = catch_unwind(AssertUnwindSafe(|| {
            let played = self.try_play(&plan, cast, job, stop);
            let Some(reason) = too_slow_at_first(&played, cast, job) else { return played };
            let ended = SystemTime::now();
            first = Some(WarmupRun { began, ended, reason });
            began = ended;
            self.try_play(&plan, cast, job, stop)
        }));
        let played = played.unwrap_or_else(|_| Err(Void::Ours(say::panicked())));
        Some(CompletedMatch { number: job.number, began, result: played.transpose()?, first })
    }

    /// The plan of `cast`, on the places of its programs that this thread has kept.
    fn plan(&mut self, cast: &Arc<Lineup>) -> SeatingPlan {
        match &self.last {
            Some((last, plan)) if Arc::ptr_eq(last, cast) => plan.clone(),
            _ => {
                let sandbox = Arc::new(CellPool::new(Arc::clone(&cast.plan.sandbox), IDLE));
                let plan = SeatingPlan { sandbox, ..cast.plan.clone() };
                self.last = Some((Arc::clone(cast), plan.clone()));
                plan
            }
        }
    }

    fn try_play(
        &self,
        plan: &SeatingPlan,
        cast: &Lineup,
        job: &MatchJob,
        stop: &AtomicBool,
    ) -> Result<Option<JobResult>, Void> {
        let stranger = || Void::Ours(say::stranger());
        let find = |seat| cast.bots.get(seat).ok_or_else(stranger);
        let bots = job.seats.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let MatchJob { number, table, folders, .. } = job;
        let factory = PlayerFactory { plan, place: self.place };
        let (began, started) = (SystemTime::now(), Instant::now());
        let words: Vec<Arc<LastWords>> = bots.iter().map(|_| Arc::default()).collect();
        let mut players = factory.players_with_last_words(table, &bots, folders, &words)?;
        let mut teller = MatchReporter::new(cast.onlooker.as_ref(), *number);
        let mut watch = |event: &crate::referee::MatchEvent<'_>| {
            teller.hear(event);
            if stop.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let played = play(plan.game, table.clone(), &[], &mut players, &mut watch);
        // Programs end here: nothing is written any more.
        drop(players);
        let took = started.elapsed();
        match played {
            Ok(mut record) => {
                let left = factory.left_behind(table, &bots);
                ask_again(&factory, (&bots, folders), &mut record)?;
                let folders = left;
                let errors = words.iter().map(|words| words.tail()).collect();
                let (number, began) = (*number, Some(began));
                let machine = None;
                Ok(Some(JobResult { number, record, began, took, folders, errors, machine }))
            }
            Err(PlayError::Stopped(_)) => Ok(None),
            Err(PlayError::Void(void)) => Err(void),
            Err(PlayError::Options(error)) => Err(Void::because(&error)),
            Err(PlayError::Resume(why)) => Err(Void::because(&why)),
        }
    }
}

/// Whether the time of an evaluation function decided a match: then it is played again before that
/// counts, since a timing is a single sample and may be bad by chance.
fn too_slow_at_first(
    played: &Result<Option<JobResult>, Void>,
    cast: &Lineup,
    job: &MatchJob,
) -> Option<Void> {
    let outcome = played.as_ref().ok()?.as_ref()?.record.outcome.as_ref()?;
    let slow = outcome.seats.first().filter(|_| outcome.reason == Some(Fault::Timeout))?;
    let bot = cast.bots.get(job.seats.get(slow.index())?)?;
    let name = &job.table.seats.get(slow.index())?.bot;
    matches!(bot, BuiltBot::Evaluation(_)).then(|| Void::Ours(say::too_slow_at_first(name)))
}
