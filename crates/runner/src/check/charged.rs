//! How long a player needs for a move, in the slowest of a fixed set of positions.
//!
//! In each position the median of some repetitions counts, which are spread over the whole
//! measurement, so that the load of the machine at one moment does not set the limit.

use crate::{BuiltBot, PlayerFactory, SeatingPlan};
use certamen_game::arbiter::{Answer, Arbiter};
use certamen_game::{
    Budget, DynGame, DynState, Failure, Given, OptionsError, Player, Rng, Seat, Table, Turn, View,
    Void, match_seed,
};
use std::time::Duration;

/// The seed of the random matches.
const SEED: u64 = 4;
/// The number of random matches, and of positions from each.
const MATCHES: u64 = 12;
const POSITIONS: usize = 3;
const REPETITIONS: usize = 5;
/// The maximum length of a random match.
const LONGEST: usize = 1_000;
/// A thread index that no match uses.
const PLACE: usize = 1_000;

/// The time charged to `bot`, with its search, for a move in the slowest of the positions at tables
/// like `table`; it must stay within `budget` in each.
pub fn time_charged(
    plan: &SeatingPlan,
    table: &Table,
    bot: &BuiltBot,
    budget: Budget,
) -> Result<Duration, Failure> {
    let positions = positions(plan.game, table)?;
    let mut timed = TimedPlayer::new(plan, bot.clone().with_whole_search(), budget);
    timed.slowest(&positions, &mut None)
}

/// The longest time of `ask` in positions of matches at `start`.
pub fn slowest(
    game: &'static dyn DynGame,
    start: &Table,
    ask: &mut dyn FnMut(&View<'_>) -> Result<Duration, Failure>,
) -> Result<Duration, Failure> {
    let positions = positions(game, start)?;
    let times = times(&positions, true, &mut |position| ask(&position.view()), &mut None)?;
    Ok(times.into_iter().max().unwrap_or_default())
}

pub(crate) struct Position {
    table: Table,
    state: Box<dyn DynState>,
    seat: Seat,
    turns: Vec<Turn>,
}

impl Position {
    fn view(&self) -> View<'_> {
        View { table: &self.table, state: &*self.state, seat: self.seat, turns: &self.turns }
    }
}

pub(crate) struct TimedPlayer<'a> {
    factory: PlayerFactory<'a>,
    bot: BuiltBot,
    budget: Budget,
    seated: Option<(u64, Seat, Box<dyn Player>)>,
}

impl<'a> TimedPlayer<'a> {
    pub(crate) fn new(plan: &'a SeatingPlan, bot: BuiltBot, budget: Budget) -> TimedPlayer<'a> {
        TimedPlayer { factory: PlayerFactory { plan, place: PLACE }, bot, budget, seated: None }
    }

    /// Begins a match for the next question, if that is cheap: an evaluation is copied for it, with the
    /// memory that it has at the start of each match. Later the collector has run, and whether the next
    /// pages are there or must be given by the system made answers of a search in Lisp take 200 or
    /// 300 µs, for some tens of answers each.
    pub(crate) fn begin_match(&mut self) {
        if matches!(self.bot, BuiltBot::Evaluation(_)) {
            self.seated = None;
        }
    }

    pub(crate) fn ask(&mut self, position: &Position) -> Result<Duration, Failure> {
        let view = position.view();
        let here = (view.table.seed, view.seat);
        // A pure function is the same at every table. Others begin a match for each question, so that
        // notes on an answer do not make the next one faster.
        let stays = match &self.bot {
            BuiltBot::Evaluation(own) => own.is_pure(),
            BuiltBot::Program(_) => self.seated.as_ref().is_some_and(|it| (it.0, it.1) == here),
            BuiltBot::Builtin { .. }
            | BuiltBot::Http(_)
            | BuiltBot::Human(_)
            | BuiltBot::Remote(_) => true,
        };
        let seated = self.seated.take().filter(|_| stays);
        let (_, _, player) = if let Some(seated) = seated {
            self.seated.insert(seated)
        } else {
            let bots = vec![&self.bot; view.table.seats.len()];
            let mut players = self.factory.players(view.table, &bots).map_err(Failure::Void)?;
            let player = players.swap_remove(view.seat.index());
            self.seated.insert((here.0, here.1, player))
        };
        Ok(player.act(&view, self.budget)?.charged)
    }

    /// The time in each of the positions; `at` is the one in which it is slowest, or fails.
    pub(crate) fn times(
        &mut self,
        positions: &[Position],
        at: &mut Option<String>,
    ) -> Result<Vec<Duration>, Failure> {
        // A program is started for each match: spread positions would take long.
        let spread = !matches!(self.bot, BuiltBot::Program(_));
        let game = self.factory.plan.game;
        let mut failed = None;
        let found = times(positions, spread, &mut |position| self.ask(position), &mut failed);
        let worst = match &found {
            Ok(times) => (0..times.len()).max_by_key(|which| times[*which]),
            Err(_) => failed,
        };
        *at = worst.map(|worst| options_of(game, &*positions[worst].state));
        found
    }

    pub(crate) fn slowest(
        &mut self,
        positions: &[Position],
        at: &mut Option<String>,
    ) -> Result<Duration, Failure> {
        Ok(self.times(positions, at)?.into_iter().max().unwrap_or_default())
    }
}

/// The median time of `ask` in each of the positions; `failed` is the one in which it fails.
fn times(
    positions: &[Position],
    spread: bool,
    ask: &mut dyn FnMut(&Position) -> Result<Duration, Failure>,
    failed: &mut Option<usize>,
) -> Result<Vec<Duration>, Failure> {
    let mut times = vec![Vec::with_capacity(REPETITIONS); positions.len()];
    for turn in 0..positions.len() * REPETITIONS {
        let which = if spread { turn % positions.len() } else { turn / REPETITIONS };
        times[which].push(ask(&positions[which]).inspect_err(|_| *failed = Some(which))?);
    }
    let median = |mut times: Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    Ok(times.into_iter().map(median).collect())
}

pub(crate) fn positions(
    game: &'static dyn DynGame,
    start: &Table,
) -> Result<Vec<Position>, Failure> {
    let void = |error: OptionsError| Failure::Void(Void::because(&error));
    let mut positions = Vec::new();
    for number in 0..MATCHES {
        let seed = match_seed(SEED, &number.to_string());
        let start = || Arbiter::start(game, Table { seed, ..start.clone() });
        let mut length = 0;
        let mut arbiter = start().map_err(void)?;
        while length < LONGEST && step(&mut arbiter, seed).map_err(Failure::Void)? {
            length += 1;
        }
        let mut rng = Rng::of_turn(seed, 0);
        let mut chosen: Vec<usize> =
            (0..POSITIONS).map(|_| rng.below(length.max(1) as u64) as usize).collect();
        chosen.sort_unstable();
        chosen.dedup();
        let mut arbiter = start().map_err(void)?;
        for turn in 0..length {
            let asked = chosen.contains(&turn) && arbiter.state().automatic().is_none();
            if let Some(seat) = arbiter.to_act().lowest().filter(|_| asked) {
                positions.push(Position {
                    table: arbiter.table().clone(),
                    state: arbiter.state().clone_box(),
                    seat,
                    turns: arbiter.turns().to_vec(),
                });
            }
            step(&mut arbiter, seed).map_err(Failure::Void)?;
        }
    }
    Ok(positions)
}

/// The options with which a match begins at a position, as far as the game has such options.
pub(crate) fn options_of(game: &dyn DynGame, state: &dyn DynState) -> String {
    let (mut position, options) = (state.json(), game.default_options());
    if let Some(keys) = position.as_object_mut() {
        keys.retain(|key, _| options.get(key).is_some());
    }
    position.to_string()
}

fn step(arbiter: &mut Arbiter, seed: u64) -> Result<bool, Void> {
    if arbiter.automatic()? {
        return Ok(true);
    }
    if arbiter.outcome().is_some() {
        return Ok(false);
    }
    let turn = arbiter.turns().len() as u64 + 1;
    let answers = arbiter.to_act().iter().map(|seat| {
        let action = arbiter.state().sample(seat, &mut Rng::of_player(seed, seat, turn));
        let given = Ok(action.map_or_else(|| "".into(), Given::Play));
        let [charged, pondered, asleep] = [Duration::ZERO; 3];
        Answer { seat, given, charged, pondered, asleep }
    });
    arbiter.answer(answers.collect())?;
    Ok(true)
}
