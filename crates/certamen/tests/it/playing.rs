//! `certamen play` gives the same advice as `certamen check`.

use crate::{
    screen::Screen,
    site::{Site, repository},
};
use serde_json::Value;
use std::fs;

/// A program for FootSteps that bids one point and runs `statement` in its second turn.
fn failing(statement: &str) -> String {
    format!(
        "import sys, time\nturn = 0\nwhile True:\n  turn += 1\n  if turn == 2: {statement}\n  \
         print(1, flush=True)\n  if input() == 'fin': break\n"
    )
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_fault_is_reported_with_the_last_words_and_the_command_that_explains_it() {
    let site = Site::new();
    site.write("my bot.py", "import nonumpy\n");
    let bots = ["play", "footsteps", "my bot.py", "builtin:first", "--option", "points=9", "-q"];
    let said = site.run(&[&bots[..], &["--move-time", "2s"]].concat());
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(said.out.lines().count(), 1, "results alone are on standard output: {said:?}");
    for words in [
        "my bot failed in turn 1: exit\n",
        "  standard error:\n",
        "    ModuleNotFoundError: No module named 'nonumpy'\n",
    ] {
        assert!(said.err.contains(words), "{words}: {}", said.err);
    }
    let command = said.err.lines().last().unwrap();
    assert_eq!(
        command,
        "  `certamen check 'my bot.py' --game footsteps --option points=9 --move-time '2000 ms'` \
         checks it and shows how to fix it"
    );
    let check = ["check", "my bot.py", "--game", "footsteps", "--option", "points=9", "--json"];
    let checked = site.run(&[&check[..], &["--move-time", "2000 ms"]].concat());
    assert_eq!((checked.code, &lines(&checked.out)[0]["advice"]), (3, &"missing-module".into()));
}

#[test]
fn a_reply_that_is_no_answer_is_quoted_and_a_terminal_is_safe_from_it() {
    let site = Site::new();
    site.write("bot.py", failing("print('\\x1b[2Jeight', flush=True)"));
    let said = site.run(&["play", "footsteps", "bot.py", "builtin:first", "-q", "--lang", "es"]);
    assert!(said.err.contains("bot falló en el turno 2: "), "{said:?}");
    assert!(said.err.contains("eight\""), "{said:?}");
    assert!(!said.err.contains('\u{1b}'), "{said:?}");
}

#[test]
fn of_many_matches_the_first_fault_of_each_bot_is_explained() {
    let site = Site::new();
    site.write("one.py", failing("1 / 0"));
    site.write("two.py", "while True: print('x', flush=True); input()\n");
    let said = site.run(&["play", "footsteps", "one.py", "two.py", "--games", "3", "-q"]);
    assert_eq!(
        said.err.matches("checks it and shows").count(),
        1,
        "one never gets to its second turn"
    );
    let said = site.run(&["play", "footsteps", "one.py", "builtin:first", "--games", "3", "-q"]);
    assert_eq!(said.err.matches("ZeroDivisionError").count(), 1, "{said:?}");
    let builtin = site.run(&["play", "footsteps", "builtin:first", "builtin:last", "-q"]);
    assert_eq!(builtin.err, "", "no bot failed");
}

#[test]
fn who_is_waited_for_is_named_at_a_terminal_after_a_second() {
    let site = Site::new();
    site.write(
        "thinker.py",
        failing("exec('end = time.time() + 2\\nwhile time.time() < end: pass')"),
    );
    let play = ["play", "footsteps", "thinker.py", "builtin:first", "--move-time", "20s"];
    let mut screen = Screen::start(&site, &play);
    let seen = screen.until("waiting for thinker: no line yet; is its output flushed?");
    assert!(!seen.contains("turn 2"), "{seen}");
    let seen = screen.until("Draw: ");
    assert!(!seen.contains("waiting"), "once for each question: {seen}");
    assert_eq!(screen.code(), 0);
    let piped = site.run(&play);
    assert!(!piped.err.contains("waiting"), "without a terminal, nothing is printed: {piped:?}");
}

#[test]
fn each_match_is_a_line_of_json_with_its_faults_and_last_words() {
    let site = Site::new();
    site.write("one.py", failing("1 / 0"));
    let play = ["play", "footsteps", "one.py", "builtin:first", "--games", "2", "--seed", "3"];
    let said = site.run(&[&play[..], &["--json"]].concat());
    let reported = lines(&said.out);
    assert_eq!(reported.len(), 2, "{said:?}");
    for (number, line) in (1u64..).zip(&reported) {
        let seat = line["faults"][0]["seat"].as_u64().unwrap();
        assert_eq!((line["match"].as_u64(), seat), (Some(number), number - 1), "{line}");
        assert_eq!(
            (&line["faults"][0]["turn"], &line["faults"][0]["fault"]),
            (&2.into(), &"exit".into())
        );
        let reported = &line["seats"][seat as usize];
        assert!(reported["stderr"].as_str().unwrap().contains("ZeroDivisionError"), "{line}");
        assert_eq!(reported["check"], "certamen check one.py --game footsteps", "{line}");
        assert!(line["outcome"]["scores"].is_array() && line["seed"].is_u64(), "{line}");
    }
}

#[test]
fn a_match_continues_from_a_recorded_turn_with_other_players() {
    let site = Site::new();
    let first = ["play", "mancala8", "builtin:regular", "builtin:bueno", "--seed", "4", "-q"];
    site.succeed(&[&first[..], &["--record", "r.jsonl"]].concat());
    let bot = repository("bots/mancala8/ligero");
    let bot = if fs::exists(&bot).unwrap() { bot } else { "builtin:random".to_owned() };
    let again = ["play", "mancala8", &bot, "builtin:last", "--from", "r.jsonl#5"];
    let shown = site.succeed(&[&again[..], &["--record", "s.jsonl"]].concat());
    assert!(!shown.contains("turn 4:") && shown.contains("turn 5:"), "{shown}");
    let [old, new] = ["r.jsonl", "s.jsonl"]
        .map(|name| lines(&fs::read_to_string(site.path().join(name)).unwrap()));
    for turn in 1..5 {
        assert_eq!(old[turn], new[turn], "what was played is kept");
    }
    assert_eq!((&new[0]["seed"], &new[0]["from"]), (&4.into(), &"r.jsonl#5".into()));
    assert!(site.succeed(&["verify", "s.jsonl"]).contains("sound"));
    for (from, words) in [
        ("r.jsonl#0", "write RECORD#TURN"),
        ("r.jsonl", "write RECORD#TURN"),
        ("r.jsonl#9999", "turn 9999 of"),
        ("nothing.jsonl#1", "nothing.jsonl: "),
    ] {
        let wrong =
            site.run(&["play", "mancala8", "builtin:random", "builtin:last", "--from", from]);
        assert!(wrong.code != 0 && wrong.err.contains(words), "{wrong:?}");
    }
    let other = site.run(&["play", "go", "builtin:random", "builtin:last", "--from", "r.jsonl#5"]);
    assert!(other.err.contains("r.jsonl#5 is a match of mancala8"), "{other:?}");
}

#[test]
fn a_program_that_would_have_played_otherwise_is_reported_and_plays_on() {
    let site = Site::new();
    site.write("one.py", failing("pass"));
    let first = ["play", "footsteps", "builtin:last", "builtin:last", "--option", "squares=9"];
    site.succeed(&[&first[..], &["--option", "points=30", "--record", "r.jsonl"]].concat());
    let low = ["play", "footsteps", "builtin:first", "builtin:first", "--option", "squares=9"];
    site.succeed(&[&low[..], &["--record", "s.jsonl"]].concat());
    let same = site.run(&["play", "footsteps", "one.py", "builtin:last", "--from", "s.jsonl#4"]);
    assert_eq!((same.code, same.err.as_str()), (0, ""), "{same:?}");
    let record = fs::read_to_string(site.path().join("r.jsonl")).unwrap();
    assert!(record.lines().count() > 2, "{record}");
    let two = site.run(&["play", "footsteps", "builtin:first", "one.py", "--from", "s.jsonl#4"]);
    assert_eq!(two.code, 0, "{two:?}");
    site.write("two.py", failing("pass").replace("print(1,", "print(2,"));
    let other = site.run(&["play", "footsteps", "two.py", "builtin:last", "--from", "s.jsonl#4"]);
    assert_eq!(other.code, 0, "{other:?}");
    assert!(other.err.contains("may remember it differently"), "{other:?}");
    assert!(other.err.contains("turn 1"), "{other:?}");
}

#[test]
fn what_is_overwritten_is_named() {
    let site = Site::new();
    let play = ["play", "footsteps", "builtin:first", "builtin:last", "-q", "--record", "r.jsonl"];
    assert_eq!(site.run(&play).err, "");
    assert_eq!(site.run(&play).err, "r.jsonl: existing contents are overwritten\n");
    site.write("c/contest.toml", crate::site::mancala(1));
    site.succeed(&["run", "c", "-q"]);
    let export = ["export", "c", "--format", "csv", "--out", "c.csv"];
    assert_eq!(site.run(&export).err, "");
    assert_eq!(site.run(&export).err, "c.csv: existing contents are overwritten\n");
}

/// Takes the first free square, and writes a file.
const WRITER: &str = "import sys\nopen('notes.txt', 'a').write('x')\n\
    print(sys.argv[1].index('.') + 1)\n";

#[test]
fn programs_remember_what_the_announcement_lets_them_in_play_and_in_check() {
    let site = Site::new();
    site.write("writer.py", WRITER);
    let play = ["play", "intervalo", "writer.py", "builtin:random", "-q", "--option", "squares=8"];
    let check = ["check", "writer.py", "--game", "intervalo", "--json", "--patience", "1s"];
    let said = site.run(&play);
    assert!(said.err.contains("writer failed in turn 1"), "{said:?}");
    assert!(said.err.contains("notes.txt"), "{said:?}");
    let checked = site.run(&check);
    assert_eq!((checked.code, &lines(&checked.out)[0]["advice"]), (3, &"missing-file".into()));
    let more = ["--programs-memory", "match"];
    assert_eq!(site.run(&[&play[..], &more].concat()).err, "");
    assert_eq!(site.run(&[&check[..], &more].concat()).code, 0);
    // A contest's own setting applies.
    for (memory, code) in [("none", 3), ("match", 0)] {
        let contest = format!(
            "name = \"c\"\ngame = \"intervalo\"\nbots = [\"builtin:first\", \"builtin:last\"]\n\
             [options]\nsquares = 8\n[format]\nkind = \"round-robin\"\n[ranking]\nkind = \"wins\"\n\
             [programs]\nmemory = \"{memory}\"\n"
        );
        site.write("c/contest.toml", contest);
        let tried = ["check", "writer.py", "--contest", "c", "--patience", "1s"];
        let said = site.run(&tried);
        assert_eq!(said.code, code, "{memory}: {said:?}");
    }
    let kept =
        site.run(&[&["play", "footsteps"][..], &play[2..5], &["--programs-memory", "x"]].concat());
    assert_eq!(kept.code, 2, "{kept:?}");
}

#[test]
fn who_leaves_gets_the_seed_that_was_drawn() {
    let site = Site::new();
    let mut screen =
        Screen::start(&site, &["play", "go", "human", "builtin:last", "--option", "size=3"]);
    screen.until("your move (? for help, x to leave): ");
    screen.type_in("x\n");
    screen.until("interrupted; play again with: ");
    screen.until("--option size=3 --seed ");
    assert_eq!(screen.code(), 130);
}
