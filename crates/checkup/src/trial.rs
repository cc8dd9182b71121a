//! One match of the bot under examination against house players, watched closely.

use crate::{
    recorder::{Recorder, Recording},
    say,
};
use certamen_game::{
    Conditions, DynState, Fault, Map, Move, Seat, SeatEntry, Table, Void, builtin::Arguments,
};
use certamen_referee::{MatchEvent, PlayError, play};
use certamen_sandbox::{RecordedSandbox, Sandbox, TranscriptSink};
use certamen_worker::{BuiltBot, PlayerFactory, SeatSetup, SeatingPlan};
use std::{
    fs,
    ops::ControlFlow,
    sync::Arc,
    time::{Duration, Instant},
};

/// What is played.
#[derive(Clone, Debug)]
pub(crate) struct TrialMatch {
    pub(crate) options: Map,
    pub(crate) seats: u8,
    /// Where the bot sits.
    pub(crate) seat: Seat,
    /// Who sits on all other seats.
    pub(crate) opponent: String,
    pub(crate) seed: u64,
}

/// How long it is played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrialBudget {
    /// Until then.
    pub(crate) deadline: Instant,
    /// Though not before the bot has answered so often.
    pub(crate) least: usize,
}

/// What came of it.
pub(crate) struct TrialOutcome {
    /// The bot's own actions.
    pub(crate) actions: Vec<String>,
    /// The longest time that an answer was charged, in milliseconds.
    pub(crate) slowest: f64,
    /// What was said until the last answer.
    pub(crate) reel: Recording,
    /// How long it was waited for after the farewell, if the match came to its end.
    pub(crate) leaving: Option<Duration>,
    /// What was said altogether, the farewell included.
    pub(crate) whole: Recording,
    pub(crate) faulty: Option<BotFault>,
}

/// A fault of the bot, after which the match was stopped.
pub(crate) struct BotFault {
    pub(crate) fault: Fault,
    pub(crate) turn: u64,
    /// How many answers were good before.
    pub(crate) answered: usize,
    /// The state in which it was asked.
    pub(crate) state: Box<dyn DynState>,
    /// Whether it was computing when its time was over.
    pub(crate) busy: bool,
}

impl TrialMatch {
    /// The table, with the bot's name on its seat.
    pub(crate) fn table(&self, plan: &SeatingPlan, bot: &str, conditions: &Conditions) -> Table {
        let name = |seat| if Seat(seat) == self.seat { bot } else { &self.opponent };
        Table::new(plan.game)
            .options(self.options.clone())
            .seed(self.seed)
            .seats((0..self.seats).map(|seat| SeatEntry::named(name(seat).to_owned())))
            .conditions(conditions.clone())
    }
}

/// A bot that is tried.
pub(crate) struct BotTrial<'a> {
    pub(crate) plan: &'a SeatingPlan,
    pub(crate) name: &'a str,
    pub(crate) ready: &'a BuiltBot,
    pub(crate) conditions: &'a Conditions,
}

impl BotTrial<'_> {
    /// Plays `trial` until it is over, the bot commits a fault, or `patience` is at its end. The program
    /// finds the seed of `program_seed` in its environment.
    pub(crate) fn play(
        &self,
        trial: &TrialMatch,
        program_seed: u64,
        patience: TrialBudget,
    ) -> Result<TrialOutcome, Void> {
        let table = trial.table(self.plan, self.name, self.conditions);
        let tape = Arc::new(Recorder::new());
        let mut players = self.players(trial, &table, program_seed, &tape)?;
        let before = children_time();
        let mut watcher = Watcher { trial, tape: &tape, patience, before: None, watched: None };
        let mut watch = |event: &MatchEvent<'_>| watcher.see(event);
        let played = play(self.plan.game, table, &[], &mut players, &mut watch);
        let left = Instant::now();
        drop(players);
        let leaving = played.is_ok().then(|| left.elapsed());
        match played {
            Ok(_) | Err(PlayError::Stopped(_)) => {}
            Err(PlayError::Void(void)) => return Err(void),
            Err(PlayError::Options(error)) => return Err(Void::because(&error)),
            Err(PlayError::Resume(why)) => return Err(Void::because(&why)),
        }
        let mut watched = watcher.watched.ok_or_else(|| Void::Ours(say::nothing_played()))?;
        watched.leaving = leaving;
        watched.whole = tape.reel();
        if let Some(faulty) = &mut watched.faulty {
            let used = match self.plan.sandbox.tier() {
                certamen_sandbox::Tier::A => watched.whole.charged,
                _ => children_time().saturating_sub(before),
            };
            faulty.busy = used.as_millis() as u64 > self.conditions.move_ms * 2 / 5;
        }
        Ok(watched)
    }

    fn players(
        &self,
        trial: &TrialMatch,
        table: &Table,
        program_seed: u64,
        tape: &Arc<Recorder>,
    ) -> Result<Vec<Box<dyn certamen_game::Player>>, Void> {
        let seating = PlayerFactory { plan: self.plan, place: 0 };
        let ear: Arc<dyn TranscriptSink> = tape.clone();
        let overheard = RecordedSandbox::curious(Arc::clone(&self.plan.sandbox), ear);
        let overheard: Arc<dyn Sandbox> = Arc::new(overheard);
        let seeded = Table { seed: program_seed, ..table.clone() };
        // How long it stays after each farewell is what is to be found out.
        let stranger = self.ready.as_stranger();
        let player = |seat| {
            if Seat(seat) == trial.seat {
                let chair =
                    SeatSetup { table: &seeded, seat: Seat(seat), bot: &stranger, folder: &[] };
                return seating.player(&chair, &overheard);
            }
            let house = self.plan.game.builtin_player(&trial.opponent, &Arguments::default());
            house.map_err(|error| Void::because(&error))
        };
        (0..trial.seats).map(player).collect()
    }
}

struct Watcher<'a> {
    trial: &'a TrialMatch,
    tape: &'a Recorder,
    patience: TrialBudget,
    /// The state before the next turn.
    before: Option<Box<dyn DynState>>,
    watched: Option<TrialOutcome>,
}

impl Watcher<'_> {
    fn see(&mut self, event: &MatchEvent<'_>) -> ControlFlow<()> {
        match event {
            MatchEvent::Start(arbiter) => {
                let state = arbiter.state();
                self.before = Some(state.clone_box());
                self.watched = Some(TrialOutcome {
                    actions: Vec::new(),
                    slowest: 0.0,
                    reel: Recording::default(),
                    whole: Recording::default(),
                    leaving: None,
                    faulty: None,
                });
            }
            MatchEvent::Turn(turn, arbiter) => {
                let own = |entry: &&Move| entry.seat == self.trial.seat && !entry.automatic;
                if let Some(entry) = turn.moves.iter().find(own) {
                    self.note(turn.turn, entry);
                }
                self.before = Some(arbiter.state().clone_box());
            }
            MatchEvent::End(_) => {}
        }
        let Some(watched) = &self.watched else { return ControlFlow::Continue(()) };
        let enough = watched.actions.len() >= self.patience.least;
        if watched.faulty.is_some() || enough && Instant::now() >= self.patience.deadline {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn note(&mut self, turn: u64, entry: &Move) {
        let (Some(watched), Some(state)) = (&mut self.watched, &self.before) else { return };
        watched.reel = self.tape.reel();
        if let Some(fault) = entry.fault {
            let state = state.clone_box();
            let answered = watched.actions.len();
            watched.faulty = Some(BotFault { fault, turn, answered, state, busy: false });
            return;
        }
        watched.slowest = watched.slowest.max(entry.ms.unwrap_or(0.0));
        watched.actions.extend(entry.action.clone());
    }
}

/// The computing time of all programs that were started and are gone, to a hundredth of a second.
fn children_time() -> Duration {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which may hold anything, the fields are plain: the 14th and 15th there.
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks =
        fields.split_whitespace().skip(13).take(2).filter_map(|field| field.parse::<u64>().ok());
    Duration::from_millis(10 * ticks.sum::<u64>())
}
