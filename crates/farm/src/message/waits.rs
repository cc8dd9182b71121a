//! What those who hold contests tell of what waits for machines, again and again, to whoever looks.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What of a contest waits for machines.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct QueueReport {
    /// The version of this form.
    pub v: u32,
    /// The contest, as the bus calls it.
    pub contest: String,
    /// How urgent it is.
    pub level: u8,
    /// What waits for machines of which class.
    pub classes: Vec<ClassQueue>,
    /// By how many deviations the results of machines differ from those of the others, by their
    /// keys: the strangest.
    #[serde(default)]
    pub residuals: BTreeMap<String, f64>,
    /// The keys of machines that nobody believes any more there, some of them if there are many.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub suspended: BTreeSet<String>,
    /// Who holds the contest, while somebody does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<CoordinatorInfo>,
}

/// Who holds a contest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CoordinatorInfo {
    /// A name that nobody else has, drawn when it began.
    pub id: String,
    /// For how long it has held it, in ms.
    pub held_ms: u64,
}

/// What waits for machines of a class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClassQueue {
    /// The class.
    pub class: String,
    /// How many batches nobody was given yet, of all contests that are as urgent.
    pub batches: u64,
    /// For how long the oldest of this contest has waited, in ms.
    pub oldest_ms: u64,
}
