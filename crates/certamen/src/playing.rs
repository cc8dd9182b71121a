//! The loop from matches that come back to matches that are given out.

use crate::say::{play, table};
use crate::{catalogue, interrupt::Interrupt, progress::Display};
use anyhow::anyhow;
use certamen_contest::{Contest, Step};
use certamen_game::Language;
use certamen_tournament::format;
use certamen_worker::{Pool, Ready, SeatingPlan};
use std::{sync::mpsc::RecvTimeoutError, time::Duration};

/// How long to wait for a match before looking at the clock and at Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// How the loop ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    /// The contest is over.
    Done(format::Done),
    /// It was time to stop.
    Paused,
    /// The user wants to stop.
    Interrupted,
}

/// A contest that is being played.
pub(crate) struct Playing<'a> {
    pub(crate) contest: &'a mut Contest,
    pub(crate) interrupt: &'a Interrupt,
    pub(crate) language: Language,
    /// Whether to show no progress.
    pub(crate) quiet: bool,
    /// How many matches came back finished.
    pub(crate) played: u64,
}

impl Playing<'_> {
    /// Goes on until the contest is over, or `pause` says that it is time to stop: it is asked
    /// again and again, before anything new is planned.
    pub(crate) fn go(
        &mut self,
        jobs: usize,
        plan: SeatingPlan,
        ready: Vec<Ready>,
        pause: &mut dyn FnMut(&Contest) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Ended> {
        let bots = self.contest.submissions().iter().copied().zip(ready).collect();
        let pool = Pool::start(jobs, plan, bots);
        let mut display = Display::new(self.contest.progress(), self.quiet, self.language);
        let mut under_way = 0;
        loop {
            if self.interrupt.is_set() {
                display.end(self.contest.progress());
                return Ok(Ended::Interrupted);
            }
            if pause(self.contest)? {
                display.end(self.contest.progress());
                return Ok(Ended::Paused);
            }
            // Two for each thread: nobody waits for the next match while the last one is stored.
            let mut again = false;
            while under_way < 2 * jobs {
                match self.contest.step()? {
                    Step::Work(work) => pool.give(*work),
                    Step::Wait => break,
                    Step::Again => {
                        again = true;
                        break;
                    }
                    Step::Done(done) => {
                        display.end(self.contest.progress());
                        return Ok(Ended::Done(done));
                    }
                }
                under_way += 1;
            }
            if under_way > 0 || !again {
                under_way -= self.collect(&pool)?;
            }
            display.show(|| self.contest.progress());
        }
    }

    /// Takes in the matches that have come back; how many.
    fn collect(&mut self, pool: &Pool) -> anyhow::Result<usize> {
        let first = match pool.take(PATIENCE) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => return Ok(0),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(anyhow!("all threads that play are gone"));
            }
        };
        let came = std::iter::once(first).chain(std::iter::from_fn(|| pool.take_now()));
        let mut finished = Vec::new();
        let mut void = Vec::new();
        let mut count = 0;
        for done in came.take(1000) {
            count += 1;
            match done.result {
                Ok(played) => finished.push(played),
                Err(reason) => void.push((done.number, reason)),
            }
        }
        self.played += finished.len() as u64;
        self.contest.hand_in(finished)?;
        for (number, reason) in void {
            let [played, again] =
                [table::number(), play::played_again()].map(|words| words.get(self.language));
            let told = catalogue::error(&reason, self.language);
            eprintln!("{played} {number} {again}: {told}");
            self.contest.give_back(number, &reason)?;
        }
        Ok(count)
    }
}
