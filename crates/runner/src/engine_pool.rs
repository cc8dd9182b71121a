//! Engines that go on from match to match, where a contest has `[programs] life = "contest"`.
//!
//! A process stays in the sandbox in which it was started, and is asked for one bot of one contest
//! only. It goes on after matches that came to their end without a fault of its own.

use crate::player_factory::{PlayerFactory, SeatSetup};
use crate::program_dir::{EngineKey, ProgramDir, limits};
use crate::{BuiltBot, referee::player::LastingEngine, turn_marks::by_turn};
use certamen_game::job::SubmissionId;
use certamen_game::{
    Budget, Failure, Outcome, Player, ProgramLife, Reply, View, Void, engine::Evaluation,
};
use certamen_sandbox::{
    Limits, RecordedSandbox, Sandbox, StderrTail, TranscriptEvent, TranscriptSink,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most engines that wait for their next match, for each thread that plays.
const IDLE: usize = 16;

/// The engines of a contest that go on: for each thread that plays, one of each bot, or as many as
/// have played in one match. They end with the last lineup that has them.
#[derive(Clone, Default)]
pub struct EnginePool(Arc<Mutex<BTreeMap<EngineKey, EngineState>>>);

enum EngineState {
    Playing,
    Idle { engine: KeptEngine, since: Instant },
}

struct KeptEngine {
    player: Box<dyn LastingEngine>,
    /// Those that it was started with.
    limits: Limits,
    words: Arc<MatchWords>,
}

impl EnginePool {
    /// The player for `setup` if it is an engine that goes on to other matches; `words` receives what
    /// it writes to standard error in this one.
    pub(crate) fn player(
        &self,
        factory: &PlayerFactory<'_>,
        setup: &SeatSetup<'_>,
        bot: SubmissionId,
        words: &Arc<StderrTail>,
    ) -> Result<Option<Box<dyn Player>>, Void> {
        let SeatSetup { table, seat, folder: left, .. } = *setup;
        let (BuiltBot::Program(program), ProgramLife::Contest) = (setup.bot, table.conditions.life)
        else {
            return Ok(None);
        };
        let limits = limits(&table.conditions);
        let (place, write_access) = (factory.place, &factory.plan.write_access);
        let (key, idle) = self.take(place, bot);
        let mut seat_taken =
            PooledEngine { key, pool: self.clone(), engine: None, is_sound: false };
        // One that was started with other limits ends here.
        if let Some(engine) = idle.filter(|engine| engine.limits == limits) {
            seat_taken.engine = Some(engine);
        } else {
            let words = Arc::new(MatchWords::default());
            let sink: Arc<dyn TranscriptSink> = words.clone();
            let sandbox: Arc<dyn Sandbox> =
                Arc::new(RecordedSandbox::new(Arc::clone(&factory.plan.sandbox), sink));
            let engine = Some(key);
            let place = ProgramDir { write_access, table, seat, number: place, left, engine };
            let Some(player) = program.lasting(&place, sandbox)? else { return Ok(None) };
            seat_taken.engine = Some(KeptEngine { player, limits, words });
        }
        if let Some(engine) = &seat_taken.engine {
            engine.words.belong_to(words);
        }
        Ok(Some(by_turn(Box::new(seat_taken), words)))
    }

    /// An engine of `bot` for this thread that plays no match now, and its key.
    fn take(&self, place: usize, bot: SubmissionId) -> (EngineKey, Option<KeptEngine>) {
        let mut engines = self.lock();
        let mut key = EngineKey { place, bot, copy: 0 };
        while matches!(engines.get(&key), Some(EngineState::Playing)) {
            key.copy += 1;
        }
        let idle = match engines.insert(key, EngineState::Playing) {
            Some(EngineState::Idle { engine, .. }) => Some(engine),
            _ => None,
        };
        (key, idle)
    }

    /// Takes an engine back after a match, and ends the one that has waited longest if there are too
    /// many.
    fn put(&self, key: EngineKey, engine: KeptEngine) {
        let mut engines = self.lock();
        engines.insert(key, EngineState::Idle { engine, since: Instant::now() });
        let waiting = engines.iter().filter_map(|(other, state)| match state {
            EngineState::Idle { since, .. } if other.place == key.place => Some((*since, *other)),
            _ => None,
        });
        let waiting: Vec<(Instant, EngineKey)> = waiting.collect();
        let oldest = waiting.iter().min().filter(|_| waiting.len() > IDLE);
        let ended = oldest.and_then(|(_, oldest)| engines.remove(oldest));
        // Ending a process takes some time.
        drop(engines);
        drop(ended);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<EngineKey, EngineState>> {
        // No operation under the lock can leave the map half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An engine of the pool in one match.
struct PooledEngine {
    key: EngineKey,
    pool: EnginePool,
    /// There until the end of the match.
    engine: Option<KeptEngine>,
    /// Whether the match came to its end without a fault of its own.
    is_sound: bool,
}

impl PooledEngine {
    fn player(&mut self) -> &mut dyn LastingEngine {
        &mut *self.engine.as_mut().expect("it is returned at the end only").player
    }
}

impl Player for PooledEngine {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        self.player().act(view, budget)
    }

    fn asleep(&self) -> Duration {
        self.engine.as_ref().map_or(Duration::ZERO, |engine| engine.player.asleep())
    }

    fn evaluation(&mut self) -> Option<Evaluation> {
        self.player().evaluation()
    }

    fn conclude(&mut self, view: &View<'_>, outcome: &Outcome) {
        let own = view.turns.iter().flat_map(|turn| &turn.moves);
        let mut own = own.filter(|entry| entry.seat == view.seat);
        let has_failed = outcome.seats.contains(&view.seat);
        self.is_sound = !has_failed && own.all(|entry| entry.fault.is_none());
    }
}

impl Drop for PooledEngine {
    fn drop(&mut self) {
        if let Some(mut engine) = self.engine.take()
            && self.is_sound
            && engine.player.end_match()
        {
            return self.pool.put(self.key, engine);
        }
        // Its process has ended, so that its folder is free for the next one.
        self.pool.lock().remove(&self.key);
    }
}

/// What an engine writes to standard error, for the match that it plays.
#[derive(Default)]
struct MatchWords(Mutex<Option<Arc<StderrTail>>>);

impl MatchWords {
    fn belong_to(&self, words: &Arc<StderrTail>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(words));
    }
}

impl TranscriptSink for MatchWords {
    fn hear(&self, transcript_event: TranscriptEvent<'_>) {
        let words = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(words) = words {
            words.hear(transcript_event);
        }
    }
}
