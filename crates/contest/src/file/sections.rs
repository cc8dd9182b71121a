//! The sections of a contest file that speak of programs.

use crate::quantity;
use game::Fault;
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use std::time::Duration;

/// `[limits]`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Time for a move; the game's own if absent.
    #[serde(deserialize_with = "time")]
    pub move_time: Option<Duration>,
    /// Memory of a bot, in bytes.
    #[serde(deserialize_with = "size")]
    pub memory: Option<u64>,
}

/// `[programs]`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Programs {
    /// What a program's directory survives.
    pub memory: Memory,
    /// Who decides what a fault means.
    pub on_fault: OnFault,
    /// Faults after which a bot leaves the contest.
    pub disqualify_on: Vec<Fault>,
    /// What becomes of its matches.
    pub on_disqualified: OnDisqualified,
}

/// What a program's directory survives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Memory {
    /// Nothing: it has none.
    None,
    /// It is emptied before each match.
    #[default]
    Match,
    /// The matches of a pair.
    Pair,
    /// The contest.
    Contest,
}

/// Who decides what a fault means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnFault {
    /// The rules: their answer to it, else the match is lost.
    #[default]
    Game,
    /// The match is lost.
    Forfeit,
}

/// What becomes of the matches of a bot that leaves the contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum OnDisqualified {
    /// They are struck out.
    #[default]
    #[serde(rename = "strike matches")]
    StrikeMatches,
    /// Its opponents win them.
    #[serde(rename = "opponent wins")]
    OpponentWins,
    /// Those that were played count.
    #[serde(rename = "played matches stand")]
    PlayedMatchesStand,
}

/// `[sandbox]`
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sandbox {
    /// The weakest tier that will do, A to D.
    pub minimum_tier: String,
}

impl Default for Sandbox {
    fn default() -> Sandbox {
        Sandbox { minimum_tier: "B".to_owned() }
    }
}

/// `[search]`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// How many plies house players look ahead unless their names say otherwise.
    pub depth: u32,
}

/// `[entries]`: the keys are reserved, their values are not looked at yet.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entries {
    pub closes: Option<toml::Value>,
    pub closes_after: Option<toml::Value>,
    pub per_author: Option<toml::Value>,
    pub per_slot_and_day: Option<toml::Value>,
    pub max_source: Option<toml::Value>,
    pub source_only: Option<toml::Value>,
    pub single_file: Option<toml::Value>,
    pub languages: Option<toml::Value>,
    pub correction: Option<toml::Value>,
    pub visibility: Option<toml::Value>,
}

fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.contains('%') {
        let reason = "limits relative to a player are not known to this version: write a time";
        return Err(D::Error::custom(reason));
    }
    quantity::time(&text).map(Some).map_err(D::Error::custom)
}

fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let text = String::deserialize(deserializer)?;
    quantity::size(&text).map(Some).map_err(D::Error::custom)
}
