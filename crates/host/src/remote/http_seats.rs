//! Players of a table that are asked over HTTP. Each is asked on a thread of its own while the table
//! rests, so that an hour of thinking holds no room. The answer waits here until the table is played
//! on, for whichever site is connected then.

use super::SeatAnswer;
use crate::say;
use certamen_game::{
    Budget, DynState, Failure, Fault, Given, Outcome, Player, Reply, Seat, Seats, Table, Turn,
    View, Void,
    arbiter::Arbiter,
    job::{MatchJob, SubmissionId},
};
use certamen_runner::{BuiltBot, http_player::HttpPlayer};
use certamen_sandbox::{StderrTail, TranscriptSink};
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

/// The position of a match as a value, so that a player can be asked beside it.
pub(crate) struct Position {
    table: Table,
    state: Box<dyn DynState>,
    turns: Vec<Turn>,
}

impl Position {
    pub(crate) fn of(arbiter: &Arbiter) -> Position {
        Position {
            table: arbiter.table().clone(),
            state: arbiter.state().clone_box(),
            turns: arbiter.turns().to_vec(),
        }
    }

    fn view(&self, seat: Seat) -> View<'_> {
        View { table: &self.table, state: &*self.state, seat, turns: &self.turns }
    }
}

/// A turn in which a player has to act.
pub(crate) struct Question {
    pub(crate) seat: Seat,
    pub(crate) position: Position,
    pub(crate) budget: Budget,
}

impl Question {
    pub(super) fn turn(&self) -> u64 {
        self.position.turns.len() as u64 + 1
    }

    /// Asks the player, however long that takes.
    pub(super) fn ask(&self, player: &mut HttpPlayer) -> Result<SeatAnswer, Void> {
        // A panic was already reported where it happened; the match is played again.
        let asked = catch_unwind(AssertUnwindSafe(|| self.answer(player)));
        asked.unwrap_or_else(|_| Err(Void::Ours(say::table_failed())))
    }

    fn answer(&self, player: &mut HttpPlayer) -> Result<SeatAnswer, Void> {
        let Question { seat, budget, .. } = *self;
        let acted = player.act(&self.position.view(seat), budget);
        let remote = player.remote_move();
        let (given, charged) = match acted {
            Ok(Reply { given, charged, .. }) => (Ok(text_of(given)), charged),
            Err(Failure::Fault(Fault::Timeout)) => (Err(Fault::Timeout), budget.wall),
            Err(Failure::Fault(fault)) => (Err(fault), Duration::ZERO),
            Err(Failure::Void(void)) => return Err(void),
            // Its requests are cancelled.
            Err(Failure::Left) => return Err(Void::Ours(say::table_failed())),
        };
        Ok(SeatAnswer { turn: self.turn(), seat, given, charged, remote })
    }
}

fn text_of(given: Given) -> String {
    match given {
        Given::Text(text) => text,
        Given::Play(play) => play.text(),
    }
}

/// The players over HTTP of one table, by seat.
#[derive(Default)]
pub(super) struct HttpSeats(BTreeMap<Seat, HttpSeat>);

struct HttpSeat {
    /// Absent while it is asked.
    player: Option<HttpPlayer>,
    /// Receives its notes.
    words: Arc<StderrTail>,
    /// The turn in which it was asked last.
    asked: u64,
    /// Its result, once it is known.
    answer: Option<Result<SeatAnswer, Void>>,
}

impl HttpSeats {
    /// The players of `bots` in a match; `words` receives their notes, by seat.
    pub(super) fn of(
        job: &MatchJob,
        bots: &BTreeMap<SubmissionId, BuiltBot>,
        words: &[Arc<StderrTail>],
    ) -> HttpSeats {
        let seats = (0u8..).map(Seat).zip(&job.seats).zip(words);
        let seated = seats.filter_map(|((seat, id), words)| {
            let BuiltBot::Http(http) = bots.get(id)? else { return None };
            let notes: Arc<dyn TranscriptSink> = words.clone();
            let player = Some(http.seated(Some(notes)));
            Some((seat, HttpSeat { player, words: Arc::clone(words), asked: 0, answer: None }))
        });
        HttpSeats(seated.collect())
    }

    pub(super) fn seats(&self) -> Seats {
        self.0.keys().copied().collect()
    }

    /// The answers in this turn that have arrived; an error if a player could not be asked.
    pub(super) fn answers(&self, turn: u64) -> Result<Vec<SeatAnswer>, Void> {
        let own = self.0.values().filter(|seat| seat.asked == turn);
        own.filter_map(|seat| seat.answer.clone()).collect()
    }

    /// The player at a seat, unless it is being asked or was asked in this turn.
    pub(super) fn begin(&mut self, seat: Seat, turn: u64) -> Option<HttpPlayer> {
        let own = self.0.get_mut(&seat).filter(|own| own.asked < turn)?;
        let player = own.player.take()?;
        own.words.begin_turn(turn);
        (own.asked, own.answer) = (turn, None);
        Some(player)
    }

    /// How asking a player ended.
    pub(super) fn end(
        &mut self,
        seat: Seat,
        player: Option<HttpPlayer>,
        answer: Result<SeatAnswer, Void>,
    ) {
        if let Some(own) = self.0.get_mut(&seat) {
            (own.player, own.answer) = (player, Some(answer));
        }
    }

    /// Sends the players how the match ended.
    pub(super) fn conclude(self, position: &Position, outcome: &Outcome) {
        for (seat, own) in self.0 {
            if let Some(mut player) = own.player {
                player.conclude(&position.view(seat), outcome);
            }
        }
    }
}
