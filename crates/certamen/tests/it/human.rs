//! People who play at the terminal, and programs that write to a pipe instead.

use crate::{screen::Screen, site::Site};
use std::{io::Write, process::Stdio};

/// Plays with `words` on standard input: exit code, output and errors.
fn piped(site: &Site, arguments: &[&str], words: &str) -> (i32, String, String) {
    let mut command = site.command(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The process may have ended before it read everything.
    let _ = child.stdin.take().unwrap().write_all(words.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

const GO: [&str; 8] =
    ["play", "go", "human", "builtin:last", "--option", "size=3", "--record", "r.jsonl"];

#[test]
fn a_match_is_played_through_a_pipe() {
    let site = Site::new();
    let (code, out, err) = piped(&site, &GO, "2 2\r\n2 2\npass");
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("invalid move: there is a stone on 2 2"), "{out}");
    assert!(out.contains("Black (human) wins by "), "{out}");
    assert_eq!(site.succeed(&["verify", "r.jsonl"]), "r.jsonl: sound, 3 turns\n");
}

#[test]
fn who_leaves_interrupts_and_the_record_holds_what_was_played() {
    for words in ["2 2\nx\n", "2 2\n", "2 2"] {
        let site = Site::new();
        let (code, out, err) = piped(&site, &GO, words);
        assert_eq!(code, 130, "{out}{err}");
        assert!(err.contains("interrupted; play again with: "), "{err}");
        let shown = site.succeed(&["show", "r.jsonl"]);
        assert!(shown.contains("human 2 2") && shown.contains("unfinished"), "{shown}");
        assert_eq!(site.run(&["verify", "r.jsonl"]).code, 1, "it is not complete");
    }
}

#[test]
fn people_do_not_enter_contests() {
    let site = Site::new();
    let file = "name = \"c\"\ngame = \"go\"\nbots = [\"human\", \"builtin:last\"]\n\
                [format]\nkind = \"round-robin\"\n[ranking]\nkind = \"points\"\n";
    site.write("c/contest.toml", file);
    let said = site.run(&["run", "c"]);
    assert_ne!(said.code, 0, "{said:?}");
    assert!(said.err.contains("human") && said.err.contains("certamen play"), "{said:?}");
}

const FOOTSTEPS: [&str; 8] =
    ["play", "footsteps", "human", "human", "--option", "squares=3", "--option", "points=9"];

#[test]
fn choices_made_together_are_not_seen_at_the_terminal() {
    let site = Site::new();
    let mut screen = Screen::start(&site, &FOOTSTEPS);
    screen.until("hidden as you type (? for help, x to leave): ");
    screen.type_in("7\n");
    let between = screen.until("hidden as you type (? for help, x to leave): ");
    assert!(between.starts_with("\r\u{1b}[2K"), "the line is cleared first: {between:?}");
    assert!(!between.contains("x to leave): 7"), "{between:?}");
    screen.type_in("8\n");
    let end = screen.until(" reaches the ");
    assert!(end.starts_with("\r\u{1b}[2K"), "{end:?}");
    assert!(end.contains("human 7, human 8"), "{end:?}");
    assert_eq!(screen.code(), 0);
}

#[test]
fn what_one_person_types_is_seen() {
    let site = Site::new();
    let mut screen =
        Screen::start(&site, &["play", "go", "human", "builtin:last", "--option", "size=3"]);
    screen.until("your move (? for help, x to leave): ");
    screen.type_in("2 2\n");
    let seen = screen.until("your move (? for help, x to leave): ");
    assert!(seen.starts_with("2 2\r\n"), "{seen:?}");
    screen.type_in("x\n");
    screen.until("interrupted; play again with: ");
    assert_eq!(screen.code(), 130);
}

#[test]
fn control_c_leaves_even_while_typing_is_hidden_and_control_d_too() {
    for key in ["\u{3}", "\u{4}"] {
        let site = Site::new();
        let mut screen = Screen::start(&site, &FOOTSTEPS);
        screen.until("hidden as you type (? for help, x to leave): ");
        screen.type_in(key);
        screen.until("interrupted; play again with: ");
        assert_eq!(screen.code(), 130, "{key:?}");
    }
}

#[test]
fn a_question_mark_lists_the_possible_input_in_every_language() {
    let site = Site::new();
    let reported = ["en", "es", "fr", "it"].map(|language| {
        let (_, out, _) = piped(&site, &[&GO[..6], &["--lang", language]].concat(), "?\nx\n");
        out.lines().find(|line| line.contains("`u`")).unwrap().to_owned()
    });
    assert!(reported[0].contains("`u` takes back your last move"), "{reported:?}");
    assert!(reported.iter().skip(1).all(|line| *line != reported[0]), "{reported:?}");
}

#[test]
fn a_move_that_is_taken_back_was_never_played() {
    let site = Site::new();
    let (code, out, err) = piped(&site, &GO, "u\n1 1\n1 2\nu\n2 2\nx\n");
    assert_eq!(code, 130, "{out}{err}");
    assert!(out.contains("there is no move to take back"), "{out}");
    let shown = site.succeed(&["show", "r.jsonl"]);
    assert!(shown.contains("human 1 1") && shown.contains("human 2 2"), "{shown}");
    assert!(!shown.contains("human 1 2") && shown.contains("turn 3: human 2 2"), "{shown}");
}

#[test]
fn a_match_that_is_saved_goes_on_another_day() {
    let site = Site::new();
    let game = &GO[..6];
    for (typed, file) in
        [("s", ""), ("s mine.jsonl", "mine.jsonl"), ("s mine.jsonl", "mine-2.jsonl")]
    {
        let (code, _, err) = piped(&site, game, &format!("2 2\n{typed}\n"));
        assert_eq!(code, 0, "{err}");
        let (_, command) = err.split_once("; continue with: certamen ").unwrap();
        let words: Vec<&str> =
            command.split_whitespace().map(|word| word.trim_matches('\'')).collect();
        assert_eq!(words[..4], ["play", "go", "human", "builtin:last"], "{err}");
        let from = words[5];
        assert!(words[4] == "--from" && from.ends_with("#3"), "{err}");
        assert!(file.is_empty() && from.starts_with("go-") || from.starts_with(file), "{err}");
        let record = ["--record", "whole.jsonl"];
        let (code, out, err) = piped(&site, &[&words[..], &record].concat(), "pass\npass\n");
        assert_eq!(code, 0, "{out}{err}");
        assert!(out.contains("Black (human) wins by "), "{out}{err}");
        site.succeed(&["verify", "whole.jsonl"]);
    }
    let (code, _, err) = piped(&site, &GO, "2 2\nx\n");
    assert!(code == 130 && err.contains(" --from 'r.jsonl#3'"), "{err}");
}

#[test]
fn a_person_sees_the_goal_and_why_someone_passes() {
    let site = Site::new();
    let options = ["--option", "squares=3"];
    let first = ["play", "footsteps", "human", "builtin:first"];
    let (_, out, _) = piped(&site, &[&first[..], &options].concat(), "x\n");
    assert!(out.contains("you want the token at the left end"), "{out}");
    let second = ["play", "footsteps", "builtin:first", "human", "--lang", "es"];
    let (_, out, _) = piped(&site, &[&second[..], &options].concat(), "x\n");
    assert!(out.contains("usted quiere la ficha en el extremo derecho"), "{out}");
    let (_, out, _) = piped(&site, &["play", "mancala8", "human", "builtin:bueno"], "R 3\nx\n");
    assert!(out.contains("bueno pass (the other one plays again)"), "{out}");
}
