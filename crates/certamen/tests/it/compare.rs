//! Comparison of one bot with another, until the test decides.

use crate::site::{Said, Site, repository};
use rustix::process::{Pid, Signal, kill_process};
use std::{
    net::TcpListener,
    process::Stdio,
    time::{Duration, Instant},
};

fn compare(arguments: &[&str]) -> Said {
    Site::new().run(&[&["compare", "--game", "mancala8"], arguments].concat())
}

/// The report's line that starts with `key`.
fn line<'a>(said: &'a Said, key: &str) -> &'a str {
    let found = said.out.lines().find(|line| line.starts_with(key));
    found.unwrap_or_else(|| panic!("no {key} in {said:?}"))
}

#[test]
fn the_exit_code_is_the_answer() {
    let better = compare(&["builtin:bueno", "builtin:random"]);
    assert_eq!((better.code, better.out.lines().last()), (0, Some("the new one is better")));
    let worse = compare(&["builtin:random", "builtin:bueno"]);
    assert_eq!((worse.code, worse.out.lines().last()), (4, Some("the new one is not better")));
    let few = compare(&["builtin:bueno", "builtin:random", "--games", "4"]);
    assert_eq!(few.code, 3, "{few:?}");
}

#[test]
fn readers_of_match_runners_find_their_lines() {
    let said = compare(&["builtin:bueno", "builtin:random", "--elo0", "0", "--elo1", "3"]);
    assert!(line(&said, "Elo: ").contains(" +/- ") && said.out.contains(", nElo: "));
    assert!(line(&said, "LLR: ").ends_with("(-2.94, 2.94) [0.00, 3.00]"));
    assert!(line(&said, "Games: ").contains(", Wins: "));
    assert!(line(&said, "Ptnml(0-2): [").ends_with(']'));
    assert!(line(&said, "LOS: ").contains(" %, DrawRatio: "));
}

#[test]
fn what_is_found_does_not_depend_on_how_many_play_at_a_time() {
    let with = |jobs| compare(&["builtin:bueno", "builtin:random", "--jobs", jobs, "-q"]).out;
    assert_eq!(with("1"), with("4"));
}

#[test]
fn matches_that_repeat_each_other_are_no_evidence() {
    let said = compare(&["builtin:bueno", "builtin:regular"]);
    assert_eq!(said.code, 3);
    assert!(line(&said, "Games: ").starts_with("Games: 2,"), "{said:?}");
    assert!(said.out.contains("every match repeats an earlier one"));
}

#[test]
fn both_can_be_compared_against_others() {
    let pool = ["--against", "builtin:random", "--against", "builtin:aleatorio"];
    let said = compare(&[&["builtin:bueno:depth=4", "builtin:first"], &pool[..]].concat());
    assert_eq!(said.code, 0, "{said:?}");
    assert!(line(&said, "Ptnml(0-4): ").starts_with("Ptnml(0-4): ["));
}

#[test]
fn at_tables_of_more_than_two_both_meet_the_same_others() {
    let others = ["--against", "builtin:first", "--against", "builtin:last", "--seats", "3"];
    let coins =
        ["--game", "coins", "--option", "rounds=1", "--option", "coins=20", "--games", "24"];
    let both = ["compare", "builtin:random", "old=builtin:random"];
    let said = Site::new().run(&[&both[..], &others, &coins, &["-q"]].concat());
    assert_eq!(said.code, 3, "two that are the same: {said:?}");
    // Both bots on each of three seats against two others: twelve matches in a block.
    assert!(line(&said, "Ptnml(0-12): ").ends_with(']'), "{said:?}");
    let reported = "--against names 1 of 2 other players";
    assert!(!said.err.contains("other players"), "as many are named as sit there: {said:?}");
    let fewer = [&both[..], &others[..2], &others[4..], &coins, &["-q"]].concat();
    let said = Site::new().run(&fewer);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.err.contains(reported), "{said:?}");
    let alone = Site::new().run(&[&both[..], &["--game", "coins", "--seats", "3"]].concat());
    assert_eq!(alone.code, 2, "{alone:?}");
    assert!(alone.err.contains("--against"), "{alone:?}");
}

#[test]
fn programs_are_compared_too() {
    let mitad = repository("bots/footsteps/mitad");
    let said = Site::new().run(&["compare", &mitad, "builtin:random", "--game", "footsteps"]);
    assert_eq!(said.code, 0, "{said:?}");
}

fn check_refused(arguments: &[&str], reason: &str) {
    let said = compare(arguments);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains(reason), "{said:?}");
}

#[test]
fn contradictions_are_refused() {
    let two = ["builtin:first", "builtin:last"];
    check_refused(&[&two[..], &["--elo0", "5", "--elo1", "5"]].concat(), "--elo0 must be less");
    check_refused(&[&two[..], &["--elo1", "NaN"]].concat(), "--elo0 must be less");
    check_refused(&[&two[..], &["--alpha", "0"]].concat(), "--alpha must be between");
    check_refused(&[&two[..], &["--beta", "0.5"]].concat(), "--beta must be between");
    check_refused(&["builtin:first", "builtin:absent"], "absent");
}

#[test]
fn what_was_found_comes_as_json_too() {
    let said = compare(&["builtin:bueno", "builtin:random", "--json", "-q"]);
    let line: serde_json::Value = serde_json::from_str(said.out.trim()).unwrap();
    assert_eq!((&line["answer"], &line["matches_per_block"]), (&"better".into(), &2.into()));
    assert!(line["elo"]["value"].as_f64().unwrap() > 0.0, "{line}");
    assert_eq!(line["counts"].as_array().unwrap().len(), 5);
}

#[test]
fn faults_are_reported_by_kind_and_the_bias_of_a_stopped_test_is_said() {
    let site = Site::new();
    site.write("bad.py", "print('???', flush=True)\ninput()\n");
    let said = site.run(&["compare", "bad.py", "builtin:random", "--game", "footsteps"]);
    assert_eq!(said.code, 4, "{said:?}");
    assert!(line(&said, "faults of bad: ").contains("illegal"), "{said:?}");
    assert!(said.out.contains("on average it is too far from zero"), "{said:?}");
}

#[test]
fn an_interrupted_comparison_waits_for_no_player_over_http() {
    // It accepts requests and sends no response.
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let player = format!("http:http://{}/move", server.local_addr().unwrap());
    let arguments =
        ["compare", "--game", "mancala8", "--move-time", "60min", "builtin:first", &player];
    let site = Site::new();
    let mut command = site.command(&arguments);
    let compare = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (open, _) = server.accept().unwrap();
    let begun = Instant::now();
    kill_process(Pid::from_child(&compare), Signal::INT).unwrap();
    let ended = Said::of(compare.wait_with_output().unwrap());
    assert_eq!(ended.code, 130, "{ended:?}");
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    drop(open);
}
