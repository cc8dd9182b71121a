//! Why a recorded turn cannot have been played at its position.

use crate::{Illegal, Seat, Seats, Void, say};
use certamen_i18n::{Localize, Message};

/// Why a recorded turn cannot have been played where it stands.
#[derive(Clone, PartialEq, Debug)]
pub enum UnplayableTurn {
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
        why: IllegalRecordMove,
    },
    /// The rules could not play it.
    Void(Void),
}

/// What is wrong with a recorded move.
#[derive(Clone, PartialEq, Debug)]
pub enum IllegalRecordMove {
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

impl Localize for UnplayableTurn {
    fn message(&self) -> Message {
        match self {
            UnplayableTurn::Number { found, due } => say::turn_due(found, due),
            UnplayableTurn::Over => say::already_over(),
            UnplayableTurn::Seats(seats) => say::seats_to_act(seats),
            UnplayableTurn::Move { seat, why } => say::at_seat(seat, why),
            UnplayableTurn::Void(void) => void.message(),
        }
    }
}

impl Localize for IllegalRecordMove {
    fn message(&self) -> Message {
        match self {
            IllegalRecordMove::Automatic(due) => say::rules_play(due),
            IllegalRecordMove::NotAutomatic => say::nothing_automatic(),
            IllegalRecordMove::Neither => say::neither(),
            IllegalRecordMove::Answered { due } => say::rules_answer(due),
            IllegalRecordMove::AnsweredOtherwise { due, played } => {
                say::rules_answer_otherwise(due, played)
            }
            IllegalRecordMove::Lost => say::fault_ends(),
            IllegalRecordMove::Illegal { action, why } => say::illegal(action, why),
        }
    }
}

certamen_i18n::error!(UnplayableTurn, IllegalRecordMove);
