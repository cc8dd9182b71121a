//! Cores that several contests share: each contest has its own queue of matches, and the next free
//! thread takes from the queue that used least, so that an hour-long game does not starve the
//! others.

use crate::{BuiltBot, MatchObserver, SeatingPlan, thread::WorkerThread};
use certamen_game::{
    Void,
    job::{JobResult, MatchJob, MatchNumber, SubmissionId},
};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant, SystemTime},
};

/// A match that takes longer than this is a long one.
const LONG: Duration = Duration::from_secs(2);
/// How often the pool checks whether all threads play long matches.
const LOOK: Duration = Duration::from_millis(500);

/// Threads that play one match each at a time, each on a core of its own.
pub struct CorePool {
    pub(crate) lines: Arc<PoolQueues>,
    jobs: usize,
    /// The core of each thread, by its index.
    cores: Vec<usize>,
    threads: Vec<JoinHandle<()>>,
}

impl CorePool {
    /// `jobs` threads.
    pub fn start(jobs: usize) -> CorePool {
        let lines = Arc::new(PoolQueues::default());
        let cores = allowed_cores();
        let threads = (0..jobs).map(|place| {
            let (lines, core) = (Arc::clone(&lines), cores[place % cores.len()]);
            thread::spawn(move || {
                pin_to_core(core);
                lines.serve(&mut WorkerThread::at(place));
            })
        });
        let threads = threads.collect();
        let cores = (0..jobs).map(|place| cores[place % cores.len()]).collect();
        CorePool { lines, jobs, cores, threads }
    }

    /// `jobs` threads for contests that share them, and one that plays the short matches of some while
    /// all others play long ones: on few cores a single match would block all contests.
    pub fn shared(jobs: usize) -> CorePool {
        let mut floor = CorePool::start(jobs);
        let (lines, cores) = (Arc::clone(&floor.lines), allowed_cores());
        let core = cores[jobs % cores.len()];
        floor.cores.push(core);
        floor.threads.push(thread::spawn(move || {
            pin_to_core(core);
            let mut worker = WorkerThread::at(jobs);
            while let Some(taken) = lines.take_short(worker.place()) {
                lines.play(taken, &mut worker);
            }
        }));
        floor
    }

    /// How many matches are played in parallel.
    pub fn jobs(&self) -> usize {
        self.jobs
    }

    /// The cores that play matches of a queue at present, in order, each once.
    pub(crate) fn cores_of(&self, key: u64) -> Vec<usize> {
        let inside = self.lines.lock();
        let places = inside.places.iter().filter(|(_, own)| **own == key);
        let cores = places.filter_map(|(place, _)| self.cores.get(*place).copied());
        cores.collect::<BTreeSet<_>>().into_iter().collect()
    }
}

impl Drop for CorePool {
    fn drop(&mut self) {
        self.lines.lock().closed = true;
        self.lines.changed.notify_all();
        for thread in self.threads.drain(..) {
            // A panic was already reported where it happened.
            let _ = thread.join();
        }
    }
}

#[derive(Default)]
pub(crate) struct PoolQueues {
    inside: Mutex<PoolState>,
    changed: Condvar,
}

#[derive(Default)]
struct PoolState {
    lines: BTreeMap<u64, PoolQueue>,
    next: u64,
    /// Whose match each thread plays, by its index, if it plays one.
    places: BTreeMap<usize, u64>,
    closed: bool,
    /// When one of the threads that play everything last took a match.
    taken: Option<Instant>,
}

struct PoolQueue {
    waiting: VecDeque<(MatchJob, Arc<Lineup>)>,
    under_way: usize,
    used: Duration,
    last: Option<Duration>,
    stop: Arc<AtomicBool>,
    hand_in: Sender<CompletedMatch>,
}

impl PoolQueue {
    /// How long its next match may take: as the last one, else as if each player thought once.
    fn expected(&self) -> Duration {
        let thought = self.waiting.front().map(|(job, _)| {
            job.table.conditions.move_time().saturating_mul(job.seats.len() as u32)
        });
        self.last.or(thought).unwrap_or_default()
    }

    fn is_short(&self) -> bool {
        // The first may turn out to be a long one.
        let is_known = self.last.is_some() || self.under_way == 0;
        is_known && self.expected() <= LONG
    }
}

struct RunningMatch {
    key: u64,
    job: MatchJob,
    cast: Arc<Lineup>,
    stop: Arc<AtomicBool>,
    hand_in: Sender<CompletedMatch>,
}

impl PoolQueues {
    /// Adds a queue. Neither it nor the queues that were here before have credit from earlier use.
    pub(crate) fn join(&self, hand_in: Sender<CompletedMatch>) -> u64 {
        let mut inside = self.lock();
        let used = inside.lines.values().map(|line| line.used).min().unwrap_or_default();
        let key = inside.next;
        inside.next += 1;
        let waiting = VecDeque::new();
        let line =
            PoolQueue { waiting, under_way: 0, used, last: None, stop: Arc::default(), hand_in };
        inside.lines.insert(key, line);
        key
    }

    pub(crate) fn give(&self, key: u64, job: MatchJob, cast: &Arc<Lineup>) {
        let mut inside = self.lock();
        inside.catch_up(key);
        if let Some(line) = inside.lines.get_mut(&key) {
            line.waiting.push_back((job, Arc::clone(cast)));
        }
        drop(inside);
        // A waiting thread may not take every kind of match.
        self.changed.notify_all();
    }

    /// Ends a queue: waiting matches are dropped, running ones are stopped and waited for.
    pub(crate) fn leave(&self, key: u64) {
        let mut inside = self.lock();
        let Some(line) = inside.lines.get_mut(&key) else { return };
        line.stop.store(true, Ordering::Relaxed);
        line.waiting.clear();
        while inside.lines.get(&key).is_some_and(|line| line.under_way > 0) {
            inside = self.changed.wait(inside).unwrap_or_else(PoisonError::into_inner);
        }
        inside.lines.remove(&key);
    }

    fn serve(&self, worker: &mut WorkerThread) {
        while let Some(taken) = self.take(worker.place()) {
            self.play(taken, worker);
        }
    }

    fn play(&self, taken: RunningMatch, worker: &mut WorkerThread) {
        let started = Instant::now();
        let done = worker.play(&taken.job, &taken.cast, &taken.stop);
        let used = started.elapsed();
        if let Some(done) = done {
            // The receiver that waited for it may be gone.
            let _ = taken.hand_in.send(done);
        }
        drop(taken.hand_in);
        let mut inside = self.lock();
        inside.places.remove(&worker.place());
        if let Some(line) = inside.lines.get_mut(&taken.key) {
            line.under_way -= 1;
            line.used += used;
            line.last = Some(used);
        }
        drop(inside);
        self.changed.notify_all();
    }

    /// The next match for the thread with this index, from the queue that used least; `None` once
    /// the pool is closed.
    fn take(&self, place: usize) -> Option<RunningMatch> {
        let mut inside = self.lock();
        loop {
            if inside.closed {
                return None;
            }
            if let Some(taken) = inside.next_of(place, |_| true) {
                inside.taken = Some(Instant::now());
                return Some(taken);
            }
            inside = self.changed.wait(inside).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The next of the short matches, once all other threads play long ones.
    fn take_short(&self, place: usize) -> Option<RunningMatch> {
        let mut inside = self.lock();
        loop {
            if inside.closed {
                return None;
            }
            let all_are_long = inside.taken.is_some_and(|taken| taken.elapsed() >= LONG);
            if all_are_long && let Some(taken) = inside.next_of(place, PoolQueue::is_short) {
                return Some(taken);
            }
            let waited = self.changed.wait_timeout(inside, LOOK);
            inside = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, PoolState> {
        // No operation under the lock can leave the state half changed.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PoolState {
    /// A queue that was empty starts level with the others: what it could not use while it
    /// wanted less than its share is not credited.
    fn catch_up(&mut self, key: u64) {
        let busy = |line: &&PoolQueue| !line.waiting.is_empty() || line.under_way > 0;
        let others = self.lines.iter().filter(|(other, _)| **other != key);
        let least = others.map(|(_, line)| line).filter(busy).map(|line| line.used).min();
        if let Some(line) = self.lines.get_mut(&key).filter(|line| line.waiting.is_empty()) {
            line.used = line.used.max(least.unwrap_or_default());
        }
    }

    /// The next match of the queues that are `wanted`, for the thread with this index: from the one
    /// that used least.
    fn next_of(
        &mut self,
        place: usize,
        wanted: impl Fn(&PoolQueue) -> bool,
    ) -> Option<RunningMatch> {
        let waiting = self.lines.iter_mut();
        let waiting = waiting.filter(|(_, line)| !line.waiting.is_empty() && wanted(line));
        // Running matches count as used already; between equals the shorter match is first.
        let next = waiting.min_by_key(|(_, line)| (line.used, line.under_way, line.expected()));
        let (key, line) = next?;
        let (job, cast) = line.waiting.pop_front()?;
        line.under_way += 1;
        self.places.insert(place, *key);
        let (stop, hand_in) = (Arc::clone(&line.stop), line.hand_in.clone());
        Some(RunningMatch { key: *key, job, cast, stop, hand_in })
    }
}

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

/// The cores that we may use.
pub fn allowed_cores() -> Vec<usize> {
    let Ok(allowed) = sched_getaffinity(None) else { return vec![0] };
    (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core)).collect()
}

/// Keeps this thread, and the programs that it starts from now on, on one core.
pub fn pin_to_core(core: usize) {
    pin_to_cores(&[core]);
}

/// The same, on any of `cores`.
pub fn pin_to_cores(cores: &[usize]) {
    let mut only = CpuSet::new();
    for core in cores {
        only.set(*core);
    }
    // Where it is not allowed everything still works, only slower.
    let _ = sched_setaffinity(None, &only);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_idle_gets_its_share_and_not_what_it_missed() {
        let lines = PoolQueues::default();
        let (hand_in, _done) = std::sync::mpsc::channel();
        let [idle, busy, gone] = [(); 3].map(|()| lines.join(hand_in.clone()));
        let mut inside = lines.lock();
        let (little, much) = (Duration::from_secs(1), Duration::from_secs(100));
        for (key, used, under_way) in [(idle, little, 0), (busy, much, 1), (gone, little, 0)] {
            let line = inside.lines.get_mut(&key).unwrap();
            (line.used, line.under_way) = (used, under_way);
        }
        inside.catch_up(idle);
        assert_eq!(inside.lines[&idle].used, much);
        inside.catch_up(busy);
        assert_eq!(inside.lines[&busy].used, much, "it has nobody to catch up with");
    }

    #[test]
    fn it_is_known_on_which_cores_matches_of_a_line_are_played() {
        let pool = Arc::new(CorePool::shared(2));
        let (first, second) = (PoolHandle::on(&pool), PoolHandle::on(&pool));
        assert!(first.cores().is_empty() && pool.cores.len() == 3);
        // As if two threads had taken matches of the second.
        pool.lines.lock().places.extend([(0, 1), (2, 1)]);
        let allowed = allowed_cores();
        let due: BTreeSet<usize> = [0, 2].map(|place| allowed[place % allowed.len()]).into();
        assert_eq!(second.cores(), due.into_iter().collect::<Vec<_>>());
        assert!(first.cores().is_empty());
    }
}
