//! Why a contest cannot go on.

use crate::{
    compatible_changes::ConfigChange, corruption::Corruption, draw::AwaitedRound, file::FileFault,
    revoke_error::RevokeError, say,
};
use certamen_i18n::{Localize, Message, quoted};
use certamen_store::{MatchNumber, StoreError};
use std::{
    io,
    path::{Path, PathBuf},
};

/// Why a contest cannot go on. Messages name the file, the key and the way out.
#[derive(Debug)]
pub enum ContestError {
    /// The folder is no contest.
    NoFile {
        /// The folder.
        path: PathBuf,
    },
    /// A file cannot be read.
    Io {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// A file among those that were published is no table.
    Publication {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// Nothing may be written where a contest keeps what it writes.
    NotWritable {
        /// What was to be written.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// The contest file is not as it should be.
    BadFile {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the key.
        fault: Box<FileFault>,
    },
    /// Something that Certamen wrote is not as it was written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        damage: Corruption,
    },
    /// The contest was begun differently.
    Changed {
        /// The contest file.
        path: PathBuf,
        /// What differs.
        change: Box<ConfigChange>,
        /// What to remove.
        store: PathBuf,
    },
    /// Another run is at work.
    Locked {
        /// The lock.
        path: PathBuf,
    },
    /// A result makes no sense.
    Unfinished(MatchNumber),
    /// A score is no number.
    NotFinite {
        /// Which match.
        number: MatchNumber,
        /// Which seat, from 0.
        seat: usize,
        /// The score.
        score: f64,
    },
    /// Entries have closed, and the public value of the draw is not there yet.
    NoValue {
        /// Where it is looked for.
        path: PathBuf,
        /// Which round it is, if it is one of a beacon.
        awaited: Option<AwaitedRound>,
    },
    /// What a machine handed in cannot be taken away.
    Unstruck(RevokeError),
    /// The store's matter.
    Store(StoreError),
}

impl Localize for ContestError {
    fn message(&self) -> Message {
        match self {
            ContestError::NoFile { path } => say::no_file(path),
            ContestError::Io { path, error } if error.kind() == io::ErrorKind::PermissionDenied => {
                say::not_readable(path, error)
            }
            ContestError::Io { path, error } => say::io(path, error),
            ContestError::Publication { path, error } => say::no_table(path, quoted(error)),
            ContestError::NotWritable { path, error } => say::not_writable(path, error),
            ContestError::BadFile { path, fault } => say::bad_file(path, fault),
            ContestError::Damaged { path, damage: corruption } => say::bad_file(path, corruption),
            ContestError::Changed { path, change, store } => match &**change {
                ConfigChange::Changed { key, now, begun } => {
                    say::changed(path, key, now, begun, store)
                }
                ConfigChange::Added { key, now } => say::added(path, key, now, store),
                ConfigChange::Removed { key, begun } => say::removed(path, key, begun, store),
            },
            ContestError::Locked { path } => say::locked(path),
            ContestError::Unfinished(number) => say::unfinished(number.0),
            ContestError::NotFinite { number, seat, score } => {
                say::not_finite(number.0, seat, quoted(score))
            }
            ContestError::NoValue { path, awaited: Some(awaited) } => {
                let AwaitedRound { round, at, url } = awaited;
                say::no_round(path, round, at.to_string(), url)
            }
            ContestError::NoValue { path, awaited: None } => say::no_value(path),
            ContestError::Unstruck(RevokeError::NoMachine { known, .. }) if known.is_empty() => {
                say::played_alone()
            }
            ContestError::Unstruck(RevokeError::NoMachine { name, known }) => {
                say::no_machine(name, known.join(", "))
            }
            ContestError::Unstruck(RevokeError::Several { name, known }) => {
                let keys = known.iter().map(|own| format!("{} ({})", own.key, own.class));
                say::several_machines(name, keys.collect::<Vec<_>>().join(", "))
            }
            ContestError::Unstruck(RevokeError::RestsOnThem) => say::rests_on_them(),
            ContestError::Store(error) => error.message(),
        }
    }
}

certamen_i18n::error!(ContestError);

impl ContestError {
    /// What is kept of a contest could not be written at `path`.
    pub fn of_writing(path: &Path, error: io::Error) -> ContestError {
        let path = path.to_owned();
        match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                ContestError::NotWritable { path, error }
            }
            _ => ContestError::Io { path, error },
        }
    }

    /// The contest file at `path` is not as it should be.
    pub fn bad_file(path: PathBuf, fault: FileFault) -> ContestError {
        ContestError::BadFile { path, fault: Box::new(fault) }
    }
}

impl From<StoreError> for ContestError {
    fn from(error: StoreError) -> ContestError {
        ContestError::Store(error)
    }
}
