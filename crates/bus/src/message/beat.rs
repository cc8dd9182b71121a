//! What machines tell of themselves, again and again.

use serde::{Deserialize, Serialize};

/// That a machine is there, and what it does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Beat {
    /// The version of this form.
    pub v: u32,
    /// Its key.
    pub worker: String,
    /// What it is called.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Its tier of isolation.
    pub tier: String,
    /// The version of the program.
    pub version: String,
    /// What it does.
    pub state: WorkerState,
    /// How many matches it plays side by side.
    pub slots: usize,
    /// How many it plays now.
    pub busy: usize,
    /// How many it has played.
    pub played: u64,
    /// How many of its matches were void.
    pub voids: u64,
    /// The batches it holds, each with its contest.
    pub holds: Vec<(String, String)>,
}

/// What a machine does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WorkerState {
    /// It plays, or waits for matches.
    Works,
    /// It plays what it has, and takes no more.
    Drains,
    /// It is gone.
    Leaves,
    /// It takes no more until it is well again.
    Rests,
}
