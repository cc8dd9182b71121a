//! What `certamen verify --json` prints: a line for each thing that is verified.

use certamen_contest::{Asked, LogCounts, Luck, Report, Verdict};
use certamen_game::Language;
use certamen_speech::{GivenUp, Speak};
use serde_json::{Value, json};

/// Of a record that is sound, after so many turns.
pub(super) fn of_record(given: &str, turns: usize) -> Value {
    json!({ "given": given, "kind": "record", "verdict": "sound", "turns": turns, "findings": [] })
}

/// Of what cannot be read, or of a record that is not sound.
pub(super) fn of_failure(given: &str, error: &GivenUp, language: Language) -> Value {
    let findings = [error.get(language)];
    json!({ "given": given, "kind": null, "verdict": "broken", "findings": findings })
}

/// Of a whole contest.
pub(super) fn of_contest(given: &str, report: &Report, language: Language) -> Value {
    let Report { findings, more, remarks, replayed, to_come, luck, asked, log, receipts, verdict } =
        report;
    let findings: Vec<String> = findings.iter().map(|it| it.message().get(language)).collect();
    let remarks: Vec<String> = remarks.iter().map(|it| it.message().get(language)).collect();
    let verdict = match verdict {
        Verdict::Sound => "sound",
        Verdict::SoundSoFar => "sound-so-far",
        Verdict::Broken => "broken",
    };
    let luck = match luck {
        Luck::Chosen => "chosen",
        Luck::Preliminary => "preliminary",
        Luck::Drawn => "drawn",
        Luck::Public => "public",
        Luck::ByHand => "by-hand",
        Luck::Hidden => "hidden",
    };
    let Asked { again, unasked, programs, others, doubtful_faults, left_out } = asked;
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
