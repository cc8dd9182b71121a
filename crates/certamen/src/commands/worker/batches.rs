//! One slot of a worker: fetches batches, plays their matches one after the other, or carries out
//! the check that one asks for, and submits the results. Checks take precedence over matches.

use super::{
    cache::{BatchError, WorkerCache},
    machine,
};
use crate::say::farm as say;
use certamen_farm::{
    BatchOutcome, LeasedBatch, WorkerClient,
    message::{Batch, BatchRules, PlayerSource, WorkerState, WritePolicy},
};
use certamen_game::{Language, Void, job::MatchJob};
use certamen_host::check_job::carry_out;
use certamen_i18n::{Localize, Message};
use certamen_runner::{Lineup, WorkerThread, allowed_cores, pin_to_core};
use std::{
    mem,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// How long to wait for work before checking the stop signal.
const PATIENCE: Duration = Duration::from_millis(500);
/// The number of a check's result, which is of no match and of no bot of a contest.
const CHECK: i64 = 0;
/// How long a check of this worker's speed takes.
const GLANCE: Duration = certamen_farm::Terms::usual().glance;
/// How long to wait after a bundle was missing.
const AGAIN: Duration = Duration::from_millis(500);

pub(super) struct BatchPlayer<'a> {
    cache: &'a WorkerCache,
    worker: WorkerThread,
    slot: usize,
    core: usize,
    /// Whether the slot takes only urgent jobs.
    is_reserved: bool,
    /// The language of terminal output; stored or sent text is English.
    language: Language,
    /// The bots of the last batch, often used by the next one, and since when they are held.
    lineup: Option<(LineupKey, Arc<Lineup>, Instant)>,
}

#[derive(PartialEq)]
struct LineupKey {
    contest: String,
    game: (String, u32),
    program: Option<BatchRules>,
    policy: WritePolicy,
    bots: Vec<(i64, PlayerSource)>,
}

impl BatchPlayer<'_> {
    /// The slot with this number, which stays on one core; the first `reserve` slots take only
    /// urgent jobs.
    pub(super) fn at(
        slot: usize,
        reserve: usize,
        cache: &WorkerCache,
        language: Language,
    ) -> BatchPlayer<'_> {
        let cores = allowed_cores();
        BatchPlayer {
            cache,
            worker: WorkerThread::at(slot),
            slot,
            core: cores[slot % cores.len()],
            is_reserved: slot < reserve,
            language,
            lineup: None,
        }
    }

    /// Plays until `stop`; matches in progress are finished unless `cancel` is set.
    pub(super) fn play(
        mut self,
        client: &WorkerClient,
        stop: &dyn Fn() -> bool,
        cancel: &AtomicBool,
    ) {
        pin_to_core(self.core);
        let mut turn = 0;
        while !stop() {
            if client.is_to_look() {
                self.print(machine::check_speed(client, GLANCE));
            }
            if client.state() == WorkerState::Rests {
                client.wait_for_change(PATIENCE);
                continue;
            }
            turn += 1;
            let next = if self.is_reserved {
                client.next_urgent(PATIENCE)
            } else {
                client.next(turn, PATIENCE)
            };
            let Some(leased) = next else { continue };
            if stop() {
                client.release(&leased, Duration::ZERO);
                return;
            }
            let _batch = tracing::info_span!("batch", id = leased.batch.batch).entered();
            let outcome = if leased.batch.check.is_some() {
                self.check(client, &leased.batch)
            } else {
                self.play_batch(client, &leased, stop, cancel)
            };
            // If submitting fails, others have the batch when its lease ends.
            let submitted = client.submit(&leased, outcome, &|| cancel.load(Ordering::Relaxed));
            self.print(submitted.err().map(|error| error.message()));
        }
    }

    fn print(&self, words: Option<Message>) {
        if let Some(words) = words {
            eprintln!("{}", words.get(self.language));
        }
    }

    fn play_batch(
        &mut self,
        client: &WorkerClient,
        leased: &LeasedBatch,
        stop: &dyn Fn() -> bool,
        cancel: &AtomicBool,
    ) -> BatchOutcome {
        let batch = &leased.batch;
        let mut outcome = BatchOutcome::default();
        let jobs = batch.works().ok_or(BatchError::Unknown);
        let found = self.lineup_of(client, batch).and_then(|lineup| Ok((lineup, jobs?)));
        let (lineup, jobs) = match found {
            Ok(found) => found,
            Err(batch_error) => {
                self.print(matches!(batch_error, BatchError::Unknown).then(say::strange_batch));
                if let BatchError::Failed(why) = &batch_error {
                    self.print(Some(why.clone()));
                    self.note_failed(client, batch);
                }
                if matches!(batch_error, BatchError::BundleMissing(_)) {
                    client.wait_for_change(AGAIN);
                }
                return unplayed(batch, batch_error);
            }
        };
        client.begins(leased);
        for (slot, mut job) in jobs.into_iter().enumerate() {
            if batch.runs_programs() {
                self.cache.tier().letter().clone_into(&mut job.table.conditions.tier);
            }
            let rests = client.state() == WorkerState::Rests;
            if rests || stop() || cancel.load(Ordering::Relaxed) {
                outcome.left.push(job.number.0);
                continue;
            }
            self.play_match(&job, &lineup, cancel, &mut outcome);
            let is_void = outcome.void.iter().any(|(number, _)| *number == job.number.0);
            if client.note_end(&batch.contest, job.number.0, is_void) {
                self.print(Some(say::rests_of_voids()));
            }
            // Whatever the next match does to this worker, this result counts.
            if leased.is_doubtful() {
                let part = mem::take(&mut outcome);
                outcome.left.clone_from(&part.left);
                let part = BatchOutcome { left: Vec::new(), ..part };
                let is_cancelled = || cancel.load(Ordering::Relaxed);
                let submitted = client.submit_part(leased, slot, part, &is_cancelled);
                self.print(submitted.err().map(|error| error.message()));
            }
        }
        outcome
    }

    /// None of the matches can be played; the worker pauses if that goes on.
    fn note_failed(&self, client: &WorkerClient, batch: &Batch) {
        for number in batch.numbers() {
            if client.note_end(&batch.contest, number, true) {
                self.print(Some(say::rests_of_voids()));
                return;
            }
        }
    }

    /// Carries out the check that a batch asks for.
    fn check(&self, client: &WorkerClient, batch: &Batch) -> BatchOutcome {
        let unable = |why: &Message| BatchOutcome {
            unable: vec![(CHECK, why.get(Language::En))],
            ..BatchOutcome::default()
        };
        let failed = |why: Message| {
            let outcome = void_check(&why);
            self.print(Some(why));
            outcome
        };
        let environment = self.cache.environment(client, batch, self.slot);
        let found = environment.and_then(|environment| {
            let bot = batch.bots.first().map(|bot| self.cache.bot(client, bot)).transpose()?;
            Ok((environment, bot))
        });
        let (environment, bot) = match found {
            Ok(found) => found,
            // The sender of the check asks another worker.
            Err(BatchError::Unable { why, .. }) => return unable(&why),
            Err(BatchError::Unknown) => return failed(say::strange_batch()),
            Err(BatchError::Failed(why)) => return failed(why),
            Err(BatchError::BundleMissing(_)) => return failed(say::no_bundle()),
        };
        match carry_out(batch, bot.as_ref(), &environment) {
            Ok(Some(found)) => BatchOutcome { found: Some(found), ..BatchOutcome::default() },
            Ok(None) => failed(say::strange_batch()),
            Err(error) if error.is_of_machine() => unable(&error.message()),
            Err(error) => failed(error.message()),
        }
    }

    fn play_match(
        &mut self,
        job: &MatchJob,
        lineup: &Arc<Lineup>,
        cancel: &AtomicBool,
        outcome: &mut BatchOutcome,
    ) {
        let number = job.number.0;
        match self.worker.play(job, lineup, cancel) {
            None => outcome.left.push(number),
            Some(done) => match done.result {
                Ok(played) => outcome.played.push(played),
                Err(Void::Ours(why)) => outcome.void.push((number, why.get(Language::En))),
                Err(void) => outcome.void.push((number, void.to_string())),
            },
        }
    }

    fn lineup_of(
        &mut self,
        client: &WorkerClient,
        batch: &Batch,
    ) -> Result<Arc<Lineup>, BatchError> {
        let bots = batch.bots.iter().map(|bot| (bot.id, bot.player.clone())).collect();
        let (contest, policy) = (batch.contest.clone(), batch.writing);
        let game = (batch.game.clone(), batch.rules);
        let program = batch.program.clone();
        let key = LineupKey { contest, game, program, policy, bots };
        if let Some((last, lineup, since)) = &self.lineup
            && *last == key
            && since.elapsed() < self.cache.validity()
        {
            return Ok(Arc::clone(lineup));
        }
        let lineup = Arc::new(self.cache.lineup(client, batch)?);
        self.lineup = Some((key, Arc::clone(&lineup), Instant::now()));
        Ok(lineup)
    }
}

fn unplayed(batch: &Batch, why: BatchError) -> BatchOutcome {
    let numbers = batch.numbers();
    match why {
        BatchError::Unknown => {
            let why = say::strange_batch().get(Language::En);
            let void = numbers.into_iter().map(|n| (n, why.clone())).collect();
            BatchOutcome { void, ..BatchOutcome::default() }
        }
        BatchError::Failed(why) => {
            let why = why.get(Language::En);
            let void = numbers.into_iter().map(|n| (n, why.clone())).collect();
            BatchOutcome { void, ..BatchOutcome::default() }
        }
        BatchError::Unable { bot, why } => BatchOutcome {
            left: numbers,
            unable: vec![(bot, why.get(Language::En))],
            ..BatchOutcome::default()
        },
        BatchError::BundleMissing(bundle) => {
            BatchOutcome { left: numbers, gone: vec![bundle], ..BatchOutcome::default() }
        }
    }
}

/// The outcome of a check that failed, which may not be the bot's fault.
fn void_check(why: &Message) -> BatchOutcome {
    BatchOutcome { void: vec![(CHECK, why.get(Language::En))], ..BatchOutcome::default() }
}
