//! Timeouts cost little: a bot that does not answer in three matches in a row is excluded.

use crate::site::Site;
use serde_json::Value;
use std::time::Instant;

const CONTEST: &str = r#"
name = "Nine"
game = "footsteps"
bots = ["bots/*", "builtin:first", "builtin:last", "builtin:random"]
[format]
kind = "round-robin"
[ranking]
kind = "wins"
[sandbox]
minimum_tier = "D"
"#;
const GOOD: &str = "print(1, flush=True)\nwhile input() != 'fin': print(1, flush=True)\n";

/// Nine bots: two do not answer, and one crashes on start.
fn nine() -> Site {
    let site = Site::new();
    site.write("c/contest.toml", CONTEST);
    for (name, step) in [("one", "(1"), ("two", "(2"), ("three", "(3")] {
        site.write(&format!("c/bots/{name}.py"), GOOD.replace("(1", step));
    }
    site.write("c/bots/silent.py", "while True: input()\n");
    site.write(
        "c/bots/unflushed.py",
        "import sys\nwhile True:\n    print(1)\n    sys.stdin.readline()\n",
    );
    site.write("c/bots/broken.py", "import nothing_of_that_name\n");
    site
}

#[test]
fn a_field_with_silent_bots_has_the_same_table_for_any_number_of_jobs() {
    let tables = ["1", "4"].map(|jobs| {
        let site = nine();
        let started = Instant::now();
        let said = site.run(&["run", "c", "--json", "--tier", "D", "--jobs", jobs]);
        let took = started.elapsed();
        assert_eq!(said.code, 3, "{said:?}");
        // Of 28 matches, 13 have a silent bot; they took 18 s each.
        assert!(took.as_secs() < 60, "{took:?}");
        let silent: Vec<Value> = said
            .out
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .filter(|line| line["disqualified"] == "silence")
            .collect();
        let names: Vec<&str> = silent.iter().map(|line| line["bot"].as_str().unwrap()).collect();
        assert_eq!(names, ["silent", "unflushed"], "{said:?}");
        assert!(silent.iter().all(|line| line["rank"].is_null()));
        let shown = site.succeed(&["standings", "c"]);
        assert!(shown.contains("silent (disqualified: asleep through three matches in a row)"));
        site.succeed(&["export", "c", "--out", "e.jsonl"]);
        assert!(site.succeed(&["verify", "e.jsonl"]).contains("sound"));
        said.out
    });
    assert_eq!(tables[0], tables[1]);
}

#[test]
fn who_ignores_the_end_message_is_named_and_waited_for_only_once_in_a_contest() {
    let site = Site::new();
    let many = CONTEST.replace(", \"builtin:last\", \"builtin:random\"", "");
    let many =
        many.replace("kind = \"round-robin\"", "kind = \"round-robin\"\ngames_per_pair = 40");
    site.write("c/contest.toml", many);
    let stays =
        "while True:\n    print(1, flush=True)\n    try: input()\n    except EOFError: pass\n";
    site.write("c/bots/stays.py", stays);
    let said = site.run(&["run", "c", "--json", "--tier", "D", "--jobs", "1"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.err.contains("stays: still running after the last message; awaited once"),
        "{said:?}"
    );
    let records: Vec<Value> = site
        .succeed(&["matches", "c", "--format", "json"])
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(records.len(), 40);
    // This is stored beside the build, so that another run does not wait again.
    let mark = std::fs::read_dir(site.path().join("c/.certamen/builds")).unwrap();
    let marks = mark.filter(|home| home.as_ref().unwrap().path().join("stays").is_file());
    assert_eq!(marks.count(), 1);
    let quiet =
        site.run(&["play", "footsteps", "c/bots/stays.py", "builtin:first", "--games", "9", "-q"]);
    assert!(quiet.code == 0 && !quiet.err.contains("still running"), "{quiet:?}");
    let played =
        site.run(&["play", "footsteps", "c/bots/stays.py", "builtin:first", "--games", "9"]);
    assert!(played.err.contains("stays: still running after the last message"), "{played:?}");
}

#[test]
fn a_host_who_wants_to_keeps_them() {
    let site = nine();
    for good in ["one.py", "two.py", "broken.py", "unflushed.py"] {
        std::fs::remove_file(site.path().join("c/bots").join(good)).unwrap();
    }
    site.write("c/contest.toml", format!("{CONTEST}[programs]\nsuspend_silent = false\n"));
    let table = site.succeed(&["run", "c", "--json", "--tier", "D"]);
    let lines = table.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    assert!(lines.into_iter().all(|line| line["played"] == 4 && !line["rank"].is_null()));
}
