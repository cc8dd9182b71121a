//! Memory is bounded whatever the input: each command runs with a limited address space and would
//! be killed if it needed more.

use crate::site::{Said, Site};
use std::{fs::File, process::Command};

/// The limit in units of 1024 bytes; it includes threads and mapped files.
const MOST: u32 = 1_500_000;

impl Site {
    /// The output of a command that runs within the limit.
    fn bounded(&self, arguments: &[&str]) -> Said {
        let own = self.command(arguments);
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &format!("ulimit -v {MOST}; exec \"$0\" \"$@\"")]);
        shell.arg(own.get_program()).args(own.get_args());
        shell.current_dir(self.path());
        for (key, value) in own.get_envs() {
            match value {
                Some(value) => shell.env(key, value),
                None => shell.env_remove(key),
            };
        }
        Said::of(shell.output().unwrap())
    }

    /// A sparse file of three GiB.
    fn endless(&self, name: &str) {
        let path = self.write(name, "");
        File::options().write(true).open(path).unwrap().set_len(3 << 30).unwrap();
    }
}

#[test]
fn a_match_of_a_million_turns_is_ended_and_can_be_read() {
    let site = Site::new();
    let points = ["--option", "points=1000000000"];
    let play = ["play", "footsteps", "builtin:first", "builtin:first", "-q", "--record", "r.jsonl"];
    let said = site.bounded(&[&play[..], &points].concat());
    assert_eq!(said.code, 0, "{said:?}");
    let length = site.path().join("r.jsonl").metadata().unwrap().len();
    assert!((8 << 20..9 << 20).contains(&length), "{length}");
    for reading in [&["verify", "r.jsonl"][..], &["show", "r.jsonl", "--json"]] {
        let said = site.bounded(reading);
        assert_eq!(said.code, 0, "{reading:?}: {}", said.err);
    }
}

#[test]
fn files_without_end_are_refused() {
    let site = Site::new();
    site.write("fine.py", "print(1)\n");
    for name in ["big", "big.py", "bot/bot.toml", "c/contest.toml", "ok/entrants"] {
        site.endless(name);
    }
    for arguments in [
        &["show", "big"][..],
        &["verify", "big"],
        &["run", "c"],
        &["verify", "c"],
        &["check", "big.py", "--game", "footsteps"],
        &["check", "bot", "--game", "footsteps"],
        &["play", "footsteps", "big.py", "builtin:first", "-q"],
        &["play", "footsteps", "bot", "builtin:first", "-q"],
        &["compare", "fine.py", "big.py", "--game", "footsteps"],
        &["compare", "builtin:first", "builtin:last", "--game", "footsteps", "--resume", "big"],
        &["analyse", "footsteps", "--positions", "big"],
    ] {
        let said = site.bounded(arguments);
        assert!(matches!(said.code, 1 | 2), "{arguments:?}: {said:?}");
        assert!(!said.err.contains("out of memory"), "{arguments:?}: {said:?}");
    }
}

#[test]
fn an_export_with_a_line_without_end_is_refused() {
    let site = Site::new();
    let line = format!("{{\"certamen\":\"{}", "x".repeat(40 << 20));
    site.write("export.jsonl", line);
    let said = site.bounded(&["verify", "export.jsonl"]);
    assert!(matches!(said.code, 1 | 2), "{said:?}");
}
