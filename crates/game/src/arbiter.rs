//! The one place where answers become moves: shared by play, replay, verify and show.
//!
//! It asks nobody and knows no clock: whoever drives it brings the answers.

use crate::{
    DynGame, DynState, Fault, Luck, Map, MatchRecord, Misplay, Move, OnFault, OptionsError,
    Outcome, Seat, Seats, Table, Termination, Turn, Unplayable, Void, keep_reply, kept_reply,
};
use std::time::Duration;

/// What a seat that was asked came up with.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Who was asked.
    pub seat: Seat,
    /// The reply, unchecked, or what went wrong.
    pub given: Result<String, Fault>,
    /// The time charged.
    pub charged: Duration,
    /// The computing time used since the seat's last turn.
    pub pondered: Duration,
}

/// What is not worth a word: signals, pages, the kernel's own doings.
const HARDLY: Duration = Duration::from_millis(1);

/// A match under way.
pub struct Arbiter {
    table: Table,
    state: Box<dyn DynState>,
    turns: Vec<Turn>,
    outcome: Option<Outcome>,
}

impl Arbiter {
    /// Sets up the first state.
    pub fn start(game: &dyn DynGame, table: Table) -> Result<Arbiter, OptionsError> {
        let seats = u8::try_from(table.seats.len()).unwrap_or(u8::MAX);
        let mut luck = Luck::of_turn(table.seed, 0);
        let state = game.new_initial_state(&table.options, seats, &mut luck)?;
        let outcome = state.outcome();
        Ok(Arbiter { table, state, turns: Vec::new(), outcome })
    }

    /// What was fixed beforehand.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The position.
    pub fn state(&self) -> &dyn DynState {
        &*self.state
    }

    /// What was played.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The result, once it is over.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// What was played, finished or not.
    pub fn into_record(self) -> MatchRecord {
        MatchRecord { table: self.table, turns: self.turns, outcome: self.outcome }
    }

    /// Who acts now; nobody once it is over, by the rules or by a forfeit.
    pub fn to_act(&self) -> Seats {
        if self.outcome.is_some() { Seats::NONE } else { self.state.to_act() }
    }

    /// Plays what the rules play by themselves; whether there was anything.
    pub fn automatic(&mut self) -> Result<bool, Void> {
        if self.outcome.is_some() {
            return Ok(false);
        }
        let Some(action) = self.state.automatic() else { return Ok(false) };
        let seat = self.state.to_act().lowest();
        let seat = seat.ok_or(Void::AutomaticAtTheEnd)?;
        self.play(vec![Move { automatic: true, ..played(seat, action) }])?;
        Ok(true)
    }

    /// Plays the answers of all seats that were asked: reads them, and where one failed, plays the
    /// rules' answer to that or ends the match.
    pub fn answer(&mut self, answers: Vec<Answer>) -> Result<(), Void> {
        if !answers.iter().map(|answer| answer.seat).eq(self.to_act().iter()) {
            return Err(Void::Answers { due: self.to_act() });
        }
        let moves = answers.into_iter().map(|answer| self.judge(answer)).collect();
        self.play(moves)
    }

    /// Plays a recorded turn after checking that it could have been played here.
    pub fn replay(&mut self, turn: &Turn) -> Result<(), Unplayable> {
        let due = self.turns.len() as u64 + 1;
        if turn.turn != due {
            return Err(Unplayable::Number { found: turn.turn, due });
        }
        if self.outcome.is_some() {
            return Err(Unplayable::Over);
        }
        if !turn.moves.iter().map(|entry| entry.seat).eq(self.to_act().iter()) {
            return Err(Unplayable::Seats(self.to_act()));
        }
        let automatic = self.state.automatic();
        for entry in &turn.moves {
            self.check(entry, automatic.as_deref())
                .map_err(|why| Unplayable::Move { seat: entry.seat, why })?;
        }
        self.play(turn.moves.clone()).map_err(Unplayable::Void)
    }

    fn judge(&self, answer: Answer) -> Move {
        let seat = answer.seat;
        let milliseconds = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
        let ms = Some(milliseconds(answer.charged));
        let pondered_ms = (answer.pondered >= HARDLY).then(|| milliseconds(answer.pondered));
        let (fault, reply) = match answer.given {
            Ok(text) => match self.state.read(seat, &text) {
                Ok(action) => return Move { ms, pondered_ms, ..played(seat, action) },
                Err(_) => (Fault::Illegal, Some(keep_reply(&text))),
            },
            Err(fault) => (fault, None),
        };
        let action = self.fallback(seat, reply.as_deref());
        let fault = Some(fault);
        Move { seat, action, automatic: false, fault, reply, ms, pondered_ms, extra: Map::new() }
    }

    fn check(&self, entry: &Move, automatic: Option<&str>) -> Result<(), Misplay> {
        let shown = entry.action.as_deref().map(keep_reply).unwrap_or_default();
        if let Some(due) = automatic {
            let agrees =
                entry.automatic && entry.fault.is_none() && entry.action.as_deref() == Some(due);
            return if agrees { Ok(()) } else { Err(Misplay::Automatic(due.to_owned())) };
        }
        if entry.automatic {
            return Err(Misplay::NotAutomatic);
        }
        let Some(action) = &entry.action else {
            return match (entry.fault, self.fallback(entry.seat, entry.reply.as_deref())) {
                (None, _) => Err(Misplay::Neither),
                (Some(_), Some(due)) => Err(Misplay::Answered { due }),
                (Some(_), None) => Ok(()),
            };
        };
        if entry.fault.is_none() {
            let read = self.state.read(entry.seat, action);
            return read.map(drop).map_err(|why| Misplay::Illegal { action: shown, why });
        }
        match self.fallback(entry.seat, entry.reply.as_deref()) {
            Some(due) if due == *action => Ok(()),
            Some(due) => Err(Misplay::AnsweredOtherwise { due, played: shown }),
            None => Err(Misplay::Lost),
        }
    }

    /// What is played instead of a failed action; nothing if the match is lost by it.
    fn fallback(&self, seat: Seat, reply: Option<&str>) -> Option<String> {
        match self.table.conditions.on_fault {
            OnFault::Forfeit => None,
            // The rules see the reply as the record keeps it, so that a replay decides alike.
            OnFault::Game => self.state.fallback(seat, reply.map(kept_reply).as_deref()),
        }
    }

    fn play(&mut self, moves: Vec<Move>) -> Result<(), Void> {
        let turn = Turn { turn: self.turns.len() as u64 + 1, moves, extra: Map::new() };
        let failed: Seats = failing(&turn).map(|entry| entry.seat).collect();
        if failed.is_empty() {
            let joint: Vec<(Seat, &str)> = turn
                .moves
                .iter()
                .map(|entry| (entry.seat, entry.action.as_deref().unwrap_or_default()))
                .collect();
            self.state.apply(&joint, &mut Luck::of_turn(self.table.seed, turn.turn))?;
            self.outcome = self.state.outcome();
        } else {
            self.outcome = Some(Outcome {
                termination: Termination::Forfeit,
                seats: failed.iter().collect(),
                reason: failing(&turn).next().and_then(|entry| entry.fault),
                ..self.state.forfeit(failed)
            });
        }
        self.turns.push(turn);
        Ok(())
    }
}

fn played(seat: Seat, action: String) -> Move {
    let action = Some(action);
    Move {
        seat,
        action,
        automatic: false,
        fault: None,
        reply: None,
        ms: None,
        pondered_ms: None,
        extra: Map::new(),
    }
}

fn failing(turn: &Turn) -> impl Iterator<Item = &Move> {
    turn.moves.iter().filter(|entry| entry.action.is_none())
}
