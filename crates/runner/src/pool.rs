//! Where a contest gives its matches out and gets them back: its line on a floor of threads.

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

/// Who can be seated, and how: what matches of one contest, or of one series, have in common.
#[derive(Clone)]
pub struct Lineup {
    /// How programs are seated.
    pub plan: SeatingPlan,
    /// The bots, by the submissions that matches name.
    pub bots: BTreeMap<SubmissionId, BuiltBot>,
    /// Whoever watches those that take long.
    pub onlooker: Option<MatchObserver>,
}

/// A match that came back.
#[derive(Debug)]
pub struct CompletedMatch {
    /// Which.
    pub number: MatchNumber,
    /// When it began.
    pub began: SystemTime,
    /// What came of it, or why it must be played again.
    pub result: Result<JobResult, Void>,
    /// What was played before, if that does not count.
    pub first: Option<WarmupRun>,
}

/// A first try of a match that does not count.
#[derive(Debug)]
pub struct WarmupRun {
    /// When it began.
    pub began: SystemTime,
    /// When it ended.
    pub ended: SystemTime,
    /// Why it does not count.
    pub reason: Void,
}

/// A line of matches. Dropping it stops those under way.
pub struct PoolHandle {
    pool: Arc<CorePool>,
    key: u64,
    done: Receiver<CompletedMatch>,
}

impl PoolHandle {
    /// `jobs` threads of its own that play matches, each with its own cast.
    pub fn start(jobs: usize) -> PoolHandle {
        PoolHandle::on(&Arc::new(CorePool::start(jobs)))
    }

    /// A line on threads that others use, too.
    pub fn on(pool: &Arc<CorePool>) -> PoolHandle {
        let (hand_in, done) = channel();
        let key = pool.lines.join(hand_in);
        PoolHandle { pool: Arc::clone(pool), key, done }
    }

    /// Gives a match between bots of `cast` to whoever is free first.
    pub fn give(&self, job: MatchJob, cast: &Arc<Lineup>) {
        self.pool.lines.give(self.key, job, cast);
    }

    /// The cores on which its matches are played just now, in order, each once.
    pub fn cores(&self) -> Vec<usize> {
        self.pool.cores_of(self.key)
    }

    /// The next match that comes back within `patience`.
    pub fn take(&self, patience: Duration) -> Result<CompletedMatch, RecvTimeoutError> {
        self.done.recv_timeout(patience)
    }

    /// A match that has come back already.
    pub fn take_now(&self) -> Option<CompletedMatch> {
        self.done.try_recv().ok()
    }
}

impl Drop for PoolHandle {
    fn drop(&mut self) {
        self.pool.lines.leave(self.key);
    }
}
