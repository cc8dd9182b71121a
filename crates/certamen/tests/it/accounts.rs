//! Verification of whole contests by third parties: exports, and what is found after tampering.

use crate::site::{Said, Site, mancala};
use serde_json::{Value, json};
use std::fs;

/// A contest that was played, and its export line by line.
pub(crate) fn exported(file: &str) -> (Site, Vec<Value>) {
    let site = Site::new();
    site.write("c/contest.toml", file);
    site.succeed(&["run", "c", "--quiet"]);
    let text = site.succeed(&["export", "c"]);
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (site, lines)
}

pub(crate) fn written(site: &Site, lines: &[Value]) -> Said {
    let text: String = lines.iter().flat_map(|line| [line.to_string(), "\n".to_owned()]).collect();
    site.write("e.jsonl", text);
    site.run(&["verify", "e.jsonl"])
}

/// The index of the first entry of this kind.
pub(crate) fn first(lines: &[Value], kind: &str) -> usize {
    lines.iter().position(|line| line.get(kind).is_some()).unwrap()
}

/// Changes an export and checks the finding.
pub(crate) fn check(file: &str, change: impl Fn(&mut Vec<Value>), expected: &str) {
    let (site, mut lines) = exported(file);
    let untouched = lines.clone();
    change(&mut lines);
    assert_ne!(lines, untouched, "the change changes nothing");
    let said = written(&site, &lines);
    assert_eq!(said.code, 1, "{expected}: {said:?}");
    assert!(said.err.contains(expected), "{expected}: {said:?}");
}

/// The same record with `to` instead of `from`, and a matching digest.
fn forged(record: &str, from: &str, to: &str) -> String {
    let changed = record.replacen(from, to, 1);
    assert_ne!(changed, record, "{from} is not in {record}");
    let (mut parsed, _) = certamen_game::MatchRecord::read(changed.as_bytes()).unwrap();
    parsed.table.extra.clear();
    String::from_utf8(parsed.to_bytes()).unwrap()
}

#[test]
fn a_contest_and_its_export_are_sound() {
    let (site, lines) = exported(&mancala(2));
    assert_eq!(written(&site, &lines).code, 0);
    let said = site.succeed(&["verify", "c", "e.jsonl", "c#1"]);
    let expected = "sound: draw, plan, records and standings agree; 30 matches replayed; built-in \
                    players asked again: 615 answers; the organizer chose";
    assert_eq!(said.matches(expected).count(), 2, "{said}");
    let italian = site.succeed(&["verify", "c", "--lang", "it"]);
    assert!(italian.contains("30 partite ripetute"), "{italian}");
}

#[test]
fn exports_repeat_to_the_byte() {
    let (site, _) = exported(&mancala(2));
    let export = site.succeed(&["export", "c", "--out", "one.jsonl"]);
    assert!(export.is_empty());
    let written = fs::read_to_string(site.path().join("one.jsonl")).unwrap();
    assert_eq!(site.succeed(&["export", "c"]), written);
}

#[test]
fn every_format_is_sound() {
    let swiss = r#"kind = "swiss"
rounds = 3"#;
    let knockout = r#"kind = "knockout"
elimination = "double"
best_of = 3"#;
    let ladder = r#"kind = "ladder"
matches = 40"#;
    let divisions = r#"kind = "divisions"
size = 3
promoted = 1
seasons = 2"#;
    let gauntlet = r#"kind = "gauntlet"
challengers = ["regular"]
games_per_pair = 2"#;
    for format in [swiss, knockout, ladder, divisions, gauntlet] {
        let ranking = if format == ladder { "win-share" } else { "points" };
        let file = mancala(2)
            .replace("kind = \"round-robin\"\ngames_per_pair = 2", format)
            .replace("\"points\"", &format!("\"{ranking}\""));
        let (site, lines) = exported(&file);
        let said = written(&site, &lines);
        assert_eq!(said.code, 0, "{format}: {said:?}");
        assert_eq!(site.run(&["verify", "c"]).code, 0, "{format}");
        let dropped: Vec<Value> = without(lines, "match", 3);
        let said = written(&site, &dropped);
        assert_eq!(said.code, 1, "{format}: {said:?}");
        assert!(said.err.contains("is missing"), "{format}: {said:?}");
    }
}

/// Removes the entry `place` entries after the first of its kind; beyond the end, it counts from
/// what is left.
fn without(mut lines: Vec<Value>, kind: &str, place: usize) -> Vec<Value> {
    let at = first(&lines, kind) + place;
    lines.remove(at);
    let matches = lines.iter().filter(|line| line.get("match").is_some()).count();
    lines.last_mut().unwrap()["end"]["matches"] = json!(matches);
    lines
}

#[test]
fn a_contest_in_which_bots_come_and_leave_is_sound() {
    for format in ["kind = \"round-robin\"", "kind = \"swiss\"\nrounds = 4"] {
        let file = mancala(2)
            .replace("kind = \"round-robin\"\ngames_per_pair = 2", format)
            .replace("\"builtin:last\", ", "");
        let (site, _) = exported(&file);
        let newcomer = file.replace("bots = [", "bots = [\"builtin:aleatorio\", ");
        site.write("c/contest.toml", &newcomer);
        site.succeed(&["run", "c", "--quiet"]);
        assert_eq!(
            site.run(&["verify", "c"]).code,
            0,
            "{format}: {:?}",
            site.run(&["verify", "c"])
        );
        site.write("c/contest.toml", newcomer.replace("\"builtin:first\", ", ""));
        site.succeed(&["run", "c", "--quiet"]);
        let said = site.run(&["verify", "c"]);
        assert_eq!(said.code, 0, "{format}: {said:?}");
    }
}

#[test]
fn a_changed_result_is_found() {
    let turn = |lines: &mut Vec<Value>| {
        let at = first(lines, "match");
        let scores = &mut lines[at]["match"]["outcome"]["scores"];
        *scores = if *scores == json!([1, 0]) { json!([0, 1]) } else { json!([1, 0]) };
    };
    check(
        &mancala(2),
        turn,
        "match 1: the listed outcome differs from the record: outcome.scores: recorded",
    );
    let both = |lines: &mut Vec<Value>| {
        turn(lines);
        let at = first(lines, "match");
        let reported = &mut lines[at]["match"];
        let record = reported["record"].as_str().unwrap().to_owned();
        let (from, to) = if record.contains("\"scores\":[1,0]") {
            ("\"scores\":[1,0]", "\"scores\":[0,1]")
        } else {
            ("\"scores\":[0,1]", "\"scores\":[1,0]")
        };
        reported["record"] = json!(forged(&record, from, to));
    };
    check(&mancala(2), both, "match 1: record: outcome.scores: recorded");
}

#[test]
fn swapped_seats_are_found() {
    let swap = |lines: &mut Vec<Value>| {
        let at = first(lines, "match");
        let seats = lines[at]["match"]["seats"].as_array_mut().unwrap();
        seats.reverse();
    };
    check(&mancala(2), swap, "match 1: record: key `seats[0].bot` is");
    let file = mancala(1);
    check(&file, swap, "the plan has no match");
    check(&file, swap, "is missing");
}

#[test]
fn dropped_and_added_matches_are_found() {
    check(&mancala(2), |lines| *lines = without(lines.clone(), "match", 4), "is missing");
    let add = |lines: &mut Vec<Value>| {
        let last = lines.iter().rposition(|line| line.get("match").is_some()).unwrap();
        let mut more = lines[last].clone();
        more["match"]["number"] = json!(31);
        more["match"]["repeat"] = json!(2);
        lines.insert(last + 1, more);
        lines.last_mut().unwrap()["end"]["matches"] = json!(31);
    };
    check(&mancala(2), add, "match 31: the plan has no match");
    check(&mancala(2), add, "match 31: its seed is");
    let drop = |lines: &mut Vec<Value>| drop(lines.remove(first(lines, "match")));
    check(&mancala(2), drop, "the end counts 30 matches, but there are 29");
}

#[test]
fn a_seed_that_is_left_out_is_found() {
    let of_a_match = |lines: &mut Vec<Value>| {
        let at = first(lines, "match");
        lines[at]["match"].as_object_mut().unwrap().remove("seed");
    };
    check(&mancala(2), of_a_match, "match 1: its seed is missing");
    let of_the_contest = |lines: &mut Vec<Value>| {
        lines[0]["contest"].as_object_mut().unwrap().remove("seed");
    };
    check(&mancala(2), of_the_contest, "the contest's seed is missing");
}

#[test]
fn other_seeds_digests_and_tables_are_found() {
    let seed = |lines: &mut Vec<Value>| lines[0]["contest"]["seed"] = json!(2);
    check(&mancala(2), seed, "match 1: its seed is");
    let digest = |lines: &mut Vec<Value>| {
        let at = first(lines, "submission");
        lines[at]["submission"]["digest"] = json!("00");
    };
    check(&mancala(2), digest, "key `seats[0].digest` is , but the contest has 00");
    let table = |lines: &mut Vec<Value>| {
        let at = first(lines, "standing");
        lines[at]["standing"]["won"] = json!(77);
    };
    check(&mancala(2), table, "standings, row 1: key `won` is 77, but the records give");
    let swap = |lines: &mut Vec<Value>| {
        let at = first(lines, "standing");
        lines.swap(at, at + 1);
    };
    check(&mancala(2), swap, "standings, row 1: key `bot` is");
    check(
        &mancala(2),
        |lines| drop(lines.remove(first(lines, "standing"))),
        "the standings have 6 rows",
    );
    let options = |lines: &mut Vec<Value>| lines[0]["contest"]["options"] = json!({"max_slots": 9});
    check(&mancala(2), options, "match 1: record: key `options` is {}");
}

#[test]
fn a_store_that_was_tampered_with_is_found() {
    for (change, expected) in [
        (
            "UPDATE tally SET won = won + 1, lost = lost - 1 WHERE cell = 1 AND seat = 0",
            "standings, row",
        ),
        ("UPDATE match SET seed = 5 WHERE number = 7", "match 7: its seed is 5"),
        (
            "UPDATE match SET cell = 2, repeat = 9 WHERE number = 7",
            "match 7: the plan has no match",
        ),
        ("DELETE FROM record WHERE match = 3; DELETE FROM match WHERE number = 3", "is missing"),
        ("UPDATE submission SET digest = 'x' WHERE id = 1", "seats[0].digest"),
    ] {
        let (site, _) = exported(&mancala(2));
        let path = site.path().join("c/.certamen/store.sqlite");
        rusqlite::Connection::open(path).unwrap().execute_batch(change).unwrap();
        let said = site.run(&["verify", "c"]);
        assert_eq!(said.code, 1, "{change}: {said:?}");
        assert!(said.err.contains(expected), "{change}: {said:?}");
    }
}

#[test]
fn hostile_exports_are_refused_with_a_message() {
    let (site, lines) = exported(&mancala(1));
    let refused = |change: &dyn Fn(&mut Vec<Value>), expected: &str| {
        let mut changed = lines.clone();
        change(&mut changed);
        let said = written(&site, &changed);
        assert_eq!(said.code, 1, "{expected}: {said:?}");
        assert!(said.err.contains(expected) && !said.err.contains("panic"), "{expected}: {said:?}");
    };
    let about = |key: &'static str, value: Value| {
        move |lines: &mut Vec<Value>| lines[0]["contest"][key] = value.clone()
    };
    refused(&|lines| drop(lines.pop()), "incomplete: the end is missing");
    refused(&|lines| lines.truncate(1), "incomplete: the end is missing");
    refused(&|lines| lines.push(lines[1].clone()), "data after the end");
    refused(&|lines| lines.insert(0, lines[0].clone()), "line 2: a second contest");
    refused(&about("export", json!(9)), "export version 9");
    refused(&about("game", json!("checkers\u{1b}[2J")), "unknown game `checkers\\u{1b}[2J`");
    refused(&about("rules", json!(9)), "rules version 9");
    refused(&about("format", json!({"kind": "beauty"})), "unknown kind `beauty`");
    refused(&about("ranking", json!({})), "ranking");
    refused(&about("entrants", json!([99])), "submission 99 is not listed");
    refused(&about("colour", json!(1)), "unknown field `colour`");
    let matches = |key: &'static str, value: Value| {
        move |lines: &mut Vec<Value>| {
            let at = first(lines, "match");
            lines[at]["match"][key] = value.clone();
        }
    };
    refused(&matches("seats", json!([])), "match 1: unknown entrant at a seat");
    refused(&matches("seats", json!([1, 77])), "match 1: unknown entrant at a seat");
    refused(&matches("record", json!(null)), "match 1: its record is missing");
    refused(&matches("record", json!("{}\n")), "match 1: record: ");
    refused(&matches("number", json!(5)), "match numbers are not in ascending order");
    refused(&matches("repeat", json!(4_294_967_295_u32)), "the plan has no match");
    refused(&matches("repeat", json!(-1)), "line ");
    let phase = |lines: &mut Vec<Value>| {
        let at = first(lines, "phase");
        lines[at]["phase"]["entrants"] = json!([1, 1]);
    };
    refused(&phase, "two entrants are named");
    refused(
        &|lines| drop(lines.remove(first(lines, "phase"))),
        "no phase lists the entrants from match 1 on",
    );
    for bytes in [&b"{\"contest\":"[..], b"{\"contest\":{}}\n", b"{\"contest\":\xff\n"] {
        site.write("x.jsonl", bytes);
        let said = site.run(&["verify", "x.jsonl"]);
        assert_eq!(said.code, 1, "{said:?}");
        assert!(said.err.starts_with("error: x.jsonl: line 1: "), "{said:?}");
    }
}

#[test]
fn a_line_without_an_end_is_not_read_to_its_end() {
    let (site, lines) = exported(&mancala(1));
    let text = lines[0].to_string() + "\n{\"submission\":\"";
    let file = site.write("x.jsonl", text);
    // A sparse file of 64 GiB of zeros, without a line end.
    fs::OpenOptions::new().append(true).open(file).unwrap().set_len(64 << 30).unwrap();
    let said = site.run(&["verify", "x.jsonl"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.starts_with("error: x.jsonl: line 2: longer than"), "{said:?}");
}

#[test]
fn spreadsheets_and_databases_get_everything() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2).replace("builtin:first", "@SUM=builtin:first"));
    site.succeed(&["run", "c", "--quiet"]);
    let csv = site.succeed(&["export", "c", "--format", "csv"]);
    assert_eq!(csv.matches("\r\n").count(), 61, "{csv}");
    assert!(csv.contains(",'@SUM,"), "{csv}");
    let usage = site.run(&["export", "c", "--format", "sqlite"]);
    assert_eq!(usage.code, 2, "{usage:?}");
    for _ in 0..2 {
        site.succeed(&["export", "c", "--format", "sqlite", "--out", "c.sqlite"]);
    }
    let database = rusqlite::Connection::open(site.path().join("c.sqlite")).unwrap();
    let count = |query: &str| database.query_row(query, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("SELECT count(*) FROM match WHERE record LIKE '{\"certamen\":1%'"), 30);
    assert_eq!(count("SELECT count(*) FROM result WHERE score IS NOT NULL"), 60);
    assert_eq!(count("SELECT count(*) FROM standing WHERE rank >= 1"), 6);
    assert_eq!(count("SELECT CAST(value AS INTEGER) FROM contest WHERE key = 'seed'"), 1);
}
