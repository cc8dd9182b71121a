//! Stored data that differs from what Certamen wrote: a store or a draw that something else wrote
//! to, or that a disk did not keep.

use crate::{draw::Beacon, say};
use certamen_i18n::{Localize, Message, quoted};
use certamen_tournament::UnreadableKeys;

/// What is wrong with something that Certamen wrote.
#[derive(Debug)]
pub enum Corruption {
    /// What is stored under a key cannot be read.
    Stored {
        /// The key.
        key: String,
        /// What its reader says.
        error: serde_json::Error,
    },
    /// What is stored of a format or a ranking makes none.
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
    UnknownGame(String),
    /// A receipt that is none.
    NoReceipt,
    /// What was decided on a program cannot be read.
    NoDecision,
    /// The draw cannot be read.
    NoDraw(serde_json::Error),
    /// The draw is too long to be one.
    LargeDraw {
        /// How long it is, in bytes.
        length: u64,
    },
    /// The draw does not agree with itself.
    Draw(DrawMismatch),
}

impl Localize for Corruption {
    fn message(&self) -> Message {
        match self {
            Corruption::Stored { key, error } => say::stored(key, quoted(error)),
            Corruption::Keys { key, error } => say::stored(key, error),
            Corruption::NoKind(key) => say::no_kind(key),
            Corruption::Absent(key) => say::absent(key),
            Corruption::UnknownGame(slug) => say::stored_game(slug),
            Corruption::NoReceipt => say::no_receipt(),
            Corruption::NoDecision => say::no_decision(),
            Corruption::NoDraw(error) => Message::verbatim(error.to_string()),
            Corruption::LargeDraw { length } => say::large_draw(length),
            Corruption::Draw(fault) => fault.message(),
        }
    }
}

certamen_i18n::said!(Corruption);

/// What of a draw does not agree.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    Signature {
        /// The round.
        round: u64,
    },
    /// What should be hexadecimal digits is something else, or too long.
    NoHex,
    /// The public value is of another kind than the draw asks for.
    OtherValue,
    /// There is no public value yet.
    NoValue,
    /// The seed is another than what follows.
    OtherSeed {
        /// As it is told.
        told: u64,
        /// As it follows from secret and entrants.
        computed: u64,
    },
}

impl Localize for DrawMismatch {
    fn message(&self) -> Message {
        match self {
            DrawMismatch::NotTold => say::not_told(),
            DrawMismatch::NoSecret { digits } => say::no_secret(digits),
            DrawMismatch::OtherHash { computed, published } => say::other_hash(computed, published),
            DrawMismatch::UnknownChain { chain } => {
                say::unknown_chain(certamen_game::escaped(chain), Beacon::chains().join(", "))
            }
            DrawMismatch::OtherRound { given, due } => say::other_round(given, due),
            DrawMismatch::Signature { round } => say::bad_signature(round),
            DrawMismatch::NoHex => say::no_hex(),
            DrawMismatch::OtherValue => say::other_value(),
            DrawMismatch::NoValue => say::no_public_value(),
            DrawMismatch::OtherSeed { told, computed } => say::other_seed(told, computed),
        }
    }
}

certamen_i18n::error!(DrawMismatch);
