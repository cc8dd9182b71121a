//! Why a recorded turn cannot have been played where it stands.

use crate::{Illegal, Seat, Seats, Void, say};
use certamen_speech::{Message, Speak};

/// Why a recorded turn cannot have been played where it stands.
#[derive(Clone, PartialEq, Debug)]
pub enum Unplayable {
    /// Its number is not the next one.
    Number {
        /// What it is.
        found: u64,
        /// The next one.
        due: u64,
    },
    /// The match was over.
    Over,
    /// Others act.
    Seats(Seats),
    /// What one of the seats did is not possible.
    Move {
        /// Whose it is.
        seat: Seat,
        /// What is wrong with it.
        why: Misplay,
    },
    /// The rules could not play it.
    Void(Void),
}

/// What is wrong with a recorded move.
#[derive(Clone, PartialEq, Debug)]
pub enum Misplay {
    /// The rules play this by themselves.
    Automatic(String),
    /// The rules play nothing by themselves.
    NotAutomatic,
    /// There is neither an action nor a fault.
    Neither,
    /// The rules have this answer to the fault, and nothing was played.
    Answered {
        /// Their answer.
        due: String,
    },
    /// The rules have another answer to the fault.
    AnsweredOtherwise {
        /// Their answer.
        due: String,
        /// What was played.
        played: String,
    },
    /// The rules have no answer to the fault.
    Lost,
    /// It is no legal action.
    Illegal {
        /// What it is.
        action: String,
        /// Why.
        why: Illegal,
    },
}

impl Speak for Unplayable {
    fn message(&self) -> Message {
        match self {
            Unplayable::Number { found, due } => say::turn_due(found, due),
            Unplayable::Over => say::already_over(),
            Unplayable::Seats(seats) => say::seats_to_act(seats),
            Unplayable::Move { seat, why } => say::at_seat(seat, why),
            Unplayable::Void(void) => void.message(),
        }
    }
}

impl Speak for Misplay {
    fn message(&self) -> Message {
        match self {
            Misplay::Automatic(due) => say::rules_play(due),
            Misplay::NotAutomatic => say::nothing_automatic(),
            Misplay::Neither => say::neither(),
            Misplay::Answered { due } => say::rules_answer(due),
            Misplay::AnsweredOtherwise { due, played } => say::rules_answer_otherwise(due, played),
            Misplay::Lost => say::fault_ends(),
            Misplay::Illegal { action, why } => say::illegal(action, why),
        }
    }
}

certamen_speech::error!(Unplayable, Misplay);
