//! What can go wrong in a match, and whose matter it is: a fault is the player's and is data; a
//! void is ours, and the match is played again; illegal replies and impossible options carry their
//! reason.

use crate::{MOST_SEATS, RulesFault, Seat, Seats, ValueError, ValueProblem, say};
use certamen_i18n::{Argument, Localize, Message};
use serde::{Deserialize, Serialize};
use std::{fmt, ops::RangeInclusive};

/// What a player did wrong.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Localize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// No complete answer in time.
    #[localize(say::fault_timeout())]
    Timeout,
    /// The program ended, or closed its output, without an answer.
    #[localize(say::fault_exit())]
    Exit,
    /// The program was ended by a signal of its own making.
    #[localize(say::fault_crash())]
    Crash,
    /// The answer is no legal action.
    #[localize(say::fault_illegal())]
    Illegal,
    /// More output than is allowed.
    #[localize(say::fault_output())]
    Output,
    /// More memory than is allowed.
    #[localize(say::fault_memory())]
    Memory,
    /// It tried what the sandbox punishes.
    #[localize(say::fault_security())]
    Security,
}

impl Fault {
    /// All faults.
    pub const ALL: [Fault; 7] = [
        Fault::Timeout,
        Fault::Exit,
        Fault::Crash,
        Fault::Illegal,
        Fault::Output,
        Fault::Memory,
        Fault::Security,
    ];

    /// The word in records.
    pub fn word(self) -> &'static str {
        match self {
            Fault::Timeout => "timeout",
            Fault::Exit => "exit",
            Fault::Crash => "crash",
            Fault::Illegal => "illegal",
            Fault::Output => "output",
            Fault::Memory => "memory",
            Fault::Security => "security",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Why the match says nothing about its players and must be played again.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum Void {
    /// The program of a player cannot be started.
    CannotStart(Message),
    /// The host was suspended, or had no time for us, while a program's clock ran.
    Suspended(Message),
    /// The sandbox failed while a program ran.
    Sandbox(Message),
    /// A built-in player sits at the table of another game.
    OtherGame { game: String },
    /// The rules play something by themselves where no seat acts.
    AutomaticAtTheEnd,
    /// Answers of other seats than those that act.
    Answers { due: Seats },
    /// A joint action of other seats than those that act.
    Joint { given: Seats, due: Seats },
    /// An action of another game.
    Foreign { seat: Seat, action: String },
    /// The rules are a program, and it failed: playing the match again would not help.
    Rules(Box<RulesFault>),
    /// The player on this seat, which runs on another machine, could not be reached.
    Unreachable { seat: Seat, why: Message },
    /// Any other problem that is not the players' matter.
    Ours(Message),
}

impl Void {
    /// A void for a reason that is an error elsewhere.
    pub fn because(reason: &impl Localize) -> Void {
        Void::Ours(reason.message())
    }

    /// The failure of the rules program, if it is one.
    pub fn rules_fault(&self) -> Option<&RulesFault> {
        match self {
            Void::Rules(fault) => Some(fault),
            _ => None,
        }
    }
}

impl Localize for Void {
    fn message(&self) -> Message {
        match self {
            Void::CannotStart(why)
            | Void::Suspended(why)
            | Void::Sandbox(why)
            | Void::Unreachable { why, .. }
            | Void::Ours(why) => why.clone(),
            Void::OtherGame { game } => say::other_game(game),
            Void::AutomaticAtTheEnd => say::automatic_at_the_end(),
            Void::Answers { due } => say::answers_do_not_fit(due),
            Void::Joint { given, due } => say::no_joint_action(given, due),
            Void::Foreign { seat, action } => say::foreign_action(seat, action),
            Void::Rules(fault) => fault.message(),
        }
    }
}

certamen_i18n::error!(Void);

/// Why a reply is not a legal action: a lower-case fragment, as in "8 is not free". Each game has its
/// own reasons, in its own texts.
#[derive(Clone, PartialEq, Debug)]
pub struct Illegal(pub Message);

impl Localize for Illegal {
    fn message(&self) -> Message {
        self.0.clone()
    }
}

/// Why a game cannot start like this.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum OptionsError {
    /// An option is invalid.
    Option {
        /// `.` for the options as a whole.
        key: String,
        reason: Message,
    },
    /// Too few or too many players for this game.
    Players { given: u8, seats: RangeInclusive<u8> },
    /// More seats than any table has.
    Seats { given: usize },
    /// The rules are a program, which gave no start.
    Void(Box<Void>),
}

impl OptionsError {
    /// The option `key` is invalid for this reason.
    pub fn new(key: &str, reason: Message) -> OptionsError {
        OptionsError::Option { key: key.to_owned(), reason }
    }

    /// The option at fault, if it is one.
    pub fn key(&self) -> Option<&str> {
        match self {
            OptionsError::Option { key, .. } => Some(key),
            OptionsError::Players { .. } | OptionsError::Seats { .. } | OptionsError::Void(_) => {
                None
            }
        }
    }

    /// Why a match that was to start like this is void.
    pub fn into_void(self) -> Void {
        match self {
            OptionsError::Void(void) => *void,
            other => Void::because(&other),
        }
    }

    /// The option `key` lies outside of `low` to `high`.
    pub fn out_of_range(
        key: &str,
        given: impl Argument,
        low: impl Argument,
        high: impl Argument,
    ) -> OptionsError {
        OptionsError::new(key, say::out_of_range(given, low, high))
    }
}

impl Localize for OptionsError {
    fn message(&self) -> Message {
        match self {
            OptionsError::Option { key, reason } => say::option(key, reason),
            OptionsError::Players { given, seats } if seats.start() == seats.end() => {
                say::players_exactly(given, seats.start())
            }
            OptionsError::Players { given, seats } => {
                say::players_between(given, seats.start(), seats.end())
            }
            OptionsError::Seats { given } => say::too_many_seats(given, MOST_SEATS),
            OptionsError::Void(void) => void.message(),
        }
    }
}

impl From<ValueError> for OptionsError {
    fn from(error: ValueError) -> OptionsError {
        let ValueError { mut path, value_problem } = error;
        if let ValueProblem::UnknownKey { key, .. } = &value_problem {
            path.push(key.clone());
        }
        OptionsError::Option { key: path.join("."), reason: value_problem.message() }
    }
}

certamen_i18n::error!(Illegal, OptionsError);
