//! The sections of a contest file about programs.

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
    /// Which programs must be deterministic.
    #[serde(skip_serializing_if = "Determinism::is_as_declared")]
    pub deterministic: Determinism,
    /// What becomes of a bot that must be deterministic and is not.
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
            deterministic: Determinism::default(),
            on_nondeterminism: OnNondeterminism::default(),
            suspend_silent: true,
            freeze: true,
        }
    }
}

/// Which programs must be deterministic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Determinism {
    /// Those that are declared so.
    #[default]
    Declared,
    /// All: they are asked twice when they enter, and in some turns of each match.
    Required,
}

impl Determinism {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
    fn is_as_declared(&self) -> bool {
        *self == Determinism::Declared
    }

    /// Whether all programs must be.
    pub fn is_required(self) -> bool {
        self == Determinism::Required
    }
}

/// What becomes of a bot that must be deterministic and gave two answers to one question.
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
    /// Search depth of built-in players in plies, unless their names set it.
    pub depth: u32,
}
