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
    NotText { line: u64 },
    #[localize(say::at_line(line, reason))]
    Line { line: u64, reason: RosterLineError },
    #[localize(say::at_field(line, column, name, reason))]
    Field {
        line: u64,
        /// Which field, counted from 1.
        column: usize,
        name: String,
        reason: RosterFieldError,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum RosterLineError {
    /// The first line does not name this column.
    NoColumn(&'static str),
    /// It has more or fewer fields than the first line.
    Fields { found: u64, expected: u64 },
    /// The error of the CSV reader.
    #[localize(Message::verbatim(_0))]
    Csv(String),
}

#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum RosterFieldError {
    UnknownColumn,
    TwoOfName,
    /// Files would have the same names for two teams.
    #[localize(say::same_pair(pair.to_string(), line))]
    SamePair {
        pair: TeamId,
        line: u64,
    },
    /// No number, or too large a one.
    NoNumber {
        /// The text, escaped.
        text: String,
        /// The largest there may be.
        most: u32,
    },
    #[localize(transparent)]
    Key(NotAKey),
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
