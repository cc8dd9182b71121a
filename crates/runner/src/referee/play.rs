//! One match from its start, or from a later position, to its end.

use crate::referee::{PlayError, ResumeError, UnfinishedMatch, clocks::Clocks};
use certamen_game::{
    DynGame, Failure, MatchRecord, Outcome, Player, Reply, Seat, Table, Turn, UnplayableTurn, View,
    Void,
    arbiter::{Answer, Arbiter},
};
use std::{ops::ControlFlow, time::Duration};

/// The events for observers.
pub enum MatchEvent<'a> {
    /// The first state, with the turns that were played earlier.
    Start(&'a Arbiter),
    /// A turn, and the match after it.
    Turn(&'a Turn, &'a Arbiter),
    /// The result.
    End(&'a Outcome),
}

/// Plays a match at `table` with one player a seat, after the turns already `played`.
///
/// Seats that act at the same time are asked one after the other; no seat sees an answer before all
/// are in. Programs that live through a match are restarted and receive their earlier input.
pub fn play(
    game: &dyn DynGame,
    table: Table,
    played: &[Turn],
    players: &mut [Box<dyn Player>],
    watch: &mut dyn FnMut(&MatchEvent<'_>) -> ControlFlow<()>,
) -> Result<MatchRecord, PlayError> {
    let prior = PriorTurns { turns: played, otherwise: &mut ControlFlow::Break };
    play_on(game, table, prior, players, watch)
}

/// What was played of a match before.
pub struct PriorTurns<'a> {
    /// Its turns.
    pub turns: &'a [Turn],
    /// Hears of each player with a memory who would have acted otherwise, and says whether to play on
    /// all the same.
    pub otherwise: &'a mut dyn FnMut(ResumeError) -> ControlFlow<ResumeError>,
}

/// The same, after a past that the players themselves need not have played.
pub fn play_on(
    game: &dyn DynGame,
    table: Table,
    mut prior: PriorTurns<'_>,
    players: &mut [Box<dyn Player>],
    watch: &mut dyn FnMut(&MatchEvent<'_>) -> ControlFlow<()>,
) -> Result<MatchRecord, PlayError> {
    assert_eq!(players.len(), table.seats.len(), "one player a seat");
    let mut clocks = Clocks::new(&table);
    let mut arbiter = Arbiter::start(game, table.clone()).map_err(PlayError::Options)?;
    for turn in prior.turns {
        arbiter.replay(turn).map_err(unplayable)?;
        clocks.count(turn);
    }
    if arbiter.outcome().is_none() {
        recall(game, table, &mut prior, players)?;
    }
    let mut going_on = watch(&MatchEvent::Start(&arbiter)).is_continue();
    while going_on && arbiter.outcome().is_none() {
        if !arbiter.automatic().map_err(PlayError::Void)? {
            let answers = match ask(&arbiter, players, &clocks) {
                Ok(answers) => answers,
                Err(NoAnswers::Void(void)) => return Err(PlayError::Void(void)),
                Err(NoAnswers::Left) => break,
            };
            arbiter.answer(answers).map_err(PlayError::Void)?;
        }
        let turn = arbiter.turns().last().expect("a turn was just played");
        clocks.count(turn);
        going_on = watch(&MatchEvent::Turn(turn, &arbiter)).is_continue();
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
        None => Err(PlayError::Stopped(Box::new(UnfinishedMatch(record)))),
    }
}

/// Lets players with a memory live through what was `played`, which is known to be lawful. Who now
/// acts otherwise than then would remember another match than this one.
fn recall(
    game: &dyn DynGame,
    table: Table,
    prior: &mut PriorTurns<'_>,
    players: &mut [Box<dyn Player>],
) -> Result<(), PlayError> {
    // What was in time then is not counted against the match again.
    let clocks = Clocks::new(&table);
    let mut arbiter = Arbiter::start(game, table).map_err(PlayError::Options)?;
    for turn in prior.turns {
        for entry in turn.moves.iter().filter(|entry| !entry.automatic) {
            let view = view(&arbiter, entry.seat);
            let read = |text: &str| view.state.read(entry.seat, text).ok();
            let now = match players[entry.seat.index()].recall(&view, clocks.budget(entry.seat)) {
                Ok(None) => continue,
                Ok(Some(reply)) => reply.given.read(view.state, entry.seat).ok(),
                Err(Failure::Fault(_) | Failure::Left) => None,
                Err(Failure::Void(void)) => return Err(PlayError::Void(void)),
            };
            let then = entry.action.as_deref().and_then(read);
            // What was a fault then need not be the same one now.
            if entry.fault.is_none() && now != then {
                let (turn, seat) = (turn.turn, entry.seat);
                let [then, now] = [then, now].map(|play| play.map(|play| play.text()));
                let why = ResumeError::Otherwise { turn, seat, then, now };
                if let ControlFlow::Break(why) = (prior.otherwise)(why) {
                    return Err(PlayError::Resume(why));
                }
            }
        }
        arbiter.replay(turn).map_err(unplayable)?;
    }
    Ok(())
}

fn unplayable(why: UnplayableTurn) -> PlayError {
    PlayError::Resume(ResumeError::Turn(why))
}

/// Why there are no answers.
enum NoAnswers {
    /// Ours.
    Void(Void),
    /// A person left.
    Left,
}

fn ask(
    arbiter: &Arbiter,
    players: &mut [Box<dyn Player>],
    clocks: &Clocks,
) -> Result<Vec<Answer>, NoAnswers> {
    let asked = arbiter.to_act().iter().map(|seat| {
        let budget = clocks.budget(seat);
        let player = &mut players[seat.index()];
        let acted = player.act(&view(arbiter, seat), budget);
        let asleep = player.asleep();
        match acted {
            Ok(Reply { given, charged, pondered, .. }) => {
                Ok(Answer { seat, given: Ok(given), charged, pondered, asleep })
            }
            // The clock stopped at the limit; other faults need no time.
            Err(Failure::Fault(fault)) => {
                let charged = if fault == certamen_game::Fault::Timeout {
                    budget.wall
                } else {
                    Duration::ZERO
                };
                let pondered = Duration::ZERO;
                Ok(Answer { seat, given: Err(fault), charged, pondered, asleep })
            }
            Err(Failure::Void(void)) => Err(NoAnswers::Void(void)),
            Err(Failure::Left) => Err(NoAnswers::Left),
        }
    });
    asked.collect()
}

fn view(arbiter: &Arbiter, seat: Seat) -> View<'_> {
    View { table: arbiter.table(), state: arbiter.state(), seat, turns: arbiter.turns() }
}
