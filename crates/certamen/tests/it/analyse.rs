//! `certamen analyse`: recorded values, costs, mixed strategies, and what bots lose to the best
//! opponent.

use crate::site::{Site, repository};
use flate2::read::GzDecoder;
use serde_json::{Map, Value, json};
use std::{fs, io::Read};

/// The output of a command, each line a JSON object.
fn lines(site: &Site, arguments: &[&str]) -> Vec<Value> {
    let out = site.succeed(arguments);
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The recorded searches: board, side, and results by evaluation and depth.
pub(crate) fn recorded() -> Vec<Value> {
    let file = fs::read(repository("crates/games/tests/data/mancala8-search.jsonl.gz")).unwrap();
    let mut text = String::new();
    GzDecoder::new(&*file).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn recorded_searches_come_out_as_recorded() {
    let (site, recorded) = (Site::new(), recorded());
    let mut searches = 0;
    for bot in ["regular", "bueno"] {
        for depth in 1..=8 {
            let asked: Vec<&Value> =
                recorded.iter().filter(|search| !search[bot][depth - 1].is_null()).collect();
            if asked.is_empty() {
                continue;
            }
            let position = |search: &&Value| {
                json!({"board": search["board"], "turn": search["side"]}).to_string()
            };
            let positions: Vec<String> = asked.iter().map(position).collect();
            site.write("p.jsonl", positions.join("\n"));
            let (bot_name, depth_text) = (format!("builtin:{bot}"), depth.to_string());
            let analyse = ["analyse", "mancala8", "--bot", &bot_name, "--depth", &depth_text];
            let found =
                lines(&site, &[&analyse[..], &["--positions", "p.jsonl", "--json"]].concat());
            assert_eq!(found.len(), asked.len());
            for (found, search) in found.iter().zip(asked) {
                check(found, &search[bot][depth - 1]);
                searches += 1;
            }
        }
    }
    assert_eq!(searches, 1800);
}

fn check(found: &Value, recorded: &Value) {
    assert_eq!(found["move"], format!("R {}", recorded["move"]));
    let values = recorded["values"].as_object().unwrap();
    let values: Map<String, Value> =
        values.iter().map(|(hole, value)| (format!("R {hole}"), value.clone())).collect();
    let found_values: Map<String, Value> =
        found["values"].as_object().unwrap().iter().map(|(k, v)| (k.clone(), v.clone())).collect();
    assert_eq!(found_values.len(), values.len());
    for (action, value) in &values {
        assert_eq!(found_values[action].as_f64(), value.as_f64(), "{action}: {found}");
    }
    assert!(found["nodes"].as_u64() > found["evaluations"].as_u64(), "{found}");
    assert!(found["ms"].is_number() && found.get("at_most").is_none(), "{found}");
}

#[test]
fn pruning_finds_the_same_for_less_whatever_the_order() {
    let site = Site::new();
    let positions: Vec<String> = recorded()
        .iter()
        .take(40)
        .map(|search| json!({"board": search["board"], "turn": search["side"]}).to_string())
        .collect();
    site.write("p.jsonl", positions.join("\n") + "\n\n");
    let analyse = ["analyse", "mancala8", "--bot", "builtin:bueno", "--positions", "p.jsonl"];
    let analyse = [&analyse[..], &["--depth", "4", "--json"]].concat();
    let whole = lines(&site, &analyse);
    for order in ["ascending", "descending", "gains"] {
        let pruned =
            lines(&site, &[&analyse[..], &["--search", "alpha-beta", "--order", order]].concat());
        let mut saved = 0;
        for (pruned, whole) in pruned.iter().zip(&whole) {
            assert_eq!(pruned["move"], whole["move"], "{order}");
            let best = pruned["move"].as_str().unwrap();
            assert_eq!(pruned["values"][best], whole["values"][best], "{order}");
            for (action, value) in pruned["values"].as_object().unwrap() {
                assert_eq!(value, &whole["values"][action], "{order}");
            }
            let none = Map::new();
            for (action, bound) in pruned["at_most"].as_object().unwrap_or(&none) {
                assert!(bound.as_f64() >= whole["values"][action].as_f64(), "{order}: {pruned}");
            }
            let [few, all] = [pruned, whole].map(|line| line["evaluations"].as_u64().unwrap());
            assert!(few <= all, "{order}");
            saved += all - few;
        }
        assert!(saved > 0, "{order}");
    }
}

#[test]
fn what_a_search_costs_is_described_in_four_languages() {
    let site = Site::new();
    let analyse = ["analyse", "mancala8", "--bot", "builtin:regular:depth=3"];
    for (language, parts) in [
        ("en", ["depth 3", "evaluations", "pruned"]),
        ("es", ["profundidad 3", "evaluaciones", "podado"]),
        ("fr", ["profondeur 3", "évaluations", "élagué"]),
        ("it", ["profondità 3", "valutazioni", "potato"]),
    ] {
        let reported = site.succeed(&[&analyse[..], &["--lang", language]].concat());
        for part in parts {
            assert!(reported.contains(part), "{part}: {reported}");
        }
        assert!(
            reported.contains("alpha-beta gains") && reported.contains("minimax"),
            "{reported}"
        );
    }
    // The depth in the name takes precedence.
    let traced = site.succeed(&[&analyse[..], &["--depth", "1", "--trace"]].concat());
    assert!(traced.lines().any(|line| line.starts_with("      R ")), "{traced}");
    let one = lines(&site, &["analyse", "mancala8", "--bot", "builtin:bueno", "--trace", "--json"]);
    assert_eq!(
        one[0]["trace"].as_array().unwrap().len() as u64 + 1,
        one[0]["nodes"].as_u64().unwrap()
    );
}

#[test]
fn what_makes_no_sense_is_refused_by_name() {
    let site = Site::new();
    site.write("p.jsonl", "{\"turn\":1}\n\n{\"turn\":2}\n");
    site.write("q.jsonl", "{}\n[1]\n");
    site.write("empty.jsonl", "\n");
    let over = r#"{"board":[[0,0,0,0,0,0,20],[1,0,0,0,0,15,0]]}"#;
    let bueno = ["--bot", "builtin:bueno"];
    for (game, bot, more, code, parts) in [
        ("checkers", &bueno[..], &[][..], 2, ["unknown game `checkers`", "mancala8"]),
        ("coins", &[], &[], 2, ["no analysis for coins", "mancala8, footsteps"]),
        ("mancala8", &[], &[], 2, ["--bot", "builtin:regular, builtin:bueno or FILE.cl"]),
        ("mancala8", &["--bot", "builtin:malo"], &[], 2, ["`malo`", "bueno"]),
        (
            "mancala8",
            &["--bot", "builtin:first"],
            &[],
            2,
            ["builtin:first", "does not evaluate positions"],
        ),
        ("mancala8", &["--bot", "builtin:aleatorio"], &[], 2, ["aleatorio", "builtin:bueno"]),
        ("mancala8", &["--bot", "mine.cl"], &[], 2, ["mine.cl", "no such file"]),
        ("mancala8", &bueno, &["--search", "mine.cl"], 2, ["--search mine.cl", "no such file"]),
        ("mancala8", &bueno, &["--search", "best"], 2, ["`best`", "alpha-beta"]),
        (
            "mancala8",
            &bueno,
            &["--search", "minimax", "--order", "gains"],
            2,
            ["--order", "alpha-beta"],
        ),
        ("mancala8", &bueno, &["--order", "best"], 2, ["--order", "ascending, descending, gains"]),
        ("mancala8", &bueno, &["--depth", "0"], 2, ["--depth", "1 to 12"]),
        ("mancala8", &bueno, &["--depth", "13"], 2, ["--depth", "1 to 12"]),
        ("mancala8", &bueno, &["--depth", "6", "--trace"], 2, ["--trace", "1 to 5"]),
        ("mancala8", &bueno, &["--samples", "50"], 2, ["--samples", "omit it"]),
        ("mancala8", &bueno, &["--position", "{"], 2, ["--position", "JSON"]),
        ("mancala8", &bueno, &["--position", r#"{"trun":1}"#], 2, ["--position", "trun"]),
        ("mancala8", &bueno, &["--position", over], 2, ["--position", "over"]),
        ("mancala8", &bueno, &["--positions", "p.jsonl"], 1, ["p.jsonl: line 3", "turn"]),
        ("mancala8", &bueno, &["--positions", "q.jsonl"], 1, ["q.jsonl: line 2", "JSON object"]),
        ("mancala8", &bueno, &["--positions", "empty.jsonl"], 1, ["empty.jsonl", "no position"]),
        ("mancala8", &bueno, &["--positions", "none.jsonl"], 1, ["none.jsonl", "No such file"]),
        (
            "mancala8",
            &bueno,
            &["--positions", "p.jsonl", "--position", "{}"],
            2,
            ["--position", ""],
        ),
        ("footsteps", &[], &["--depth", "2"], 2, ["--depth", "omit it"]),
        ("footsteps", &[], &["--position", r#"{"points":101}"#], 2, ["points", "at most 100"]),
        ("footsteps", &[], &["--position", r#"{"squares":23}"#], 2, ["squares", "at most 21"]),
        ("footsteps", &[], &["--position", r#"{"position":3}"#], 2, ["--position", "over"]),
        ("footsteps", &["--bot", "absent"], &[], 2, ["`absent`", "no such file"]),
    ] {
        let said = site.run(&[&["analyse", game], bot, more].concat());
        assert_eq!(said.code, code, "{game} {bot:?} {more:?}: {said:?}");
        assert!(said.out.is_empty() && !said.err.contains("panicked"), "{said:?}");
        for part in parts {
            assert!(
                said.err.contains(part),
                "{game} {bot:?} {more:?} does not say `{part}`: {said:?}"
            );
        }
    }
}

#[test]
fn the_opening_of_footsteps_is_the_known_lottery() {
    let site = Site::new();
    let line = &lines(&site, &["analyse", "footsteps", "--json"])[0];
    assert_eq!(line["value"], 0);
    assert_eq!(line["mix"], line["rival"]);
    let mix = line["mix"].as_object().unwrap();
    assert_eq!(mix.len(), 17);
    assert!((mix["16"].as_f64().unwrap() - 0.10035).abs() < 1e-5, "{line}");
    let reported = site.succeed(&["analyse", "footsteps", "--lang", "it"]);
    assert!(reported.contains("offerta") && reported.contains("10.035 %"), "{reported}");
    // A position as `show --json` prints it: one step from the goal, and with more points.
    let near = r#"{"position":-2,"squares":7,"points":[9,8]}"#;
    let line = &lines(&site, &["analyse", "footsteps", "--position", near, "--json"])[0];
    assert_eq!(line["value"], 1);
}

#[test]
fn bots_of_footsteps_lose_what_can_be_won_from_them() {
    let site = Site::new();
    let analyse = |bot: &str, more: &[&str]| {
        let arguments = ["analyse", "footsteps", "--bot", bot, "--json", "--tier", "D"];
        lines(&site, &[&arguments[..], more].concat()).remove(0)
    };
    let random = analyse("builtin:random", &[]);
    let known = random["exploitable"].as_f64().unwrap();
    assert!(random["exact"] == true && (0.97..0.98).contains(&known), "{random}");
    // A predictable program is beaten by a fixed line, which is legal and ends with its loss.
    let espejo = analyse(&repository("bots/footsteps/espejo"), &[]);
    assert_eq!((&espejo["exploitable"], &espejo["exact"]), (&json!(1), &json!(true)));
    let bids = espejo["line"].as_array().unwrap();
    let lost = bids.iter().filter(|turn| turn[1].as_u64() > turn[0].as_u64()).count();
    assert!(lost >= 3 && bids.len() <= 100, "{espejo}");
    // The loss of a randomised one is estimated.
    site.write("lots.py", LOTS);
    let lots = analyse("lots.py", &["--samples", "120"]);
    assert_eq!(
        (&lots["exact"], &lots["samples"], &lots["learned"]),
        (&json!(false), &json!(60), &json!(60))
    );
    assert!(lots["exploitable"].as_f64().unwrap() > 0.5, "{lots}");
    // One that breaks the rules loses by itself.
    site.write("rogue.py", "print(99, flush=True)\n");
    let rogue = analyse("rogue.py", &[]);
    assert_eq!((&rogue["exploitable"], &rogue["line"]), (&json!(1), &json!([[null, 0]])));
}

/// Bids 5 or 6 at random.
const LOTS: &str = "\
import os, random
lots, left = random.Random(os.environ['CERTAMEN_SEED']), 50
while True:
    bid = min(left, lots.choice([5, 6]))
    print(bid, flush=True)
    left -= bid
    if input() == 'fin': break
";
