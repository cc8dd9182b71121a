//! Errors in a roster, with their position.

use crate::course::say;
use certamen_game::job::TeamId;
use certamen_i18n::{Localize, Message, UnknownLanguage};
use certamen_runner::submission::NotAKey;

/// What is wrong with a roster.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum RosterError {
    /// The bytes are no text.
    #[localize(say::at_line(line, say::not_text()))]
    NotText {
        /// Where.
        line: u64,
    },
    /// A line is invalid.
    #[localize(say::at_line(line, reason))]
    Line {
        /// Which.
        line: u64,
        /// What is wrong with it.
        reason: RosterLineError,
    },
    /// A field is invalid.
    #[localize(say::at_field(line, column, name, reason))]
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
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
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
    #[localize(Message::verbatim(_0))]
    Csv(String),
}

/// Why a field is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum RosterFieldError {
    /// No column has this name.
    UnknownColumn,
    /// Another column has the same name.
    TwoOfName,
    /// Files would have the same names for two teams.
    #[localize(say::same_pair(pair.to_string(), line))]
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
    #[localize(transparent)]
    Key(NotAKey),
    /// A language that is not known.
    #[localize(transparent)]
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
