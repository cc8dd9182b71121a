//! One bad bot does not stop a contest: it is excluded, with a report, until it is fixed.

use crate::site::{Said, Site};
use serde_json::Value;

const CONTEST: &str = r#"
name = "Five"
game = "footsteps"
bots = ["bots/*"]
[format]
kind = "round-robin"
[ranking]
kind = "wins"
[sandbox]
minimum_tier = "D"
"#;
const GOOD: &str = "print(1, flush=True)\nwhile input() != 'fin': print(1, flush=True)\n";

/// Five bots: one does not compile, one is unreadable and one crashes on start.
fn five() -> Site {
    let site = Site::new();
    site.write("c/contest.toml", CONTEST);
    site.write("c/bots/good.py", GOOD);
    site.write("c/bots/other.py", GOOD.replace("(1", "(2"));
    site.write("c/bots/broken.c", "int main(void) { return nothing; }\n");
    site.write("c/bots/empty/bot.toml", "name = \"empty\"\nlanguage = \"executable\"\n");
    site.write("c/bots/missing.py", "import nothing_of_that_name\n");
    site
}

fn run(site: &Site, more: &[&str]) -> Said {
    site.run(&[&["run", "c", "--tier", "D", "--json"], more].concat())
}

/// The bot, the rank and the status of each line of JSON standings.
fn reported(table: &str) -> Vec<(String, Option<u64>, Option<String>)> {
    let lines = table.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let text = |value: &Value| value.as_str().map(str::to_owned);
    lines
        .map(|line| (text(&line["bot"]).unwrap(), line["rank"].as_u64(), text(&line["status"])))
        .collect()
}

fn aside(bot: &str) -> (String, Option<u64>, Option<String>) {
    (bot.to_owned(), None, Some("set-aside".to_owned()))
}

#[test]
fn bots_that_do_not_build_start_or_read_are_excluded_and_the_others_play() {
    let site = five();
    let said = run(&site, &[]);
    assert_eq!(said.code, 3, "{said:?}");
    let table = reported(&said.out);
    assert_eq!((table[0].0.as_str(), table[0].1), ("other", Some(1)), "{table:?}");
    assert_eq!((table[1].0.as_str(), table[1].1), ("good", Some(2)), "{table:?}");
    assert_eq!(table[2..], ["empty", "broken", "missing"].map(aside));
    for report in ["nothing_of_that_name", "‘nothing’ undeclared", "bots/empty/bot.toml"] {
        assert!(said.err.contains(report), "{report}: {}", said.err);
    }
    assert!(said.err.contains("certamen check c"), "{}", said.err);
    assert!(said.err.ends_with("excluded: empty, broken, missing\n"), "{}", said.err);
    // Later output is the same and has no path.
    let later = site.succeed(&["standings", "c", "--format", "json"]);
    assert_eq!(reported(&later), table);
    assert!(!later.contains("bots/"), "{later}");
    let shown = site.succeed(&["standings", "c"]);
    assert!(shown.contains("broken (excluded: it cannot be built)"), "{shown}");
}

#[test]
fn a_fixed_bot_joins_and_plays_only_what_is_missing() {
    let site = five();
    run(&site, &[]);
    let first = site.succeed(&["matches", "c", "--format", "json"]);
    site.write("c/bots/broken.c", "#include <stdio.h>\nint main(void) { puts(\"1\"); fflush(stdout); char line[99]; while (fgets(line, 99, stdin) && line[0] != 'f') { puts(\"1\"); fflush(stdout); } }\n");
    site.write("c/bots/missing.py", GOOD);
    let said = run(&site, &[]);
    assert_eq!(said.code, 3, "{said:?}");
    let table = reported(&said.out);
    assert_eq!(table.iter().filter(|line| line.1.is_some()).count(), 4, "{table:?}");
    assert_eq!(table[4..], [aside("empty")]);
    let more = site.succeed(&["matches", "c", "--format", "json"]);
    assert!(more.starts_with(&first), "what was played stands");
    std::fs::remove_dir_all(site.path().join("c/bots/empty")).unwrap();
    let said = run(&site, &["--strict"]);
    assert_eq!((said.code, reported(&said.out).len()), (0, 4), "{said:?}");
}

#[test]
fn strict_runs_refuse_before_the_first_match_and_name_all() {
    let site = five();
    let said = run(&site, &["--strict"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{said:?}");
    assert!(
        said.err.contains("cannot enter the contest: empty, broken, missing: fix them"),
        "{said:?}"
    );
    assert!(!site.path().join("c/.certamen/contest.sqlite").exists());
    assert_eq!(site.run(&["standings", "c"]).code, 1, "nothing is begun");
}

#[test]
fn a_contest_with_excluded_bots_is_exported_and_verifies() {
    let site = five();
    run(&site, &[]);
    site.succeed(&["export", "c", "--out", "e.jsonl"]);
    let reported = std::fs::read_to_string(site.path().join("e.jsonl")).unwrap();
    let head: Value = serde_json::from_str(reported.lines().next().unwrap()).unwrap();
    let aside = head["contest"]["aside"].as_array().unwrap();
    let names: Vec<_> = aside.iter().map(|aside| aside["bot"].as_str().unwrap()).collect();
    assert_eq!(names, ["empty", "broken", "missing"]);
    assert_eq!(aside[1]["reason"]["es"], "no se puede compilar");
    assert!(site.succeed(&["verify", "e.jsonl"]).contains("sound"));
}

#[test]
fn a_contest_is_hosted_without_those_who_cannot_play() {
    let site = five();
    let file = CONTEST.replace("round-robin", "ladder").replace("wins", "win-share");
    let times = "[entries]\ncloses = \"2015-03-13T18:00[Europe/Madrid]\"\n[timetable]\nstarts = \"2015-03-13T12:00[Europe/Madrid]\"\npublish_every = \"2 hours\"\nchampionship_every = \"24 hours\"\nwaves = 2\n";
    site.write("c/contest.toml", file + times);
    let said = site.run(&["host", "c", "--replay", "--tier", "D", "--json"]);
    assert_eq!(said.code, 3, "{said:?}");
    let table = reported(&said.out);
    let ranked: Vec<_> = table.iter().filter(|line| line.1.is_some()).collect();
    assert_eq!(ranked.len(), 2, "{table:?}");
    assert_eq!(table[2..], ["broken", "empty", "missing"].map(aside));
    // Printed once, however often the contest is opened again.
    assert_eq!(said.err.matches("‘nothing’ undeclared").count(), 1, "{}", said.err);
}

#[test]
fn a_bot_with_the_name_of_another_is_excluded_and_not_the_other() {
    let site = five();
    for bad in ["broken.c", "missing.py", "empty/bot.toml"] {
        std::fs::remove_file(site.path().join("c/bots").join(bad)).unwrap();
    }
    std::fs::remove_dir(site.path().join("c/bots/empty")).unwrap();
    let toml = "name = \"good\"\nlanguage = \"python\"\nsource = [\"bot.py\"]\n";
    site.write("c/bots/thief/bot.toml", toml);
    site.write("c/bots/thief/bot.py", GOOD);
    let said = run(&site, &[]);
    assert_eq!(said.code, 3, "{said:?}");
    assert_eq!(reported(&said.out)[2..], [aside("good")]);
    assert!(said.err.contains("another bot is named `good`"), "{said:?}");
}

#[test]
fn a_contest_says_of_those_who_cannot_be_tried_what_is_wrong() {
    let site = five();
    let said = site.run(&["check", "c", "--tier", "D", "--patience", "1s"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.out.contains("empty: "), "{said:?}");
    assert!(said.out.contains("missing: missing-module"), "{said:?}");
}
