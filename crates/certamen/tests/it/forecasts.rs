//! The expected duration of a contest.

use crate::site::{Site, mancala};
use serde_json::Value;

#[test]
fn a_forecast_tries_some_matches_and_hands_nothing_in() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(4));
    let said = site.succeed(&["run", "c", "--forecast", "--jobs", "1"]);
    assert!(said.starts_with("6 bots, 60 matches: "), "{said}");
    assert!(said.contains("on 1 core (mean of 15 matches"), "{said}");
    assert!(!said.contains("about less") && !said.contains('<'), "{said}");
    assert_eq!(site.succeed(&["matches", "c", "--format", "json"]), "");
    let line: Value =
        serde_json::from_str(&site.succeed(&["run", "c", "--forecast", "--json"])).unwrap();
    assert_eq!(
        (&line["bots"], &line["matches"], &line["left"]),
        (&6.into(), &60.into(), &60.into())
    );
    assert!(line["low"].as_f64() <= line["seconds"].as_f64(), "{line}");
    let table = site.succeed(&["run", "c", "--json"]);
    let other = Site::new();
    other.write("c/contest.toml", mancala(4));
    assert_eq!(other.succeed(&["run", "c", "--json"]), table, "the probe changed the contest");
    let over = site.run(&["run", "c", "--forecast"]);
    assert!(over.code == 0 && over.err.contains("no match is left"), "{over:?}");
}

#[test]
fn what_was_played_is_what_the_rest_is_forecast_from() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2));
    site.succeed(&["run", "c", "--quiet"]);
    let more = mancala(2).replace("bots = [", "bots = [\"builtin:aleatorio\", ");
    site.write("c/contest.toml", more);
    let said = site.succeed(&["run", "c", "--forecast", "--lang", "it"]);
    assert!(said.starts_with("7 bots, 12 / 42 partite da giocare: "), "{said}");
    assert!(said.contains("media di 30 partite"), "{said}");
    let resumed = site.run(&["run", "c"]);
    assert!(
        resumed.err.contains("7 players, 42 matches, round-robin; 12 left: less than 1 s"),
        "{resumed:?}"
    );
}
