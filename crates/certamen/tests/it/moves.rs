//! Messages about a contest are true, fit where they are shown, and say what to do.

use crate::{screen::Screen, site::Site};
use serde_json::Value;
use std::{
    fs,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    process::{Command, Stdio},
};

const CONTEST: &str = r#"
name = "Two"
game = "footsteps"
bots = ["bots/*", "builtin:first"]
[format]
kind = "round-robin"
[ranking]
kind = "wins"
[sandbox]
minimum_tier = "D"
[programs]
suspend_silent = false
"#;
const GOOD: &str = "print(1, flush=True)\nwhile input() != 'fin': print(1, flush=True)\n";

fn site() -> Site {
    let site = Site::new();
    site.write("c/contest.toml", CONTEST);
    site
}

#[test]
fn matches_say_which_bot_did_what() {
    let site = site();
    site.write("c/bots/silent.py", "while True: input()\n");
    site.write("c/bots/wrong.py", "print('x', flush=True)\n");
    site.run(&["run", "c", "--tier", "D", "-q"]);
    let lines = site.succeed(&["matches", "c", "--format", "json"]);
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let both = lines.iter().find(|line| {
        let seats: Vec<&str> =
            line["seats"].as_array().unwrap().iter().map(|seat| seat.as_str().unwrap()).collect();
        seats.contains(&"silent") && seats.contains(&"wrong")
    });
    let both = both.unwrap();
    let list = |key: &str| both[key].as_array().unwrap().clone();
    for (seat, faults) in list("seats").iter().zip(list("faults_by_seat")) {
        let fault = if seat == "silent" { "timeout" } else { "illegal" };
        assert_eq!(faults, serde_json::json!({ fault: 1 }), "{both}");
    }
    let shown = site.succeed(&["matches", "c", "--lang", "es"]);
    assert!(shown.contains("silent: tiempo agotado"), "{shown}");
    assert!(shown.contains("wrong: "), "{shown}");
}

#[test]
fn no_banner_of_isolation_where_no_programs_played() {
    let site = site();
    let builtin =
        CONTEST.replace("\"bots/*\", \"builtin:first\"", "\"builtin:first\", \"builtin:last\"");
    site.write("c/contest.toml", builtin);
    site.succeed(&["run", "c", "--tier", "D", "-q"]);
    assert!(!site.succeed(&["standings", "c"]).contains("isolation level D"));
    // A contest with nothing to check gets a message, too.
    let said = site.succeed(&["check", "c", "--tier", "D"]);
    assert_eq!(said, "nothing to check: all entrants are built-in players\n");
    // A single match has no confidence interval.
    let matrix = site.succeed(&["matrix", "c"]);
    assert!(!matrix.lines().take(3).any(|line| line.contains('±')), "{matrix}");
    assert!(site.succeed(&["field", "c"]).contains("with their joint certainty: 0"));
}

#[test]
fn tables_fit_the_terminal_on_which_they_are_shown() {
    let site = site();
    for last in ["a", "b", "c"] {
        site.write(&format!("c/bots/a-long-name-of-a-bot-that-goes-on-{last}.py"), GOOD);
    }
    site.write("c/bots/silent.py", "while True: input()\n");
    site.run(&["run", "c", "--tier", "D", "-q"]);
    site.write("folder/bot.toml", "name = \"x\"\n");
    for command in [
        "standings c",
        "standings c --settled",
        "standings c --fair-play --lang fr",
        "matches c",
        "matrix c",
        "field c --lang es",
        "games",
        "languages python c",
        "doctor --lang es",
        "run --help",
        "compare --help --lang fr",
        "check c/bots/silent.py --game footsteps --patience 1s --lang it",
        "play footsteps builtin:first builtin:last --games 4 --lang es",
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let mut screen = Screen::start(&site, &words);
        let seen = screen.rest();
        let line = |line: &str| without_colours(line.trim_end()).chars().count();
        let widest = seen.lines().map(line).max().unwrap();
        assert!(widest <= 80 && seen.lines().count() > 1, "{command}: {widest}\n{seen}");
    }
    let svg = site.succeed(&["matrix", "c", "--format", "svg"]);
    assert!(svg.contains("<title>a-long-name"), "{svg}");
}

/// The visible part of a line.
fn without_colours(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |seen, part| seen + part.split_once('m').map_or(part, |(_, rest)| rest))
}

#[test]
fn words_are_whole_on_a_narrow_terminal_and_a_pipe_gets_every_byte() {
    let site = site();
    site.write("c/bots/silent.py", "while True: input()\n");
    site.write("c/bots/broken.c", "int main(void) {\n");
    site.run(&["run", "c", "--tier", "D", "-q"]);
    let seen = Screen::start(&site, &["standings", "c", "--lang", "es"]).rest();
    for word in ["empatadas", "perdidas", "broken (excluido: no se puede compilar)"] {
        assert!(seen.contains(word), "{word}\n{seen}");
    }
    assert!(!seen.contains('…'), "{seen}");
    // Piped output is not broken, however long it is.
    let piped = site.succeed(&["compare", "--help"]);
    let screen = Screen::start(&site, &["compare", "--help"]).rest();
    let words = |text: &str| {
        let plain: Vec<String> = text.lines().map(without_colours).collect();
        plain.join(" ").split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(words(&piped), words(&screen));
    assert!(piped.lines().any(|line| line.chars().count() > 80), "{piped}");
}

#[test]
fn a_terminal_that_cannot_draw_gets_a_line_every_few_seconds_nightly() {
    let site = site();
    let thinks = "import time\nwhile True:\n    end = time.process_time() + 0.4\n    \
        while time.process_time() < end: pass\n    print(9, flush=True)\n    \
        if input() == 'fin': break\n";
    site.write("c/bots/thinks.py", thinks);
    let many =
        CONTEST.replace("kind = \"round-robin\"", "kind = \"round-robin\"\ngames_per_pair = 12");
    site.write("c/contest.toml", many);
    let began = std::time::Instant::now();
    let run = ["run", "c", "--tier", "D", "--jobs", "1"];
    let seen = Screen::start_on(&site, &run, "dumb").rest();
    let took = began.elapsed().as_secs();
    assert!(took >= 12, "{took} s: too short to say anything of it\n{seen}");
    assert!(!seen.contains('\u{1b}') && !seen.replace("\r\n", "\n").contains('\r'), "{seen:?}");
    let lines: Vec<&str> = seen.lines().filter(|line| line.contains("/12 matches, ")).collect();
    assert!((2..=2 + took / 10).contains(&(lines.len() as u64)), "{took} s\n{seen}");
    for line in lines {
        let rate = line.split(", ").find_map(|part| part.strip_suffix("/s")).unwrap();
        assert_eq!(rate.split_once('.').map(|(_, decimals)| decimals.len()), Some(1), "{line}");
    }
}

#[test]
fn names_of_files_act_on_no_terminal() {
    let site = site();
    site.write("c/bots/good.py", GOOD);
    let name = "c/bots/\u{1b}[31mred\u{1b}[0m.py";
    fs::write(site.path().join(name), GOOD).unwrap();
    fs::write(site.path().join("c/bots/two\nlines.py"), GOOD).unwrap();
    let hostile = "<script>\u{1b}]0;owned\u{7}";
    let commands: &[&[&str]] = &[
        &["run", "c", "--tier", "D"],
        &["run", "c", "--forecast"],
        &["check", "c", "--tier", "D", "--patience", "1s"],
        &["check", name, "--game", "footsteps"],
        &["check", hostile, "--game", "footsteps"],
        &["check", name, "--contest", "c", "--patience", "1s"],
        &["standings", "c"],
        &["standings", "c", "--settled"],
        &["standings", "c", "--fair-play"],
        &["standings", "c", "--format", "markdown"],
        &["standings", hostile],
        &["matches", "c"],
        &["matches", "c", "--bot", hostile],
        &["matrix", "c"],
        &["field", "c"],
        &["field", "c", "--anchor", hostile],
        &["verify", "c"],
        &["verify", name],
        &["show", name],
        &["show", "c#1"],
        &["show", hostile],
        &["play", "footsteps", name, "builtin:first", "--tier", "D"],
        &["play", "footsteps", hostile, "builtin:first"],
        &["play", hostile, "builtin:first", "builtin:last"],
        &["play", "footsteps", "builtin:first", "builtin:last", "--record", name, "-q"],
        &["compare", "--game", "footsteps", name, "builtin:first", "--games", "2", "--tier", "D"],
        &["analyse", "footsteps", "--bot", hostile],
        &["new-bot", "footsteps", hostile],
        &["new-bot", "footsteps", "python", name],
        &["new-contest", "footsteps", name],
        &["new-contest", hostile, "new"],
        &["export", "c", "--format", "csv"],
        &["export", "c", "--out", name],
        &["export", hostile],
        &["archive", hostile, "--out", "pages"],
        &["host", hostile],
        &["keys", hostile],
        &["languages", hostile],
        &["schema", hostile],
        &["man", name],
        &[hostile],
    ];
    for command in commands {
        let said = site.run(command);
        for text in [&said.out, &said.err] {
            assert!(!text.contains('\u{1b}'), "{command:?}: {text}");
            assert!(!text.contains("two\nlines"), "{command:?}: {text}");
            assert!(!text.contains('\u{7}'), "{command:?}: {text}");
        }
    }
}

/// Runs the command as a user who may not write to the site: an unprivileged one if the test runs
/// as root.
fn as_a_guest(site: &Site, arguments: &[&str]) -> (i32, String, String) {
    // The build folder may be closed to other users.
    let own = std::env::temp_dir().join(format!("certamen-{}", std::process::id()));
    fs::copy(env!("CARGO_BIN_EXE_certamen"), &own).unwrap();
    let mut command = Command::new(&own);
    command.args(arguments).current_dir(site.path()).env("LC_ALL", "C").stdin(Stdio::null());
    if rustix::process::geteuid().is_root() {
        command.uid(65_534).gid(65_534);
    }
    let output = command.output().unwrap();
    fs::remove_file(own).unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

#[test]
fn a_contest_that_cannot_be_written_to_is_read_and_says_what_to_do() {
    let site = site();
    let builtin =
        CONTEST.replace("\"bots/*\", \"builtin:first\"", "\"builtin:first\", \"builtin:last\"");
    site.write("c/contest.toml", builtin);
    site.succeed(&["run", "c", "-q"]);
    let before = site.succeed(&["standings", "c", "--format", "json"]);
    let folder = site.path().join("c");
    let of_all = |mode: u32| {
        for path in [folder.join(".certamen"), folder.clone(), site.path().to_owned()] {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    of_all(0o555);
    for (command, code) in [
        (&["standings", "c", "--format", "json"][..], 0),
        (&["matches", "c"], 0),
        (&["matrix", "c"], 0),
        (&["verify", "c", "--no-ask"], 0),
        (&["show", "c#1", "--turn", "1"], 0),
        (&["export", "c", "--format", "csv"], 0),
        (&["run", "c"], 1),
        (&["check", "c"], 1),
    ] {
        let (ended, out, err) = as_a_guest(&site, command);
        assert_eq!(ended, code, "{command:?}: {out}{err}");
        if code == 0 {
            assert!(!out.is_empty() && err.is_empty(), "{command:?}: {out}{err}");
        } else {
            assert!(err.contains("c/.certamen/") && err.contains("run as its owner"), "{err}");
        }
    }
    of_all(0o755);
    assert_eq!(site.succeed(&["run", "c", "--json", "-q"]), before, "nothing is lost");
}
