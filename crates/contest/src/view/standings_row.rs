//! A row of the standings.

use crate::EntrantUsage;
use certamen_game::{Map, number};
use certamen_tournament::{Cause, Column as RankingColumn};
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::Value;

/// A row of the standings; some formats and rankings add keys.
// Equal contests give equal rows.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StandingsRow {
    /// Its rank, from 1; equal scores share one. Null if it is disqualified.
    pub rank: Option<u32>,
    /// The bot.
    pub bot: String,
    /// Its programming language.
    pub language: String,
    /// The number of its matches.
    pub played: u64,
    /// Of them won.
    pub won: u64,
    /// Of them drawn.
    pub drawn: u64,
    /// Of them lost.
    pub lost: u64,
    /// Its score; null where it is meaningful for the order only.
    #[serde(serialize_with = "number::serialize_known")]
    pub score: Option<f64>,
    /// The number of its faults.
    pub faults: u64,
    /// Why it is disqualified, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub disqualified: Option<Cause>,
    /// What it has used, if it is asked over HTTP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<EntrantUsage>,
    /// The values of the format and the ranking, by key.
    #[serde(flatten)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, Option<f64>>")
    )]
    pub columns: StandingsColumns,
}

/// The columns next to results and scores, in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StandingsColumns(pub Vec<(RankingColumn, Option<f64>)>);

impl Serialize for StandingsColumns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (column, value) in &self.0 {
            map.serialize_entry(column.key(), &value.map(number::json))?;
        }
        map.end()
    }
}

impl StandingsRow {
    pub(crate) fn to_map(&self) -> Map {
        match serde_json::to_value(self).expect("lines are plain data") {
            Value::Object(map) => map,
            _ => unreachable!("lines have keys"),
        }
    }
}
