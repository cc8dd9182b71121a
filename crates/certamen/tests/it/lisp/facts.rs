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

/// A course may copy its references; whoever mends one mends all of them.
#[test]
fn all_copies_of_a_reference_are_the_same() {
    for name in ["bueno", "regular"] {
        let copies = [
            format!("crates/evaluation/references/{name}.cl"),
            format!("bots/mancala8/{name}-lisp/{name}.cl"),
            format!("contests/mancala8-course/reference/{name}.cl"),
        ];
        let [built_in, bot, course] =
            copies.map(|path| std::fs::read_to_string(repository(&path)).unwrap());
        assert_eq!(bot, built_in, "{name}");
        assert_eq!(course, built_in, "{name}");
    }
}

/// The function that not every course had: whoever needed it brought it along.
#[test]
fn max_list_is_there_and_may_be_brought_along() {
    let bueno = std::fs::read_to_string(format!("{}/bueno.cl", bueno())).unwrap();
    let with = bueno.replace("(reduce #'max", "(max-list");
    assert_ne!(with, bueno);
    let own = format!(
        "{with}\n(defun max-list (lista)\n  (if (null (rest lista)) (first lista)\n      \
         (max (first lista) (max-list (rest lista)))))\n"
    );
    let site = Site::new();
    for (name, source) in [("con.cl", with.clone()), ("propia.cl", own)] {
        let path = site.write(name, source).display().to_string();
        check(&path, &regular(), "2", [10, 26], 19);
    }
    let empty = "(defun mi-f-ev (e) (if (max-list (posiciones-con-fichas-lado
        (estado-tablero e) 0 6)) 0 \"nada\"))";
    site.write("nada.cl", empty);
    site.succeed(&["play", "mancala8", "nada.cl", "builtin:regular", "--quiet", "--record", "r"]);
    let record = std::fs::read_to_string(site.path().join("r")).unwrap();
    assert!(record.contains("nada is no real number"), "{record}");
}

/// From weak to strong: each of those that a course adds beats all before it, whoever starts. Regular and
/// Bueno are the announcement's, and lose to each other.
#[test]
fn references_of_the_sample_course_rise_in_strength() {
    let site = Site::new();
    let names = ["regular", "bueno", "bronce", "plata", "oro"];
    let bots: Vec<String> = names
        .iter()
        .map(|name| repository(&format!("contests/mancala8-course/reference/{name}.cl")))
        .collect();
    site.write(
        "c/contest.toml",
        format!(
            "name = \"x\"\ngame = \"mancala8\"\nbots = {bots:?}\n[format]\nkind = \"round-robin\"\n\
             games_per_pair = 2\n[ranking]\nkind = \"win-share\"\n[search]\ndepth = 2\n"
        ),
    );
    site.succeed(&["run", "c", "--quiet"]);
    let played = site.succeed(&["matches", "c", "--format", "json"]);
    let place = |seat: &serde_json::Value| names.iter().position(|name| seat == name).unwrap();
    let mut counted = 0;
    for line in played.lines() {
        let it: serde_json::Value = serde_json::from_str(line).unwrap();
        let [first, second] = [0, 1].map(|seat| place(&it["seats"][seat]));
        if first.max(second) >= 2 {
            counted += 1;
            let stronger = usize::from(second > first);
            assert_eq!(it["scores"][stronger], 1, "{line}");
        }
    }
    assert_eq!(counted, 18);
}
