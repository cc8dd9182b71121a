//! Evaluation functions in Lisp: what they play, what becomes of those that fail, and how far those
//! get who try to break out.

mod analyses;
mod escapes;
mod facts;
mod refused;
mod verdicts;

use crate::site::{Site, repository};
use serde_json::Value;

/// The rival of everybody, who is to be in the way of nothing.
fn bueno() -> String {
    repository("bots/mancala8/bueno-lisp")
}

/// A match of the contest in the folder `c`.
#[derive(Debug)]
struct Played {
    number: u64,
    seats: [String; 2],
    /// The seat that failed, and how.
    fault: Option<(u64, String)>,
    points: Value,
}

/// Lets the rival play each of `players`, and then Regular: all matches.
fn contest(site: &Site, players: &[(&str, &str)], more: &[&str]) -> Vec<Played> {
    for (name, source) in players {
        site.write(&format!("c/{name}.cl"), source);
    }
    let names = players.iter().map(|(name, _)| format!("\"{name}.cl\", "));
    let bots: String = names.collect();
    let file = format!(
        "name = \"x\"\ngame = \"mancala8\"\nbots = [{bots}\"rival={}\", \"builtin:regular\"]\n\
         [format]\nkind = \"gauntlet\"\nchallengers = [\"rival\"]\ngames_per_pair = 2\n\
         [ranking]\nkind = \"points\"\n[limits]\nmove_time = \"2s\"\n",
        bueno()
    );
    site.write("c/contest.toml", file);
    site.succeed(&[&["run", "c", "--quiet"], more].concat());
    let lines = site.succeed(&["matches", "c", "--format", "json"]);
    lines.lines().map(|line| played(&serde_json::from_str(line).unwrap())).collect()
}

fn played(line: &Value) -> Played {
    let name = |seat: usize| line["seats"][seat].as_str().unwrap().to_owned();
    let fault = line["reason"].as_str().map(|reason| {
        let lost = u64::from(line["scores"][0] == 1);
        (lost, reason.to_owned())
    });
    Played {
        number: line["match"].as_u64().unwrap(),
        seats: [name(0), name(1)],
        fault,
        points: line["detail"]["points"].clone(),
    }
}

/// The rival plays Regular as if nothing had been.
fn check_rival(matches: &[Played]) {
    let last: Vec<&Played> =
        matches.iter().filter(|it| it.seats.contains(&"regular".to_owned())).collect();
    assert_eq!(last.len(), 2, "{matches:?}");
    for it in last {
        assert_eq!(it.fault, None, "{it:?}");
        if it.seats[0] == "rival" {
            assert_eq!(it.points, serde_json::json!([10, 26]), "{it:?}");
        }
    }
}
