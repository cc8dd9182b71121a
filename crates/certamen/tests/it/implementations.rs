//! The sample games in every language and style, as contests: equal actions and scores in all of them
//! and at every isolation level, also where the process of the rules is killed again and again.

use crate::{
    rules::tiers,
    site::{Site, repository},
};
use serde_json::Value;
use std::fs;

const MINORIA: [&str; 6] = [
    "minoria.py",
    "minoria_class.py",
    "minoria.mjs",
    "minoria_class.mjs",
    "minoria.rs",
    "minoria.c",
];
const DICE: [&str; 6] =
    ["dice.py", "dice_class.py", "dice.mjs", "dice_class.mjs", "dice.rs", "dice.c"];

/// A contest of four built-in players by the rules that `game` names.
fn contest(game: &str, matches: u32) -> String {
    format!(
        "name = \"Alike\"\ngame = \"{game}\"\nseed = 7\n\
         bots = [\"builtin:random\", \"other=builtin:random\", \"builtin:first\", \"builtin:last\"]\n\
         [options]\nrounds = 4\n[format]\nkind = \"one-table\"\ngames = {matches}\n\
         [ranking]\nkind = \"total-score\"\n[sandbox]\nminimum_tier = \"D\"\n"
    )
}

/// Runs the contest in `c` at an isolation level, verifies it, and returns the number, the actions by
/// turn and the scores of each match.
fn played(site: &Site, tier: &str) -> Vec<Value> {
    site.succeed(&["run", "c", "--quiet", "--tier", tier]);
    site.succeed(&["verify", "c"]);
    let export = site.succeed(&["export", "c"]);
    let lines = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let mut matches = Vec::new();
    for line in lines(&export) {
        let Some(record) = line["match"]["record"].as_str() else { continue };
        let mut found = vec![line["match"]["number"].clone()];
        for line in lines(record).into_iter().skip(1) {
            let moves = line["moves"].as_array().into_iter().flatten();
            found.extend(moves.map(|entry| {
                Value::from(vec![
                    line["turn"].clone(),
                    entry["seat"].clone(),
                    entry["action"].clone(),
                ])
            }));
            found.push(line["outcome"]["scores"].clone());
        }
        matches.push(Value::from(found));
    }
    matches.sort_by_key(|one| one[0].as_i64());
    matches
}

/// Plays this many matches by each of these files, and by the built-in rules if there are any; they
/// must be equal.
fn are_alike(game: &str, files: &[&str], matches: u32, tier: &str) {
    let mut first: Option<(&str, Vec<Value>)> = None;
    let built_in = (game == "minoria").then_some(game);
    for file in files.iter().copied().chain(built_in) {
        let site = Site::new();
        if file == game {
            site.write("c/contest.toml", contest(game, matches));
        } else {
            let rules = fs::read(repository(&format!("games/{game}/{file}"))).unwrap();
            site.write(&format!("c/{file}"), rules);
            site.write("c/contest.toml", contest(&format!("./{file}"), matches));
        }
        let found = played(&site, tier);
        assert_eq!(found.len(), matches as usize, "{file}");
        let (name, due) = first.get_or_insert_with(|| (file, found.clone()));
        assert!(found == *due, "{tier}: {file} plays other matches than {name}");
    }
}

#[test]
fn matches_are_equal_in_every_language_and_style_takes_long() {
    // All files at the first level; at the other one, what differs is the sandbox.
    for (tier, files) in tiers().iter().zip([6, 2]) {
        are_alike("minoria", &MINORIA[..files], 6, tier);
        are_alike("dice", &DICE[..files], 6, tier);
    }
}

#[test]
fn a_thousand_matches_are_equal_in_every_language_and_style_nightly() {
    for tier in tiers() {
        are_alike("minoria", &MINORIA, 1_000, tier);
        are_alike("dice", &DICE, 1_000, tier);
    }
}

#[test]
fn rules_that_are_killed_at_every_request_change_no_match() {
    let rules = include_str!("../../../external/tests/games/faulty.py");
    let contest = "name = \"Killed\"\ngame = \"./faulty\"\nseed = 7\n\
        bots = [\"builtin:first\", \"builtin:random\"]\n\
        [format]\nkind = \"round-robin\"\ngames_per_pair = 2\n[ranking]\nkind = \"points\"\n\
        [sandbox]\nminimum_tier = \"D\"\n";
    let manifest = "game = { slug = \"faulty\", scoring = \"points\" }\n\
        program = { language = \"python\", source = [\"faulty.py\"] }\n";
    // A new process answers `initialize` and what the one before it left without an answer, and is
    // killed at the next request: so every request kills one.
    let killed = rules
        .replace("import json", "asked = 0\nimport json")
        .replace("request[\"type\"] == \"KIND\"", "True")
        .replace(
            "pass  # FAULT",
            "asked += 1\n        if asked == 3:\n            os.kill(os.getpid(), signal.SIGKILL)",
        );
    for tier in tiers() {
        let [undisturbed, disturbed] = [rules, &killed].map(|rules| {
            let site = Site::new();
            site.write("c/faulty/faulty.py", rules);
            site.write("c/faulty/game.toml", manifest);
            site.write("c/contest.toml", contest);
            site
        });
        assert_eq!(played(&disturbed, tier), played(&undisturbed, tier), "{tier}");
        let said = disturbed.run(&["verify", "c"]);
        assert!(said.err.contains("rules-exit"), "{tier}: nothing was killed: {said:?}");
    }
}
