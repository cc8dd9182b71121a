//! The report on a file, which is written beside it.

use super::{LocalizedTexts, Report, Verdict};
use crate::{HostError, replace};
use certamen_contest::read_text;
use certamen_portal::course::IntakeDecision;
use jiff::Zoned;
use std::path::Path;

/// The report on a decision. It is shown to the authors of the file only.
pub(super) fn report(decision: &IntakeDecision, received: Zoned) -> Report {
    let heaviest = decision.verdict();
    let weighty = decision.findings.iter().filter(|finding| finding.verdict() == heaviest);
    let mut reasons: Vec<LocalizedTexts> = Vec::new();
    for finding in weighty {
        let reason = LocalizedTexts::from(&finding.told_to_all());
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    Report {
        file: decision.file.clone(),
        received,
        verdict: verdict(heaviest),
        listed_as: decision.listed_as().filter(|_| decision.is_stored()),
        reasons,
        told: Some(LocalizedTexts::in_each(|language| decision.report(language))),
        fault: None,
    }
}

fn verdict(decided: certamen_portal::course::RuleVerdict) -> Verdict {
    match decided {
        certamen_portal::course::RuleVerdict::Accepted => Verdict::Accepted,
        certamen_portal::course::RuleVerdict::Refused => Verdict::Refused,
        certamen_portal::course::RuleVerdict::Discarded => Verdict::Discarded,
        certamen_portal::course::RuleVerdict::Disqualified => Verdict::Disqualified,
        certamen_portal::course::RuleVerdict::Proscribed => Verdict::Proscribed,
    }
}

pub(super) fn write(report: &Report, path: &Path) -> Result<(), HostError> {
    let text = serde_json::to_vec_pretty(report).expect("reports are plain data");
    replace(path, &text)
}

/// The report at `path`.
pub(super) fn read(path: &Path) -> Result<Report, HostError> {
    let text = read_text(path).map_err(|error| HostError::Io { path: path.to_owned(), error })?;
    serde_json::from_str(&text).map_err(|error| HostError::Report { path: path.to_owned(), error })
}
