//! Finished matches for a list: a record that both players signed, and that the rules confirm.

use super::say;
use crate::{
    OutOfScope, check_scope, fits_name,
    hash::Hash,
    seal::{self, SealError, Signatures},
};
use certamen_game::{DynGame, MatchRecord, Outcome, replay};
use certamen_i18n::{Localize, Message};
use serde::{Deserialize, Serialize};

/// The longest record, in bytes.
pub const MAX_RECORD: usize = 8 << 20;

/// A published match as a line of a list. What it says is a claim until its record is verified.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchLine {
    /// The id of the match: 64 hexadecimal digits, the end of the address of its record.
    #[serde(rename = "match")]
    pub id: String,
    /// The slug of the game.
    pub game: String,
    /// The two players, by seat.
    pub players: [PublishedPlayer; 2],
    /// How the match ended.
    pub outcome: Outcome,
    /// The number of turns.
    pub turns: u64,
    /// When it was published, in seconds since 1970.
    pub published: u64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublishedPlayer {
    /// The name of the player.
    pub alias: String,
    /// The name of the bot.
    pub bot: String,
    /// The public key that signed the record.
    pub key: String,
}

impl MatchLine {
    /// Reads a line; none if it is not one of a match.
    pub fn read(line: &[u8]) -> Option<MatchLine> {
        serde_json::from_slice(line).ok()
    }

    /// The line, without its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("it is plain data")
    }
}

/// Why a record is not published.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum RecordFault {
    /// It is longer than [`MAX_RECORD`].
    #[localize(say::record_too_long(MAX_RECORD))]
    TooLong,
    /// It is no record.
    #[localize(_0.clone())]
    Unreadable(Message),
    /// A signature is wrong.
    #[localize(transparent)]
    Signature(SealError),
    /// It is unfinished, was changed, or is no record of a match between two machines.
    #[localize(transparent)]
    Seal(SealError),
    /// One player did not sign it.
    #[localize(say::record_one_signature())]
    OneSignature,
    /// The rules do not confirm it.
    #[localize(_0.clone())]
    Unsound(Message),
}

/// A record that both players signed; the rules have not been asked yet.
#[derive(Debug)]
pub struct SignedRecord {
    signatures: Signatures,
    record: MatchRecord,
}

/// A record that both players signed and the rules confirm.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckedRecord {
    line: MatchLine,
}

/// Whether bytes look like a record and not like an entry: their first line has the key `certamen`.
pub fn is_record(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Header {
        #[serde(rename = "certamen")]
        _format: serde::de::IgnoredAny,
    }
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    serde_json::from_slice::<Header>(first).is_ok()
}

impl SignedRecord {
    /// Reads a record of at most [`MAX_RECORD`] bytes and verifies its signatures.
    pub fn read(bytes: &[u8]) -> Result<SignedRecord, RecordFault> {
        if bytes.len() > MAX_RECORD {
            return Err(RecordFault::TooLong);
        }
        let read = MatchRecord::read(bytes);
        let (record, found) = read.map_err(|error| RecordFault::Unreadable(error.message()))?;
        let verified = seal::verify(bytes, &record, found);
        let signatures = verified.map_err(|error| match error {
            SealError::Signature { .. } => RecordFault::Signature(error),
            _ => RecordFault::Seal(error),
        })?;
        if !signatures.is_complete() {
            return Err(RecordFault::OneSignature);
        }
        Ok(SignedRecord { signatures, record })
    }

    /// The id of the match.
    pub fn id(&self) -> Hash {
        self.signatures.id
    }

    /// The public keys of both players, by seat, as text.
    pub fn keys(&self) -> [String; 2] {
        let header = &self.signatures.header;
        header.by_seat(&header.keys).map(|key| key.to_string())
    }

    /// Replays the match. `find` finds games by slug; `now` is in seconds since 1970.
    pub fn check(
        self,
        now: u64,
        find: impl Fn(&str) -> Option<&'static dyn DynGame>,
    ) -> Result<CheckedRecord, RecordFault> {
        let unsound = |why: &dyn Localize| RecordFault::Unsound(why.message());
        let table = &self.record.table;
        let no_game = || RecordFault::Unsound(say::entry_game(certamen_game::legible(&table.game)));
        let game = find(&table.game).ok_or_else(no_game)?;
        check_scope(game).map_err(|error: OutOfScope| unsound(&error))?;
        let arbiter = replay::replay(game, &self.record, &mut |_| {});
        let arbiter = arbiter.map_err(|error| unsound(&error))?;
        let unfinished = || RecordFault::Seal(SealError::Unfinished);
        let recorded = self.record.outcome.as_ref().ok_or_else(unfinished)?;
        let computed = arbiter.outcome().ok_or_else(unfinished)?;
        if let Some(difference) = replay::compare(recorded, computed).first() {
            return Err(unsound(difference));
        }
        let header = &self.signatures.header;
        let [first, second] = header.by_seat(&header.aliases);
        let keys = self.keys();
        let player = |seat: usize, alias: String| PublishedPlayer {
            alias,
            bot: table.seats[seat].bot.clone(),
            key: keys[seat].clone(),
        };
        let players = [player(0, first), player(1, second)];
        let fits = |player: &PublishedPlayer| fits_name(&player.alias) && fits_name(&player.bot);
        if !players.iter().all(fits) {
            return Err(RecordFault::Unsound(say::record_names()));
        }
        let line = MatchLine {
            id: self.signatures.id.to_string(),
            game: table.game.clone(),
            players,
            // Not the recorded one, which may have further keys of any length.
            outcome: computed.clone(),
            turns: self.record.turns.len() as u64,
            published: now,
        };
        Ok(CheckedRecord { line })
    }
}

impl CheckedRecord {
    /// The line of the match in a list.
    pub fn line(&self) -> &MatchLine {
        &self.line
    }
}
