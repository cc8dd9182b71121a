//! What may be new in a contest: hints to look again, and what is told with each.

use serde::Serialize;
use serde_json::Value;

/// Something is new: a hint to look again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LiveHint {
    /// The table.
    Table(StandingsEvent),
    /// A match that is being played.
    Match(MatchEvent),
    /// A table was published.
    Publication(PublicationEvent),
    /// Hosts told something.
    Notice(NoticeEvent),
    /// Somebody entered, has a new version or left.
    Entrant(EntrantEvent),
    /// Something happened at a table with people.
    Turn(TurnEvent),
}

/// The table is new.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct StandingsEvent {
    /// How often it was computed, which grows.
    pub(crate) revision: u64,
    /// How many matches are played.
    pub(crate) matches: u64,
}

/// A match that takes long went on, or ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct MatchEvent {
    /// Its number.
    #[serde(rename = "match")]
    pub(crate) number: i64,
    /// How many turns were played; 0 once it is not played any more.
    pub(crate) turns: usize,
}

/// A table was published.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct PublicationEvent {
    /// Its number.
    pub(crate) publication: u32,
}

/// Hosts told something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct NoticeEvent {
    /// How many notices there are.
    pub(crate) notices: usize,
}

/// Somebody entered, has a new version or left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct EntrantEvent {
    /// How often that happened.
    pub(crate) changes: usize,
}

/// Something happened at a table with people.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TurnEvent {
    /// The turn that was played; absent if something else is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<u64>,
}

impl LiveHint {
    /// What it is called, and what is told with it.
    pub(super) fn told(self) -> (&'static str, Value) {
        let (name, data) = match self {
            LiveHint::Table(told) => ("table", serde_json::to_value(told)),
            LiveHint::Match(told) => ("match", serde_json::to_value(told)),
            LiveHint::Publication(told) => ("publication", serde_json::to_value(told)),
            LiveHint::Notice(told) => ("notice", serde_json::to_value(told)),
            LiveHint::Entrant(told) => ("entrant", serde_json::to_value(told)),
            LiveHint::Turn(told) => ("turn", serde_json::to_value(told)),
        };
        (name, data.expect("numbers are JSON"))
    }
}
