//! Anything that can be asked for an action: a program, a search, a person.
//!
//! Every failure is attributed: a fault is the player's and is data; a void is ours, and the match
//! is played again. Errors of the operator are ordinary `Result`s elsewhere.

use crate::{
    DynState, Fault, Illegal, Outcome, Play, Seat, Table, Turn, Void, engine::Evaluation,
    record::RemoteMove,
};
use std::time::{Duration, Instant};

/// How long a player may take for one action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Computing time.
    pub cpu: Duration,
    /// Wall time, which also ends programs that sleep.
    pub wall: Duration,
}

/// What a player gives: the text of a program, or an action of a player that knows the types.
#[derive(Clone, PartialEq, Debug)]
pub enum Given {
    /// Unchecked; bytes that are not UTF-8 appear as U+FFFD.
    Text(String),
    /// An action that is legal.
    Play(Play),
}

impl Given {
    /// The action that is given to `state` by `seat`; an error if the rules failed when they read
    /// it, which says nothing about the player.
    pub fn read(
        self,
        state: &dyn DynState,
        seat: Seat,
    ) -> Result<Result<Play, Illegal>, Box<Void>> {
        let read = match self {
            Given::Text(text) => state.read(seat, &text),
            Given::Play(play) => Ok(play),
        };
        state.failure().map_or(Ok(read), |void| Err(Box::new(void)))
    }
}

impl From<String> for Given {
    fn from(text: String) -> Given {
        Given::Text(text)
    }
}

impl From<&str> for Given {
    fn from(text: &str) -> Given {
        Given::Text(text.to_owned())
    }
}

impl From<Play> for Given {
    fn from(play: Play) -> Given {
        Given::Play(play)
    }
}

/// What a player answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    /// The text or the action.
    pub given: Given,
    /// The time it is charged.
    pub charged: Duration,
    /// The time that passed.
    pub wall: Duration,
    /// The computing time used since the last turn, where that is counted.
    pub pondered: Duration,
}

/// What a player is shown when asked.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// Game, options, seats, seed, conditions.
    pub table: &'a Table,
    /// The position. Players that run programs show only [`DynState::observation`] or the changes.
    pub state: &'a dyn DynState,
    /// The seat that is asked.
    pub seat: Seat,
    /// All that was played so far.
    pub turns: &'a [Turn],
}

/// Why a player gave no answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Failure {
    /// The player's.
    Fault(Fault),
    /// Ours.
    Void(Void),
    /// No one's fault: a person left, or a request was cancelled, and the match stops where it is.
    Left,
}

/// Anything that can be asked for an action.
pub trait Player: Send {
    /// Asks for an action within `budget`.
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure>;

    /// How long it slept in the turn in which it was asked last, as far as known.
    fn asleep(&self) -> Duration {
        Duration::ZERO
    }

    /// Shows a turn that was played before this match was resumed, as it was shown then, to a player
    /// with a memory, and returns its answer now; `None` for players that need only the view.
    fn recall(&mut self, _view: &View<'_>, _budget: Budget) -> Result<Option<Reply>, Failure> {
        Ok(None)
    }

    /// What is to be recorded of the answer it was asked for last, if it runs on another machine.
    fn remote_move(&mut self) -> RemoteMove {
        RemoteMove::default()
    }

    /// What it says of the answer it was asked for last, if it is an engine.
    fn evaluation(&mut self) -> Option<Evaluation> {
        None
    }

    /// Shows how a finished match ended, before [`Player::finish`].
    fn conclude(&mut self, _view: &View<'_>, _outcome: &Outcome) {}

    /// Announces that the match is over, however it ended. Must not wait for an answer.
    fn finish(&mut self, _view: &View<'_>) {}
}

/// Lines to and from something that runs as long as a match.
pub trait Channel: Send {
    /// The turn of the remote side begins.
    fn begin_turn(&mut self, _budget: Budget) -> Result<(), Failure> {
        Ok(())
    }

    /// Its turn ends, with or without success: returns the time to charge, if the channel knows that
    /// better than the wall clock.
    fn end_turn(&mut self) -> Option<Duration> {
        None
    }

    /// The computing time used between the last turn and this one, where counted.
    fn pondered(&self) -> Duration {
        Duration::ZERO
    }

    /// How long it slept in its last turn, as far as known.
    fn asleep(&self) -> Duration {
        Duration::ZERO
    }

    /// Sends one line; the end of line is added.
    fn send(&mut self, line: &[u8], deadline: Instant) -> Result<(), Failure>;

    /// Receives one line into `line`, which is cleared first, without its end of line.
    fn receive(&mut self, line: &mut Vec<u8>, deadline: Instant) -> Result<(), Failure>;

    /// Waits for the next line, or its lack, at most until `until`, without receiving it and without
    /// ending the remote side; whether there may be a line now.
    fn await_line(&mut self, _until: Instant) -> bool {
        true
    }

    /// What follows belongs to another match: forgets what was said and slept in the last one.
    fn another_match(&mut self) {}

    /// Sends the last line. The match is decided, so an error does not matter.
    fn send_end_message(&mut self, line: &[u8]) {
        let _ = self.send(line, Instant::now());
    }
}

/// Evaluates positions for a search: all leaves of a move in one call, one round trip.
pub trait Evaluator<S>: Send {
    /// Puts one value per leaf into `values`, each from the view of the side to move in that leaf;
    /// `root` is the position of the real match.
    fn evaluate(&mut self, root: &S, leaves: &[S], values: &mut Vec<f64>) -> Result<(), Failure>;
}
