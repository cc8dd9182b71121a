//! Standard error of bots, stored for their authors.

use crate::site::Site;

/// A bot that writes to standard error on start, in each turn, and after the end message.
const TALKER: &str = "import sys\n\
    print('up\\x1b[2J', file=sys.stderr, flush=True)\n\
    while True:\n  print(1, flush=True)\n  line = input()\n\
    \x20 print('heard', line, file=sys.stderr)\n  if line == 'fin': break\n";

const CONTEST: &str = "name = \"x\"\ngame = \"footsteps\"\nbots = [\"talker.py\", \"builtin:last\"]\n\
    [options]\npoints = 3\n[format]\nkind = \"round-robin\"\n[ranking]\nkind = \"wins\"\n\
    [sandbox]\nminimum_tier = \"D\"\n";

#[test]
fn a_contest_keeps_what_its_bots_say_on_standard_error() {
    let site = Site::new();
    site.write("c/talker.py", TALKER);
    site.write("c/contest.toml", CONTEST);
    site.succeed(&["run", "c", "--tier", "D"]);
    let said = site.succeed(&["show", "c#1", "--stderr", "0"]);
    let expected = "up\\u{1b}[2J\nheard 3\nheard 0\nheard 0\nheard fin\n";
    assert_eq!(said.replace("heard 0\n", ""), expected.replace("heard 0\n", ""));
    let nothing = site.run(&["show", "c#1", "--stderr", "1"]);
    assert_eq!((nothing.code, &*nothing.out), (0, ""), "{nothing:?}");
    assert!(nothing.err.contains("last: nothing on standard error"), "{nothing:?}");
    let beyond = site.run(&["show", "c#1", "--stderr", "2"]);
    assert_eq!(beyond.code, 2, "{beyond:?}");
    assert!(beyond.err.contains("seats 0 to 1"), "{beyond:?}");
}

#[test]
fn a_recorded_match_keeps_it_in_a_file_beside_the_record() {
    let site = Site::new();
    site.write("talker.py", TALKER);
    site.write("quiet.py", "while True:\n  print(1, flush=True)\n  if input() == 'fin': break\n");
    let play = |bot, record| {
        let seed = ["--seed", "1", "--tier", "D", "--option", "points=3", "--quiet"];
        let bots = ["play", "footsteps", "builtin:first", bot, "--record", record];
        site.succeed(&[&bots[..], &seed].concat());
    };
    play("me=talker.py", "r.jsonl");
    let said = site.succeed(&["show", "r.jsonl", "--stderr", "1"]);
    assert!(said.starts_with("up\\u{1b}[2J\nheard 1\n") && said.ends_with("heard fin\n"), "{said}");
    assert_eq!(site.succeed(&["show", "r.jsonl", "--stderr", "0"]), "");
    site.succeed(&["verify", "r.jsonl"]);
    // Output is not part of the record, and nothing is left of an earlier match.
    play("me=quiet.py", "r.jsonl");
    assert_eq!(site.succeed(&["show", "r.jsonl", "--stderr", "1"]), "");
    assert!(!site.path().join("r.jsonl.stderr").exists());
}

#[test]
fn metrics_of_bots_are_printed_and_drawn_by_turn() {
    let site = Site::new();
    let talker = "import sys\nturn = 0\nwhile True:\n  turn += 1\n\
        \x20 print('[TDATA] depth =', turn * 2, file=sys.stderr)\n\
        \x20 print('[TDATA][%d] <nodes> = %d' % (turn, turn ** 2), file=sys.stderr)\n\
        \x20 print('[TDATA] how sure', file=sys.stderr, flush=True)\n\
        \x20 print(1, flush=True)\n  if input() == 'fin': break\n";
    site.write("talker.py", talker);
    let play = ["play", "footsteps", "talker.py", "builtin:first", "--record", "r.jsonl"];
    let flags = ["--seed", "1", "--tier", "D", "--option", "points=3", "--quiet"];
    site.succeed(&[&play[..], &flags].concat());
    let reported = site.run(&["show", "r.jsonl", "--metrics", "--json"]);
    assert_eq!(reported.code, 0, "{reported:?}");
    let lines: Vec<serde_json::Value> =
        reported.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let value = |turn: u64, metric: &str, seat: u64| {
        let is_it = |line: &&serde_json::Value| {
            line["turn"] == turn && line["metric"] == metric && line["seat"] == seat
        };
        lines.iter().find(is_it).map(|line| line["value"].clone())
    };
    assert_eq!(value(2, "depth", 0), Some(4.into()), "{reported:?}");
    assert_eq!(value(3, "<nodes>", 0), Some(9.into()), "{reported:?}");
    assert_eq!(value(2, "depth", 1), None, "{reported:?}");
    assert!(value(0, "score", 1).is_some(), "the game has the points: {reported:?}");
    assert!(reported.err.contains("seat 0: [TDATA] how sure: ignored"), "{reported:?}");
    let drawn = site.run(&["show", "r.jsonl", "--metrics", "--svg", "r.svg"]);
    assert_eq!((drawn.code, &*drawn.out), (0, ""), "{drawn:?}");
    let svg = std::fs::read_to_string(site.path().join("r.svg")).unwrap();
    assert!(svg.contains("&lt;nodes&gt;") && !svg.contains("<nodes>"), "{svg}");
    // Two seats have points, one prints two metrics.
    assert_eq!(svg.matches("<polyline").count(), 4, "{svg}");
    let alone = site.run(&["show", "r.jsonl", "--svg", "r.svg"]);
    assert_eq!((alone.code, &*alone.out), (0, ""), "{alone:?}");
    let svg = std::fs::read_to_string(site.path().join("r.svg")).unwrap();
    assert!(svg.contains("@keyframes") && svg.contains(">1. talker<"), "{svg}");
    assert!(!svg.contains("<script") && svg.len() < 100_000, "{}", svg.len());
    let both = site.run(&["show", "r.jsonl", "--svg", "r.svg", "--html", "r.html"]);
    assert_eq!(both.code, 2, "{both:?}");
}
