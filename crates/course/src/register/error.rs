//! What is wrong with a register, told with its place.

use super::NotAKey;
use crate::say;
use certamen_speech::{Message, Speak, UnknownLanguage};
use certamen_work::PairId;

/// What is wrong with a register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RegisterError {
    /// The bytes are no text.
    NotText {
        /// Where.
        line: u64,
    },
    /// A line is no line of the table.
    Line {
        /// Which.
        line: u64,
        /// What is wrong with it.
        reason: LineFault,
    },
    /// A field does not hold what its column says.
    Field {
        /// Which line.
        line: u64,
        /// Which field, counted from 1.
        column: usize,
        /// The name of the column.
        name: String,
        /// What is wrong with it.
        reason: FieldFault,
    },
}

/// Why a line is no line of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineFault {
    /// The first line does not name this column.
    NoColumn(&'static str),
    /// It has more or fewer fields than the first line.
    Fields {
        /// How many.
        found: u64,
        /// How many the first line names.
        expected: u64,
    },
    /// What the reader of tables says.
    Csv(String),
}

/// Why a field does not hold what its column says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldFault {
    /// No column is called so.
    UnknownColumn,
    /// Another column is called so, too.
    TwoOfName,
    /// Files would name two pairs alike.
    SamePair {
        /// As they would.
        pair: PairId,
        /// Where the other one stands.
        line: u64,
    },
    /// No number, or too large a one.
    NoNumber {
        /// What stands there, escaped.
        text: String,
        /// The largest there may be.
        most: u32,
    },
    /// No key.
    Key(NotAKey),
    /// A language that is not known.
    Language(UnknownLanguage),
}

impl From<NotAKey> for FieldFault {
    fn from(error: NotAKey) -> FieldFault {
        FieldFault::Key(error)
    }
}

impl From<UnknownLanguage> for FieldFault {
    fn from(error: UnknownLanguage) -> FieldFault {
        FieldFault::Language(error)
    }
}

impl Speak for RegisterError {
    fn message(&self) -> Message {
        match self {
            RegisterError::NotText { line } => say::at_line(line, say::not_text()),
            RegisterError::Line { line, reason } => say::at_line(line, reason),
            RegisterError::Field { line, column, name, reason } => {
                say::at_field(line, column, name, reason)
            }
        }
    }
}

impl Speak for LineFault {
    fn message(&self) -> Message {
        match self {
            LineFault::NoColumn(name) => say::no_column(name),
            LineFault::Fields { found, expected } => say::fields(found, expected),
            LineFault::Csv(words) => Message::verbatim(words),
        }
    }
}

impl Speak for FieldFault {
    fn message(&self) -> Message {
        match self {
            FieldFault::UnknownColumn => say::unknown_column(),
            FieldFault::TwoOfName => say::two_of_name(),
            FieldFault::SamePair { pair, line } => say::same_pair(pair.to_string(), line),
            FieldFault::NoNumber { text, most } => say::no_number(text, most),
            FieldFault::Key(error) => error.message(),
            FieldFault::Language(error) => error.message(),
        }
    }
}

certamen_speech::error!(RegisterError);
certamen_speech::said!(LineFault, FieldFault);
