//! The sections of a contest file that speak of programs.

use certamen_game::{Fault, OnFault};
use certamen_tournament::OnDisqualified;
use serde::{Deserialize, Serialize};

/// `[programs]`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Programs {
    /// What a program's directory survives.
    pub memory: Memory,
    /// Who decides what a fault means.
    pub on_fault: OnFault,
    /// Faults after which a bot leaves the contest.
    pub disqualify_on: Vec<Fault>,
    /// What becomes of its matches.
    #[cfg_attr(feature = "schema", schemars(schema_with = "super::schema::on_disqualified"))]
    pub on_disqualified: OnDisqualified,
    /// What becomes of a bot that is declared deterministic and is not.
    pub on_nondeterminism: OnNondeterminism,
    /// Whether who sleeps through three matches in a row leaves, where the format can go on.
    pub suspend_silent: bool,
    /// Whether programs are stopped outside their turns, where the tier can do that.
    pub freeze: bool,
}

impl Default for Programs {
    fn default() -> Programs {
        Programs {
            memory: Memory::default(),
            on_fault: OnFault::default(),
            disqualify_on: Vec::new(),
            on_disqualified: OnDisqualified::default(),
            on_nondeterminism: OnNondeterminism::default(),
            suspend_silent: true,
            freeze: true,
        }
    }
}

/// What becomes of a bot that is declared deterministic and gave two answers to one question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum OnNondeterminism {
    /// The table says so, and all its matches are played.
    #[default]
    Note,
    /// It leaves the contest.
    Disqualify,
}

/// What a program's directory survives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Memory {
    /// Nothing: it has none.
    None,
    /// It is emptied before each match.
    #[default]
    Match,
    /// The matches of a pair, in whatever order it sits down.
    Pair,
    /// The contest.
    Contest,
}

impl Programs {
    /// Whether anybody can be made to leave.
    pub fn disqualifies(&self) -> bool {
        !self.disqualify_on.is_empty() || self.on_nondeterminism == OnNondeterminism::Disqualify
    }
}

impl Memory {
    /// Whether it lives on from match to match.
    pub fn lives_on(self) -> bool {
        matches!(self, Memory::Pair | Memory::Contest)
    }
}

/// `[sandbox]`
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", schemars(rename = "Sandbox"))]
pub struct SandboxSection {
    /// The weakest tier that will do, A to D.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = r"^[ABCD]$")))]
    pub minimum_tier: String,
}

impl Default for SandboxSection {
    fn default() -> SandboxSection {
        SandboxSection { minimum_tier: "B".to_owned() }
    }
}

/// `[search]`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(rename = "Search"))]
pub struct SearchSection {
    /// How many plies house players look ahead unless their names say otherwise.
    pub depth: u32,
}
