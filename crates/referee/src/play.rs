//! One match from its start, or from wherever it stood, to its end.

use crate::clocks::Clocks;
use game::{
    DynGame, DynState, Failure, MatchRecord, OptionsError, Outcome, Player, Seat, Table, Turn,
    View, Void,
    arbiter::{Answer, Arbiter},
};
use std::{ops::ControlFlow, time::Duration};

/// What watchers are told.
pub enum MatchEvent<'a> {
    /// The first state, with the turns that were played earlier.
    Start(&'a Arbiter),
    /// A turn and the state it led to.
    Turn(&'a Turn, &'a dyn DynState),
    /// The result.
    End(&'a Outcome),
}

/// Why there is no finished match.
#[derive(Debug)]
pub enum PlayError {
    /// The table cannot be set up: the operator's matter.
    Options(OptionsError),
    /// The turns to resume from cannot have been played.
    Resume(String),
    /// Ours: the match must be played again.
    Void(Void),
    /// A watcher stopped it; what was played so far.
    Stopped(Box<Stopped>),
}

/// An unfinished match.
#[derive(Debug)]
pub struct Stopped(pub MatchRecord);

/// Plays a match at `table` with one player a seat, after the turns already `played`.
///
/// Seats that act at the same time are asked one after the other; nobody sees an answer before all
/// are in.
pub fn play(
    game: &dyn DynGame,
    table: Table,
    played: &[Turn],
    players: &mut [Box<dyn Player>],
    watch: &mut dyn FnMut(&MatchEvent<'_>) -> ControlFlow<()>,
) -> Result<MatchRecord, PlayError> {
    assert_eq!(players.len(), table.seats.len(), "one player a seat");
    let mut clocks = Clocks::new(&table.conditions, players.len());
    let mut arbiter = Arbiter::start(game, table).map_err(PlayError::Options)?;
    for turn in played {
        arbiter.replay(turn).map_err(PlayError::Resume)?;
        clocks.count(turn);
    }
    let mut going_on = watch(&MatchEvent::Start(&arbiter)).is_continue();
    while going_on && arbiter.outcome().is_none() {
        if !arbiter.automatic().map_err(PlayError::Void)? {
            let answers = ask(&arbiter, players, &clocks).map_err(PlayError::Void)?;
            arbiter.answer(answers).map_err(PlayError::Void)?;
        }
        let turn = arbiter.turns().last().expect("a turn was just played");
        clocks.count(turn);
        going_on = watch(&MatchEvent::Turn(turn, arbiter.state())).is_continue();
    }
    for (seat, player) in players.iter_mut().enumerate() {
        player.finish(&view(&arbiter, Seat(seat as u8)));
    }
    let record = arbiter.into_record();
    match &record.outcome {
        Some(outcome) => {
            let _ = watch(&MatchEvent::End(outcome));
            Ok(record)
        }
        None => Err(PlayError::Stopped(Box::new(Stopped(record)))),
    }
}

fn ask(
    arbiter: &Arbiter,
    players: &mut [Box<dyn Player>],
    clocks: &Clocks,
) -> Result<Vec<Answer>, Void> {
    let asked = arbiter.to_act().iter().map(|seat| {
        let budget = clocks.budget(seat);
        match players[seat.index()].act(&view(arbiter, seat), budget) {
            Ok(reply) => Ok(Answer { seat, given: Ok(reply.text), charged: reply.charged }),
            // The clock stopped at the limit; other faults need no time.
            Err(Failure::Fault(fault)) => {
                let charged =
                    if fault == game::Fault::Timeout { budget.wall } else { Duration::ZERO };
                Ok(Answer { seat, given: Err(fault), charged })
            }
            Err(Failure::Void(void)) => Err(void),
        }
    });
    asked.collect()
}

fn view(arbiter: &Arbiter, seat: Seat) -> View<'_> {
    View { table: arbiter.table(), state: arbiter.state(), seat, turns: arbiter.turns() }
}
