//! The announcement's claims about Bueno and Regular, checked through the Lisp host.

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

/// Both against the built-in ones, which are the same players: the games are equal.
#[test]
fn they_play_as_those_that_are_built_in() {
    check("builtin:bueno", &regular(), "2", [10, 26], 19);
    check(&regular(), "builtin:bueno", "4", [30, 6], 18);
}

/// A course may copy its references; all copies must be changed together.
#[test]
fn all_copies_of_a_reference_are_the_same() {
    for name in ["bueno", "regular"] {
        let copies = [
            format!("crates/runner/references/lisp/{name}.cl"),
            format!("bots/mancala8/{name}-lisp/{name}.cl"),
            format!("contests/mancala8-course/reference/{name}.cl"),
        ];
        let [built_in, bot, course] =
            copies.map(|path| std::fs::read_to_string(repository(&path)).unwrap());
        assert_eq!(bot, built_in, "{name}");
        assert_eq!(course, built_in, "{name}");
    }
}

/// A function that not every course had; files that needed it defined it.
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

/// The form of later years, and a wrong line in it.
#[test]
fn a_package_plays_as_its_functions() {
    let site = Site::new();
    let source = std::fs::read_to_string(format!("{}/bueno.cl", bueno())).unwrap();
    let head = "(defpackage :grupo (:use :common-lisp :mancala) (:export :heuristica :*alias*))\n\
                (in-package grupo)\n(defvar *alias* '|El bueno|)\n";
    let package = format!("{head}{}", source.replace("mi-f-ev", "heuristica"));
    let path = site.write("bueno.cl", package).display().to_string();
    check(&path, &regular(), "2", [10, 26], 19);
    for (rest, words) in [
        ("(defun otra (x) x)", "no function is called heuristica"),
        ("(defun heuristica (e) 1) (print 1)", "only (defun"),
        ("(defun heuristica (e) (mancala::partida e))", "it cannot be read"),
        ("(defvar *otra* 1)", "only (defun"),
    ] {
        site.write("x.cl", format!("{head}{rest}"));
        let said = site.run(&["play", "mancala8", "x.cl", "builtin:regular", "--quiet"]);
        assert_eq!(said.code, 1, "{rest}: {said:?}");
        assert!(said.err.contains(words), "{words}: {said:?}");
    }
    let shadows = "(defpackage :a (:use :cl) (:shadow #:car)) (defun heuristica (e) 1)";
    site.write("x.cl", shadows);
    let said = site.run(&["play", "mancala8", "x.cl", "builtin:regular", "--quiet"]);
    assert!(said.err.contains("a package may only use common-lisp and mancala"), "{said:?}");
}

/// The result of each reading for holes 1 to 6 and a Kalaha of 100, from every position on.
#[track_caller]
fn check_reading(call: &str, arguments: &str, expected: &str) {
    let site = Site::new();
    let source = format!(
        "(defun mi-f-ev (e) (let ((b (estado-tablero e))) (format nil \"~A\"
           (mapcar (lambda (d) (handler-case {call} (error () '?))) '(0 1 2 3 4 5 6)))))"
    );
    site.write("x.cl", source);
    // The only move is in the other row: the row in question does not change.
    let start = ["--option", "board=[[1,2,3,4,5,6,100],[0,0,0,0,0,1,0]]", "--option", "turn=1"];
    let bot = format!("x.cl{arguments}");
    let play = ["play", "mancala8", "builtin:first", &bot, "--depth", "1", "--record", "r"];
    site.succeed(&[&play[..], &start, &["--quiet"]].concat());
    let record = std::fs::read_to_string(site.path().join("r")).unwrap();
    assert!(record.contains(&format!("{expected} is no real number")), "{call}: {record}");
}

#[test]
fn both_readings_of_the_library_count_as_they_say() {
    check_reading("(cuenta-fichas b 0 d)", "", "(21 20 18 15 11 6 0)");
    check_reading("(suma-fila b 0 d)", "", "(121 120 118 115 111 106 100)");
    check_reading("(suma-fila b 0 2 d)", "", "(3 2 0 0 0 0 0)");
}

/// The old engine's own results, as recorded when it was rebuilt.
#[test]
fn the_old_readings_count_as_the_old_engine_did() {
    check_reading("(cuenta-fichas b 0 d)", ":legacy-cuenta-fichas=true", "(21 118 ? ? ? ? 0)");
    check_reading("(suma-fila b 0 d)", ":legacy-suma-fila=true", "(0 1 3 6 10 15 21)");
    check_reading("(suma-fila b 0 2 d)", ":legacy-suma-fila=true", "(3 2 0 0 0 0 0)");
}

/// A leaf has the move that led to it, and none after a pass.
#[test]
fn a_leaf_shows_the_move_that_led_to_it() {
    for (evaluation, row, depth, expected) in [
        (
            "(format nil \"~A\" (estado-accion e))",
            "[0,0,0,0,0,1,0]",
            "1",
            "(R 5) is no real number",
        ),
        // The last seed goes into the Kalaha: the other side passes.
        ("(if (estado-accion e) 0 \"nada\")", "[1,0,0,0,0,1,0]", "2", "nada is no real number"),
    ] {
        let site = Site::new();
        site.write("x.cl", format!("(defun mi-f-ev (e) {evaluation})"));
        let board = format!("board=[[1,2,3,4,5,6,100],{row}]");
        let start = ["--option", &board, "--option", "turn=1", "--quiet", "--record", "r"];
        let play = ["play", "mancala8", "builtin:first", "x.cl", "--depth", depth];
        site.succeed(&[&play[..], &start].concat());
        let record = site.read("r");
        assert!(record.contains(expected), "{evaluation}: {record}");
    }
}

/// From weak to strong: each bot that a course adds beats all before it, whichever starts. Regular
/// and Bueno are the announcement's, and lose to each other.
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

/// In a contest, both bots are evaluated in batches ahead of play, and the match follows from their
/// answers; otherwise they are asked move by move.
#[test]
fn a_match_that_was_thought_ahead_is_the_match_that_is_played() {
    let site = Site::new();
    let [first, second] = [bueno(), regular()];
    site.write(
        "c/contest.toml",
        format!(
            "name = \"x\"\ngame = \"mancala8\"\nbots = [\"{first}\", \"{second}\"]\n\
             [format]\nkind = \"round-robin\"\ngames_per_pair = 2\n[ranking]\nkind = \"points\"\n"
        ),
    );
    site.succeed(&["run", "c", "--quiet"]);
    let listed = site.succeed(&["matches", "c", "--format", "json"]);
    for line in listed.lines() {
        let it: Value = serde_json::from_str(line).unwrap();
        let seats =
            if it["seats"][0] == "bueno-lisp" { [&first, &second] } else { [&second, &first] };
        site.succeed(&["play", "mancala8", seats[0], seats[1], "--quiet", "--record", "r"]);
        let number = format!("c#{}", it["match"]);
        let [ahead, alone] =
            [number.as_str(), "r"].map(|record| site.succeed(&["show", record, "--json"]));
        assert!(ahead.lines().count() > 10 && ahead == alone, "{ahead}\n{alone}");
        assert!(site.succeed(&["verify", &number]).contains("sound"), "{number}");
    }
    assert_eq!(listed.lines().count(), 2);
}
