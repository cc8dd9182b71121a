//! Executes matches: on local threads, or on workers. Either way each match that is given comes
//! back once, as played or as void.

use crate::{HostError, Workspace};
#[cfg(feature = "bus")]
use certamen_contest::ContestError;
use certamen_contest::{Contest, FailedBots};
use certamen_game::Void;
use certamen_game::job::{JobResult, MatchJob, MatchNumber};
use certamen_i18n::Message;
use certamen_runner::{CompletedMatch, Lineup, PoolHandle, Prefetch, WarmupRun};
use std::{
    sync::{Arc, mpsc::RecvTimeoutError},
    time::{Duration, SystemTime},
};

#[cfg(feature = "bus")]
use certamen_farm::{Coordinator, MatchOutcome};

/// At most this many matches are stored at a time.
const MOST: usize = 1000;

pub(crate) enum Executor {
    Here(Box<Threads>),
    #[cfg(feature = "bus")]
    Afar(Box<Coordinator>),
}

/// Threads that play, and what they need for it.
pub(crate) struct Threads {
    pool: PoolHandle,
    cast: Arc<Lineup>,
    prefetch: Option<Prefetch>,
    jobs: usize,
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
    fn from(done: CompletedMatch) -> ReturnedMatch {
        let CompletedMatch { number, began, result, first } = done;
        ReturnedMatch { number, began, result, first, machine: String::new(), of: 1 }
    }
}

impl Executor {
    pub(crate) fn here(workspace: &Workspace, cast: Lineup) -> Executor {
        let cast = Arc::new(cast);
        let prefetch = Prefetch::of(&cast, workspace.jobs);
        let (pool, jobs) = (workspace.pool(), workspace.jobs);
        Executor::Here(Box::new(Threads { pool, cast, prefetch, jobs }))
    }

    /// The minimum and maximum number of matches to have under way, so that no thread waits.
    pub(crate) fn wanted(&self) -> (usize, usize) {
        match self {
            // Two for each thread: none waits for the next match while the last one is stored.
            // Those that are evaluated ahead are evaluated together.
            Executor::Here(threads) => {
                let fewest = 2 * threads.jobs;
                let ahead = threads.prefetch.as_ref();
                (fewest, ahead.map_or(fewest, |_| fewest.max(Prefetch::WAVE)))
            }
            #[cfg(feature = "bus")]
            Executor::Afar(coordinator) => (coordinator.wanted(), coordinator.wanted()),
        }
    }

    pub(crate) fn prefetch(&mut self) -> Option<&mut Prefetch> {
        match self {
            Executor::Here(threads) => threads.prefetch.as_mut(),
            #[cfg(feature = "bus")]
            Executor::Afar(_) => None,
        }
    }

    #[cfg_attr(not(feature = "bus"), expect(unused_variables, clippy::unnecessary_wraps))]
    pub(crate) fn give(
        &mut self,
        contest: &mut Contest,
        wave: Vec<MatchJob>,
    ) -> Result<(), HostError> {
        match self {
            Executor::Here(threads) => {
                for job in wave {
                    threads.pool.give(job, &threads.cast);
                }
                Ok(())
            }
            #[cfg(feature = "bus")]
            Executor::Afar(coordinator) => {
                for job in wave {
                    coordinator.give(job);
                }
                let progress = contest.progress();
                let left = progress.total.saturating_sub(progress.finished);
                coordinator.send(left, &mut |what| Ok::<_, HostError>(contest.note_out(what)?))
            }
        }
    }

    /// Some of the matches that an earlier run gave out, and that have come back since; `None` if
    /// that was all.
    #[cfg_attr(not(feature = "bus"), expect(unused_variables, clippy::unnecessary_wraps))]
    pub(crate) fn earlier(
        &mut self,
        contest: &mut Contest,
    ) -> Result<Option<Vec<ReturnedMatch>>, HostError> {
        match self {
            Executor::Here(_) => Ok(None),
            #[cfg(feature = "bus")]
            Executor::Afar(coordinator) => {
                let take_up = &mut |number| Ok::<_, HostError>(contest.take_up(number)?);
                let back = coordinator.earlier(take_up)?;
                Ok(back.map(|back| returned_matches(contest, back)).transpose()?)
            }
        }
    }

    /// How many matches were given and have not come back, before anything is given.
    pub(crate) fn under_way(&self) -> usize {
        match self {
            Executor::Here(_) => 0,
            #[cfg(feature = "bus")]
            Executor::Afar(coordinator) => coordinator.under_way(),
        }
    }

    /// The matches that come back within `patience`.
    #[cfg_attr(not(feature = "bus"), expect(unused_variables))]
    pub(crate) fn take(
        &mut self,
        contest: &mut Contest,
        patience: Duration,
    ) -> Result<Vec<ReturnedMatch>, HostError> {
        match self {
            Executor::Here(threads) => threads.take(patience),
            #[cfg(feature = "bus")]
            Executor::Afar(coordinator) => {
                let back = coordinator.take(patience)?;
                remember(contest, coordinator.trust())?;
                Ok(returned_matches(contest, back)?)
            }
        }
    }

    /// What came back has been stored.
    #[cfg_attr(not(feature = "bus"), expect(clippy::unnecessary_wraps))]
    pub(crate) fn stored(&mut self) -> Result<(), HostError> {
        match self {
            Executor::Here(_) => Ok(()),
            #[cfg(feature = "bus")]
            Executor::Afar(coordinator) => Ok(coordinator.stored()?),
        }
    }

    /// The cores of this machine that are in use just now.
    pub(crate) fn cores(&self) -> Vec<usize> {
        match self {
            Executor::Here(threads) => threads.pool.cores(),
            #[cfg(feature = "bus")]
            Executor::Afar(_) => Vec::new(),
        }
    }

    pub(crate) fn messages(&mut self) -> Vec<Message> {
        match self {
            Executor::Here(_) => Vec::new(),
            #[cfg(feature = "bus")]
            Executor::Afar(coordinator) => coordinator.news(),
        }
    }

    /// Whether it is worth waiting, now that all is played, for what is still to be compared.
    pub(crate) fn still_compare(&mut self) -> bool {
        match self {
            Executor::Here(_) => false,
            #[cfg(feature = "bus")]
            Executor::Afar(coordinator) => coordinator.still_compares(),
        }
    }

    /// No more matches are wanted: those not begun are not played any more.
    pub(crate) fn end(&mut self) {
        match self {
            Executor::Here(_) => {}
            #[cfg(feature = "bus")]
            Executor::Afar(coordinator) => coordinator.end(),
        }
    }
}

impl Threads {
    fn take(&mut self, patience: Duration) -> Result<Vec<ReturnedMatch>, HostError> {
        let first = match self.pool.take(patience) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => return Ok(Vec::new()),
            Err(RecvTimeoutError::Disconnected) => return Err(HostError::NoThreads),
        };
        let more = std::iter::from_fn(|| self.pool.take_now()).take(MOST - 1);
        Ok(std::iter::once(first).chain(more).map(ReturnedMatch::from).collect())
    }
}

#[cfg(feature = "bus")]
fn remember(
    contest: &mut Contest,
    trust_records: Vec<certamen_farm::TrustRecord>,
) -> Result<(), ContestError> {
    for one in trust_records {
        match one {
            certamen_farm::TrustRecord::Audited(what) => contest.note_audit(&what)?,
            certamen_farm::TrustRecord::Suspended { machine, why } => {
                contest.suspend_machine(&machine, &why)?;
            }
        }
    }
    Ok(())
}

/// Matches that came back from workers; those that came too late are only recorded.
#[cfg(feature = "bus")]
fn returned_matches(
    contest: &mut Contest,
    back: Vec<certamen_farm::MatchReturn>,
) -> Result<Vec<ReturnedMatch>, ContestError> {
    let mut found = Vec::with_capacity(back.len());
    for certamen_farm::MatchReturn { number, came, machine, of } in back {
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
