//! What a host could change in an export: each change is found, or it is said.

mod listed;
mod more;
mod promised;

use crate::site::{ROUND_ROBIN, Site};
use certamen_contest::{AuditVerdict, Auditor, ExportEntry, LogHead};
use certamen_game::MatchRecord;
use certamen_i18n::Localize;
use certamen_store::{Attempt, NO_LINE, record_hash};
use listed::CHANGES;
use more::MORE;
use serde_json::{Value, json};

/// An export, line by line.
type Lines = Vec<Value>;
/// A change, what it is, and what an audit says to it.
type Tampering = (&'static str, fn(&mut Lines), &'static str);

fn exported() -> Lines {
    let site = Site::new(&ROUND_ROBIN.replace("games_per_pair = 2", "games_per_pair = 4"));
    drop(site.run());
    site.account().iter().map(|entry| serde_json::to_value(entry).unwrap()).collect()
}

/// All that an audit says, and whether anything is found.
fn audited(lines: &Lines, kept: Option<LogHead>) -> (String, bool) {
    let mut auditor = Auditor::default();
    if let Some(log_head) = kept {
        auditor.expect(log_head);
    }
    for line in lines {
        let entry: Result<ExportEntry, _> = serde_json::from_value(line.clone());
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => return (error.to_string(), true),
        };
        if let Err(error) = auditor.take(entry) {
            return (error.to_string(), true);
        }
    }
    let report = match auditor.finish() {
        Ok(report) => report,
        Err(error) => return (error.to_string(), true),
    };
    let findings = report.findings.iter().map(ToString::to_string);
    let remarks = report.remarks.iter().map(|audit_note| audit_note.message().to_string());
    let mut said: Vec<String> = findings.chain(remarks).collect();
    if report.verdict == AuditVerdict::SoundSoFar {
        said.push("so far".to_owned());
    }
    (said.join("\n"), report.verdict == AuditVerdict::Broken)
}

/// The entry this many places after the first of its kind.
fn nth<'a>(lines: &'a mut Lines, kind: &str, place: usize) -> &'a mut Value {
    lines.iter_mut().filter_map(|line| line.get_mut(kind)).nth(place).unwrap()
}

fn place_of(lines: &Lines, kind: &str, place: usize) -> usize {
    let own = |(at, line): (usize, &Value)| line.get(kind).map(|_| at);
    lines.iter().enumerate().filter_map(own).nth(place).unwrap()
}

fn about(lines: &mut Lines) -> &mut Value {
    nth(lines, "contest", 0)
}

fn drop_match(lines: &mut Lines, place: usize) {
    let at = place_of(lines, "match", place);
    lines.remove(at);
    recount(lines);
}

/// Lets the end count what there is.
fn recount(lines: &mut Lines) {
    let count = lines.iter().filter(|line| line.get("match").is_some()).count();
    nth(lines, "end", 0)["matches"] = json!(count);
}

/// Changes the record of a match and seals it again.
fn forge(lines: &mut Lines, place: usize, change: impl Fn(&mut MatchRecord)) {
    let reported = nth(lines, "match", place);
    let text = reported["record"].as_str().unwrap().to_owned();
    let (mut record, _) = MatchRecord::read(text.as_bytes()).unwrap();
    change(&mut record);
    reported["record"] = json!(String::from_utf8(record.to_bytes()).unwrap());
}

fn replace_file(lines: &mut Lines, from: &str, to: &str) {
    let text = about(lines)["file"].as_str().unwrap().to_owned();
    assert!(text.contains(from), "{text}");
    about(lines)["file"] = json!(text.replacen(from, to, 1));
}

/// Rewrites the log, so that it agrees with the listed matches: what a host would do that hopes
/// that no one saved a head of it.
fn relogged(lines: &mut Lines) {
    let reported: Vec<(Value, String)> = lines
        .iter()
        .filter_map(|line| line.get("match"))
        .filter_map(|reported| {
            Some((reported["number"].clone(), reported["record"].as_str()?.to_owned()))
        })
        .collect();
    let (mut before, mut count) = (NO_LINE.to_owned(), 0);
    lines.retain_mut(|line| {
        let Some(attempt) = line.get_mut("attempt") else { return true };
        if attempt["kind"] != "run" {
            let found = reported.iter().find(|(number, _)| *number == attempt["match"]);
            let Some((_, record)) = found else { return false };
            attempt["what"] = json!(record_hash(record.as_bytes()));
        }
        count += 1;
        attempt["line"] = json!(count);
        attempt["before"] = json!(before);
        let own: Attempt = serde_json::from_value(attempt.clone()).unwrap();
        before = own.hash();
        true
    });
    if count > 0 {
        nth(lines, "end", 0)["head"] = json!(before);
    }
}

#[test]
fn every_change_is_found_or_said() {
    let untouched = exported();
    let (said, broken) = audited(&untouched, None);
    assert!(!broken && said.is_empty(), "{said}");
    let mut unseen = Vec::new();
    for (name, change, expected) in CHANGES.iter().chain(MORE) {
        let mut lines = untouched.clone();
        change(&mut lines);
        assert_ne!(lines, untouched, "{name}: nothing is changed");
        let (at_once, _) = audited(&lines, None);
        relogged(&mut lines);
        let (said, broken) = audited(&lines, None);
        let is_due = broken != TOLD.contains(name);
        if at_once.is_empty() || !said.contains(expected) || !is_due {
            unseen.push(format!("{name}: {expected} (found: {broken}): {said}"));
        }
    }
    assert!(unseen.is_empty(), "{}", unseen.join("\n\n"));
}

#[test]
fn all_changes_of_the_list_are_there() {
    assert!(CHANGES.len() >= 51 && MORE.len() >= 20, "{} and {}", CHANGES.len(), MORE.len());
    let mut names: Vec<_> = CHANGES.iter().chain(MORE).map(|(name, ..)| name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), CHANGES.len() + MORE.len());
    assert!(TOLD.iter().all(|name| names.contains(&name)));
}

#[test]
fn an_omitted_entrant_is_found_with_a_saved_head() {
    let mut lines = exported();
    let mut log = lines.iter().filter_map(|line| line.get("attempt"));
    let last: Attempt = serde_json::from_value(log.next_back().unwrap().clone()).unwrap();
    let kept =
        LogHead { chain: 1, contest: "Three".to_owned(), lines: last.line, head: last.hash() };
    assert_eq!(audited(&lines, Some(kept.clone())), (String::new(), false));
    leave_out_the_third(&mut lines);
    relogged(&mut lines);
    let (said, broken) = audited(&lines, Some(kept));
    assert!(broken && said.contains("the head saved after line"), "{said}");
}

/// Leaves the third entrant out with all its matches, as if it had never been there.
fn leave_out_the_third(lines: &mut Lines) {
    lines.retain(|line| {
        let seats = line.get("match").map(|reported| reported["seats"].as_array().unwrap());
        !seats.is_some_and(|seats| seats.contains(&json!(3)))
    });
    about(lines)["entrants"] = json!([1, 2]);
    nth(lines, "phase", 0)["entrants"] = json!([1, 2]);
    let at = place_of(lines, "submission", 2);
    lines.remove(at);
    recount(lines);
}

/// What is said and does not make an account unsound: a host may do it.
const TOLD: &[&str] = &[
    "time of one match",
    "memory of one match",
    "seed in the file",
    "name of the contest",
    "file left out",
    "file that is none",
    "match that was not played",
    "limits in the file",
    "policy in the file",
    "policies in the file",
    "bot in the file left out",
    "limit of turns left out of all matches",
];
