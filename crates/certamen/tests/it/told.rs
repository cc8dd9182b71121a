//! What is told of a contest is true, fits where it is shown, and names a way out.

use crate::{screen::Screen, site::Site};
use serde_json::Value;
use std::fs;

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
fn matches_tell_who_did_what() {
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
    let house =
        CONTEST.replace("\"bots/*\", \"builtin:first\"", "\"builtin:first\", \"builtin:last\"");
    site.write("c/contest.toml", house);
    site.succeed(&["run", "c", "--tier", "D", "-q"]);
    assert!(!site.succeed(&["standings", "c"]).contains("tier D"));
    // Nothing to check is said, too.
    let said = site.succeed(&["check", "c", "--tier", "D"]);
    assert_eq!(said, "nothing to check: only house players take part\n");
    // One match says nothing of how far others would be from it.
    let matrix = site.succeed(&["matrix", "c"]);
    assert!(!matrix.lines().take(3).any(|line| line.contains('±')), "{matrix}");
    assert!(
        site.succeed(&["field", "c"]).contains("it is certain at 95 % that each beats the next: 0")
    );
}

#[test]
fn tables_fit_the_terminal_on_which_they_are_shown() {
    let site = site();
    for last in ["a", "b", "c"] {
        site.write(&format!("c/bots/a-long-name-of-a-bot-that-goes-on-{last}.py"), GOOD);
    }
    site.write("c/bots/silent.py", "while True: input()\n");
    site.run(&["run", "c", "--tier", "D", "-q"]);
    for command in ["standings", "matches", "matrix"] {
        let mut screen = Screen::start(&site, &[command, "c"]);
        let seen = screen.rest();
        let widest = seen.lines().map(|line| line.trim_end().chars().count()).max().unwrap();
        assert!(widest <= 80, "{command}: {widest}\n{seen}");
    }
    let svg = site.succeed(&["matrix", "c", "--format", "svg"]);
    assert!(svg.contains("<title>a-long-name"), "{svg}");
}

#[test]
fn names_of_files_act_on_no_terminal() {
    let site = site();
    site.write("c/bots/good.py", GOOD);
    let name = "c/bots/\u{1b}[31mred\u{1b}[0m.py";
    fs::write(site.path().join(name), GOOD).unwrap();
    fs::write(site.path().join("c/bots/two\nlines.py"), GOOD).unwrap();
    let commands: [&[&str]; 5] = [
        &["run", "c", "--tier", "D"],
        &["check", "c", "--tier", "D", "--patience", "1s"],
        &["standings", "c"],
        &["check", name, "--game", "footsteps"],
        &["show", name],
    ];
    for command in commands {
        let said = site.run(command);
        for text in [&said.out, &said.err] {
            assert!(!text.contains('\u{1b}'), "{command:?}: {text}");
            assert!(!text.contains("two\nlines"), "{command:?}: {text}");
        }
    }
}
