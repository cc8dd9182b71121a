//! Errors in a roster, with their position.

use crate::course::say;
use certamen_game::job::TeamId;
use certamen_i18n::{Localize, Message, UnknownLanguage};
use certamen_runner::submission::NotAKey;

/// What is wrong with a roster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RosterError {
    /// The bytes are no text.
    NotText {
        /// Where.
        line: u64,
    },
    /// A line is invalid.
    Line {
        /// Which.
        line: u64,
        /// What is wrong with it.
        reason: RosterLineError,
    },
    /// A field is invalid.
    Field {
        /// Which line.
        line: u64,
        /// Which field, counted from 1.
        column: usize,
        /// The name of the column.
        name: String,
        /// What is wrong with it.
        reason: RosterFieldError,
    },
}

/// Why a line is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RosterLineError {
    /// The first line does not name this column.
    NoColumn(&'static str),
    /// It has more or fewer fields than the first line.
    Fields {
        /// How many.
        found: u64,
        /// How many the first line names.
        expected: u64,
    },
    /// The error of the CSV reader.
    Csv(String),
}

/// Why a field is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RosterFieldError {
    /// No column has this name.
    UnknownColumn,
    /// Another column has the same name.
    TwoOfName,
    /// Files would have the same names for two teams.
    SamePair {
        /// As they would.
        pair: TeamId,
        /// The line of the other team.
        line: u64,
    },
    /// No number, or too large a one.
    NoNumber {
        /// The text, escaped.
        text: String,
        /// The largest there may be.
        most: u32,
    },
    /// No key.
    Key(NotAKey),
    /// A language that is not known.
    Language(UnknownLanguage),
}

impl From<NotAKey> for RosterFieldError {
    fn from(error: NotAKey) -> RosterFieldError {
        RosterFieldError::Key(error)
    }
}

impl From<UnknownLanguage> for RosterFieldError {
    fn from(error: UnknownLanguage) -> RosterFieldError {
        RosterFieldError::Language(error)
    }
}

impl Localize for RosterError {
    fn message(&self) -> Message {
        match self {
            RosterError::NotText { line } => say::at_line(line, say::not_text()),
            RosterError::Line { line, reason } => say::at_line(line, reason),
            RosterError::Field { line, column, name, reason } => {
                say::at_field(line, column, name, reason)
            }
        }
    }
}

impl Localize for RosterLineError {
    fn message(&self) -> Message {
        match self {
            RosterLineError::NoColumn(name) => say::no_column(name),
            RosterLineError::Fields { found, expected } => say::fields(found, expected),
            RosterLineError::Csv(words) => Message::verbatim(words),
        }
    }
}

impl Localize for RosterFieldError {
    fn message(&self) -> Message {
        match self {
            RosterFieldError::UnknownColumn => say::unknown_column(),
            RosterFieldError::TwoOfName => say::two_of_name(),
            RosterFieldError::SamePair { pair, line } => say::same_pair(pair.to_string(), line),
            RosterFieldError::NoNumber { text, most } => say::no_number(text, most),
            RosterFieldError::Key(error) => error.message(),
            RosterFieldError::Language(error) => error.message(),
        }
    }
}

certamen_i18n::error!(RosterError);
certamen_i18n::said!(RosterLineError, RosterFieldError);
