//! An urgent job that one worker does for a contest: to check a bot, or to measure how long a
//! player needs. Its content is agreed between the caller and the worker.

use super::BatchBot;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A job for one worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct UrgentJob {
    /// The version of this form.
    pub v: u32,
    /// The name under which answers are waited for.
    pub contest: String,
    /// Its unique name.
    pub errand: String,
    /// The class of workers that may do it.
    pub class: String,
    /// The minimum isolation level.
    pub tier: String,
    /// The bot it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BatchBot>,
    /// The job, in a format agreed with the caller.
    pub what: Value,
    /// Workers that are not to do it: hashes of their keys with its name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not: Vec<String>,
    /// The proof that it was handed out.
    pub token: String,
}

/// The result of an urgent job, signed by the worker that did it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct UrgentJobResult {
    /// The version of this form.
    pub v: u32,
    /// The urgent job.
    pub errand: String,
    /// The class it was for.
    pub class: String,
    /// The proof that it was handed out.
    pub token: String,
    /// The name of the worker.
    pub name: String,
    /// The outcome.
    pub came: UrgentJobOutcome,
}

/// The outcome of an urgent job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UrgentJobOutcome {
    /// It is done; the result.
    Done(Value),
    /// The bot cannot be built on workers of this class: the reason.
    Unable(String),
    /// The worker failed: the reason.
    Void(String),
}
