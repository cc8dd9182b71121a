//! What we fail to play, and whom we fail to build, while a contest is held: it is named, and stops
//! nobody.

use super::{course, file, held, published};
use serde_json::Value;

/// An engine that does not play on this board, for which nobody has lost.
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
fn matches_that_cannot_be_played_are_put_aside_and_the_others_come_into_the_table() {
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
    assert_eq!(count("refuses"), 0, "nobody has lost for it: {played:#?}");
}

#[test]
fn a_player_of_a_course_that_no_longer_builds_is_named_and_stops_nobody() {
    let site = course::course();
    course::send_sample(&site, "14011150313In.cl", "13T12:40");
    course::send_sample(&site, "14021150313Ab.cl", "13T12:50");
    super::replay(&site, Some("2015-03-13T17:00[Europe/Madrid]"));
    let first = published(&site, ".csv");
    assert_eq!(first.len(), 1, "{first:?}");
    // A new compiler knows less: what was built is gone, and the player is refused.
    std::fs::remove_dir_all(site.path().join("c/.certamen/builds")).unwrap();
    let source = file(&site, "accepted/14011150313In.cl");
    site.write("c/accepted/14011150313In.cl", source + "\n(defun nueva (x) (car 3))\n");
    let until = ["--until", "2015-03-14T13:00[Europe/Madrid]"];
    let said = site.run(&[&["host", "c", "--replay", "--lang", "es"], &until[..]].concat());
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.err.contains("14011"), "{said:?}");
}
