//! What the announcement claims of Bueno and Regular, through the host.

use super::bueno;
use crate::site::{Site, repository};
use serde_json::{Value, json};

/// Points and slots of a match between two of these.
#[track_caller]
fn check(first: &str, second: &str, depth: &str, points: [u32; 2], slots: u32) {
    let site = Site::new();
    let play = ["play", "mancala8", first, second, "--depth", depth, "--quiet", "--record", "r"];
    site.succeed(&play);
    let record = std::fs::read_to_string(site.path().join("r")).unwrap();
    let end: Value = serde_json::from_str(record.lines().last().unwrap()).unwrap();
    let detail = &end["outcome"]["detail"];
    assert_eq!((&detail["points"], &detail["slots"]), (&json!(points), &json!(slots)), "{end}");
}

fn regular() -> String {
    repository("bots/mancala8/regular-lisp")
}

#[test]
fn bueno_starting_loses_to_regular_at_depth_two() {
    check(&bueno(), &regular(), "2", [10, 26], 19);
}

#[test]
fn bueno_not_starting_loses_to_regular_at_depth_four() {
    check(&regular(), &bueno(), "4", [30, 6], 18);
}

#[test]
fn a_depth_behind_the_name_counts() {
    check(&format!("{}:depth=4", regular()), &format!("{}:depth=4", bueno()), "2", [30, 6], 18);
}

/// Both against those that are built in, which are the same players: equal games.
#[test]
fn they_play_as_those_that_are_built_in() {
    check("builtin:bueno", &regular(), "2", [10, 26], 19);
    check(&regular(), "builtin:bueno", "4", [30, 6], 18);
}
