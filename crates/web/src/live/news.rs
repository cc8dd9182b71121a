//! Hints that a contest has changed, and the data of each.

use serde::Serialize;
use serde_json::Value;

/// A change: a hint to reload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LiveHint {
    /// The standings.
    Table(StandingsEvent),
    /// A match in progress.
    Match(MatchEvent),
    /// A publication.
    Publication(PublicationEvent),
    /// A notice.
    Notice(NoticeEvent),
    /// An entrant entered, has a new version or left.
    Entrant(EntrantEvent),
    /// An event of a table where people play.
    Turn(TurnEvent),
}

/// The standings changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct StandingsEvent {
    /// The number of times they were computed, which only grows.
    pub(crate) revision: u64,
    /// The number of matches played.
    pub(crate) matches: u64,
}

/// A long match progressed or ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct MatchEvent {
    /// Its number.
    #[serde(rename = "match")]
    pub(crate) number: i64,
    /// The number of turns played; 0 once it is no longer in progress.
    pub(crate) turns: usize,
}

/// Standings were published.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct PublicationEvent {
    /// Its number.
    pub(crate) publication: u32,
}

/// A notice was published.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct NoticeEvent {
    /// The number of notices.
    pub(crate) notices: usize,
}

/// An entrant entered, has a new version or left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct EntrantEvent {
    /// The number of such changes.
    pub(crate) changes: usize,
}

/// An event of a table where people play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TurnEvent {
    /// The turn that was played; absent for other events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<u64>,
}

impl LiveHint {
    /// The name of the event, and its data.
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
