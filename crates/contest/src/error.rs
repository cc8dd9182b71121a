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

/// What is wrong with something that Certamen wrote.
#[derive(Debug, Localize)]
#[localize(display)]
pub enum Corruption {
    /// What is stored under a key cannot be read.
    #[localize(say::stored(key, quoted(error)))]
    Stored {
        /// The key.
        key: String,
        /// What its reader says.
        error: serde_json::Error,
    },
    /// What is stored of a format or a ranking makes none.
    #[localize(say::stored(key, error))]
    Keys {
        /// The key.
        key: &'static str,
        /// What is wrong with it.
        error: UnreadableKeys,
    },
    /// What is stored of a format or a ranking does not say which.
    NoKind(&'static str),
    /// Nothing is stored under a key, though it must be there.
    Absent(&'static str),
    /// The store is of a game that this version does not have.
    #[localize(say::stored_game(_0))]
    UnknownGame(String),
    /// A receipt that is none.
    NoReceipt,
    /// What was decided on a program cannot be read.
    NoDecision,
    /// The draw cannot be read.
    #[localize(Message::verbatim(_0.to_string()))]
    NoDraw(serde_json::Error),
    /// The draw is too long to be one.
    LargeDraw {
        /// How long it is, in bytes.
        length: u64,
    },
    /// The draw does not agree with itself.
    #[localize(transparent)]
    Draw(DrawMismatch),
}

/// What of a draw does not agree.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum DrawMismatch {
    /// The secret is not known yet.
    NotTold,
    /// The secret is none.
    NoSecret {
        /// How many digits one has.
        digits: usize,
    },
    /// The secret is another than the one that was committed to.
    OtherHash {
        /// The hash of the secret.
        computed: String,
        /// The hash that was published.
        published: String,
    },
    /// The chain of a beacon is not known here.
    #[localize(say::unknown_chain(certamen_game::escaped(chain), Beacon::chains().join(", ")))]
    UnknownChain {
        /// Its hash.
        chain: String,
    },
    /// The public value is another round than is due.
    OtherRound {
        /// The round that is given.
        given: u64,
        /// The one that is due.
        due: u64,
    },
    /// The chain did not sign this round.
    #[localize(say::bad_signature(round))]
    Signature {
        /// The round.
        round: u64,
    },
    /// What should be hexadecimal digits is something else, or too long.
    NoHex,
    /// The public value is of another kind than the draw asks for.
    OtherValue,
    /// There is no public value yet.
    #[localize(say::no_public_value())]
    NoValue,
    /// The seed is another than what follows.
    OtherSeed {
        /// As it is told.
        told: u64,
        /// As it follows from secret and entrants.
        computed: u64,
    },
}
