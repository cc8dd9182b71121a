//! Stored data that differs from what Certamen wrote: a store or a draw that something else wrote
//! to, or that a disk did not keep.

use crate::{draw::Beacon, say};
use certamen_i18n::{Localize, Message, quoted};
use certamen_tournament::UnreadableKeys;

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
