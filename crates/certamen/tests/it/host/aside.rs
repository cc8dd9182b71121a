//! Matches that cannot be played and bots that cannot be built while a contest is hosted: they are
//! named, and the contest continues.

use super::{course, file, held, published};
use crate::site::Said;
use serde_json::Value;
use std::{process::Stdio, thread::sleep, time::Duration};

/// An engine that does not support this board; no match is lost for it.
const REFUSES: &str = "import sys\nfor line in sys.stdin:\n    \
    head = line.split()[0]\n    number = head if head.isdigit() else ''\n    \
    told = '?' + number + ' no such board' if 'boardsize' in line else '=' + number\n    \
    print(told + '\\n', flush=True)\n";
const GO: &str = r#"
name = "Go"
game = "go"
bots = ["bots/*", "builtin:first", "builtin:last", "builtin:random"]
options = { size = 3 }
[format]
kind = "ladder"
[ranking]
kind = "win-share"
[sandbox]
minimum_tier = "D"
[entries]
closes = "2015-03-13T18:00[Europe/Madrid]"
[timetable]
starts = "2015-03-13T12:00[Europe/Madrid]"
publish_every = "2 hours"
championship_every = "24 hours"
waves = 2
"#;

#[test]
fn unplayable_matches_are_deferred_and_the_others_count() {
    let site = held(GO);
    let about =
        "name = \"refuses\"\nlanguage = \"python\"\nsource = [\"bot.py\"]\nprotocol = \"gtp\"\n";
    site.write("c/bots/refuses/bot.toml", about);
    site.write("c/bots/refuses/bot.py", REFUSES);
    let said = site.run(&["host", "c", "--replay", "--json", "--lang", "es"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.err.contains("el motor rechaza `boardsize 3`: no such board"), "{}", said.err);
    assert!(said.err.contains("c#1"), "the matches are named: {}", said.err);
    let played: Vec<Value> =
        said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    crate::printed::check("standings", &said.out);
    let count = |bot: &str| {
        let line = played.iter().find(|line| line["bot"] == bot).unwrap();
        line["played"].as_u64().unwrap()
    };
    assert!(["first", "last", "random"].iter().all(|bot| count(bot) > 0), "{played:#?}");
    assert_eq!(count("refuses"), 0, "no bot has lost for it: {played:#?}");
}

#[test]
fn a_course_player_that_no_longer_builds_is_reported_and_the_others_play() {
    let site = course::course();
    course::send_sample(&site, "14011150313In.cl", "13T12:40");
    course::send_sample(&site, "14021150313Ab.cl", "13T12:50");
    super::replay(&site, Some("2015-03-13T17:00[Europe/Madrid]"));
    let first = published(&site, ".csv");
    assert_eq!(first.len(), 1, "{first:?}");
    // A new compiler rejects the source: the build is gone, so the bot is rejected.
    std::fs::remove_dir_all(site.path().join("c/.certamen/builds")).unwrap();
    let source = file(&site, "accepted/14011150313In.cl");
    site.write("c/accepted/14011150313In.cl", source + "\n(defun nueva (x) (car 3))\n");
    let until = ["--until", "2015-03-14T13:00[Europe/Madrid]"];
    let said = site.run(&[&["host", "c", "--replay", "--lang", "es"], &until[..]].concat());
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.err.contains("14011"), "{said:?}");
}

/// A contest that lasts two days, whose folder gets another bot meanwhile.
const OPEN: &str = r#"
name = "Pasos"
game = "footsteps"
bots = ["bots/*", "builtin:first", "builtin:last"]
[format]
kind = "ladder"
[ranking]
kind = "win-share"
[sandbox]
minimum_tier = "D"
[entries]
closes = "2015-03-15T12:00[Europe/Madrid]"
[timetable]
starts = "2015-03-13T12:00[Europe/Madrid]"
publish_every = "1 hour"
championship_every = "24 hours"
waves = 4
"#;

#[test]
fn a_bad_program_that_arrives_during_hosting_is_reported_and_the_others_play() {
    let site = held(OPEN);
    site.write(
        "c/bots/good.py",
        "print(1, flush=True)\nwhile input() != 'fin': print(1, flush=True)\n",
    );
    let mut host = site.command(&["host", "c", "--replay", "--json"]);
    let host = host.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let tables = || {
        if site.path().join("c/published").is_dir() { published(&site, ".json").len() } else { 0 }
    };
    let begun = (0..6_000).any(|_| {
        sleep(Duration::from_millis(10));
        tables() >= 2
    });
    assert!(begun, "nothing is published");
    site.write("c/bots/old.py", "print raw_input()\n");
    let before = tables();
    let said = Said::of(host.wait_with_output().unwrap());
    assert_eq!(said.code, 3, "{said:?}");
    assert!(tables() > before + 2, "it was nearly over: {before} of {}", tables());
    assert!(said.err.contains("old.py") && said.err.contains("Python 2"), "{}", said.err);
    let table: Vec<Value> =
        said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let line = |bot: &str| table.iter().find(|line| line["bot"] == bot).unwrap();
    assert_eq!((&line("old")["rank"], &line("old")["status"]), (&Value::Null, &"set-aside".into()));
    assert!(["good", "first", "last"].iter().all(|bot| line(bot)["played"].as_u64() > Some(0)));
}
