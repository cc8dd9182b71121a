//! Evaluation functions in Lisp: how they play, what happens when they fail, and attempts to
//! escape.

mod analyses;
mod escapes;
mod facts;
mod refused;
mod verdicts;

use crate::site::{Site, repository};
use serde_json::Value;

/// The opponent of every bot; it must not be affected by any of them.
fn bueno() -> String {
    repository("bots/mancala8/bueno-lisp")
}

/// A match of the contest in the folder `c`.
#[derive(Debug)]
struct Played {
    number: u64,
    seats: [String; 2],
    /// The seat that committed a fault, and the fault.
    fault: Option<(u64, String)>,
    points: Value,
}

/// Plays the opponent against each of `players`, then against Regular; returns all matches.
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

/// Checks that the opponent's match against Regular is unaffected.
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
