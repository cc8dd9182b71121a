//! The verdict on a submission: a file next to it.

use super::Submission;
use crate::LocalizedTexts;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What was decided on a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryDecision {
    /// What was sent.
    pub sent: Submission,
    /// Which of those of this name it is, from 1 on.
    pub number: u32,
    /// BLAKE3 of the file as it came.
    pub digest: String,
    /// When it was decided.
    pub decided: Timestamp,
    /// What.
    pub verdict: SubmissionVerdict,
    /// Why, if it may not take part.
    pub reasons: Vec<LocalizedTexts>,
    /// How it left, if it took part and does no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Withdrawal>,
}

/// What is decided on a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubmissionVerdict {
    /// It takes part.
    Accepted,
    /// A host is to decide.
    Held,
    /// It was nothing that could be looked at.
    Discarded,
    /// It may take part when it is fixed.
    Disqualified,
    /// It breaks a rule.
    Proscribed,
}

/// How a program left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// As what.
    pub left: WithdrawalReason,
    /// Why, in the words of the host who excluded it; these are public.
    pub reason: String,
    /// When.
    pub time: Timestamp,
}

/// As what a program left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WithdrawalReason {
    /// Its author took it back.
    Withdrawn,
    /// A host excluded it; it may come back fixed.
    Disqualified,
    /// A host sent it out for good.
    Proscribed,
}
