//! Threads that play, one match each at a time, each on a core of its own.

use crate::{Ready, Seating, SeatingPlan, allowed_cores, pin_to_core, say};
use certamen_game::{Fault, Void};
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
    time::{Duration, Instant, SystemTime},
};

/// How many places of programs that do not play each thread keeps for their next match. An idle
/// one has less than 1 MiB and one process.
const IDLE: usize = 16;

/// Who can be seated, and how: what matches of one contest, or of one series, have in common.
#[derive(Clone)]
pub struct Cast {
    /// How programs are seated.
    pub plan: SeatingPlan,
    /// The bots, by the submissions that matches name.
    pub bots: BTreeMap<SubmissionId, Ready>,
}

/// A match that came back.
#[derive(Debug)]
pub struct Done {
    /// Which.
    pub number: MatchNumber,
    /// When it began.
    pub began: SystemTime,
    /// What came of it, or why it must be played again.
    pub result: Result<Played, Void>,
    /// What was played before, if that does not count.
    pub first: Option<FirstTry>,
}

/// A first try of a match that does not count.
#[derive(Debug)]
pub struct FirstTry {
    /// When it began.
    pub began: SystemTime,
    /// When it ended.
    pub ended: SystemTime,
    /// Why it does not count.
    pub reason: Void,
}

/// The threads. Dropping the pool stops the matches under way.
pub struct Pool {
    work: Option<Sender<(Work, Arc<Cast>)>>,
    done: Receiver<Done>,
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

/// One of the threads, and what it keeps from match to match.
struct Thread {
    /// Tells it apart from the others.
    place: usize,
    stop: Arc<AtomicBool>,
    /// Whose programs it kept places for, and how they are seated on those.
    last: Option<(Arc<Cast>, SeatingPlan)>,
}

impl Pool {
    /// `jobs` threads that play matches, each with its own cast.
    pub fn start(jobs: usize) -> Pool {
        let (work, to_do) = channel();
        let (hand_in, done) = channel();
        let (to_do, stop) = (Arc::new(Mutex::new(to_do)), Arc::new(AtomicBool::new(false)));
        let cores = allowed_cores();
        let threads = (0..jobs).map(|place| {
            let (to_do, hand_in, core) =
                (Arc::clone(&to_do), hand_in.clone(), cores[place % cores.len()]);
            let mut own = Thread { place, stop: Arc::clone(&stop), last: None };
            thread::spawn(move || {
                pin_to_core(core);
                own.serve(&to_do, &hand_in);
            })
        });
        Pool { threads: threads.collect(), work: Some(work), done, stop }
    }

    /// Gives a match between bots of `cast` to whoever is free first.
    pub fn give(&self, work: Work, cast: &Arc<Cast>) {
        if let Some(queue) = &self.work {
            // A thread that is gone shows when its match is waited for.
            let _ = queue.send((work, Arc::clone(cast)));
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

impl Thread {
    fn serve(&mut self, to_do: &Mutex<Receiver<(Work, Arc<Cast>)>>, hand_in: &Sender<Done>) {
        loop {
            let next = to_do.lock().map(|queue| queue.recv());
            let Ok(Ok((work, cast))) = next else { return };
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            let (number, mut began) = (work.number, SystemTime::now());
            let plan = self.plan(&cast);
            // A panic of ours must not take the match with it: it is played again, or reported.
            let mut first = None;
            let played = catch_unwind(AssertUnwindSafe(|| {
                let played = self.play(&plan, &cast, &work);
                let Some(reason) = too_slow_at_first(&played, &cast, &work) else { return played };
                let ended = SystemTime::now();
                first = Some(FirstTry { began, ended, reason });
                began = ended;
                self.play(&plan, &cast, &work)
            }));
            let played = played.unwrap_or_else(|_| Err(Void::Ours(say::panicked())));
            let Some(result) = played.transpose() else { return };
            if hand_in.send(Done { number, began, result, first }).is_err() {
                return;
            }
        }
    }

    /// The plan of `cast`, on the places of its programs that this thread has kept.
    fn plan(&mut self, cast: &Arc<Cast>) -> SeatingPlan {
        match &self.last {
            Some((last, plan)) if Arc::ptr_eq(last, cast) => plan.clone(),
            _ => {
                let sandbox = Arc::new(Reusing::new(Arc::clone(&cast.plan.sandbox), IDLE));
                let plan = SeatingPlan { sandbox, ..cast.plan.clone() };
                self.last = Some((Arc::clone(cast), plan.clone()));
                plan
            }
        }
    }

    /// Plays a match; nothing comes of it if the pool is being stopped.
    fn play(&self, plan: &SeatingPlan, cast: &Cast, work: &Work) -> Result<Option<Played>, Void> {
        let stranger = || Void::Ours(say::stranger());
        let find = |seat| cast.bots.get(seat).ok_or_else(stranger);
        let bots = work.seats.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let Work { number, table, folders, .. } = work;
        let seating = Seating { plan, place: self.place };
        let (began, started) = (SystemTime::now(), Instant::now());
        let words: Vec<Arc<LastWords>> = bots.iter().map(|_| Arc::default()).collect();
        let mut players = seating.players_with_last_words(table, &bots, folders, &words)?;
        let mut watch = |_: &certamen_referee::MatchEvent<'_>| {
            if self.stop.load(Ordering::Relaxed) {
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
            Ok(record) => {
                let folders = seating.left_behind(table, &bots);
                let errors = words.iter().map(|words| words.tail()).collect();
                Ok(Some(Played {
                    number: *number,
                    record,
                    began: Some(began),
                    took,
                    folders,
                    errors,
                }))
            }
            Err(PlayError::Stopped(_)) => Ok(None),
            Err(PlayError::Void(void)) => Err(void),
            Err(PlayError::Options(error)) => Err(Void::because(&error)),
            Err(PlayError::Resume(why)) => Err(Void::because(&why)),
        }
    }
}

/// Whether a match was decided by the time that an evaluation function took: then it is played again
/// before that counts, since what it takes is told in a moment and depends on nobody's will.
fn too_slow_at_first(
    played: &Result<Option<Played>, Void>,
    cast: &Cast,
    work: &Work,
) -> Option<Void> {
    let outcome = played.as_ref().ok()?.as_ref()?.record.outcome.as_ref()?;
    let slow = outcome.seats.first().filter(|_| outcome.reason == Some(Fault::Timeout))?;
    let bot = cast.bots.get(work.seats.get(slow.index())?)?;
    let name = &work.table.seats.get(slow.index())?.bot;
    matches!(bot, Ready::Evaluation(_)).then(|| Void::Ours(say::too_slow_at_first(name)))
}
