//! Cores that several contests share: each has its own line of matches, and the next free thread
//! goes to the line that used least, so that a game of an hour starves nobody.

use crate::{
    allowed_cores, pin_to_core,
    pool::{Cast, Done},
    thread::Lane,
};
use certamen_work::Work;
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::Sender,
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Threads that play, one match each at a time, each on a core of its own.
pub struct Floor {
    pub(crate) lines: Arc<Lines>,
    threads: Vec<JoinHandle<()>>,
}

impl Floor {
    /// `jobs` threads.
    pub fn start(jobs: usize) -> Floor {
        let lines = Arc::new(Lines::default());
        let cores = allowed_cores();
        let threads = (0..jobs).map(|place| {
            let (lines, core) = (Arc::clone(&lines), cores[place % cores.len()]);
            thread::spawn(move || {
                pin_to_core(core);
                lines.serve(&mut Lane::at(place));
            })
        });
        Floor { threads: threads.collect(), lines }
    }

    /// How many matches are played side by side.
    pub fn jobs(&self) -> usize {
        self.threads.len()
    }
}

impl Drop for Floor {
    fn drop(&mut self) {
        self.lines.lock().closed = true;
        self.lines.changed.notify_all();
        for thread in self.threads.drain(..) {
            // A panic was already reported where it happened.
            let _ = thread.join();
        }
    }
}

/// Matches that wait, and who plays.
#[derive(Default)]
pub(crate) struct Lines {
    inside: Mutex<Inside>,
    changed: Condvar,
}

#[derive(Default)]
struct Inside {
    lines: BTreeMap<u64, Line>,
    next: u64,
    closed: bool,
}

/// The matches of one pool.
struct Line {
    waiting: VecDeque<(Work, Arc<Cast>)>,
    under_way: usize,
    used: Duration,
    stop: Arc<AtomicBool>,
    hand_in: Sender<Done>,
}

/// A match that a thread plays now.
struct Taken {
    key: u64,
    work: Work,
    cast: Arc<Cast>,
    stop: Arc<AtomicBool>,
    hand_in: Sender<Done>,
}

impl Lines {
    /// Begins a line. It owes nothing to those who were here before, nor they to it.
    pub(crate) fn join(&self, hand_in: Sender<Done>) -> u64 {
        let mut inside = self.lock();
        let used = inside.lines.values().map(|line| line.used).min().unwrap_or_default();
        let key = inside.next;
        inside.next += 1;
        let waiting = VecDeque::new();
        let line = Line { waiting, under_way: 0, used, stop: Arc::default(), hand_in };
        inside.lines.insert(key, line);
        key
    }

    /// Puts a match at the end of a line.
    pub(crate) fn give(&self, key: u64, work: Work, cast: &Arc<Cast>) {
        if let Some(line) = self.lock().lines.get_mut(&key) {
            line.waiting.push_back((work, Arc::clone(cast)));
        }
        self.changed.notify_one();
    }

    /// Ends a line: what waits is dropped, what is under way is stopped and waited for.
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

    fn serve(&self, lane: &mut Lane) {
        while let Some(taken) = self.take() {
            let started = Instant::now();
            let done = lane.play(&taken.work, &taken.cast, &taken.stop);
            let used = started.elapsed();
            if let Some(done) = done {
                // Whoever waited for it may be gone.
                let _ = taken.hand_in.send(done);
            }
            drop(taken.hand_in);
            if let Some(line) = self.lock().lines.get_mut(&taken.key) {
                line.under_way -= 1;
                line.used += used;
            }
            self.changed.notify_all();
        }
    }

    /// The next match, of the line that used least; none once the floor is closed.
    fn take(&self) -> Option<Taken> {
        let mut inside = self.lock();
        loop {
            if inside.closed {
                return None;
            }
            let waiting = inside.lines.iter_mut().filter(|(_, line)| !line.waiting.is_empty());
            // Who has much under way has used it as good as already.
            let next = waiting.min_by_key(|(_, line)| (line.used, line.under_way));
            if let Some((key, line)) = next
                && let Some((work, cast)) = line.waiting.pop_front()
            {
                line.under_way += 1;
                let (stop, hand_in) = (Arc::clone(&line.stop), line.hand_in.clone());
                return Some(Taken { key: *key, work, cast, stop, hand_in });
            }
            inside = self.changed.wait(inside).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        // Nothing that is done under the lock leaves it half done.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
