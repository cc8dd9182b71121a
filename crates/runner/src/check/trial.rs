//! One match of the bot under test against built-in players, fully recorded.

use crate::check::recorder::{Recorder, Recording};
use crate::check::say;
use crate::referee::{MatchEvent, play};
use crate::{BuiltBot, PlayerFactory, SeatSetup, SeatingPlan};
use certamen_game::{
    Conditions, DynGame, DynState, Fault, Map, Move, Seat, SeatEntry, Table, Void,
    builtin::Arguments, match_seed, record::FaultCause,
};
use certamen_sandbox::{RecordedSandbox, Sandbox, Tier, TranscriptSink};
use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub(crate) struct TrialMatch {
    pub(crate) options: Map,
    pub(crate) seats: u8,
    pub(crate) seat: Seat,
    pub(crate) opponent: String,
    pub(crate) seed: u64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct TrialBudget {
    pub(crate) deadline: Instant,
    /// The trial goes on after the deadline until the bot has given this many answers.
    pub(crate) min_answers: usize,
}

#[derive(Default)]
pub(crate) struct TrialOutcome {
    pub(crate) actions: Vec<String>,
    /// The longest time that an answer was charged, in milliseconds.
    pub(crate) slowest: f64,
    /// The dialogue until the last answer.
    pub(crate) recording: Recording,
    /// How long the bot took to end after the closing line, if the match was played to its end.
    pub(crate) shutdown: Option<Duration>,
    /// The whole dialogue, the closing line included.
    pub(crate) whole: Recording,
    pub(crate) faulty: Option<BotFault>,
}

/// A fault of the bot, after which the match was stopped.
pub(crate) struct BotFault {
    pub(crate) fault: Fault,
    pub(crate) turn: u64,
    pub(crate) answered: usize,
    pub(crate) state: Box<dyn DynState>,
    /// Whether it was computing when its time was over.
    pub(crate) busy: bool,
    /// What the fault alone does not say.
    pub(crate) cause: Option<FaultCause>,
}

impl TrialMatch {
    pub(crate) fn table(&self, plan: &SeatingPlan, bot: &str, conditions: &Conditions) -> Table {
        let name = |seat| if Seat(seat) == self.seat { bot } else { &self.opponent };
        Table::new(plan.game)
            .options(self.options.clone())
            .seed(self.seed)
            .seats((0..self.seats).map(|seat| SeatEntry::named(name(seat).to_owned())))
            .conditions(conditions.clone())
    }
}

pub(crate) struct BotTrial<'a> {
    pub(crate) plan: &'a SeatingPlan,
    pub(crate) name: &'a str,
    pub(crate) ready: &'a BuiltBot,
    pub(crate) conditions: &'a Conditions,
}

impl BotTrial<'_> {
    /// Plays `trial` until it ends, the bot commits a fault, or `budget` is used up.
    pub(crate) fn play(
        &self,
        trial: &TrialMatch,
        program_seed: u64,
        budget: TrialBudget,
    ) -> Result<TrialOutcome, Void> {
        let table = trial.table(self.plan, self.name, self.conditions);
        let recorder = Arc::new(Recorder::new());
        let factory = PlayerFactory { plan: self.plan, place: 0 };
        let sink: Arc<dyn TranscriptSink> = recorder.clone();
        let sandbox = RecordedSandbox::curious(Arc::clone(&self.plan.sandbox), sink);
        let sandbox: Arc<dyn Sandbox> = Arc::new(sandbox);
        let seeded = Table { seed: program_seed, ..table.clone() };
        // The test measures how long the bot stays after each closing line.
        let bot = self.ready.with_unknown_shutdown();
        let player = |seat| {
            if Seat(seat) == trial.seat {
                let setup = SeatSetup { table: &seeded, seat: Seat(seat), bot: &bot, folder: &[] };
                return factory.player(&setup, &sandbox);
            }
            let opponent = self.plan.game.builtin_player(&trial.opponent, &Arguments::default());
            opponent.map_err(|error| Void::because(&error))
        };
        let mut players = (0..trial.seats).map(player).collect::<Result<Vec<_>, _>>()?;
        let before = children_time();
        let mut watcher =
            Watcher { trial, recorder: &recorder, budget, before: None, outcome: None };
        let played =
            play(self.plan.game, table, &[], &mut players, &mut |event| watcher.see(event));
        let ended = Instant::now();
        drop(players);
        let shutdown = played.is_ok().then(|| ended.elapsed());
        if let Err(error) = played {
            error.unless_stopped()?;
        }
        let mut outcome = watcher.outcome.ok_or_else(|| Void::Ours(say::nothing_played()))?;
        outcome.shutdown = shutdown;
        outcome.whole = recorder.recording();
        if let Some(faulty) = &mut outcome.faulty {
            let used = match self.plan.sandbox.tier() {
                Tier::A => outcome.whole.charged,
                _ => children_time().saturating_sub(before),
            };
            faulty.busy = used.as_millis() as u64 > self.conditions.move_ms * 2 / 5;
        }
        Ok(outcome)
    }
}

struct Watcher<'a> {
    trial: &'a TrialMatch,
    recorder: &'a Recorder,
    budget: TrialBudget,
    before: Option<Box<dyn DynState>>,
    outcome: Option<TrialOutcome>,
}

impl Watcher<'_> {
    fn see(&mut self, event: &MatchEvent<'_>) -> ControlFlow<()> {
        match event {
            MatchEvent::Start(arbiter) => {
                self.before = Some(arbiter.state().clone_box());
                self.outcome = Some(TrialOutcome::default());
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
        let Some(outcome) = &self.outcome else { return ControlFlow::Continue(()) };
        let enough = outcome.actions.len() >= self.budget.min_answers;
        if outcome.faulty.is_some() || enough && Instant::now() >= self.budget.deadline {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn note(&mut self, turn: u64, entry: &Move) {
        let (Some(outcome), Some(state)) = (&mut self.outcome, &self.before) else { return };
        outcome.recording = self.recorder.recording();
        if let Some(fault) = entry.fault {
            let state = state.clone_box();
            let (answered, cause) = (outcome.actions.len(), entry.remote.cause);
            outcome.faulty = Some(BotFault { fault, turn, answered, state, busy: false, cause });
            return;
        }
        outcome.slowest = outcome.slowest.max(entry.ms.unwrap_or(0.0));
        outcome.actions.extend(entry.action.clone());
    }
}

/// The CPU time of all programs that were started and have ended, in steps of 10 ms.
fn children_time() -> Duration {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name may contain anything; after it come plain fields, of which two are wanted.
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks =
        fields.split_whitespace().skip(13).take(2).filter_map(|field| field.parse::<u64>().ok());
    Duration::from_millis(10 * ticks.sum::<u64>())
}

/// The number of further matches against the random player.
const MORE: u64 = 4;
/// The seed of the seeds of all matches.
const SEED: u64 = 11;

/// Which matches are tried: every seat, every built-in player, tables of several sizes, and the
/// starting positions on which bots tend to fail. Those that find most come first.
pub(crate) fn trials(game: &dyn DynGame, options: &Map) -> Vec<TrialMatch> {
    let seats = game.info().seats;
    let (few, many) = (*seats.start(), *seats.end());
    let mut trials = Vec::new();
    let mut add = |options: &Map, seats: u8, seat: u8, opponent: &str| {
        let seed = match_seed(SEED, &format!("trial {}", trials.len()));
        let (options, opponent) = (options.clone(), opponent.to_owned());
        trials.push(TrialMatch { options, seats, seat: Seat(seat % seats), opponent, seed });
    };
    for (number, opponent) in (0..).zip(game.builtin_names()) {
        for seat in 0..few {
            add(options, few, seat + number, opponent);
        }
    }
    for (number, start) in (0..).zip(tricky(game, options)) {
        for seat in 0..few {
            add(&start, few, seat, ["random", "first", "last"][number % 3]);
        }
    }
    if many > few {
        for (seats, seat) in [(few + 1, 0), (few + 1, few), (many, 0), (many, many - 1)] {
            add(options, seats.min(many), seat, "random");
        }
    }
    for number in 0..MORE {
        add(options, few, number as u8, "random");
    }
    trials
}

/// The game's own difficult starts, unless they contradict `options`.
fn tricky(game: &dyn DynGame, options: &Map) -> Vec<Map> {
    let agrees = |start: &Map| !start.keys().any(|key| options.contains_key(key));
    let starts = game
        .tricky_starts()
        .iter()
        .map(|text| serde_json::from_str::<Map>(text).expect("every game's starts are tested"));
    let merged = |start: Map| options.clone().into_iter().chain(start).collect();
    starts.filter(agrees).map(merged).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::Rng;

    #[test]
    fn every_trial_of_every_game_can_begin_and_every_seat_is_sat_on() {
        for game in certamen_games::ALL {
            let trials = trials(*game, &Map::new());
            for trial in &trials {
                let start =
                    game.new_initial_state(&trial.options, trial.seats, &mut Rng::of_turn(1, 0));
                let slug = game.info().slug;
                assert!(start.is_ok(), "{slug} {trial:?}: {:?}", start.err());
                assert!(trial.seat.0 < trial.seats, "{trial:?}");
            }
            for seat in 0..*game.info().seats.start() {
                assert!(trials[..2].iter().any(|trial| trial.seat == Seat(seat)), "{seat}");
            }
        }
    }

    #[test]
    fn what_the_author_fixed_is_not_changed() {
        let game = certamen_games::find("mancala8").unwrap();
        let fixed: Map = serde_json::from_str(r#"{"turn":1}"#).unwrap();
        for trial in trials(game, &fixed) {
            assert_eq!(trial.options["turn"], 1, "{trial:?}");
        }
        assert!(trials(game, &Map::new()).len() > trials(game, &fixed).len());
    }
}
