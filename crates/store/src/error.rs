//! Why the store cannot do what it is asked.

use crate::{MatchNumber, say};
use certamen_i18n::{Argument, Localize, Value, quoted};
use std::{error::Error, io, path::PathBuf};

/// Why the store cannot do what it is asked.
#[derive(Debug, Localize)]
#[localize(error)]
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
    #[localize(say::damaged(path, quoted(error)))]
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
    #[localize(say::value(of_value(&**_0)))]
    Value(Box<dyn Error + Send + Sync>),
    /// The database failed.
    #[localize(say::database(quoted(_0)))]
    Database(rusqlite::Error),
    /// What records are compressed against cannot be used.
    Dictionary(io::Error),
    /// A record cannot be packed or unpacked.
    #[localize(say::record(number.0, error))]
    Record {
        /// The match.
        number: MatchNumber,
        /// What failed.
        error: io::Error,
    },
    /// There is no such match.
    #[localize(say::no_match(_0.0))]
    NoMatch(MatchNumber),
    /// It is not finished.
    #[localize(say::unplayed(_0.0))]
    Unplayed(MatchNumber),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error {
            rusqlite::Error::FromSqlConversionFailure(_, _, error) => StoreError::Value(error),
            error => StoreError::Database(error),
        }
    }
}

/// A value that was never written by a store.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub(crate) enum BadValue {
    /// Not submissions by seat.
    #[localize(say::not_seats(_0))]
    Seats(String),
    /// Not the word of a fault.
    #[localize(say::not_a_fault(_0))]
    Fault(String),
}

/// What is wrong with a value: our own message, or that of the library that read it.
fn of_value(error: &(dyn Error + 'static)) -> Value {
    match error.downcast_ref::<BadValue>() {
        Some(ours) => ours.value(),
        None => quoted(error),
    }
}
