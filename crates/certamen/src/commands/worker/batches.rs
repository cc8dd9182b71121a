//! One slot of a worker: fetches batches, plays their matches one after the other, and submits the
//! results. Urgent jobs take precedence over matches.

use super::{
    cache::{BatchError, WorkerCache, runs_programs},
    machine,
};
use crate::say::farm as say;
use certamen_farm::{
    BatchOutcome, LeasedBatch, LeasedJob, NextJob, WorkerClient,
    message::{Batch, PlayerSource, UrgentJob, UrgentJobOutcome, WorkerState, WritePolicy},
};
use certamen_game::{Language, Void, job::MatchJob};
use certamen_host::check_job::{CheckRequest, carry_out};
use certamen_i18n::{Localize, Message};
use certamen_runner::{Lineup, WorkerThread, allowed_cores, pin_to_core};
use serde_json::Value;
use std::{
    mem,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// How long to wait for work before checking the stop signal.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long a batch is left to others after it was sent to the wrong worker.
const REST: Duration = Duration::from_secs(5);
/// How long a check of this worker's speed takes.
const GLANCE: Duration = certamen_farm::Terms::usual().glance;
/// How long to wait after a bundle was missing.
const AGAIN: Duration = Duration::from_millis(500);

pub(super) struct BatchPlayer<'a> {
    home: &'a WorkerCache,
    worker: WorkerThread,
    place: usize,
    core: usize,
    /// Whether the slot takes only urgent jobs.
    is_reserved: bool,
    /// The language of terminal output; stored or sent text is English.
    language: Language,
    /// The bots of the last batch, often used by the next one, and since when they are held.
    cast: Option<(LineupKey, Arc<Lineup>, Instant)>,
}

#[derive(PartialEq)]
struct LineupKey {
    contest: String,
    game: (String, u32),
    policy: WritePolicy,
    bots: Vec<(i64, PlayerSource)>,
}

impl BatchPlayer<'_> {
    /// The slot with this number, which stays on one core; the first `reserve` slots take only
    /// urgent jobs.
    pub(super) fn at(
        place: usize,
        reserve: usize,
        home: &WorkerCache,
        language: Language,
    ) -> BatchPlayer<'_> {
        let cores = allowed_cores();
        BatchPlayer {
            home,
            worker: WorkerThread::at(place),
            place,
            core: cores[place % cores.len()],
            is_reserved: place < reserve,
            language,
            cast: None,
        }
    }

    /// Plays until `stop`; matches in progress are finished unless `cut` is set.
    pub(super) fn play(mut self, client: &WorkerClient, stop: &dyn Fn() -> bool, cut: &AtomicBool) {
        pin_to_core(self.core);
        let mut turn = 0;
        while !stop() {
            if client.is_to_look() {
                self.tell(machine::check_speed(client, GLANCE));
            }
            if client.state() == WorkerState::Rests {
                thread::sleep(PATIENCE);
                continue;
            }
            turn += 1;
            let taken = if self.is_reserved {
                client.next_urgent(PATIENCE).map(Box::new).map(NextJob::Errand)
            } else {
                client.next(turn, PATIENCE)
            };
            let fetched = match taken {
                None => continue,
                Some(NextJob::Errand(urgent)) => {
                    let give_up = || cut.load(Ordering::Relaxed);
                    self.tell(run_urgent_job((self.home, client), self.place, &urgent, &give_up));
                    continue;
                }
                Some(NextJob::Batch(fetched)) => fetched,
            };
            if stop() {
                client.release(&fetched, Duration::ZERO);
                return;
            }
            // The coordinator has a wrong isolation level for this worker.
            if runs_programs(&fetched.batch) && *self.home.tier().letter() > *fetched.batch.tier {
                client.release(&fetched, REST);
                continue;
            }
            let came = self.play_batch(client, &fetched, stop, cut);
            // If submitting fails, others play the batch when its lease ends.
            let handed_in = client.submit(&fetched, came, &|| cut.load(Ordering::Relaxed));
            self.tell(handed_in.err().map(|error| error.message()));
        }
    }

    fn tell(&self, words: Option<Message>) {
        if let Some(words) = words {
            eprintln!("{}", words.get(self.language));
        }
    }

    fn play_batch(
        &mut self,
        client: &WorkerClient,
        fetched: &LeasedBatch,
        stop: &dyn Fn() -> bool,
        cut: &AtomicBool,
    ) -> BatchOutcome {
        let batch = &fetched.batch;
        let mut came = BatchOutcome::default();
        let works = batch.works().ok_or(BatchError::Strange);
        let found = self.cast_of(client, batch).and_then(|cast| Ok((cast, works?)));
        let (cast, works) = match found {
            Ok(found) => found,
            Err(batch_error) => {
                self.tell(matches!(batch_error, BatchError::Strange).then(say::strange_batch));
                if let BatchError::Faulty(why) = &batch_error {
                    self.tell(Some(why.clone()));
                    self.note_failed(client, batch);
                }
                return not_played(batch, batch_error);
            }
        };
        client.begins(fetched);
        for (place, mut job) in works.into_iter().enumerate() {
            if runs_programs(batch) {
                self.home.tier().letter().clone_into(&mut job.table.conditions.tier);
            }
            let rests = client.state() == WorkerState::Rests;
            if rests || stop() || cut.load(Ordering::Relaxed) {
                came.left.push(job.number.0);
                continue;
            }
            self.play_match(&job, &cast, cut, &mut came);
            let is_void = came.void.iter().any(|(number, _)| *number == job.number.0);
            if client.note_end(&batch.contest, job.number.0, is_void) {
                self.tell(Some(say::rests_of_voids()));
            }
            // Whatever the next match does to this worker, this result counts.
            if fetched.is_doubtful() {
                let part = mem::take(&mut came);
                came.left.clone_from(&part.left);
                let part = BatchOutcome { left: Vec::new(), ..part };
                let give_up = || cut.load(Ordering::Relaxed);
                let handed_in = client.hand_in_part(fetched, place, part, &give_up);
                self.tell(handed_in.err().map(|error| error.message()));
            }
        }
        came
    }

    /// None of the matches can be played; the worker pauses if that goes on.
    fn note_failed(&self, client: &WorkerClient, batch: &Batch) {
        for number in batch.numbers() {
            if client.note_end(&batch.contest, number, true) {
                self.tell(Some(say::rests_of_voids()));
                return;
            }
        }
    }

    fn play_match(
        &mut self,
        job: &MatchJob,
        cast: &Arc<Lineup>,
        cut: &AtomicBool,
        came: &mut BatchOutcome,
    ) {
        let number = job.number.0;
        match self.worker.play(job, cast, cut) {
            None => came.left.push(number),
            Some(done) => match done.result {
                Ok(played) => came.played.push(played),
                Err(Void::Ours(why)) => came.void.push((number, why.get(Language::En))),
                Err(void) => came.void.push((number, void.to_string())),
            },
        }
    }

    fn cast_of(&mut self, client: &WorkerClient, batch: &Batch) -> Result<Arc<Lineup>, BatchError> {
        let bots = batch.bots.iter().map(|bot| (bot.id, bot.player.clone())).collect();
        let (contest, policy) = (batch.contest.clone(), batch.writing);
        let game = (batch.game.clone(), batch.rules);
        let key = LineupKey { contest, game, policy, bots };
        if let Some((last, cast, since)) = &self.cast
            && *last == key
            && since.elapsed() < self.home.holds()
        {
            return Ok(Arc::clone(cast));
        }
        let cast = Arc::new(self.home.cast(client, batch)?);
        self.cast = Some((key, Arc::clone(&cast), Instant::now()));
        Ok(cast)
    }
}

fn not_played(batch: &Batch, why: BatchError) -> BatchOutcome {
    let numbers = batch.numbers();
    match why {
        BatchError::Strange => {
            let why = say::strange_batch().get(Language::En);
            let void = numbers.into_iter().map(|n| (n, why.clone())).collect();
            BatchOutcome { void, ..BatchOutcome::default() }
        }
        BatchError::Faulty(why) => {
            let why = why.get(Language::En);
            let void = numbers.into_iter().map(|n| (n, why.clone())).collect();
            BatchOutcome { void, ..BatchOutcome::default() }
        }
        BatchError::Unable { bot, why } => BatchOutcome {
            left: numbers,
            unable: vec![(bot, why.get(Language::En))],
            ..BatchOutcome::default()
        },
        BatchError::NotThere(bundle) => {
            thread::sleep(AGAIN);
            BatchOutcome { left: numbers, gone: vec![bundle], ..BatchOutcome::default() }
        }
    }
}

/// Runs a job in the slot `place` and submits its result, until `give_up` returns true. Returns a
/// message for the worker's operator.
pub(super) fn run_urgent_job(
    (home, client): (&WorkerCache, &WorkerClient),
    place: usize,
    fetched: &LeasedJob,
    give_up: &dyn Fn() -> bool,
) -> Option<Message> {
    let came = carry_out_job(home, client, place, &fetched.urgent_job);
    let why = match &came {
        Err(JobFailure::Void(why)) => Some(why.clone()),
        // The sender of the job tries another worker.
        Ok(_) | Err(JobFailure::Unable(_)) => None,
    };
    // If submitting fails, others run the job when its lease ends.
    let handed_in = client.submit_job(fetched, job_outcome(came), give_up);
    handed_in.err().map(|error| error.message()).or(why)
}

enum JobFailure {
    Unable(Message),
    Void(Message),
}

fn carry_out_job(
    home: &WorkerCache,
    client: &WorkerClient,
    place: usize,
    urgent_job: &UrgentJob,
) -> Result<Value, JobFailure> {
    let strange = || JobFailure::Void(say::strange_batch());
    let check_request: CheckRequest =
        serde_json::from_value(urgent_job.what.clone()).map_err(|_| strange())?;
    let check_environment = home.premises(&check_request, place).ok_or_else(strange)?;
    let bot = urgent_job.bot.as_ref().map(|bot| home.bot(client, bot)).transpose();
    let bot = bot.map_err(|batch_error| match batch_error {
        BatchError::Unable { why, .. } => JobFailure::Unable(why),
        BatchError::Strange => strange(),
        BatchError::Faulty(why) => JobFailure::Void(why),
        BatchError::NotThere(_) => JobFailure::Void(say::no_bundle()),
    })?;
    carry_out(check_request, bot.as_ref(), &check_environment).map_err(|error| {
        let why = error.message();
        if error.is_of_machine() { JobFailure::Unable(why) } else { JobFailure::Void(why) }
    })
}

/// The outcome to send, always in English.
fn job_outcome(came: Result<Value, JobFailure>) -> UrgentJobOutcome {
    match came {
        Ok(found) => UrgentJobOutcome::Done(found),
        Err(JobFailure::Unable(why)) => UrgentJobOutcome::Unable(why.get(Language::En)),
        Err(JobFailure::Void(why)) => UrgentJobOutcome::Void(why.get(Language::En)),
    }
}
