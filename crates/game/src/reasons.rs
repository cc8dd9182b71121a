//! Why a reply is not a legal action, and why a game cannot start.

use crate::{MOST_SEATS, ValueError, ValueProblem, say};
use certamen_i18n::{Argument, Localize, Message};
use std::ops::RangeInclusive;

/// Why a reply is no legal action: a lower-case fragment, as in "8 is not free". Each game has its
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
pub enum OptionsError {
    /// An option is invalid.
    Option {
        /// Which; `.` if it is the whole.
        key: String,
        /// What is wrong with it and what would do.
        reason: Message,
    },
    /// Too few or too many players for this game.
    Players {
        /// How many there are.
        given: u8,
        /// How many can play.
        seats: RangeInclusive<u8>,
    },
    /// More seats than any table has.
    Seats {
        /// How many there are.
        given: usize,
    },
}

impl OptionsError {
    /// The option `key` cannot be had, for the reason given.
    pub fn new(key: &str, reason: Message) -> OptionsError {
        OptionsError::Option { key: key.to_owned(), reason }
    }

    /// The option at fault, if it is one.
    pub fn key(&self) -> Option<&str> {
        match self {
            OptionsError::Option { key, .. } => Some(key),
            OptionsError::Players { .. } | OptionsError::Seats { .. } => None,
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
        }
    }
}

impl From<ValueError> for OptionsError {
    fn from(misread: ValueError) -> OptionsError {
        let ValueError { mut path, value_problem } = misread;
        if let ValueProblem::UnknownKey { key, .. } = &value_problem {
            path.push(key.clone());
        }
        OptionsError::Option { key: path.join("."), reason: value_problem.message() }
    }
}

certamen_i18n::error!(Illegal, OptionsError);
