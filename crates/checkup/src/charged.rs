//! How long a player needs for a move, in the slowest of a fixed set of positions.
//!
//! A limit derived from it holds for every move of a match. In each position the least of some
//! repetitions counts: other business of the machine can make an answer slower, never faster.

use certamen_game::{
    Budget, DynGame, DynState, Failure, Given, Luck, OptionsError, Player, Seat, Table, View, Void,
    arbiter::{Answer, Arbiter},
    match_seed,
};
use certamen_worker::{Ready, Seating, SeatingPlan};
use std::time::Duration;

/// The positions are those of random matches with seeds derived from this.
const SEED: u64 = 4;
/// How many random matches there are, and how many positions are taken from each.
const MATCHES: u64 = 12;
const POSITIONS: usize = 3;
/// How often the player is asked in each position.
const REPETITIONS: usize = 5;
/// Random matches that go on for ever end here.
const LONGEST: usize = 1_000;
/// The place at which bots are measured: none of those at which matches are played.
const PLACE: usize = 1_000;

/// How much a bot is charged for a move at tables like `table`, in the slowest of the positions, if
/// it keeps within `budget` in each.
pub fn time_charged(
    plan: &SeatingPlan,
    table: &Table,
    ready: &Ready,
    budget: Budget,
) -> Result<Duration, Failure> {
    time_charged_at(plan, table, ready, budget, &mut None)
}

/// Likewise; `at` is then the position in which it was slowest, or failed.
pub(crate) fn time_charged_at(
    plan: &SeatingPlan,
    table: &Table,
    ready: &Ready,
    budget: Budget,
    at: &mut Option<String>,
) -> Result<Duration, Failure> {
    let seating = Seating { plan, place: PLACE };
    let mut seated: Option<(u64, Seat, Box<dyn Player>)> = None;
    let mut ask = |view: &View<'_>| {
        let here = (view.table.seed, view.seat);
        if seated.as_ref().is_none_or(|(seed, seat, _)| (*seed, *seat) != here) {
            let bots = vec![ready; view.table.seats.len()];
            let mut players = seating.players(view.table, &bots).map_err(Failure::Void)?;
            seated = Some((here.0, here.1, players.swap_remove(view.seat.index())));
        }
        let (_, _, player) = seated.as_mut().expect("it has just been seated");
        Ok(player.act(view, budget)?.charged)
    };
    slowest_at(plan.game, table, &mut ask, at)
}

/// The longest of what `ask` takes in the positions, which are those of matches at `start`.
pub fn slowest(
    game: &'static dyn DynGame,
    start: &Table,
    ask: &mut dyn FnMut(&View<'_>) -> Result<Duration, Failure>,
) -> Result<Duration, Failure> {
    slowest_at(game, start, ask, &mut None)
}

fn slowest_at(
    game: &'static dyn DynGame,
    start: &Table,
    ask: &mut dyn FnMut(&View<'_>) -> Result<Duration, Failure>,
    at: &mut Option<String>,
) -> Result<Duration, Failure> {
    let ours = |error: OptionsError| Failure::Void(Void::because(&error));
    let mut longest = Duration::ZERO;
    for number in 0..MATCHES {
        let seed = match_seed(SEED, &number.to_string());
        let start = || Arbiter::start(game, Table { seed, ..start.clone() });
        let mut length = 0;
        let mut arbiter = start().map_err(ours)?;
        while length < LONGEST && step(&mut arbiter, seed).map_err(Failure::Void)? {
            length += 1;
        }
        let mut luck = Luck::of_turn(seed, 0);
        let mut chosen: Vec<usize> =
            (0..POSITIONS).map(|_| luck.below(length.max(1) as u64) as usize).collect();
        chosen.sort_unstable();
        chosen.dedup();
        let mut arbiter = start().map_err(ours)?;
        for turn in 0..length {
            if chosen.contains(&turn) && arbiter.state().automatic().is_none() {
                let took = least(&arbiter, ask);
                if took.as_ref().map_or(true, |took| *took > longest) {
                    *at = Some(position(game, arbiter.state()));
                }
                longest = longest.max(took?);
            }
            step(&mut arbiter, seed).map_err(Failure::Void)?;
        }
    }
    Ok(longest)
}

/// A position as the options with which a match begins there, as far as the game has such options.
pub(crate) fn position(game: &dyn DynGame, state: &dyn DynState) -> String {
    let (mut position, options) = (state.json(), game.default_options());
    if let Some(keys) = position.as_object_mut() {
        keys.retain(|key, _| options.get(key).is_some());
    }
    position.to_string()
}

/// Plays a turn at random; whether there was one to play.
fn step(arbiter: &mut Arbiter, seed: u64) -> Result<bool, Void> {
    if arbiter.automatic()? {
        return Ok(true);
    }
    if arbiter.outcome().is_some() {
        return Ok(false);
    }
    let turn = arbiter.turns().len() as u64 + 1;
    let answers = arbiter.to_act().iter().map(|seat| {
        let action = arbiter.state().sample(seat, &mut Luck::of_player(seed, seat, turn));
        let given = Ok(action.map_or_else(|| "".into(), Given::Play));
        Answer {
            seat,
            given,
            charged: Duration::ZERO,
            pondered: Duration::ZERO,
            asleep: Duration::ZERO,
        }
    });
    let answers = answers.collect();
    arbiter.answer(answers)?;
    Ok(true)
}

/// The least of what `ask` takes for the seat that is to act first.
fn least(
    arbiter: &Arbiter,
    ask: &mut dyn FnMut(&View<'_>) -> Result<Duration, Failure>,
) -> Result<Duration, Failure> {
    let Some(seat) = arbiter.to_act().lowest() else { return Ok(Duration::ZERO) };
    let (table, state, turns) = (arbiter.table(), arbiter.state(), arbiter.turns());
    let view = View { table, state, seat, turns };
    let times = (0..REPETITIONS).map(|_| ask(&view));
    let times = times.collect::<Result<Vec<_>, _>>()?;
    Ok(times.into_iter().min().unwrap_or_default())
}
