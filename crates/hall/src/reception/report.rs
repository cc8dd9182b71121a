//! The report on a file, which is written beside it.

use super::{Report, Texts, Verdict};
use crate::{HallError, replace};
use certamen_contest::read_text;
use certamen_course::Decision;
use jiff::Zoned;
use std::path::Path;

/// The report on a decision. What stands in the file is told to its authors only.
pub(super) fn report(decision: &Decision, received: Zoned) -> Report {
    let heaviest = decision.verdict();
    let weighty = decision.findings.iter().filter(|finding| finding.verdict() == heaviest);
    let mut reasons: Vec<Texts> = Vec::new();
    for finding in weighty {
        let reason = Texts::from(&finding.told_to_all());
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
        told: Some(Texts::in_each(|language| decision.report(language))),
        fault: None,
    }
}

fn verdict(decided: certamen_course::Verdict) -> Verdict {
    match decided {
        certamen_course::Verdict::Accepted => Verdict::Accepted,
        certamen_course::Verdict::Refused => Verdict::Refused,
        certamen_course::Verdict::Discarded => Verdict::Discarded,
        certamen_course::Verdict::Disqualified => Verdict::Disqualified,
        certamen_course::Verdict::Proscribed => Verdict::Proscribed,
    }
}

/// Writes it in one step.
pub(super) fn write(report: &Report, path: &Path) -> Result<(), HallError> {
    let text = serde_json::to_vec_pretty(report).expect("reports are plain data");
    replace(path, &text)
}

/// The report at `path`.
pub(super) fn read(path: &Path) -> Result<Report, HallError> {
    let text = read_text(path).map_err(|error| HallError::Io { path: path.to_owned(), error })?;
    serde_json::from_str(&text).map_err(|error| HallError::Report { path: path.to_owned(), error })
}
