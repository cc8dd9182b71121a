//! What built-in players must obey.

use super::{ContractBreach, ContractViolation, table};
use crate::{
    Budget, DynGame, Failure, Given, Map, Play, Rng, Seat, Table, View,
    arbiter::{Answer, Arbiter},
    builtin::Arguments,
};
use std::time::Duration;

/// Lets the built-in player `name` choose for every seat in the states of a random match of at most
/// `turns` turns: its actions must be legal and, if it draws no lots, the same when it is asked
/// again with other luck.
pub fn check_house(
    game: &dyn DynGame,
    name: &str,
    seed: u64,
    turns: usize,
) -> Result<(), ContractViolation> {
    let complain = |turn: usize, what: ContractBreach| ContractViolation {
        game: game.info().slug.to_owned(),
        seed,
        turn,
        what: Box::new(what),
    };
    let start = table(game, Map::new(), *game.info().seats.start(), seed);
    let mut arbiter =
        Arbiter::start(game, start).map_err(|error| complain(0, ContractBreach::Start(error)))?;
    for turn in 0..turns {
        if arbiter.outcome().is_some() {
            break;
        }
        check_turn(game, name, &mut arbiter).map_err(|what| complain(turn, what))?;
    }
    Ok(())
}

fn check_turn(game: &dyn DynGame, name: &str, arbiter: &mut Arbiter) -> Result<(), ContractBreach> {
    if arbiter.automatic().map_err(ContractBreach::Void)? {
        return Ok(());
    }
    let draws_lots = game.draws_lots(name, &Arguments::new()).map_err(ContractBreach::House)?;
    let mut answers = Vec::new();
    for seat in arbiter.to_act().iter() {
        let one = choice(game, name, arbiter, seat, 0)?;
        if let Some(action) = &one
            && let Err(why) = arbiter.state().read(seat, &action.text())
        {
            let name = name.to_owned();
            return Err(ContractBreach::HouseIllegal { name, action: action.clone(), why });
        }
        if !draws_lots {
            let other = choice(game, name, arbiter, seat, 1)?;
            if one != other {
                return Err(ContractBreach::Wavers { name: name.to_owned(), both: [one, other] });
            }
        }
        let mut rng = Rng::of_player(arbiter.table().seed, seat, arbiter.turns().len() as u64);
        let action = arbiter.state().sample(seat, &mut rng);
        let given = Ok(Given::Play(action.ok_or(ContractBreach::NothingToSample(seat))?));
        answers.push(Answer {
            seat,
            given,
            charged: Duration::ZERO,
            pondered: Duration::ZERO,
            asleep: Duration::ZERO,
        });
    }
    arbiter.answer(answers).map_err(ContractBreach::Void)
}

/// What the player, built again, chooses with the RNG of this seed.
fn choice(
    game: &dyn DynGame,
    name: &str,
    arbiter: &Arbiter,
    seat: Seat,
    seed: u64,
) -> Result<Option<Play>, ContractBreach> {
    let mut player = game.builtin_player(name, &Arguments::new()).map_err(ContractBreach::House)?;
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
