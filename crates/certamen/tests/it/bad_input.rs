//! Bad input gets one message that names the file, the key and the fix; nothing is written.

use crate::{
    site::{Said, Site, mancala},
    words::{LANGUAGES, check_messages},
};
use std::fs;

/// Runs a command that must be rejected with `code` and a single line that contains all of `parts`.
fn check(arguments: &[&str], code: i32, parts: &[&str]) {
    check_at(&Site::new(), arguments, code, parts);
}

fn check_at(site: &Site, arguments: &[&str], code: i32, parts: &[&str]) {
    let said = site.run(arguments);
    assert_eq!(said.code, code, "{arguments:?}: {said:?}");
    assert!(said.out.is_empty() && !said.err.contains("panicked"), "{arguments:?}: {said:?}");
    for part in parts {
        assert!(said.err.contains(part), "{arguments:?} does not say `{part}`: {said:?}");
    }
    assert!(!site.path().join("c/.certamen").exists(), "something was written");
    check_languages(site, arguments, &said);
}

/// Checks that it is rejected in the same way in every language.
fn check_languages(site: &Site, arguments: &[&str], english: &Said) {
    let messages = LANGUAGES.map(|language| {
        let said = site.run_in(language, arguments);
        assert_eq!(said.code, english.code, "{arguments:?} in {language}: {said:?}");
        said.err
    });
    assert_eq!(messages[0], english.err);
    check_messages(&messages, &arguments.join(" "));
}

#[test]
fn play_refuses_what_makes_no_sense() {
    let two = ["builtin:first", "builtin:last"];
    let play = |more: &[&'static str]| [&["play", "footsteps"], &two[..], more].concat();
    check(&["play", "checkers", two[0], two[1]], 2, &["unknown game `checkers`", "footsteps"]);
    check(&["play", "footsteps", two[0]], 2, &["the game is for 2 players, 1 given"]);
    check(&["play", "footsteps", "absent", two[0]], 2, &["`absent`", "no such file or folder"]);
    check(&["play", "footsteps", "builtin:regular", two[0]], 2, &["`regular`", "random, first"]);
    check(&["play", "footsteps", "builtin:first:x=1", two[0]], 2, &["argument `x`"]);
    check(&["play", "mancala8", "builtin:bueno:depth=0", two[0]], 2, &["`depth`"]);
    check(&play(&["--option", "points=0"]), 2, &["option `points`", "0 is out of range"]);
    check(&play(&["--option", "colour=red"]), 2, &["option `colour`", "points"]);
    check(&play(&["--option", "points"]), 2, &["write key=value"]);
    check(&play(&["--move-time", "soon"]), 2, &["`soon` is not a duration"]);
    check(&play(&["--memory", "much"]), 2, &["`much` is not a size"]);
    check(&play(&["--tier", "E"]), 2, &["unknown isolation level `E`"]);
    check(&play(&["--seed", "9007199254740992"]), 2, &["9007199254740992"]);
    check(&play(&["--lang", "de"]), 2, &["unknown language `de`"]);
    check(&play(&["--record", "r", "--games", "2"]), 2, &["--record is for a single match"]);
    check(&play(&["--record", "no/such/place"]), 1, &["no/such/place"]);
    check(&["play", "footsteps", "human=human=x", two[0]], 2, &["human=x"]);
}

#[test]
fn command_lines_that_make_no_sense_are_refused() {
    check(&["play"], 2, &["<GAME>", "<BOT>..."]);
    check(&["play", "--colour"], 2, &["--colour"]);
    check(&["plya"], 2, &["'plya'", "'play'"]);
    check(&["run", "c", "--jbos", "2"], 2, &["'--jbos'", "'--jobs'"]);
    check(&["run", "c", "--jobs", "two"], 2, &["'two'", "'--jobs <JOBS>'"]);
    check(&["run", "c", "--quiet", "--quiet"], 2, &["multiple times"]);
    check(&["run", "c", "--quiet=3"], 2, &["'3'", "'--quiet'"]);
    check(&["standings", "c", "--format", "x"], 2, &["'x'", "table, json, csv, markdown"]);
    check(&["show", "r", "--json", "--stderr", "1"], 2, &["'--json'", "'--stderr <SEAT>'"]);
}

#[test]
fn contest_files_are_refused_by_key() {
    let file = mancala(2);
    for (from, to, parts) in [
        ("name =", "title = 1\nname =", ["title", "line 2"]),
        ("mancala8", "checkers", ["unknown game `checkers`", "mancala8"]),
        ("games_per_pair", "matches", ["`format.matches`", "a key of ladder"]),
        ("round-robin", "ring", ["unknown kind `ring`", "round-robin"]),
        ("\"points\"", "\"luck\"", ["`ranking.kind`", "unknown kind `luck`"]),
        (
            "\"points\"",
            "\"rating\"\n[programs]\ndisqualify_on = [\"exit\"]\non_disqualified = \"opponent wins\"",
            ["`programs.on_disqualified`", "strike matches"],
        ),
        ("builtin:first", "bots/none", ["bots/none", "key `bots`"]),
        ("builtin:first", "bots/*", ["bots/*", "nothing found"]),
        ("builtin:first", "builtin:last", ["two bots are named `last`", "other=last"]),
        ("builtin:first", "builtin:best", ["`best`", "regular"]),
        ("[format]", "[options]\nmax_slots = 0\n[format]", ["[options]", "max_slots"]),
        ("[format]", "[limits]\nmove_time = \"0s\"\n[format]", ["move_time", "`0s`"]),
        ("name = ", "name = = ", ["line 2", "contest.toml"]),
    ] {
        let site = Site::new();
        site.write("c/contest.toml", file.replace(from, to));
        check_at(&site, &["run", "c"], 1, &["c/contest.toml"]);
        check_at(&site, &["run", "c"], 1, &parts);
    }
}

#[test]
fn folders_without_a_contest_are_refused() {
    let site = Site::new();
    fs::create_dir(site.path().join("c")).unwrap();
    for command in ["run", "standings", "matches"] {
        check_at(&site, &[command, "c"], 1, &["c: no contest.toml here"]);
        check_at(&site, &[command, "nowhere"], 1, &["nowhere: no contest.toml here"]);
    }
    site.write("c/contest.toml", mancala(2));
    check_at(&site, &["standings", "c"], 1, &["nothing has been played yet"]);
    check_at(&site, &["verify", "c#1"], 1, &["nothing has been played yet"]);
    check_at(&site, &["verify", "missing.jsonl"], 1, &["missing.jsonl"]);
}

#[test]
fn programs_are_refused_where_isolation_is_asked_for() {
    let site = Site::new();
    site.write("one.py", "print(1)\n");
    site.write("c/contest.toml", mancala(2).replace("builtin:first", "../one.py"));
    check_at(
        &site,
        &["run", "c", "--tier", "D"],
        1,
        &["sandbox.minimum_tier", "isolation level B"],
    );
    // One of the two is unavailable to any user; no weaker level is used instead.
    let tier = if rustix::process::geteuid().is_root() { "B" } else { "A" };
    let play = ["play", "footsteps", "one.py", "builtin:first", "--tier", tier];
    check_at(&site, &play, 1, &[&format!("--tier {tier}"), "is unavailable"]);
}

#[test]
fn a_store_of_a_newer_version_or_a_damaged_one_is_left_alone() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2));
    site.succeed(&["run", "c"]);
    let path = site.path().join("c/.certamen/store.sqlite");
    let store = rusqlite::Connection::open(&path).unwrap();
    store.pragma_update(None, "user_version", 99).unwrap();
    drop(store);
    let before = fs::read(&path).unwrap();
    for command in ["run", "standings", "matches"] {
        let said = site.run(&[command, "c"]);
        assert_eq!(said.code, 1, "{said:?}");
        assert!(said.err.contains("store.sqlite: written by a newer certamen"), "{said:?}");
        check_languages(&site, &[command, "c"], &said);
    }
    assert_eq!(fs::read(&path).unwrap(), before);
    fs::write(&path, "this is no database, whatever its name says, and it is long enough").unwrap();
    for command in ["run", "standings"] {
        let said = site.run(&[command, "c"]);
        assert_eq!(said.code, 1, "{said:?}");
        assert!(said.err.contains("store.sqlite: not a store of results"), "{said:?}");
        check_languages(&site, &[command, "c"], &said);
    }
}
