//! What happened in one turn.

use crate::{Fault, Map, Seat, number};
use serde::{Deserialize, Serialize};

/// What one seat did in a turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Move {
    /// Who.
    pub seat: Seat,
    /// What was played, in the game's notation; `None` if a fault ended the match.
    pub action: Option<String>,
    /// Whether the rules played it without asking a player.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub automatic: bool,
    /// What the player did wrong, whether or not the rules had an answer to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// The start of an illegal reply, escaped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    /// The time charged, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "milliseconds")]
    pub ms: Option<f64>,
    /// The computing time it used between its turns, in milliseconds, where that is counted and
    /// worth a word.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "milliseconds")]
    pub pondered_ms: Option<f64>,
    /// How long it was seen asleep on turn, in milliseconds, where that is worth a word.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "milliseconds")]
    pub asleep_ms: Option<f64>,
    /// Keys that this version does not know.
    #[serde(flatten)]
    pub extra: Map,
}

/// One joint action: an entry for each seat that acted, in ascending order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// Counted from 1.
    pub turn: u64,
    /// Who did what.
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
