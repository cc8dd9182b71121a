//! The game of coins: all its bots in the strongest available sandbox, and the two contests.

use crate::site::{Site, bots, repository};
use std::fs;

/// The announced fifty are played only where the result matters.
const ROUNDS: u32 = 4;

/// Every bot plays a whole match on a table with `seats` seats and at most `rounds` rounds: all
/// turns are legal and in time, and the record is valid.
fn check(seats: usize, rounds: u32) {
    let site = Site::new();
    let bots = bots("coins");
    for first in (0..bots.len()).step_by(seats) {
        // The last table is filled with bots that have already played, under other names.
        let table: Vec<_> = (first..first + seats)
            .map(|place| format!("place-{place}={}", bots[place % bots.len()]))
            .collect();
        let options = format!("rounds={rounds}");
        let mut words = vec!["play", "coins"];
        words.extend(table.iter().map(String::as_str));
        words.extend([
            "--option",
            &options,
            "--quiet",
            "--move-time",
            "30s",
            "--record",
            "r.jsonl",
        ]);
        site.succeed(&words);
        let record = fs::read_to_string(site.path().join("r.jsonl")).unwrap();
        let fault = record.lines().find(|line| line.contains("\"fault\""));
        assert_eq!(fault, None, "{table:?}");
        assert!(site.succeed(&["verify", "r.jsonl"]).contains("sound"), "{table:?}");
    }
}

#[test]
fn every_bot_plays_whole_matches_of_two_takes_long() {
    check(2, ROUNDS);
}

#[test]
fn every_bot_plays_whole_matches_of_five_takes_long() {
    check(5, ROUNDS);
}

#[test]
fn every_bot_plays_whole_matches_of_twenty_takes_long() {
    check(20, ROUNDS);
}

/// Runs the contest in `contests/` to its end, with replacements in its file.
fn contest(name: &str, replaced: &[(&str, &str)]) -> (Site, String) {
    let site = Site::new();
    let mut file =
        fs::read_to_string(repository(&format!("contests/{name}/contest.toml"))).unwrap();
    let bots = format!("{}/", repository("bots/coins"));
    for (from, to) in replaced.iter().chain(&[("../../bots/coins/", &*bots)]) {
        assert!(file.contains(from), "{name}: {from}");
        file = file.replace(from, to);
    }
    site.write("c/contest.toml", file);
    let table = site.succeed(&["run", "c", "--jobs", "2", "--json", "--strict"]);
    (site, table)
}

#[test]
fn the_seventeen_of_the_published_table_meet() {
    let (site, table) =
        contest("coins", &[("rounds = 50", "rounds = 1"), ("games = 100", "games = 1")]);
    assert_eq!(table.lines().count(), 17);
    for name in ["BirdInTheHand", "Saboteur", "TheJanitor", "EgoisticalBot"] {
        assert!(table.contains(&format!("\"bot\":\"{name}\"")), "{table}");
    }
    assert!(site.succeed(&["verify", "c#1"]).contains("sound, 17 turns"));
}

#[test]
fn the_short_contest_has_five_and_plays_the_same_again() {
    let shorter = [("games = 10", "games = 2"), ("[format]", "[options]\nrounds = 2\n[format]")];
    let (_, table) = contest("coins-short", &shorter);
    assert_eq!(table.lines().count(), 5);
    assert_eq!(contest("coins-short", &shorter).1, table);
}

/// A bot that is late, crashes or answers something else does nothing in that turn, and plays on.
#[test]
fn a_fault_costs_the_turn_and_never_the_match() {
    let site = Site::new();
    site.write("c/late.py", "while True: pass\n");
    site.write("c/dead.py", "raise SystemExit(1)\n");
    site.write("c/vague.py", "print('3 3 3')\n");
    site.write("c/fine.py", "print('2FF')\n");
    let file = r#"
name = "Faults"
game = "coins"
bots = ["late.py", "dead.py", "vague.py", "fine.py"]
[options]
coins = 60
rounds = 2
[format]
kind = "one-table"
games = 4
[ranking]
kind = "total-score"
[limits]
move_time = "500ms"
[sandbox]
minimum_tier = "D"
"#;
    site.write("c/contest.toml", file);
    let table = site.run(&["run", "c", "--jobs", "2", "--json", "--strict"]);
    assert_eq!(table.code, 3, "{table:?}");
    let line = |bot: &str| {
        let start = format!("\"bot\":\"{bot}\"");
        table.out.lines().find(|line| line.contains(&start)).unwrap().to_owned()
    };
    assert!(line("fine").ends_with("\"score\":48,\"faults\":0}"), "{table:?}");
    for bot in ["late", "dead", "vague"] {
        assert!(line(bot).ends_with("\"score\":0,\"faults\":8}"), "{table:?}");
    }
    assert!(site.succeed(&["verify", "c#1"]).contains("sound, 8 turns"));
}

/// Few valuable coins are in play, so that it matters who gets them: the standings have the
/// published characters, with the first and the last far apart. A hundred games determine the
/// ranks; after three, the published first was once fifth.
#[test]
fn nine_games_have_the_published_characters_nightly() {
    let (_, table) = contest("coins", &[("games = 100", "games = 9")]);
    let lines: Vec<serde_json::Value> =
        table.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let score = |line: &serde_json::Value| line["score"].as_f64().unwrap();
    assert!(score(&lines[0]) >= 2.0 * score(&lines[16]), "{table}");
    let place = |name| lines.iter().position(|line| line["bot"] == name).unwrap();
    assert!(place("BirdInTheHand") < 6, "{table}");
    assert!(place("Devil") > 10 && place("Saboteur") > 10, "{table}");
}
