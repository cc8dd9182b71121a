//! The output of `certamen verify --json`: a line for each verified item.

use certamen_contest::{AuditReport, AuditVerdict, LogCounts, ReplayedAnswers, SeedStatus};
use certamen_game::Language;
use certamen_i18n::{Localize, UserError};
use serde_json::{Value, json};

/// The line of a valid record with this number of turns.
pub(super) fn of_record(given: &str, turns: usize) -> Value {
    json!({ "given": given, "kind": "record", "verdict": "sound", "turns": turns, "findings": [] })
}

/// The line of a record that is unreadable or invalid.
pub(super) fn of_failure(given: &str, error: &UserError, language: Language) -> Value {
    let findings = [error.get(language)];
    json!({ "given": given, "kind": null, "verdict": "broken", "findings": findings })
}

/// The line of a whole contest.
pub(super) fn of_contest(given: &str, report: &AuditReport, language: Language) -> Value {
    let AuditReport {
        findings,
        more,
        remarks,
        replayed,
        to_come,
        luck,
        asked,
        log,
        receipts,
        verdict,
    } = report;
    let findings: Vec<String> = findings.iter().map(|it| it.message().get(language)).collect();
    let remarks: Vec<String> = remarks.iter().map(|it| it.message().get(language)).collect();
    let verdict = match verdict {
        AuditVerdict::Sound => "sound",
        AuditVerdict::SoundSoFar => "sound-so-far",
        AuditVerdict::Broken => "broken",
    };
    let luck = match luck {
        SeedStatus::Chosen => "chosen",
        SeedStatus::Preliminary => "preliminary",
        SeedStatus::Drawn => "drawn",
        SeedStatus::Public => "public",
        SeedStatus::ByHand => "by-hand",
        SeedStatus::Hidden => "hidden",
    };
    let ReplayedAnswers { again, unasked, programs, others, doubtful_faults, left_out } = asked;
    let LogCounts { lines, runs, void, unlogged } = log;
    json!({
        "given": given, "kind": "contest", "verdict": verdict, "replayed": replayed,
        "to_come": to_come, "luck": luck,
        "asked": {
            "again": again, "unasked": unasked, "programs": programs, "others": others,
            "doubtful_faults": doubtful_faults, "left_out": left_out,
        },
        "log": { "lines": lines, "runs": runs, "void": void, "unlogged": unlogged },
        "receipts": receipts, "findings": findings, "more_findings": more, "remarks": remarks,
    })
}
