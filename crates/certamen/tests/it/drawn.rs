//! Luck that nobody can choose: drawn when entries close, told when all is over.

use crate::{
    accounts::{check, exported, first, written},
    site::{Site, mancala},
};
use serde_json::{Value, json};
use std::fs;

/// A contest whose luck is drawn when entries close at `closes`.
fn drawn(closes: &str) -> String {
    mancala(2) + &format!("[entries]\ncloses = \"{closes}[Europe/Madrid]\"\n")
}

const OPEN: &str = "2999-01-01T12:00";
const CLOSED: &str = "2015-03-27T12:00";

#[test]
fn luck_is_drawn_when_entries_have_closed_and_told_when_all_is_over() {
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
    // Running again draws nothing new.
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
    check(&file, seed, "the seed of the contest is 7, but the draw gives");
    let fewer = |lines: &mut Vec<Value>| {
        let at = first(lines, "phase");
        lines[at]["phase"]["entrants"].as_array_mut().unwrap().pop();
    };
    check(&file, fewer, "the draw was mixed with other entrants");
}

#[test]
fn a_secret_that_was_not_told_is_said_to_be_missing() {
    let (site, mut lines) = exported(&drawn(CLOSED));
    let draw = &mut lines[0]["contest"]["draw"];
    draw.as_object_mut().unwrap().remove("secret");
    draw["closed"].as_object_mut().unwrap().remove("seed");
    lines[0]["contest"]["seed"] = json!(null);
    let said = written(&site, &lines);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(
        said.out.contains("sound so far") && said.out.contains("has not been told"),
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
