//! What a machine is told to do.

use serde::{Deserialize, Serialize};

/// What a machine is told to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerCommand {
    /// The version of this form.
    pub v: u32,
    /// What.
    pub what: WorkerCommandKind,
}

/// What a machine can be told to do.
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
