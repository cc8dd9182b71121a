//! Why the store cannot do what it is asked.

use crate::{MatchNumber, say};
use certamen_i18n::{Argument, Localize, Message, Value, quoted};
use std::{error::Error, io, path::PathBuf};

/// Why the store cannot do what it is asked.
#[derive(Debug)]
pub enum StoreError {
    /// There is none.
    Missing {
        /// Where it would be.
        path: PathBuf,
    },
    /// It was written by a newer version.
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// Ours.
        known: i64,
    },
    /// The file is no store, or a damaged one.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The error of the database.
        error: rusqlite::Error,
    },
    /// An older file cannot be copied.
    Copy {
        /// The file.
        path: PathBuf,
        /// What failed.
        error: io::Error,
    },
    /// Its folder cannot be made, or the file cannot be looked at.
    Unreachable {
        /// The file.
        path: PathBuf,
        /// What failed.
        error: io::Error,
    },
    /// There is no room left; nothing of what was to be written is there.
    Full {
        /// The file.
        path: PathBuf,
    },
    /// It is being read, and may not be moved meanwhile.
    Read {
        /// The file.
        path: PathBuf,
    },
    /// An invalid value.
    Value(Box<dyn Error + Send + Sync>),
    /// The database failed.
    Database(rusqlite::Error),
    /// What records are compressed against cannot be used.
    Dictionary(io::Error),
    /// A record cannot be packed or unpacked.
    Record {
        /// The match.
        number: MatchNumber,
        /// What failed.
        error: io::Error,
    },
    /// There is no such match.
    NoMatch(MatchNumber),
    /// It is not finished.
    Unplayed(MatchNumber),
}

impl Localize for StoreError {
    fn message(&self) -> Message {
        match self {
            StoreError::Missing { path } => say::missing(path),
            StoreError::Newer { path, found, known } => say::newer(path, found, known),
            StoreError::Damaged { path, error } => say::damaged(path, quoted(error)),
            StoreError::Copy { path, error } => say::copy(path, error),
            StoreError::Unreachable { path, error } => say::unreachable(path, error),
            StoreError::Full { path } => say::full(path),
            StoreError::Read { path } => say::read(path),
            StoreError::Value(error) => say::value(of_value(&**error)),
            StoreError::Database(error) => say::database(quoted(error)),
            StoreError::Dictionary(error) => say::dictionary(error),
            StoreError::Record { number, error } => say::record(number.0, error),
            StoreError::NoMatch(number) => say::no_match(number.0),
            StoreError::Unplayed(number) => say::unplayed(number.0),
        }
    }
}

certamen_i18n::error!(StoreError, BadValue);

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error {
            rusqlite::Error::FromSqlConversionFailure(_, _, error) => StoreError::Value(error),
            error => StoreError::Database(error),
        }
    }
}

/// A value that was never written by a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BadValue {
    /// Not submissions by seat.
    Seats(String),
    /// Not the word of a fault.
    Fault(String),
}

impl Localize for BadValue {
    fn message(&self) -> Message {
        match self {
            BadValue::Seats(text) => say::not_seats(text),
            BadValue::Fault(text) => say::not_a_fault(text),
        }
    }
}

/// What is wrong with a value: our own message, or that of the library that read it.
fn of_value(error: &(dyn Error + 'static)) -> Value {
    match error.downcast_ref::<BadValue>() {
        Some(ours) => ours.value(),
        None => quoted(error),
    }
}
