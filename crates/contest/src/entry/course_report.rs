//! The result of a file that was sent to a course: a file beside it.

use crate::LocalizedTexts;
use certamen_game::Fault;
use jiff::Zoned;
use serde::{Deserialize, Serialize};

/// The result of a file that was sent to a course.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CourseReport {
    /// What the file was called.
    pub file: String,
    /// When it came.
    pub received: Zoned,
    /// What was decided.
    pub verdict: CourseVerdict,
    /// What the table calls the player; nothing if its author is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed_as: Option<String>,
    /// What is wrong with it, as far as it is public.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<LocalizedTexts>,
    /// What only its authors see; reports of earlier versions have it beside them
    /// only, in the language of the contest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<LocalizedTexts>,
    /// The fault for which it left, after it had come in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// What was decided on a file of a course.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CourseVerdict {
    /// It plays.
    Accepted,
    /// It was not looked at.
    Refused,
    /// It is not as it must be.
    Discarded,
    /// It may not play.
    Disqualified,
    /// None of its pair may.
    Proscribed,
}
