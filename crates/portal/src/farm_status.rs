//! What whoever holds contests that others play tells the site of those others.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is there, what waits, and what it has cost to hold contests.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct FarmStatus {
    /// What waits for machines.
    pub queues: Vec<QueueStatus>,
    /// How many matches could be played side by side, by what becomes of that.
    pub slots: BTreeMap<String, u64>,
    /// For how many seconds whoever holds the contests has computed since he began.
    pub computed: f64,
}

/// What waits in one queue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct QueueStatus {
    /// For machines of which class.
    pub class: String,
    /// How urgent it is.
    pub level: u8,
    /// How many batches.
    pub batches: u64,
    /// For how many seconds the oldest has waited.
    pub seconds: f64,
}
