//! How the tables of sources are compared: by verdict, line and rule.

use certamen_runner::submission::{Assignment, RuleVerdict, SourceForm, SourceRules, check};

/// Compares what is found in sources with what is expected: `disqualified: 2 Assignment`.
#[track_caller]
pub(crate) fn compare(table: &[(&str, &str)], assignment: Assignment) {
    compare_as(SourceForm::Functions, table, assignment);
}

/// The same, for files with this layout.
#[track_caller]
pub(crate) fn compare_as(form: SourceForm, table: &[(&str, &str)], assignment: Assignment) {
    let rules = SourceRules { assignment, ..SourceRules::default() };
    let mut wrong = Vec::new();
    for (source, expected) in table {
        let found = found(source, form, &rules);
        if found != *expected {
            wrong.push(format!("{source}\n  found    {found}\n  expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), table.len(), wrong.join("\n\n"));
}

fn found(source: &str, form: SourceForm, rules: &SourceRules) -> String {
    let findings = check(source, form, rules).findings;
    let verdict = findings.iter().map(certamen_runner::submission::SourceFinding::verdict).max();
    let verdict = verdict.unwrap_or(RuleVerdict::Accepted).name();
    let mut reported = Vec::new();
    for finding in &findings {
        let line = finding.place.map_or(0, |place| place.line);
        let text = format!("{line} {:?}", finding.rule);
        if reported.last() != Some(&text) {
            reported.push(text);
        }
    }
    if reported.is_empty() {
        verdict.to_owned()
    } else {
        format!("{verdict}: {}", reported.join(", "))
    }
}
