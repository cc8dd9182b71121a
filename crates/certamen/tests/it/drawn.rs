//! Verifiable seeds: drawn when entries close, published when the contest is over.

use crate::{
    accounts::{check, exported, first, written},
    site::{Site, mancala},
};
use serde_json::{Value, json};
use std::fs;

/// A contest whose seed is drawn when entries close at `closes`.
fn drawn(closes: &str) -> String {
    mancala(2) + &format!("[entries]\ncloses = \"{closes}[Europe/Madrid]\"\n")
}

const OPEN: &str = "2999-01-01T12:00";
const CLOSED: &str = "2015-03-27T12:00";

#[test]
fn seeds_are_drawn_when_entries_have_closed_and_published_when_all_is_over() {
    let site = Site::new();
    site.write("c/contest.toml", drawn(OPEN));
    let open = site.run(&["run", "c"]);
    assert_eq!(open.code, 0, "{open:?}");
    assert!(open.err.contains("matches are preliminary"), "{open:?}");
    let said = site.run(&["verify", "c"]);
    assert!(said.code == 0 && said.out.contains("entries are open"), "{said:?}");
    let preliminary = site.succeed(&["export", "c"]);
    let secret = draw_of(&site)["secret"].as_str().unwrap().to_owned();
    assert!(!preliminary.contains(&secret));
    let commitment = draw_of(&site)["commitment"].as_str().unwrap().to_owned();
    assert!(open.err.contains(&commitment), "{open:?}");

    site.write("c/contest.toml", drawn(CLOSED));
    let closed = site.run(&["run", "c"]);
    assert!(closed.err.contains(&commitment), "{closed:?}");
    assert!(closed.err.contains("the seed is drawn"), "{closed:?}");
    assert_eq!(draw_of(&site)["secret"], secret, "the secret stays");
    assert!(site.path().join("c/.certamen/preliminary.sqlite").is_file());
    let said = site.run(&["verify", "c"]);
    assert!(said.code == 0 && said.out.contains("the seed was drawn"), "{said:?}");
    let export = site.succeed(&["export", "c"]);
    assert!(export.contains(&secret), "the contest is over");
    site.write("e.jsonl", &export);
    assert_eq!(site.run(&["verify", "e.jsonl"]).code, 0);
    let other = site.run(&["run", "c", "--seed", "8"]);
    assert!(other.code == 1 && other.err.contains("`--seed` is 8"), "{other:?}");
    // Running again draws no new seed.
    site.succeed(&["run", "c", "--quiet"]);
    assert_eq!(site.succeed(&["export", "c"]), export);
}

fn draw_of(site: &Site) -> Value {
    let text = fs::read_to_string(site.path().join("c/.certamen/draw.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_draw_that_was_tampered_with_is_found() {
    let draw = |key: &'static str, value: Value| {
        move |lines: &mut Vec<Value>| lines[0]["contest"]["draw"][key] = value.clone()
    };
    let file = drawn(CLOSED);
    check(&file, draw("secret", json!("0".repeat(64))), "was published");
    check(&file, draw("commitment", json!("0".repeat(64))), "was published");
    let entrants = |lines: &mut Vec<Value>| {
        lines[0]["contest"]["draw"]["closed"]["digests"][0] = json!("00");
    };
    check(&file, entrants, "but secret and entrants give");
    let seed = |lines: &mut Vec<Value>| lines[0]["contest"]["seed"] = json!(7);
    check(&file, seed, "the contest's seed is 7, but the draw gives");
    let fewer = |lines: &mut Vec<Value>| {
        let at = first(lines, "phase");
        lines[at]["phase"]["entrants"].as_array_mut().unwrap().pop();
    };
    check(&file, fewer, "the draw used other entrants");
}

#[test]
fn a_secret_that_was_not_published_is_reported_as_missing() {
    let (site, mut lines) = exported(&drawn(CLOSED));
    let draw = &mut lines[0]["contest"]["draw"];
    draw.as_object_mut().unwrap().remove("secret");
    draw["closed"].as_object_mut().unwrap().remove("seed");
    lines[0]["contest"]["seed"] = json!(null);
    let said = written(&site, &lines);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(
        said.out.contains("sound so far") && said.out.contains("has not been published"),
        "{said:?}"
    );
}

#[test]
fn a_draw_on_disk_that_does_not_agree_stops_the_run() {
    let (site, _) = exported(&drawn(CLOSED));
    let path = site.path().join("c/.certamen/draw.json");
    let text = fs::read_to_string(&path).unwrap();
    for (from, to, expected) in [
        ("\"secret\":\"", "\"secret\":\"00", "hexadecimal digits"),
        ("\"digests\":[\"", "\"digests\":[\"0", "secret and entrants give"),
        ("{\"commitment\"", "{\"colour\"", "draw.json: unknown field"),
    ] {
        assert!(text.contains(from), "{text}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let said = site.run(&["run", "c"]);
        assert!(said.code == 1 && said.err.contains(expected), "{said:?}");
    }
}

/// Anyone who saved one of these can compare it with an export.
#[test]
fn saved_heads_commitments_and_lists_are_compared_with_an_export() {
    let (site, lines) = exported(&drawn(CLOSED));
    assert_eq!(written(&site, &lines).code, 0);
    let draw = draw_of(&site);
    let commitment = draw["commitment"].as_str().unwrap();
    let kept = |name: &str| format!("c/.certamen/{name}");
    let (chain, entrants) = (kept("table.chain"), kept("entrants.txt"));
    let whole = ["--chain", &chain, "--commitment", commitment, "--entrants", &entrants];
    site.succeed(&[&["verify", "e.jsonl"][..], &whole].concat());
    let head = site.read(&chain);
    let (before, digits) = head.split_once("\"head\":\"").unwrap();
    let digit = if digits.starts_with('0') { '1' } else { '0' };
    site.write("other.chain", format!("{before}\"head\":\"{digit}{}", &digits[1..]));
    let list = site.read(&entrants);
    site.write("other.txt", list.lines().skip(1).collect::<Vec<_>>().join("\n"));
    let zeros = "0".repeat(64);
    let receipt =
        certamen_contest::Receipt::of(("c", None), ("a.py", b"1"), jiff::Timestamp::UNIX_EPOCH);
    site.write("mine.receipt", receipt.to_line());
    for (flag, file, reported) in [
        ("--chain", "other.chain", "is not in it"),
        ("--commitment", &*zeros, "the draw's commitment differs"),
        ("--entrants", "other.txt", "the draw's entrants differ from the saved list"),
        ("--receipt", "mine.receipt", "a.py"),
    ] {
        let said = site.run(&["verify", "e.jsonl", flag, file]);
        assert!(said.code == 1 && said.err.contains(reported), "{flag}: {said:?}");
    }
}

/// Once the seed is published, anyone who puts it into a contest file can replay the contest.
#[test]
fn a_contest_whose_seed_was_drawn_is_played_again_by_the_published_seed() {
    let (site, lines) = exported(&mancala(2).replace("game =", "seed = \"drawn\"\ngame ="));
    let seed = lines[0]["contest"]["seed"].as_u64().unwrap();
    site.write(
        "again/contest.toml",
        mancala(2).replace("game =", &format!("seed = {seed}\ngame =")),
    );
    site.succeed(&["run", "again", "--quiet"]);
    let records = |lines: &[Value]| {
        let reported = lines.iter().filter_map(|line| line.get("match"));
        reported
            .map(|reported| {
                (reported["seed"].clone(), reported["seats"].clone(), reported["outcome"].clone())
            })
            .collect::<Vec<_>>()
    };
    let again = site.succeed(&["export", "again"]);
    let again: Vec<Value> = again.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records(&again), records(&lines));
    assert_eq!(records(&again).len(), 30);
}
