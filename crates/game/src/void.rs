//! Why a match must be played again.

use crate::{Seat, Seats, say};
use certamen_i18n::{Localize, Message};

/// Why the match says nothing about its players and must be played again.
#[derive(Clone, PartialEq, Debug)]
pub enum Void {
    /// The program of a player cannot be started.
    CannotStart(Message),
    /// The host stood still, or had no time for us, while a program's clock ran.
    StoodStill(Message),
    /// The sandbox failed while a program ran.
    Sandbox(Message),
    /// A built-in player sits at the table of another game.
    OtherGame {
        /// The slug of that game.
        game: String,
    },
    /// The rules play something by themselves where no seat acts.
    AutomaticAtTheEnd,
    /// There are answers of others than those who act.
    Answers {
        /// Who acts.
        due: Seats,
    },
    /// A joint action of others than those who act.
    Joint {
        /// Whose actions they are.
        given: Seats,
        /// Who acts.
        due: Seats,
    },
    /// An action of another game.
    Foreign {
        /// Whose.
        seat: Seat,
        /// What it is.
        action: String,
    },
    /// Whatever else is not the players' matter.
    Ours(Message),
}

impl Void {
    /// A void for the reason that others give.
    pub fn because(reason: &impl Localize) -> Void {
        Void::Ours(reason.message())
    }
}

impl Localize for Void {
    fn message(&self) -> Message {
        match self {
            Void::CannotStart(why)
            | Void::StoodStill(why)
            | Void::Sandbox(why)
            | Void::Ours(why) => why.clone(),
            Void::OtherGame { game } => say::other_game(game),
            Void::AutomaticAtTheEnd => say::automatic_at_the_end(),
            Void::Answers { due } => say::answers_do_not_fit(due),
            Void::Joint { given, due } => say::no_joint_action(given, due),
            Void::Foreign { seat, action } => say::foreign_action(seat, action),
        }
    }
}

certamen_i18n::error!(Void);
