//! Something urgent that one machine is asked to do for a contest: to try a program, to measure how
//! long somebody needs. What there is to do is between whoever asks and whoever does it.

use super::BatchBot;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What one machine is asked to do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct UrgentJob {
    /// The version of this form.
    pub v: u32,
    /// The name under which answers are waited for.
    pub contest: String,
    /// Its own name, which no other errand ever had.
    pub errand: String,
    /// Who may do it.
    pub class: String,
    /// The weakest tier that will do.
    pub tier: String,
    /// Whom it is about, if it is about a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BatchBot>,
    /// What is to be done.
    pub what: Value,
    /// Machines that are not to do it: hashes of their keys with its name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not: Vec<String>,
    /// What proves that it was handed out.
    pub token: String,
}

/// What came of an errand, signed by the machine that did it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct UrgentJobResult {
    /// The version of this form.
    pub v: u32,
    /// The errand.
    pub errand: String,
    /// For whom it was.
    pub class: String,
    /// What proves that it was handed out.
    pub token: String,
    /// What the machine is called.
    pub name: String,
    /// What came of it.
    pub came: UrgentJobOutcome,
}

/// What came of an errand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UrgentJobOutcome {
    /// It is done; this was found.
    Done(Value),
    /// Whom it is about cannot be made ready on machines of this class: why.
    Unable(String),
    /// The machine failed: why.
    Void(String),
}
