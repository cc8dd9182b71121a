//! Why the store cannot do what it is asked.

use crate::{MatchNumber, say};
use certamen_speech::{Message, Speak, quoted};
use std::{io, path::PathBuf};

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
        /// What the database says.
        error: rusqlite::Error,
    },
    /// An older file cannot be copied.
    Copy {
        /// The file.
        path: PathBuf,
        /// What failed.
        error: io::Error,
    },
    /// The database failed.
    Database(rusqlite::Error),
    /// A record cannot be packed or unpacked.
    Record {
        /// Whose record.
        number: MatchNumber,
        /// What failed.
        error: io::Error,
    },
    /// There is no such match.
    NoMatch(MatchNumber),
    /// It is not finished.
    Unplayed(MatchNumber),
}

impl Speak for StoreError {
    fn message(&self) -> Message {
        match self {
            StoreError::Missing { path } => say::missing(path),
            StoreError::Newer { path, found, known } => say::newer(path, found, known),
            StoreError::Damaged { path, error } => say::damaged(path, quoted(error)),
            StoreError::Copy { path, error } => say::copy(path, error),
            StoreError::Database(error) => say::database(quoted(error)),
            StoreError::Record { number, error } => say::record(number.0, error),
            StoreError::NoMatch(number) => say::no_match(number.0),
            StoreError::Unplayed(number) => say::unplayed(number.0),
        }
    }
}

certamen_speech::error!(StoreError);

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Database(error)
    }
}
