//! Why the store cannot do what it is asked.

use crate::MatchNumber;
use std::{io, path::PathBuf};

/// Why the store cannot do what it is asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is none.
    #[error("{path}: nothing has been played yet")]
    Missing {
        /// Where it would be.
        path: PathBuf,
    },
    /// It was written by a newer version.
    #[error(
        "{path}: written by a newer certamen (store version {found}, this one knows {known}): use that version, or remove the folder to start afresh"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// Ours.
        known: i64,
    },
    /// The file is no store, or a damaged one.
    #[error("{path}: not a store of results: {error}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the database says.
        error: rusqlite::Error,
    },
    /// An older file cannot be copied.
    #[error("{path}: of an older version, and it cannot be copied to be read: {error}")]
    Copy {
        /// The file.
        path: PathBuf,
        /// What failed.
        error: io::Error,
    },
    /// The database failed.
    #[error("store of results: {0}")]
    Database(#[from] rusqlite::Error),
    /// A record cannot be packed or unpacked.
    #[error("record of match {number}: {error}")]
    Record {
        /// Whose record.
        number: MatchNumber,
        /// What failed.
        error: io::Error,
    },
    /// There is no such match.
    #[error("there is no match {0}: `certamen matches` lists them")]
    NoMatch(MatchNumber),
    /// It is not finished.
    #[error("match {0} has not been played yet")]
    Unplayed(MatchNumber),
}
