//! Commands to a worker.

use serde::{Deserialize, Serialize};

/// A command to a worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerCommand {
    /// The version of this form.
    pub v: u32,
    /// What.
    pub what: WorkerCommandKind,
}

/// The commands to a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WorkerCommandKind {
    /// To take no more, until it is woken.
    Rest,
    /// To take matches again.
    Wake,
    /// To play what it has, and to end.
    Drain,
}
