//! What became of a submission, in a file beside it.

use super::Texts;
use crate::{HallError, replace};
use certamen_contest::read_text;
use certamen_course::Decision;
use certamen_game::Fault;
use certamen_speech::Speak;
use jiff::Zoned;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What became of a submission.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// What the file was called.
    pub file: String,
    /// When it came.
    pub received: Zoned,
    /// What was decided.
    pub verdict: Verdict,
    /// What the table calls the player; nothing if nobody knows whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed_as: Option<String>,
    /// What is wrong with it, as everybody may know it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Texts>,
    /// The fault for which it left, after it had come in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// What was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
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

impl From<certamen_course::Verdict> for Verdict {
    fn from(verdict: certamen_course::Verdict) -> Verdict {
        match verdict {
            certamen_course::Verdict::Accepted => Verdict::Accepted,
            certamen_course::Verdict::Refused => Verdict::Refused,
            certamen_course::Verdict::Discarded => Verdict::Discarded,
            certamen_course::Verdict::Disqualified => Verdict::Disqualified,
            certamen_course::Verdict::Proscribed => Verdict::Proscribed,
        }
    }
}

impl Report {
    /// The report on a decision. What stands in the file is told to its authors only.
    pub(super) fn of(decision: &Decision, received: Zoned) -> Report {
        let verdict = decision.verdict();
        let weighty = decision.findings.iter().filter(|finding| finding.verdict() == verdict);
        let mut reasons: Vec<Texts> = Vec::new();
        for finding in weighty {
            let reason = Texts::from(&finding.rule.message());
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        Report {
            file: decision.file.clone(),
            received,
            verdict: verdict.into(),
            listed_as: decision.listed_as().filter(|_| decision.is_stored()),
            reasons,
            fault: None,
        }
    }

    /// Writes it in one step.
    pub(super) fn write(&self, path: &Path) -> Result<(), HallError> {
        let text = serde_json::to_vec_pretty(self).expect("reports are plain data");
        replace(path, &text)
    }

    /// The report at `path`.
    pub(super) fn read(path: &Path) -> Result<Report, HallError> {
        let text =
            read_text(path).map_err(|error| HallError::Io { path: path.to_owned(), error })?;
        serde_json::from_str(&text)
            .map_err(|error| HallError::Report { path: path.to_owned(), error })
    }
}
