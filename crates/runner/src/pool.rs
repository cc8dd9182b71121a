//! A contest's queue in the core pool: it submits matches and receives results.

use crate::{BuiltBot, CorePool, MatchObserver, SeatingPlan};
use certamen_game::Void;
use certamen_game::job::{JobResult, MatchJob, MatchNumber, SubmissionId};
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    time::{Duration, SystemTime},
};

/// The bots and their setup: what matches of one contest, or of one series, have in common.
#[derive(Clone)]
pub struct Lineup {
    /// How programs are set up.
    pub plan: SeatingPlan,
    /// The bots, by the submissions that matches refer to.
    pub bots: BTreeMap<SubmissionId, BuiltBot>,
    /// The observer of matches that take long.
    pub onlooker: Option<MatchObserver>,
}

/// A match that was returned.
#[derive(Debug)]
pub struct CompletedMatch {
    /// Its number.
    pub number: MatchNumber,
    /// When it began.
    pub began: SystemTime,
    /// The result, or why it must be played again.
    pub result: Result<JobResult, Void>,
    /// An earlier run that does not count.
    pub first: Option<WarmupRun>,
}

/// A first run of a match that does not count.
#[derive(Debug)]
pub struct WarmupRun {
    /// When it began.
    pub began: SystemTime,
    /// When it ended.
    pub ended: SystemTime,
    /// Why it does not count.
    pub reason: Void,
}

/// A queue of matches. Dropping it stops the running ones.
pub struct PoolHandle {
    pool: Arc<CorePool>,
    key: u64,
    done: Receiver<CompletedMatch>,
}

impl PoolHandle {
    /// `jobs` threads of its own that play matches, each with its own lineup.
    pub fn start(jobs: usize) -> PoolHandle {
        PoolHandle::on(&Arc::new(CorePool::start(jobs)))
    }

    /// A queue on threads that other contests use, too.
    pub fn on(pool: &Arc<CorePool>) -> PoolHandle {
        let (hand_in, done) = channel();
        let key = pool.lines.join(hand_in);
        PoolHandle { pool: Arc::clone(pool), key, done }
    }

    /// Gives a match between bots of `cast` to the next free thread.
    pub fn give(&self, job: MatchJob, cast: &Arc<Lineup>) {
        self.pool.lines.give(self.key, job, cast);
    }

    /// The cores that play its matches at present, in order, each once.
    pub fn cores(&self) -> Vec<usize> {
        self.pool.cores_of(self.key)
    }

    /// The next match that is returned within `patience`.
    pub fn take(&self, patience: Duration) -> Result<CompletedMatch, RecvTimeoutError> {
        self.done.recv_timeout(patience)
    }

    /// A match that has been returned already.
    pub fn take_now(&self) -> Option<CompletedMatch> {
        self.done.try_recv().ok()
    }
}

impl Drop for PoolHandle {
    fn drop(&mut self) {
        self.pool.lines.leave(self.key);
    }
}
