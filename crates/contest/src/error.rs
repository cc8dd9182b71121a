//! Why a contest cannot go on.

use crate::{draw::Beacon, say};
use certamen_game::job::FileError;
use certamen_i18n::{Localize, Message, quoted};
use certamen_store::{MatchNumber, StoreError, WorkerId};
use certamen_tournament::UnreadableKeys;
use jiff::Timestamp;
use std::{
    io,
    path::{Path, PathBuf},
};

/// Messages name the file, the key and the way out.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum ContestError {
    NoFile {
        path: PathBuf,
    },
    #[localize(match error.kind() {
        io::ErrorKind::PermissionDenied => say::not_readable(path, error),
        _ => say::io(path, error),
    })]
    Io {
        path: PathBuf,
        error: io::Error,
    },
    #[localize(say::no_table(path, quoted(error)))]
    Publication {
        path: PathBuf,
        error: serde_json::Error,
    },
    NotWritable {
        path: PathBuf,
        error: io::Error,
    },
    #[localize(transparent)]
    BadFile(FileError),
    /// A file that Certamen wrote was changed or damaged.
    #[localize(say::bad_file(path, damage))]
    Damaged {
        path: PathBuf,
        damage: Corruption,
    },
    #[localize(changed(path, change, store))]
    Changed {
        path: PathBuf,
        change: Box<ConfigChange>,
        store: PathBuf,
    },
    Locked {
        path: PathBuf,
    },
    #[localize(say::unfinished(_0.0))]
    Unfinished(MatchNumber),
    #[localize(say::not_finite(number.0, seat, quoted(score)))]
    NotFinite {
        number: MatchNumber,
        seat: usize,
        score: f64,
    },
    /// Entries have closed, and the public value of the draw is missing.
    #[localize(match awaited {
        Some(AwaitedRound { round, at, url }) => say::no_round(path, round, at.to_string(), url),
        None => say::no_value(path),
    })]
    NoValue {
        path: PathBuf,
        awaited: Option<AwaitedRound>,
    },
    #[localize(transparent)]
    NotRevoked(RevokeError),
    #[localize(transparent)]
    Store(StoreError),
}

/// A round of a beacon that has to be awaited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AwaitedRound {
    pub round: u64,
    pub at: Timestamp,
    pub url: String,
}

/// A change that makes another contest; keys with their section, values as JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfigChange {
    Changed { key: String, now: String, begun: String },
    Added { key: String, now: String },
    Removed { key: String, begun: String },
}

fn changed(path: &Path, change: &ConfigChange, store: &Path) -> Message {
    match change {
        ConfigChange::Changed { key, now, begun } => say::changed(path, key, now, begun, store),
        ConfigChange::Added { key, now } => say::added(path, key, now, store),
        ConfigChange::Removed { key, begun } => say::removed(path, key, begun, store),
    }
}

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

    pub fn bad_file(path: PathBuf, fault: FileError) -> ContestError {
        ContestError::BadFile(fault.in_file(path))
    }
}

impl From<StoreError> for ContestError {
    fn from(error: StoreError) -> ContestError {
        ContestError::Store(error)
    }
}

/// Why no result can be revoked.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum RevokeError {
    #[localize(if known.is_empty() {
        say::played_alone()
    } else {
        say::no_machine(name, known.join(", "))
    })]
    NoMachine { name: String, known: Vec<String> },
    #[localize(say::several_machines(name, keys(known)))]
    Several { name: String, known: Vec<WorkerId> },
    /// Later matches were planned or played from the results of earlier ones.
    #[localize(say::rests_on_them())]
    LaterMatches,
}

fn keys(workers: &[WorkerId]) -> String {
    let keys = workers.iter().map(|own| format!("{} ({})", own.key, own.class));
    keys.collect::<Vec<_>>().join(", ")
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
    /// The rules of this game were a program.
    #[localize(say::missing_rules(_0))]
    MissingRules(String),
    NoReceipt,
    NoDecision,
    #[localize(Message::verbatim(_0.to_string()))]
    NoDraw(serde_json::Error),
    LargeDraw {
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
        stated: u64,
        computed: u64,
    },
}
