//! What a host whose contests are played by workers reports to the site about the workers.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The slots, the queues, and the cost of running contests.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct FarmStatus {
    pub queues: Vec<QueueStatus>,
    /// How many matches could be played at a time, by the state of the slots.
    pub slots: BTreeMap<String, u64>,
    /// For how many seconds the host has computed since it started.
    pub computed: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct QueueStatus {
    pub class: String,
    pub level: u8,
    pub batches: u64,
    /// For how many seconds the oldest has waited.
    pub seconds: f64,
}
