//! Why a contest cannot go on.

use certamen_store::StoreError;
use std::{io, path::PathBuf};

/// Why a contest cannot go on. Messages name the file, the key and the way out.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// The folder is no contest.
    #[error("{path}: no contest.toml here: a contest is a folder with this file")]
    NoFile {
        /// The folder.
        path: PathBuf,
    },
    /// A file cannot be read.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// The contest file is not as it should be.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the key.
        reason: String,
    },
    /// The contest was begun differently.
    #[error(
        "{path}: `{key}` is {now}, but the contest was begun with {begun}: put it back, or remove {store} to start afresh"
    )]
    Changed {
        /// The contest file.
        path: PathBuf,
        /// What differs.
        key: &'static str,
        /// As it is now.
        now: String,
        /// As it was.
        begun: String,
        /// What to remove.
        store: PathBuf,
    },
    /// Another run is at work.
    #[error("{path}: another `certamen run` is at work on this contest")]
    Locked {
        /// The lock.
        path: PathBuf,
    },
    /// A match cannot be played, again and again.
    #[error("match {number} cannot be played: {reason}")]
    Unplayable {
        /// Which.
        number: certamen_store::MatchNumber,
        /// The last reason.
        reason: String,
    },
    /// A result makes no sense.
    #[error("match {0}: a record without a result was handed in")]
    Unfinished(certamen_store::MatchNumber),
    /// A score is no number.
    #[error(
        "match {number}: the score of seat {seat} is {score}, which is no number: the rules of the game are broken"
    )]
    NotFinite {
        /// Which match.
        number: certamen_store::MatchNumber,
        /// Which seat, from 0.
        seat: usize,
        /// The score.
        score: f64,
    },
    /// The store's matter.
    #[error(transparent)]
    Store(#[from] StoreError),
}

certamen_speech::plain!(ContestError);
