//! Why a contest cannot go on.

use crate::{
    draw::{AwaitedRound, Beacon},
    file::FileFault,
    initial_terms::ConfigChange,
    revoke::RevokeError,
    say,
};
use certamen_i18n::{Localize, Message, quoted};
use certamen_store::{MatchNumber, StoreError};
use certamen_tournament::UnreadableKeys;
use std::{
    io,
    path::{Path, PathBuf},
};

/// Messages name the file, the key and the way out.
#[derive(Debug)]
pub enum ContestError {
    NoFile {
        path: PathBuf,
    },
    Io {
        path: PathBuf,
        error: io::Error,
    },
    Publication {
        path: PathBuf,
        error: serde_json::Error,
    },
    NotWritable {
        path: PathBuf,
        error: io::Error,
    },
    BadFile {
        path: PathBuf,
        fault: Box<FileFault>,
    },
    /// Something that Certamen wrote is not as it was written.
    Damaged {
        path: PathBuf,
        damage: Corruption,
    },
    Changed {
        path: PathBuf,
        change: Box<ConfigChange>,
        store: PathBuf,
    },
    Locked {
        path: PathBuf,
    },
    Unfinished(MatchNumber),
    NotFinite {
        number: MatchNumber,
        /// From 0.
        seat: usize,
        score: f64,
    },
    /// Entries have closed, and the public value of the draw is missing.
    NoValue {
        path: PathBuf,
        /// The round of the beacon, if it is one.
        awaited: Option<AwaitedRound>,
    },
    Unstruck(RevokeError),
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
            ContestError::Unstruck(RevokeError::LaterMatches) => say::rests_on_them(),
            ContestError::Store(error) => error.message(),
        }
    }
}

certamen_i18n::error!(ContestError);

impl ContestError {
    pub fn of_writing(path: &Path, error: io::Error) -> ContestError {
        let path = path.to_owned();
        match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                ContestError::NotWritable { path, error }
            }
            _ => ContestError::Io { path, error },
        }
    }

    pub fn bad_file(path: PathBuf, fault: FileFault) -> ContestError {
        ContestError::BadFile { path, fault: Box::new(fault) }
    }
}

impl From<StoreError> for ContestError {
    fn from(error: StoreError) -> ContestError {
        ContestError::Store(error)
    }
}

/// What is wrong with a file or value that Certamen wrote.
#[derive(Debug, Localize)]
#[localize(display)]
pub enum Corruption {
    #[localize(say::stored(key, quoted(error)))]
    Stored {
        key: String,
        error: serde_json::Error,
    },
    #[localize(say::stored(key, error))]
    Keys {
        key: &'static str,
        error: UnreadableKeys,
    },
    NoKind(&'static str),
    Absent(&'static str),
    /// The game of the store is unknown to this version.
    #[localize(say::stored_game(_0))]
    UnknownGame(String),
    NoReceipt,
    NoDecision,
    #[localize(Message::verbatim(_0.to_string()))]
    NoDraw(serde_json::Error),
    LargeDraw {
        /// In bytes.
        length: u64,
    },
    #[localize(transparent)]
    Draw(DrawMismatch),
}

#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum DrawMismatch {
    /// The secret is not known yet.
    NotTold,
    NoSecret {
        digits: usize,
    },
    OtherHash {
        computed: String,
        published: String,
    },
    /// The chain of the beacon is unknown.
    #[localize(say::unknown_chain(certamen_game::escaped(chain), Beacon::chains().join(", ")))]
    UnknownChain {
        chain: String,
    },
    /// The public value is of another round than is due.
    OtherRound {
        given: u64,
        due: u64,
    },
    #[localize(say::bad_signature(round))]
    Signature {
        round: u64,
    },
    NoHex,
    OtherValue,
    #[localize(say::no_public_value())]
    NoValue,
    OtherSeed {
        told: u64,
        computed: u64,
    },
}
