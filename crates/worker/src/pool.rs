//! Threads that play, one match each at a time, each on a core of its own.

use crate::{Ready, Seating, SeatingPlan, allowed_cores, pin_to_core};
use certamen_referee::{PlayError, play};
use certamen_sandbox::{LastWords, Reusing};
use certamen_work::{MatchNumber, Played, SubmissionId, Work};
use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// How many places of programs that do not play each thread keeps for their next match. An idle
/// one has less than 1 MiB and one process.
const IDLE: usize = 16;

/// A match that came back.
#[derive(Debug)]
pub struct Done {
    /// Which.
    pub number: MatchNumber,
    /// What came of it, or why it must be played again.
    pub result: Result<Played, String>,
}

/// The threads. Dropping the pool stops the matches under way.
pub struct Pool {
    work: Option<Sender<Work>>,
    done: Receiver<Done>,
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

struct Shop {
    plan: SeatingPlan,
    bots: BTreeMap<SubmissionId, Ready>,
    work: Mutex<Receiver<Work>>,
    stop: Arc<AtomicBool>,
}

impl Pool {
    /// `jobs` threads that play matches between `bots`.
    pub fn start(jobs: usize, plan: SeatingPlan, bots: BTreeMap<SubmissionId, Ready>) -> Pool {
        let (work, to_do) = channel();
        let (hand_in, done) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let shop = Arc::new(Shop { plan, bots, work: Mutex::new(to_do), stop: Arc::clone(&stop) });
        let cores = allowed_cores();
        let threads = (0..jobs).map(|place| {
            let (shop, hand_in, core) =
                (Arc::clone(&shop), hand_in.clone(), cores[place % cores.len()]);
            thread::spawn(move || {
                pin_to_core(core);
                let sandbox = Reusing::new(Arc::clone(&shop.plan.sandbox), IDLE);
                let plan = SeatingPlan { sandbox: Arc::new(sandbox), ..shop.plan.clone() };
                shop.serve(&Seating { plan: &plan, place }, &hand_in);
            })
        });
        Pool { threads: threads.collect(), work: Some(work), done, stop }
    }

    /// Gives a match to whoever is free first.
    pub fn give(&self, work: Work) {
        if let Some(queue) = &self.work {
            // A thread that is gone shows when its match is waited for.
            let _ = queue.send(work);
        }
    }

    /// The next match that comes back within `patience`.
    pub fn take(&self, patience: Duration) -> Result<Done, RecvTimeoutError> {
        self.done.recv_timeout(patience)
    }

    /// A match that has come back already.
    pub fn take_now(&self) -> Option<Done> {
        self.done.try_recv().ok()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.work = None;
        for thread in self.threads.drain(..) {
            // A panic was already reported where it happened.
            let _ = thread.join();
        }
    }
}

impl Shop {
    fn serve(&self, seating: &Seating<'_>, hand_in: &Sender<Done>) {
        loop {
            let next = self.work.lock().map(|queue| queue.recv());
            let Ok(Ok(work)) = next else { return };
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            let number = work.number;
            // A panic of ours must not take the match with it: it is played again, or reported.
            let played = catch_unwind(AssertUnwindSafe(|| self.play(seating, &work)));
            let played = played.unwrap_or_else(|_| Err("the referee panicked".to_owned()));
            let Some(result) = played.transpose() else { return };
            if hand_in.send(Done { number, result }).is_err() {
                return;
            }
        }
    }

    /// Plays a match; nothing comes of it if the pool is being stopped.
    fn play(&self, seating: &Seating<'_>, work: &Work) -> Result<Option<Played>, String> {
        let find = |seat| self.bots.get(seat).ok_or("a bot that does not take part is to play");
        let bots = work.seats.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let Work { number, table, folders, .. } = work;
        let started = Instant::now();
        let words: Vec<Arc<LastWords>> = bots.iter().map(|_| Arc::default()).collect();
        let players = seating.players_with_last_words(table, &bots, folders, &words);
        let mut players = players.map_err(|void| void.to_string())?;
        let mut watch = |_: &certamen_referee::MatchEvent<'_>| {
            if self.stop.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let played = play(self.plan.game, table.clone(), &[], &mut players, &mut watch);
        // Programs end here: nothing is written any more.
        drop(players);
        let took = started.elapsed();
        match played {
            Ok(record) => {
                let folders = seating.left_behind(table, &bots);
                let errors = words.iter().map(|words| words.tail()).collect();
                Ok(Some(Played { number: *number, record, took, folders, errors }))
            }
            Err(PlayError::Stopped(_)) => Ok(None),
            Err(PlayError::Void(void)) => Err(void.to_string()),
            Err(PlayError::Options(error)) => Err(error.to_string()),
            Err(PlayError::Resume(why)) => Err(why.to_string()),
        }
    }
}
