//! Records: written, shown, verified, and rejected if they are not what was played.

use crate::site::{Site, mancala};
use std::fs;

fn recorded(site: &Site) -> String {
    let arguments = ["play", "mancala8", "builtin:regular", "builtin:bueno", "--seed", "3"];
    site.succeed(&[&arguments[..], &["--record", "r.jsonl", "--quiet"]].concat());
    fs::read_to_string(site.path().join("r.jsonl")).unwrap()
}

/// The record with its digest computed again after a change.
fn resealed(record: &str) -> String {
    let (lines, last) = record.trim_end().rsplit_once('\n').unwrap();
    let lines = format!("{lines}\n");
    let (outcome, _) = last.split_once("\"digest\"").unwrap();
    let digest = certamen_game::record::digest(lines.as_bytes());
    format!("{lines}{outcome}\"digest\":\"{digest}\"}}\n")
}

fn refused(site: &Site, record: &str, expected: &str) {
    site.write("changed.jsonl", record);
    let said = site.run(&["verify", "changed.jsonl"]);
    assert_eq!(said.code, 1, "{expected}: {said:?}");
    assert!(said.err.starts_with("error: changed.jsonl: "), "{said:?}");
    assert!(said.err.contains(expected), "{expected}: {said:?}");
}

#[test]
fn a_record_verifies_and_shows_every_state() {
    let site = Site::new();
    let record = recorded(&site);
    assert_eq!(site.succeed(&["verify", "r.jsonl"]), "r.jsonl: sound, 26 turns\n");
    let states = site.succeed(&["show", "r.jsonl", "--json"]);
    assert_eq!(states.lines().count(), record.lines().count() - 1);
    assert!(states.starts_with(r#"{"turn":0,"to_act":[0],"state":{"board":[[3,3,3,3,3,3,0],"#));
    assert!(states.lines().last().unwrap().contains(r#""outcome":{"scores":[0,1],"#), "{states}");
    let one = site.succeed(&["show", "r.jsonl", "--json", "--turn", "3"]);
    assert_eq!(Some(one.trim_end()), states.lines().nth(3));
    assert_eq!(site.run(&["show", "r.jsonl", "--turn", "99"]).code, 1);
    assert!(site.succeed(&["show", "r.jsonl", "--lang", "es"]).contains("TABLERO:"));
}

#[test]
fn an_unfinished_record_is_shown_and_does_not_verify() {
    let site = Site::new();
    let record = recorded(&site);
    let start: Vec<&str> = record.lines().take(5).collect();
    let start = start.join("\n") + "\n";
    refused(&site, &start, "line 6: outcome missing");
    let states = site.succeed(&["show", "changed.jsonl", "--json"]);
    assert_eq!(states.lines().count(), 5);
}

#[test]
fn whatever_is_changed_in_a_record_is_found() {
    let site = Site::new();
    let record = recorded(&site);
    let first = record.lines().nth(1).unwrap();
    let other = first.replace("R 3", "R 9").replace("R 0", "R 9").replace("R 5", "R 9");
    assert_ne!(first, other);
    refused(&site, &resealed(&record.replacen(first, &other, 1)), "line 2: seat 0: R 9 is illegal");
    refused(&site, &record.replace("\"ms\":", "\"ms\":9"), "the digest does not match");
    refused(&site, &resealed(&record.replace("[0,1]", "[1,0]")), "outcome.scores: recorded");
    refused(&site, &resealed(&record.replace("\"slots\":", "\"slots\":9")), "outcome.detail.slots");
    refused(&site, &resealed(&record.replace("normal", "limit")), "outcome.termination");
    refused(&site, &record.replace("normal", "surrender"), "unknown variant `surrender`");
    refused(&site, &record.replace("\"rules\":1", "\"rules\":2"), "key `rules`: version 2");
    refused(&site, &record.replace("\"certamen\":1", "\"certamen\":2"), "use a newer certamen");
    refused(&site, &record.replace("mancala8", "checkers"), "unknown game `checkers`");
    refused(&site, &record.replace("\"options\":{}", "\"options\":{\"x\":1}"), "option `x`");
    refused(
        &site,
        &record.replacen("\"turn\":2", "\"turn\":3", 1),
        "line 3: turn 3 instead of turn 2",
    );
    refused(&site, &(record.clone() + "{}\n"), "data after the outcome");
    refused(&site, &record[..record.len() / 2], "line ");
    refused(&site, "", "the record is empty");
    refused(&site, "hello\n", "line 1: ");
    refused(&site, &resealed(&without_line(&record, 4)), "line 5: turn 5 instead of turn 4");
}

fn without_line(record: &str, number: usize) -> String {
    let lines = record.split_inclusive('\n').enumerate();
    lines.filter(|(index, _)| *index != number).map(|(_, line)| line).collect()
}

#[test]
fn unknown_keys_are_ignored() {
    let site = Site::new();
    let record = recorded(&site);
    let more = record.replacen("\"seed\":", "\"weather\":\"fine\",\"seed\":", 1);
    let more = more.replace("\"seat\":", "\"mood\":[1],\"seat\":");
    site.write("more.jsonl", resealed(&more));
    site.succeed(&["verify", "more.jsonl"]);
}

#[test]
fn bytes_that_are_no_text_are_refused_without_a_panic() {
    let site = Site::new();
    let record = recorded(&site);
    for (place, byte) in [(0, 0xff), (40, 0x00), (200, 0xfe), (record.len() - 3, 0xc0)] {
        let mut bytes = record.clone().into_bytes();
        bytes[place] = byte;
        site.write("bytes.jsonl", bytes);
        let said = site.run(&["verify", "bytes.jsonl"]);
        assert_eq!(said.code, 1, "{said:?}");
        assert!(!said.err.contains("panicked"), "{said:?}");
    }
}

#[test]
fn what_a_record_quotes_cannot_turn_a_line_round() {
    let site = Site::new();
    site.write("junk.py", "while True: input(); print('aquí', flush=True)");
    let arguments = ["play", "mancala8", "junk.py", "builtin:bueno", "--record", "r.jsonl"];
    site.run(&[&arguments[..], &["--quiet", "--tier", "D"]].concat());
    let record = fs::read_to_string(site.path().join("r.jsonl")).unwrap();
    let forged = record.replace("aquí", "aqu\u{202e}\u{3164}í");
    assert_ne!(forged, record, "nothing is quoted");
    site.write("forged.jsonl", forged);
    let reported = site.run(&["show", "forged.jsonl"]).out;
    assert!(reported.contains(r"aqu\u{202e}\u{3164}í"), "{reported}");
    assert!(!reported.contains(['\u{202e}', '\u{3164}']), "{reported}");
}

#[test]
fn stored_records_are_byte_for_byte_those_of_the_match() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2));
    site.succeed(&["run", "c"]);
    for number in 1..=30 {
        site.succeed(&["verify", &format!("c#{number}")]);
    }
    assert!(site.run(&["verify", "c#31"]).err.contains("there is no match 31"));
    assert!(site.run(&["verify", "c#x"]).err.contains("expected a match number"));
    assert!(site.succeed(&["show", "c#1"]).contains("mancala8: "));
}
