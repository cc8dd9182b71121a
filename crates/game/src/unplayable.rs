//! Why a recorded turn cannot have been played at its position.

use crate::{Illegal, Seat, Seats, Void, say};
use certamen_i18n::Localize;

/// Why a recorded turn cannot have been played where it stands.
#[derive(Clone, PartialEq, Debug, Localize)]
#[localize(error)]
pub enum UnplayableTurn {
    /// Its number is not the next one.
    #[localize(say::turn_due(found, due))]
    Number {
        /// What it is.
        found: u64,
        /// The next one.
        due: u64,
    },
    /// The match was over.
    #[localize(say::already_over())]
    Over,
    /// Others act.
    #[localize(say::seats_to_act(_0))]
    Seats(Seats),
    /// What one of the seats did is not possible.
    #[localize(say::at_seat(seat, why))]
    Move {
        /// Whose it is.
        seat: Seat,
        /// What is wrong with it.
        why: IllegalRecordMove,
    },
    /// The rules could not play it.
    #[localize(transparent)]
    Void(Void),
}

/// What is wrong with a recorded move.
#[derive(Clone, PartialEq, Debug, Localize)]
#[localize(error)]
pub enum IllegalRecordMove {
    /// The rules play this by themselves.
    #[localize(say::rules_play(_0))]
    Automatic(String),
    /// The rules play nothing by themselves.
    #[localize(say::nothing_automatic())]
    NotAutomatic,
    /// There is neither an action nor a fault.
    Neither,
    /// The rules have this answer to the fault, and nothing was played.
    #[localize(say::rules_answer(due))]
    Answered {
        /// Their answer.
        due: String,
    },
    /// The rules have another answer to the fault.
    #[localize(say::rules_answer_otherwise(due, played))]
    AnsweredOtherwise {
        /// Their answer.
        due: String,
        /// What was played.
        played: String,
    },
    /// The rules have no answer to the fault.
    #[localize(say::fault_ends())]
    Lost,
    /// It is no legal action.
    Illegal {
        /// What it is.
        action: String,
        /// Why.
        why: Illegal,
    },
}
