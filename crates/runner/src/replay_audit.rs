//! Programs asked again after a match, where all must be deterministic: the same questions, to new
//! processes that know nothing of the first ones.

use crate::{BuiltBot, PlayerFactory, SeatSetup};
use certamen_game::{
    Budget, DynState, Failure, Given, MatchRecord, Player, Reply, Seat, View, Void,
    arbiter::Arbiter, record::AGAIN,
};
use std::time::Duration;

/// Asks the programs of a finished match again as often as its conditions say, and puts answers that
/// are others into its record. One that lives through a match is shown all that it was shown, up to
/// the first of these turns.
pub(crate) fn ask_again(
    factory: &PlayerFactory<'_>,
    (bots, folders): (&[&BuiltBot], &[Vec<u8>]),
    record: &mut MatchRecord,
) -> Result<(), Void> {
    let Some(every) = record.table.conditions.asked_again else { return Ok(()) };
    let table = record.table.clone();
    let mut players: Vec<Option<Box<dyn Player>>> = Vec::with_capacity(bots.len());
    for (seat, (bot, folder)) in (0..).map(Seat).zip(bots.iter().zip(folders)) {
        let setup = SeatSetup { table: &table, seat, bot, folder };
        let is_program = matches!(bot, BuiltBot::Program(_));
        let player = is_program.then(|| factory.player(&setup, &factory.plan.sandbox));
        players.push(player.transpose()?);
    }
    let mut arbiter =
        Arbiter::start(factory.plan.game, table).map_err(|error| Void::because(&error))?;
    // Which turns these are must not be known beforehand; there is one in each match.
    let turns = record.turns.len() as u64;
    let chosen = record.table.seed % every.get().min(turns.max(1));
    for (number, turn) in (0..).zip(&mut record.turns) {
        let is_chosen = number % every == chosen;
        for entry in turn.moves.iter_mut().filter(|entry| !entry.automatic) {
            let Some(own) = players.get_mut(entry.seat.index()) else { continue };
            let Some(player) = own else { continue };
            let (table, state, turns) = (arbiter.table(), arbiter.state(), arbiter.turns());
            let view = View { table, state, seat: entry.seat, turns };
            let budget = budget(&view);
            let lives = match player.recall(&view, budget) {
                // It sees all it needs in each view, and is asked in the chosen ones only.
                Ok(None) if !is_chosen => continue,
                Ok(None) => None,
                heard => Some(heard),
            };
            let is_last = lives.is_some() && is_chosen;
            let heard = lives.unwrap_or_else(|| player.act(&view, budget).map(Some));
            match heard {
                Ok(Some(reply)) => {
                    let now = text(&reply, state, entry.seat);
                    if entry.fault.is_none() && now != entry.action {
                        entry.extra.insert(AGAIN.to_owned(), now.into());
                        *own = None;
                    }
                }
                Err(Failure::Void(void)) => return Err(void),
                // A fault may be the clock's, and nothing follows.
                Ok(None) | Err(Failure::Fault(_) | Failure::Left) => *own = None,
            }
            if is_last {
                *own = None;
            }
        }
        if arbiter.replay(turn).is_err() {
            break;
        }
    }
    Ok(())
}

/// The time for a move, and for the first one of a program what its start may take.
fn budget(view: &View<'_>) -> Budget {
    let conditions = &view.table.conditions;
    let start = Duration::from_millis(conditions.start_ms);
    let time = conditions.move_time() + if view.turns.is_empty() { start } else { Duration::ZERO };
    Budget { cpu: time, wall: time }
}

/// The answer in the game's notation; none if it is no move.
fn text(reply: &Reply, state: &dyn DynState, seat: Seat) -> Option<String> {
    let play = match &reply.given {
        Given::Play(play) => return Some(play.text()),
        Given::Text(text) => state.read(seat, text),
    };
    play.ok().map(|play| play.text())
}
