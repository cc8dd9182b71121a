//! The report about equal conditions.

use crate::site::{Site, mancala};
use serde_json::Value;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn seats_are_balanced_and_their_worth_is_shown() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(4));
    site.succeed(&["run", "c", "--quiet"]);
    let found = lines(&site.succeed(&["standings", "c", "--fair-play", "--format", "json"]));
    let seats: Vec<&Value> = found.iter().filter(|line| line.get("seat").is_some()).collect();
    assert_eq!(seats.len(), 2);
    assert!(seats.iter().all(|seat| seat["played"] == 60), "{seats:?}");
    assert_eq!(seats[0]["won"], seats[1]["lost"]);
    assert!(found.iter().any(|line| line["advantage_elo"].is_number()));
    let bots: Vec<&Value> = found.iter().filter(|line| line.get("bot").is_some()).collect();
    assert_eq!(bots.len(), 6);
    assert!(bots.iter().all(|bot| bot["sat"] == serde_json::json!([10, 10])), "{bots:?}");
    let timed = found.iter().find(|line| line.get("timed").is_some()).unwrap();
    assert_eq!(timed["timed"], 60);
    assert!(timed["median_ms"].as_f64() <= timed["longest_ms"].as_f64());
}

#[test]
fn faults_are_reported_by_kind() {
    let site = Site::new();
    site.write("c/rogue.py", "print(99, flush=True)\n");
    site.write("c/silent.py", "pass\n");
    let bots = "[\"rogue.py\", \"silent.py\", \"builtin:first\"]";
    site.write("c/contest.toml", format!(
        "name = \"Faults\"\ngame = \"footsteps\"\nbots = {bots}\n[format]\nkind = \"round-robin\"\n\
         games_per_pair = 2\n[ranking]\nkind = \"wins\"\n[sandbox]\nminimum_tier = \"D\"\n"
    ));
    site.succeed(&["run", "c", "--quiet", "--tier", "D"]);
    let found = lines(&site.succeed(&["standings", "c", "--fair-play", "--format", "json"]));
    let faults =
        |name: &str| found.iter().find(|line| line["bot"] == name).unwrap()["faults"].clone();
    assert_eq!(faults("rogue"), serde_json::json!({"illegal": 4}));
    assert_eq!(faults("silent"), serde_json::json!({"exit": 4}));
    assert_eq!(faults("first"), serde_json::json!({}));
    let table = site.succeed(&["standings", "c", "--fair-play"]);
    assert!(table.contains("replayed because of the host\n none"), "{table}");
}

#[test]
fn all_tables_fit_into_a_hundred_columns_in_all_languages() {
    let site = Site::new();
    // The longest names that bots can have.
    let long = "a".repeat(38);
    let file = mancala(2)
        .replace("\"builtin:first\"", &format!("\"{long}-1=builtin:first\""))
        .replace("\"builtin:last\"", &format!("\"{long}-2=builtin:last\""));
    site.write("c/contest.toml", file);
    site.succeed(&["run", "c", "--quiet"]);
    for language in ["en", "es", "fr", "it"] {
        for command in [
            &["standings", "c"][..],
            &["standings", "c", "--fair-play"],
            &["standings", "c", "--settled"],
            &["matrix", "c"],
            &["field", "c"],
        ] {
            let arguments: Vec<&str> =
                command.iter().copied().chain(["--lang", language]).collect();
            let table = site.succeed(&arguments);
            let widest = table.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(widest <= 100, "{arguments:?}: {widest} columns:\n{table}");
        }
    }
}
