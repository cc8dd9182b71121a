//! The contract of any game, checked by playing it at random; tests run it over every registered
//! game.

mod breach;
mod picture;
mod secrets;

pub use breach::{ContractBreach, ContractViolation};
pub use secrets::check_secrets;

use crate::{
    Audience, Budget, Draws, DynGame, DynState, Failure, Given, Language, Map, MatchRecord, Play,
    Rng, Scoring, Seat, Seats, Table, View,
    arbiter::{Answer, Arbiter},
    builtin::Arguments,
    record::Conditions,
    replay,
};
use std::time::Duration;

/// How many legal actions of a state are checked.
const ACTIONS: usize = 200;

/// A table with unnamed players, as tests need it.
pub fn table(game: &dyn DynGame, options: Map, seats: u8, seed: u64) -> Table {
    // No allowance for starting: tests of deadlines should not wait for it.
    let conditions = Conditions { start_ms: 0, ..Conditions::usual(0, 0, "D") };
    Table::new(game).options(options).unnamed(seats).seed(seed).conditions(conditions)
}

/// Sets up the game for every number of seats that it takes, and lets seats fail at the start.
pub fn check_every_table(game: &dyn DynGame) -> Result<(), ContractViolation> {
    for seats in game.info().seats {
        check_match(game, Map::new(), seats, u64::from(seats), 1)?;
    }
    Ok(())
}

/// Plays one match at random for at most `turns` turns, checks every state on the way, and replays
/// it. Returns the record.
pub fn check_match(
    game: &dyn DynGame,
    options: Map,
    seats: u8,
    seed: u64,
    turns: usize,
) -> Result<MatchRecord, ContractViolation> {
    let violation = |turn, what| ContractViolation::new(game, seed, turn, what);
    let table = table(game, options, seats, seed);
    let mut arbiter = Arbiter::start(game, table.clone())
        .map_err(|error| violation(0, ContractBreach::Start(error)))?;
    check_start(game, &table).map_err(|what| violation(0, what))?;
    let mut seen = Vec::new();
    for turn in 0..turns {
        check_state(arbiter.state(), seats).map_err(|what| violation(turn, what))?;
        check_forfeits(game, arbiter.state()).map_err(|what| violation(turn, what))?;
        check_hidden(game, arbiter.state()).map_err(|what| violation(turn, what))?;
        // Drawing takes long: often at the start, seldom later, and at the end.
        if turn == 0 || turn.is_power_of_two() || arbiter.outcome().is_some() {
            picture::check(&arbiter).map_err(|what| violation(turn, what))?;
        }
        seen.push(pictures(arbiter.state()));
        if arbiter.outcome().is_some() {
            break;
        }
        let before = arbiter.state().clone_box();
        step(&mut arbiter, seed).map_err(|what| violation(turn, what))?;
        check_draws(game, &*before, &arbiter).map_err(|what| violation(turn, what))?;
    }
    let record = MatchRecord {
        table,
        turns: arbiter.turns().to_vec(),
        outcome: arbiter.outcome().cloned(),
        extra: Map::new(),
    };
    check_replay(game, &record, &seen).map_err(|what| violation(record.turns.len(), what))?;
    Ok(record)
}

fn step(arbiter: &mut Arbiter, seed: u64) -> Result<(), ContractBreach> {
    if arbiter.automatic().map_err(ContractBreach::Void)? {
        return Ok(());
    }
    let turn = arbiter.turns().len() as u64 + 1;
    let answers = arbiter.to_act().iter().map(|seat| {
        let mut rng = Rng::of_player(seed, seat, turn);
        let action = arbiter.state().sample(seat, &mut rng);
        let action = action.ok_or(ContractBreach::NothingToSample(seat))?;
        Ok(untimed(seat, Given::Text(action.text())))
    });
    let answers = answers.collect::<Result<Vec<_>, ContractBreach>>()?;
    let before = arbiter.state().clone_box();
    let picture = pictures(&*before);
    arbiter.answer(answers).map_err(ContractBreach::Void)?;
    if pictures(&*before) != picture {
        return Err(ContractBreach::CloneChanges);
    }
    let last = arbiter.turns().last().expect("one was just played");
    match last.moves.iter().find(|entry| entry.fault.is_some()) {
        Some(entry) => {
            let action = entry.reply.clone().unwrap_or_default();
            Err(ContractBreach::SampledIllegal { seat: entry.seat, action })
        }
        None => Ok(()),
    }
}

fn untimed(seat: Seat, given: Given) -> Answer {
    let zero = Duration::ZERO;
    Answer { seat, given: Ok(given), charged: zero, pondered: zero, asleep: zero }
}

fn check_state(state: &dyn DynState, seats: u8) -> Result<(), ContractBreach> {
    if state.seats() != seats {
        return Err(ContractBreach::SeatsOf { found: state.seats(), due: seats });
    }
    match state.outcome() {
        Some(_) if !state.to_act().is_empty() => return Err(ContractBreach::OverButActing),
        None if state.to_act().is_empty() => return Err(ContractBreach::Idle),
        Some(outcome) if outcome.scores.len() != usize::from(seats) => {
            return Err(ContractBreach::Scores { scores: outcome.scores.len(), seats });
        }
        _ => {}
    }
    if state.to_act().iter().any(|seat| seat.0 >= seats) {
        return Err(ContractBreach::ForeignSeatActs);
    }
    if state.automatic().is_some() {
        return match state.to_act().len() {
            1 => Ok(()),
            _ => Err(ContractBreach::AutomaticOfSeveral),
        };
    }
    state.to_act().iter().try_for_each(|seat| check_seat(state, seat))
}

fn check_seat(state: &dyn DynState, seat: Seat) -> Result<(), ContractBreach> {
    let actions = state.legal_actions(seat, ACTIONS);
    if actions.is_empty() {
        return Err(ContractBreach::NoLegalAction(seat));
    }
    for action in actions {
        match state.read(seat, &action) {
            Ok(back) if back.text() == action => {}
            back => return Err(ContractBreach::ReadBack { action, back }),
        }
    }
    if let Some(action) = state.fallback(seat, None)
        && let Err(why) = state.read(seat, &action.text())
    {
        let action = action.text();
        return Err(ContractBreach::FallbackIllegal { action, why });
    }
    Ok(())
}

/// Checks that the start draws lots only if the game says so.
fn check_start(game: &dyn DynGame, table: &Table) -> Result<(), ContractBreach> {
    if game.info().draws != Draws::Never {
        return Ok(());
    }
    let mut rng = Rng::of_turn(table.seed, 0);
    let seats = table.seats.len() as u8;
    game.new_initial_state(&table.options, seats, &mut rng).map_err(ContractBreach::Start)?;
    if rng.is_untouched(table.seed, 0) {
        Ok(())
    } else {
        Err(ContractBreach::Draws(Draws::AtStart))
    }
}

/// Checks that the last turn, played from `before`, draws lots only if the game says so.
fn check_draws(
    game: &dyn DynGame,
    before: &dyn DynState,
    arbiter: &Arbiter,
) -> Result<(), ContractBreach> {
    let (Some(last), true) = (arbiter.turns().last(), game.info().draws != Draws::InTurns) else {
        return Ok(());
    };
    let mut joint = Vec::new();
    for entry in &last.moves {
        let action = entry.action.as_deref().unwrap_or_default();
        let automatic = before.automatic().filter(|_| entry.automatic);
        let play = automatic.map_or_else(|| before.read(entry.seat, action), Ok);
        let play = play.map_err(|why| ContractBreach::ReadBack {
            action: action.to_owned(),
            back: Err(why),
        })?;
        joint.push((entry.seat, play));
    }
    let joint: Vec<(Seat, &Play)> = joint.iter().map(|(seat, play)| (*seat, play)).collect();
    let mut rng = Rng::of_turn(arbiter.table().seed, last.turn);
    before.clone_box().apply(&joint, &mut rng).map_err(ContractBreach::Void)?;
    if rng.is_untouched(arbiter.table().seed, last.turn) {
        Ok(())
    } else {
        Err(ContractBreach::Draws(Draws::InTurns))
    }
}

/// Checks that each seat sees what spectators see, if the game is not declared as hidden.
fn check_hidden(game: &dyn DynGame, state: &dyn DynState) -> Result<(), ContractBreach> {
    let seen = |audience| state.render(audience, Language::En);
    let public = seen(Audience::Spectators);
    let mut seats = (0..state.seats()).map(Seat);
    match seats.find(|seat| !game.info().hidden && seen(Audience::Seat(*seat)) != public) {
        Some(seat) => Err(ContractBreach::Hidden(seat)),
        None => Ok(()),
    }
}

/// Checks the scores if a seat fails to act, and if all seats do.
fn check_forfeits(game: &dyn DynGame, state: &dyn DynState) -> Result<(), ContractBreach> {
    let seats = state.seats();
    let alone = (0..seats).map(|seat| Seats::only(Seat(seat)));
    for failing in alone.chain([Seats::first(seats)]) {
        let scores = state.forfeit(failing).scores;
        if scores.len() != usize::from(seats) {
            return Err(ContractBreach::ForfeitScores);
        }
        let known = |score: &f64| match game.info().scoring {
            Scoring::WinLoss => (0.0..=1.0).contains(score),
            Scoring::Score => score.is_finite(),
        };
        if let Some(score) = scores.into_iter().find(|score| !known(score)) {
            return Err(ContractBreach::Forfeit { seats: failing, score });
        }
    }
    Ok(())
}

fn check_replay(
    game: &dyn DynGame,
    record: &MatchRecord,
    seen: &[String],
) -> Result<(), ContractBreach> {
    let bytes = record.to_bytes();
    let (back, _) = MatchRecord::read(&bytes).map_err(ContractBreach::Record)?;
    if back.to_bytes() != bytes {
        return Err(ContractBreach::RecordChanges);
    }
    let mut again = Vec::new();
    let end = replay::replay(game, &back, &mut |arbiter| again.push(pictures(arbiter.state())))
        .map_err(ContractBreach::Replay)?;
    if again[..seen.len()] != *seen {
        return Err(ContractBreach::OtherPictures);
    }
    match (&record.outcome, end.outcome()) {
        (Some(recorded), Some(computed)) => {
            match replay::compare(recorded, computed).into_iter().next() {
                Some(found) => Err(ContractBreach::Outcome(Box::new(found))),
                None => Ok(()),
            }
        }
        (None, None) => Ok(()),
        _ => Err(ContractBreach::OnlyOneEnds),
    }
}

/// Everything that is shown of a state.
fn pictures(state: &dyn DynState) -> String {
    let mut all = state.json().to_string();
    for language in Language::ALL {
        all.push_str(&state.render(Audience::Spectators, language));
    }
    for seat in (0..state.seats()).map(Seat) {
        all.push_str(&state.render(Audience::Seat(seat), Language::En));
        all.push_str(&state.observation(seat));
    }
    all
}

/// Lets the built-in player `name` choose for every seat in the states of a random match of at most
/// `turns` turns: its actions must be legal and, if it does not use the RNG, the same with another
/// seed.
pub fn check_builtin(
    game: &dyn DynGame,
    name: &str,
    seed: u64,
    turns: usize,
) -> Result<(), ContractViolation> {
    let violation = |turn, what| ContractViolation::new(game, seed, turn, what);
    let start = table(game, Map::new(), *game.info().seats.start(), seed);
    let mut arbiter =
        Arbiter::start(game, start).map_err(|error| violation(0, ContractBreach::Start(error)))?;
    for turn in 0..turns {
        if arbiter.outcome().is_some() {
            break;
        }
        check_builtin_turn(game, name, &mut arbiter).map_err(|what| violation(turn, what))?;
    }
    Ok(())
}

fn check_builtin_turn(
    game: &dyn DynGame,
    name: &str,
    arbiter: &mut Arbiter,
) -> Result<(), ContractBreach> {
    if arbiter.automatic().map_err(ContractBreach::Void)? {
        return Ok(());
    }
    let uses_rng = game.uses_rng(name, &Arguments::new()).map_err(ContractBreach::Builtin)?;
    let mut answers = Vec::new();
    for seat in arbiter.to_act().iter() {
        let one = choice(game, name, arbiter, seat, 0)?;
        if let Some(action) = &one
            && let Err(why) = arbiter.state().read(seat, &action.text())
        {
            let name = name.to_owned();
            return Err(ContractBreach::BuiltinIllegal { name, action: action.clone(), why });
        }
        if !uses_rng {
            let other = choice(game, name, arbiter, seat, 1)?;
            if one != other {
                return Err(ContractBreach::Wavers { name: name.to_owned(), both: [one, other] });
            }
        }
        let mut rng = Rng::of_player(arbiter.table().seed, seat, arbiter.turns().len() as u64);
        let action = arbiter.state().sample(seat, &mut rng);
        let action = action.ok_or(ContractBreach::NothingToSample(seat))?;
        answers.push(untimed(seat, Given::Play(action)));
    }
    arbiter.answer(answers).map_err(ContractBreach::Void)
}

/// The choice of a new player with this seed.
fn choice(
    game: &dyn DynGame,
    name: &str,
    arbiter: &Arbiter,
    seat: Seat,
    seed: u64,
) -> Result<Option<Play>, ContractBreach> {
    let mut player =
        game.builtin_player(name, &Arguments::new()).map_err(ContractBreach::Builtin)?;
    let table = Table { seed, ..arbiter.table().clone() };
    let view = View { table: &table, state: arbiter.state(), seat, turns: arbiter.turns() };
    let budget = Budget { cpu: Duration::MAX, wall: Duration::MAX };
    match player.act(&view, budget) {
        Ok(reply) => Ok(match reply.given {
            Given::Play(play) => Some(play),
            Given::Text(_) => None,
        }),
        Err(Failure::Void(void)) => Err(ContractBreach::Void(void)),
        Err(Failure::Fault(_) | Failure::Left) => Ok(None),
    }
}
