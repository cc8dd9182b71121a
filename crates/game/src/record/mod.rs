//! The record of a match: a header, the moves, the outcome, as JSON lines.
//!
//! States are not stored but computed from it, which makes a record verifiable.

mod conditions;
mod read;
mod remote;
mod write;

pub use conditions::{
    BYTES, Conditions, MEMORY, OUTPUT, OnFault, PROCESSES, ProgramLife, SCRATCH, START_MS, TURNS,
};
pub use read::{Last, RecordError, RecordProblem, Seal};
pub use remote::{
    FaultCause, MOST_ATTEMPTS, MOST_MICROS, MOST_RETRIES, MOST_TOKENS, RemoteMove, Usage, Via,
};
pub use write::{RecordWriter, digest};

use crate::{Fault, Map, Outcome, Seat, number};
use serde::{Deserialize, Serialize};

/// The version of the format.
pub const FORMAT: u32 = 1;
/// The key of a move for the different answer that a program gave when asked again.
pub const AGAIN: &str = "again";

/// Everything about a match that is fixed before its first turn: the first line of its record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Table {
    /// The version of the format, [`FORMAT`].
    pub certamen: u32,
    /// The game's slug.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The program that the rules are, if they are one.
    #[serde(flatten)]
    pub rules_source: RulesSource,
    /// The options, as given.
    pub options: Map,
    /// Below 2^53.
    pub seed: u64,
    /// The players by seat.
    pub seats: Vec<SeatEntry>,
    /// Limits and policies.
    pub conditions: Conditions,
    /// Keys that this version does not know.
    #[serde(flatten)]
    pub extra: Map,
}

impl Table {
    /// The same table with these options.
    #[must_use]
    pub fn options(self, options: Map) -> Table {
        Table { options, ..self }
    }

    /// The same table with this seed, which is below 2^53.
    #[must_use]
    pub fn seed(self, seed: u64) -> Table {
        Table { seed, ..self }
    }

    /// The same table with these players.
    #[must_use]
    pub fn seats(self, players: impl IntoIterator<Item = SeatEntry>) -> Table {
        Table { seats: players.into_iter().collect(), ..self }
    }

    /// The same table with this many unnamed players.
    #[must_use]
    pub fn unnamed(self, count: u8) -> Table {
        Table { seats: unnamed(count), ..self }
    }

    /// The same table under these conditions.
    #[must_use]
    pub fn conditions(self, conditions: Conditions) -> Table {
        Table { conditions, ..self }
    }
}

/// What identifies rules that are a program. Nothing is written for built-in games.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesSource {
    /// The hash of all that the rules depend on, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_digest: Option<String>,
    /// The library of Certamen that the program uses and its version, such as `python-1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_library: Option<String>,
    /// The versions of other libraries that affect the rules, as the program said.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub rules_environment: Map,
}

pub(crate) fn unnamed(count: u8) -> Vec<SeatEntry> {
    (0..count).map(|seat| SeatEntry::named(format!("player {seat}"))).collect()
}

/// The player on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatEntry {
    /// The bot's name.
    pub bot: String,
    /// The hash of its files; built-in players have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// This seat's own time for a move, in milliseconds, where it is not that of the conditions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    /// `remote` if the writer of the record did not run it; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
    /// How a player that the writer of the record did not run was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<Via>,
    /// Keys that this version does not know.
    #[serde(flatten)]
    pub extra: Map,
}

/// The tier of a seat whose player the writer of a record did not run.
pub const REMOTE_TIER: &str = "remote";

impl SeatEntry {
    /// A bot without files.
    pub fn named(bot: impl Into<String>) -> SeatEntry {
        let (digest, move_ms, tier, via) = (None, None, None, None);
        SeatEntry { bot: bot.into(), digest, move_ms, tier, via, extra: Map::new() }
    }

    /// The same for a player on another machine.
    #[must_use]
    pub fn remote(self, via: Via) -> SeatEntry {
        SeatEntry { tier: Some(REMOTE_TIER.to_owned()), via: Some(via), ..self }
    }
}

/// A whole match, or as much of it as was played.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchRecord {
    /// The header.
    pub table: Table,
    /// The turns, numbered from 1.
    pub turns: Vec<Turn>,
    /// The result; none if the match is unfinished.
    pub outcome: Option<Outcome>,
    /// Keys of the last line that this version does not know; written only behind a result.
    pub extra: Map,
}

/// What one seat did in a turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Move {
    /// The seat that acted.
    pub seat: Seat,
    /// What was played, in the game's notation; `None` if a fault ended the match.
    pub action: Option<String>,
    /// Whether the rules played it without asking a player.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub automatic: bool,
    /// What the player did wrong, whether or not the rules have an answer to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// The start of an illegal reply, escaped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    /// The time charged, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "milliseconds")]
    pub ms: Option<f64>,
    /// The computing time it used between its turns, in milliseconds, if counted and at least 1 ms.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "milliseconds")]
    pub pondered_ms: Option<f64>,
    /// How long it slept in its turn, in milliseconds, if known and at least 100 ms.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "milliseconds")]
    pub asleep_ms: Option<f64>,
    /// What is known of a move by a player on another machine.
    #[serde(flatten)]
    pub remote: RemoteMove,
    /// Keys that this version does not know.
    #[serde(flatten)]
    pub extra: Map,
}

/// One joint action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// Counted from 1.
    pub turn: u64,
    /// One for each seat that acted, in ascending order.
    pub moves: Vec<Move>,
    /// Keys that this version does not know.
    #[serde(flatten)]
    pub extra: Map,
}

impl Turn {
    /// What `seat` played in this turn, if it acted and did not end the match by a fault.
    pub fn action(&self, seat: Seat) -> Option<&str> {
        self.moves.iter().find(|entry| entry.seat == seat)?.action.as_deref()
    }
}

#[expect(clippy::ref_option, reason = "the signature that serde asks for")]
fn milliseconds<S: serde::Serializer>(ms: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match ms {
        Some(ms) => number::serialize(ms, serializer),
        None => serializer.serialize_none(),
    }
}
