//! The loop from matches that come back to matches that are given out.

use crate::{Bench, Event, HallError, Listener, Stop};
use certamen_contest::{Contest, FailedOn, Retrial, Step};
use certamen_speech::Speak;
use certamen_tournament::format;
use certamen_work::{Played, Work};
use certamen_worker::{Cast, FirstTry, Foresight, Pool, Ready};
use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant, SystemTime},
};

/// How long to wait for a match before looking at the clock and at the wish to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// So often the table is kept while matches are played.
const KEEP_EVERY: Duration = Duration::from_secs(600);

/// How the loop ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The contest is over.
    Done(format::Done),
    /// All is played but for matches that we failed to play again and again.
    Incomplete,
    /// It was time to stop.
    Paused,
    /// The one who has it held wants to stop.
    Stopped,
}

/// A contest that is being played.
pub struct Playing<'a> {
    /// The contest.
    pub contest: &'a mut Contest,
    /// Whether to stop.
    pub stop: &'a Stop,
    /// Whoever is told what happens.
    pub tell: Listener<'a>,
    /// How many matches came back finished.
    pub played: u64,
}

/// What the contest wants to be played next.
struct Planned {
    wave: Vec<Work>,
    /// Whether it wants to be asked once more.
    again: bool,
    over: Option<Ended>,
}

impl Playing<'_> {
    /// Goes on until the contest is over, or `pause` says that it is time to stop: it is asked
    /// again and again, before anything new is planned.
    pub fn go(
        &mut self,
        bench: &Bench,
        ready: Vec<Ready>,
        pause: &mut dyn FnMut(&Contest) -> Result<bool, HallError>,
    ) -> Result<Ended, HallError> {
        let bots = self.contest.submissions().iter().copied().zip(ready).collect();
        let pool = bench.pool();
        let cast =
            Arc::new(Cast { plan: bench.plan.clone(), bots, onlooker: bench.onlooker.clone() });
        (self.tell)(Event::Begins(self.contest.progress()));
        let mut foresight = Foresight::of(&cast, bench.jobs);
        // Two for each thread: nobody waits for the next match while the last one is stored. Those
        // that are thought ahead are thought of together.
        let fewest = 2 * bench.jobs;
        let most = foresight.as_ref().map_or(fewest, |_| fewest.max(Foresight::WAVE));
        let (mut under_way, mut kept) = (0, Instant::now());
        let ended = loop {
            if self.stop.is_set() {
                break Ended::Stopped;
            }
            if pause(self.contest)? {
                break Ended::Paused;
            }
            let Planned { wave, again, over } = self.plan(under_way, fewest, most)?;
            let planned = wave.len();
            under_way += planned;
            let wave = match &mut foresight {
                Some(foresight) => self.think_ahead(foresight, wave)?,
                None => wave,
            };
            under_way -= planned - wave.len();
            for work in wave {
                pool.give(work, &cast);
            }
            if let Some(ended) = over {
                break ended;
            }
            // Nobody is waited for where all that was planned was thought to its end.
            if under_way > 0 || planned == 0 && !again {
                under_way -= self.collect(&pool)?;
            }
            (self.tell)(Event::Goes(self.contest.progress()));
            if kept.elapsed() >= KEEP_EVERY {
                self.contest.keep_table(SystemTime::now())?;
                kept = Instant::now();
            }
        };
        self.contest.keep_table(SystemTime::now())?;
        (self.tell)(Event::Ends(self.contest.progress()));
        Ok(ended)
    }

    /// Thinks a wave ahead and takes in what came to its end so, while the rest is being thought of;
    /// gives back what is still to be played.
    fn think_ahead(
        &mut self,
        foresight: &mut Foresight,
        mut wave: Vec<Work>,
    ) -> Result<Vec<Work>, HallError> {
        let (send, ended) = mpsc::channel::<Vec<Played>>();
        let (works, stop) = (&wave, self.stop);
        let mut played = BTreeSet::new();
        let handed_in = thread::scope(|scope| {
            scope.spawn(move || {
                // Whoever does not want them any more has an error to tell.
                foresight.learn(works, &|| stop.is_set(), &mut |some| drop(send.send(some)));
            });
            for some in ended {
                played.extend(some.iter().map(|it| it.number));
                self.played += some.len() as u64;
                self.contest.hand_in(some)?;
                (self.tell)(Event::Goes(self.contest.progress()));
            }
            Ok::<(), HallError>(())
        });
        handed_in?;
        wave.retain(|work| !played.contains(&work.number));
        Ok(wave)
    }

    /// What is to be played next, while `under_way` matches are out.
    fn plan(&mut self, under_way: usize, fewest: usize, most: usize) -> Result<Planned, HallError> {
        let mut planned = Planned { wave: Vec::new(), again: false, over: None };
        loop {
            let wave = planned.wave.len();
            let out = under_way + wave;
            if out >= fewest && (wave == 0 || out >= most) {
                return Ok(planned);
            }
            match self.contest.step()? {
                Step::Work(work) => {
                    planned.wave.push(*work);
                    continue;
                }
                Step::Wait => {}
                Step::Again => planned.again = true,
                Step::Stands => planned.over = Some(Ended::Incomplete),
                Step::Done(done) => planned.over = Some(Ended::Done(done)),
            }
            return Ok(planned);
        }
    }

    /// Takes in the matches that have come back; how many.
    fn collect(&mut self, pool: &Pool) -> Result<usize, HallError> {
        let first = match pool.take(PATIENCE) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => return Ok(0),
            Err(RecvTimeoutError::Disconnected) => return Err(HallError::NobodyPlays),
        };
        let came = std::iter::once(first).chain(std::iter::from_fn(|| pool.take_now()));
        let mut finished = Vec::new();
        let mut void = Vec::new();
        let mut count = 0;
        for done in came.take(1000) {
            count += 1;
            if let Some(FirstTry { began, ended, reason }) = done.first {
                let (number, message) = (done.number, reason.message());
                (self.tell)(Event::PlayedAgain { number, reason: &message });
                self.contest.note_attempt(number, (began, ended), &reason.to_string())?;
            }
            match done.result {
                Ok(played) => finished.push(played),
                Err(reason) => void.push((done.number, done.began, reason)),
            }
        }
        self.played += finished.len() as u64;
        self.contest.hand_in(finished)?;
        for (number, began, reason) in void {
            let times = (began, SystemTime::now());
            let before: Vec<String> = self.contest.suspended().map(str::to_owned).collect();
            let retrial = self.contest.give_back(number, times, &reason.to_string(), FailedOn::HERE)?;
            let reason = &reason.message();
            (self.tell)(match retrial {
                Retrial::Again => Event::PlayedAgain { number, reason },
                Retrial::PutAside => Event::PutAside { number, reason },
            });
            let news = self.contest.suspended().filter(|name| before.iter().all(|b| b != name));
            news.for_each(|name| (self.tell)(Event::Suspended(name)));
        }
        Ok(count)
    }
}
