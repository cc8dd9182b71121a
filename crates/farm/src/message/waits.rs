//! What coordinators report periodically to observers about what waits for workers.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What of a contest waits for workers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct QueueReport {
    /// The version of this form.
    pub v: u32,
    /// The contest, as the bus calls it.
    pub contest: String,
    /// How urgent it is.
    pub level: u8,
    /// What waits, by class of workers.
    pub classes: Vec<ClassQueue>,
    /// By how many standard deviations the results of workers differ from those of the others, by
    /// their keys: the largest ones.
    #[serde(default)]
    pub residuals: BTreeMap<String, f64>,
    /// The keys of workers that are suspended there, some of them if there are many.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub suspended: BTreeSet<String>,
    /// The coordinator that runs the contest, while one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<CoordinatorInfo>,
}

/// The coordinator of a contest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CoordinatorInfo {
    /// A unique name, drawn when it began.
    pub id: String,
    /// For how long it has run the contest, in ms.
    pub held_ms: u64,
}

/// What waits for workers of a class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClassQueue {
    /// The class.
    pub class: String,
    /// How many batches have not been given out yet, of all contests of the same priority.
    pub batches: u64,
    /// For how long the oldest of this contest has waited, in ms.
    pub oldest_ms: u64,
}
