//! Threads that several contests share: each contest has its own queue of matches, and a free thread
//! takes the next match from the queue that has used least time, so that an hour-long game does not
//! starve the others.

use crate::{BuiltBot, EnginePool, MatchObserver, SeatingPlan, thread::WorkerThread};
use certamen_game::Void;
use certamen_game::job::{JobResult, MatchJob, MatchNumber, SubmissionId};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};
use tracing::Span;

/// Matches that take longer count as long.
const LONG: Duration = Duration::from_secs(2);

/// Threads that play one match each at a time, each on a core of its own.
pub struct CorePool {
    queues: Arc<PoolQueues>,
    jobs: usize,
    /// The core of each thread, by its index.
    cores: Vec<usize>,
    threads: Vec<JoinHandle<()>>,
}

impl CorePool {
    /// A pool of `jobs` threads.
    pub fn start(jobs: usize) -> CorePool {
        let queues = Arc::new(PoolQueues::default());
        let mut pool = CorePool { queues, jobs, cores: Vec::new(), threads: Vec::new() };
        for _ in 0..jobs {
            pool.add_thread(PoolQueues::take);
        }
        pool
    }

    /// `jobs` threads, and one more that plays short matches while all others play long ones: on few
    /// cores a single match would block all contests.
    pub fn shared(jobs: usize) -> CorePool {
        let mut pool = CorePool::start(jobs);
        pool.add_thread(PoolQueues::take_short);
        pool
    }

    fn add_thread(&mut self, take: fn(&PoolQueues, usize) -> Option<OccupiedCores>) {
        let (cores, place) = (allowed_cores(), self.threads.len());
        let core = cores[place % cores.len()];
        let queues = Arc::clone(&self.queues);
        self.cores.push(core);
        self.threads.push(thread::spawn(move || {
            pin_to_core(core);
            let mut worker = WorkerThread::at(place);
            while let Some(taken) = take(&queues, place) {
                queues.play(taken, &mut worker);
            }
        }));
    }

    /// How many matches are played in parallel.
    pub fn jobs(&self) -> usize {
        self.jobs
    }
}

impl Drop for CorePool {
    fn drop(&mut self) {
        self.queues.lock().closed = true;
        self.queues.changed.notify_all();
        for thread in self.threads.drain(..) {
            // A panic was already reported where it happened.
            let _ = thread.join();
        }
    }
}

#[derive(Default)]
struct PoolQueues {
    state: Mutex<PoolState>,
    changed: Condvar,
}

#[derive(Default)]
struct PoolState {
    queues: BTreeMap<u64, PoolQueue>,
    next: u64,
    /// The queue whose match each busy thread plays, by the thread's index.
    places: BTreeMap<usize, u64>,
    closed: bool,
    /// When a thread that plays all matches last took one.
    last_taken: Option<Instant>,
}

struct PoolQueue {
    waiting: VecDeque<(MatchJob, Arc<Lineup>)>,
    under_way: usize,
    used: Duration,
    last: Option<Duration>,
    stop: Arc<AtomicBool>,
    results: ResultSender,
    /// What was under way where the queue was made: its matches belong to it.
    span: Span,
}

impl PoolQueue {
    /// How long its next match may take: as long as the last one, or one move of each player.
    fn expected(&self) -> Duration {
        let thought = self.waiting.front().map(|(job, _)| {
            job.table.conditions.move_time().saturating_mul(job.seats.len() as u32)
        });
        self.last.or(thought).unwrap_or_default()
    }

    fn is_short(&self) -> bool {
        // The first match may turn out to be long.
        let is_known = self.last.is_some() || self.under_way == 0;
        is_known && self.expected() <= LONG
    }
}

struct OccupiedCores {
    key: u64,
    job: MatchJob,
    lineup: Arc<Lineup>,
    stop: Arc<AtomicBool>,
    results: ResultSender,
    span: Span,
}

impl PoolQueues {
    /// Adds a queue, which starts with the least time used by any other.
    fn join(&self, results: ResultSender) -> u64 {
        let mut state = self.lock();
        let used = state.queues.values().map(|queue| queue.used).min().unwrap_or_default();
        let key = state.next;
        state.next += 1;
        let queue = PoolQueue {
            waiting: VecDeque::new(),
            under_way: 0,
            used,
            last: None,
            stop: Arc::default(),
            results,
            span: Span::current(),
        };
        state.queues.insert(key, queue);
        key
    }

    fn play(&self, taken: OccupiedCores, worker: &mut WorkerThread) {
        let started = Instant::now();
        let play = || worker.play(&taken.job, &taken.lineup, &taken.stop);
        let done = taken.span.in_scope(play);
        let used = started.elapsed();
        if let Some(done) = done {
            // The receiver may be gone.
            let _ = taken.results.send(Some(done));
        }
        drop(taken.results);
        let mut state = self.lock();
        state.places.remove(&worker.place());
        if let Some(queue) = state.queues.get_mut(&taken.key) {
            queue.under_way -= 1;
            queue.used += used;
            queue.last = Some(used);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// The next match for the thread with this index; `None` once the pool is closed.
    fn take(&self, place: usize) -> Option<OccupiedCores> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(taken) = state.next_of(place, |_| true) {
                if state.last_taken.replace(Instant::now()).is_none() {
                    // The thread for short matches does not know yet how long to wait.
                    self.changed.notify_all();
                }
                return Some(taken);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The next short match, once all other threads play long ones.
    fn take_short(&self, place: usize) -> Option<OccupiedCores> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            // How long it takes at least until all play long ones.
            let left = state.last_taken.map(|taken| LONG.saturating_sub(taken.elapsed()));
            if left == Some(Duration::ZERO)
                && let Some(taken) = state.next_of(place, PoolQueue::is_short)
            {
                return Some(taken);
            }
            state = match left {
                Some(left) if !left.is_zero() => {
                    let waited = self.changed.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                _ => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn lock(&self) -> MutexGuard<'_, PoolState> {
        // No operation under the lock can leave the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PoolState {
    /// A queue that was empty gets no credit: it continues from the least time used by the busy ones.
    fn catch_up(&mut self, key: u64) {
        let busy = |queue: &&PoolQueue| !queue.waiting.is_empty() || queue.under_way > 0;
        let others = self.queues.iter().filter(|(other, _)| **other != key);
        let least = others.map(|(_, queue)| queue).filter(busy).map(|queue| queue.used).min();
        if let Some(queue) = self.queues.get_mut(&key).filter(|queue| queue.waiting.is_empty()) {
            queue.used = queue.used.max(least.unwrap_or_default());
        }
    }

    /// The next match for the thread with this index, from the `eligible` queue that used least.
    fn next_of(
        &mut self,
        place: usize,
        eligible: impl Fn(&PoolQueue) -> bool,
    ) -> Option<OccupiedCores> {
        let waiting = self.queues.iter_mut();
        let waiting = waiting.filter(|(_, queue)| !queue.waiting.is_empty() && eligible(queue));
        // At equal time, fewer running matches, then a shorter match, come first.
        let next = waiting.min_by_key(|(_, queue)| (queue.used, queue.under_way, queue.expected()));
        let (key, queue) = next?;
        let (job, lineup) = queue.waiting.pop_front()?;
        queue.under_way += 1;
        self.places.insert(place, *key);
        let (stop, results) = (Arc::clone(&queue.stop), queue.results.clone());
        Some(OccupiedCores { key: *key, job, lineup, stop, results, span: queue.span.clone() })
    }
}

/// The bots and their setup, common to all matches of a contest or series.
#[derive(Clone)]
pub struct Lineup {
    /// How programs are set up.
    pub plan: SeatingPlan,
    /// The bots, by the submissions that matches refer to.
    pub bots: BTreeMap<SubmissionId, BuiltBot>,
    /// The observer of matches that take long.
    pub observer: Option<MatchObserver>,
    /// The engines that go on from match to match.
    pub engines: EnginePool,
}

/// A match that was played, or could not be.
#[derive(Debug)]
pub struct CompletedMatch {
    /// Its number.
    pub number: MatchNumber,
    /// When it began.
    pub began: SystemTime,
    /// The result, or why it must be played again.
    pub result: Result<JobResult, Void>,
    /// A first run that does not count.
    pub first: Option<WarmupRun>,
}

/// A first run of a match that does not count.
#[derive(Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct WarmupRun {
    pub began: SystemTime,
    pub ended: SystemTime,
    pub reason: Void,
}

/// Where completed matches arrive; `None` only wakes the receiver.
pub type ResultSender = Sender<Option<CompletedMatch>>;

/// A queue of matches. Dropping it drops the waiting matches, and stops the running ones and waits for
/// them.
pub struct PoolHandle {
    pool: Arc<CorePool>,
    key: u64,
    results: ResultSender,
    done: Receiver<Option<CompletedMatch>>,
}

impl PoolHandle {
    /// A queue with `jobs` threads of its own.
    pub fn start(jobs: usize) -> PoolHandle {
        PoolHandle::on(&Arc::new(CorePool::start(jobs)))
    }

    /// A queue on a shared pool.
    pub fn on(pool: &Arc<CorePool>) -> PoolHandle {
        let (results, done) = channel();
        let key = pool.queues.join(results.clone());
        PoolHandle { pool: Arc::clone(pool), key, results, done }
    }

    /// Adds a match between bots of `lineup` to the queue.
    pub fn give(&self, job: MatchJob, lineup: &Arc<Lineup>) {
        let queues = &self.pool.queues;
        let mut state = queues.lock();
        state.catch_up(self.key);
        if let Some(queue) = state.queues.get_mut(&self.key) {
            queue.waiting.push_back((job, Arc::clone(lineup)));
        }
        drop(state);
        // A waiting thread may not play every kind of match.
        queues.changed.notify_all();
    }

    /// The cores that play its matches now, sorted.
    pub fn cores(&self) -> Vec<usize> {
        let state = self.pool.queues.lock();
        let places = state.places.iter().filter(|(_, queue)| **queue == self.key);
        let cores = places.filter_map(|(place, _)| self.pool.cores.get(*place).copied());
        cores.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Where matches that are completed elsewhere may be sent, too, and what wakes `take`.
    pub fn results(&self) -> ResultSender {
        self.results.clone()
    }

    /// The next result, if it arrives within `patience` and before something else wakes.
    pub fn take(&self, patience: Duration) -> Option<CompletedMatch> {
        // It is never disconnected, because a sender is here.
        self.done.recv_timeout(patience).ok()?.or_else(|| self.take_now())
    }

    /// A result that has already arrived.
    pub fn take_now(&self) -> Option<CompletedMatch> {
        self.done.try_iter().flatten().next()
    }
}

impl Drop for PoolHandle {
    fn drop(&mut self) {
        let queues = &self.pool.queues;
        let mut state = queues.lock();
        let Some(queue) = state.queues.get_mut(&self.key) else { return };
        queue.stop.store(true, Ordering::Relaxed);
        queue.waiting.clear();
        while state.queues.get(&self.key).is_some_and(|queue| queue.under_way > 0) {
            state = queues.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.queues.remove(&self.key);
    }
}

/// The cores that this process may use.
pub fn allowed_cores() -> Vec<usize> {
    let Ok(allowed) = sched_getaffinity(None) else { return vec![0] };
    (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core)).collect()
}

/// Keeps this thread, and the programs that it starts from now on, on one core: a round trip through a
/// pipe takes 2 µs on one core and 40 µs across two.
pub fn pin_to_core(core: usize) {
    pin_to_cores(&[core]);
}

/// Keeps this thread and its programs on `cores`.
pub fn pin_to_cores(cores: &[usize]) {
    let mut only = CpuSet::new();
    for core in cores {
        only.set(*core);
    }
    // Without permission everything still works, only slower.
    let _ = sched_setaffinity(None, &only);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_idle_queue_gets_its_share_and_no_credit() {
        let queues = PoolQueues::default();
        let (results, _done) = std::sync::mpsc::channel();
        let [idle, busy, gone] = [(); 3].map(|()| queues.join(results.clone()));
        let mut state = queues.lock();
        let (little, much) = (Duration::from_secs(1), Duration::from_secs(100));
        for (key, used, under_way) in [(idle, little, 0), (busy, much, 1), (gone, little, 0)] {
            let queue = state.queues.get_mut(&key).unwrap();
            (queue.used, queue.under_way) = (used, under_way);
        }
        state.catch_up(idle);
        assert_eq!(state.queues[&idle].used, much);
        state.catch_up(busy);
        assert_eq!(state.queues[&busy].used, much, "no other queue is busy");
    }

    #[test]
    fn a_queue_knows_the_cores_that_play_its_matches() {
        let pool = Arc::new(CorePool::shared(2));
        let (first, second) = (PoolHandle::on(&pool), PoolHandle::on(&pool));
        assert!(first.cores().is_empty() && pool.cores.len() == 3);
        // As if two threads played matches of the second.
        pool.queues.lock().places.extend([(0, 1), (2, 1)]);
        let allowed = allowed_cores();
        let due: BTreeSet<usize> = [0, 2].map(|place| allowed[place % allowed.len()]).into();
        assert_eq!(second.cores(), due.into_iter().collect::<Vec<_>>());
        assert!(first.cores().is_empty());
    }
}
