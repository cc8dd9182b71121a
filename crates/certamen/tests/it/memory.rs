//! Programs that remember earlier matches, even if a run is killed.

use crate::site::{Site, repository};
use certamen_game::Rng;
use std::{collections::BTreeMap, thread::sleep, time::Duration};

/// Bids one more than the number of matches that its folder remembers.
const COUNTER: &str = r#"
import os, sys
os.environ["CERTAMEN_OPPONENT"]
try:
    with open("matches") as file: matches = int(file.read())
except OSError: matches = 0
matches += 1
with open("matches", "w") as file: file.write(str(matches))
points = 1000
while True:
    bid = min(points, matches)
    points -= bid
    print(bid, flush=True)
    if sys.stdin.readline().strip() in ("", "fin"): break
"#;

fn contest(memory: &str) -> String {
    format!(
        r#"
name = "Memory"
game = "footsteps"
bots = ["a.py", "b.py", "c.py", "builtin:random"]
[options]
points = 1000
[format]
kind = "round-robin"
games_per_pair = 4
[ranking]
kind = "wins"
[programs]
memory = "{memory}"
[sandbox]
minimum_tier = "D"
"#
    )
}

fn site(memory: &str) -> Site {
    let site = Site::new();
    for name in ["a", "b", "c"] {
        site.write(&format!("c/{name}.py"), format!("{COUNTER}# {name}\n"));
    }
    site.write("c/contest.toml", contest(memory));
    site
}

fn state(site: &Site) -> [String; 2] {
    ["standings", "matches"].map(|what| site.succeed(&[what, "c", "--format", "json"]))
}

/// The bots of each match with their first bids, by number.
fn first_bids(site: &Site) -> Vec<Vec<(String, u32)>> {
    let count = site.succeed(&["matches", "c", "--format", "json"]).lines().count();
    let bids = (1..=count).map(|number| {
        let shown = site.succeed(&["show", &format!("c#{number}"), "--turn", "1"]);
        let (_, moves) = shown.lines().next().unwrap().split_once(": ").unwrap();
        let moves = moves.split(", ").map(|said| {
            let (bot, bid) = said.split_once(' ').unwrap();
            (bot.to_owned(), bid.parse().unwrap())
        });
        moves.collect()
    });
    bids.collect()
}

/// Every counter bids one more than the number of matches that it remembers: those in the same
/// folder lifetime.
fn check_memory(site: &Site, group: impl Fn(&str, &[&str]) -> String) {
    let mut sat: BTreeMap<String, u32> = BTreeMap::new();
    for (number, bids) in first_bids(site).iter().enumerate() {
        let mut bots: Vec<&str> = bids.iter().map(|(bot, _)| bot.as_str()).collect();
        bots.sort_unstable();
        for (bot, bid) in bids.iter().filter(|(bot, _)| bot != "random") {
            let matches = sat.entry(group(bot, &bots)).or_default();
            *matches += 1;
            assert_eq!(bid, matches, "{bot} in match {}", number + 1);
        }
    }
}

#[test]
fn in_a_contest_everything_is_remembered_in_the_order_of_numbers() {
    let site = site("contest");
    let said = site.run(&["run", "c", "--strict", "--jobs", "4"]);
    assert_eq!(said.code, 0, "{said:?}");
    check_memory(&site, |bot, _| bot.to_owned());
}

#[test]
fn in_a_pair_only_the_opponent_is_remembered_whichever_bot_is_first() {
    let site = site("pair");
    let said = site.run(&["run", "c", "--strict", "--jobs", "4"]);
    assert_eq!(said.code, 0, "{said:?}");
    check_memory(&site, |bot, both| format!("{bot} of {both:?}"));
}

#[test]
fn in_a_match_nothing_is_remembered_and_no_bot_is_named() {
    let site = site("match");
    let said = site.run(&["run", "c", "--strict"]);
    assert_eq!(said.code, 1, "the rival's name is missing: {said:?}");
    assert!(said.err.contains("KeyError: 'CERTAMEN_OPPONENT'"), "{said:?}");

    for name in ["a", "b", "c"] {
        let unnamed = COUNTER.replace("os.environ[\"CERTAMEN_OPPONENT\"]\n", "");
        site.write(&format!("c/{name}.py"), format!("{unnamed}# {name}\n"));
    }
    site.succeed(&["run", "c", "--strict"]);
    let bids = first_bids(&site);
    let bids = bids.iter().flatten().filter(|(bot, _)| bot != "random");
    let bids: Vec<u32> = bids.map(|(_, bid)| *bid).collect();
    assert_eq!(bids, vec![1; bids.len()]);
    assert!(bids.len() >= 24, "{bids:?}");
}

#[test]
fn killed_at_random_moments_nothing_is_forgotten_or_remembered_twice() {
    for memory in ["contest", "pair"] {
        let undisturbed = site(memory);
        undisturbed.succeed(&["run", "c", "--jobs", "1"]);
        let [table, matches] = state(&undisturbed);

        let site = site(memory);
        let mut rng = Rng::of_turn(1_001, 0);
        let mut kills = 0;
        for _ in 0..10 {
            let mut run = site.start(&["run", "c", "--quiet", "--jobs", "3"]);
            sleep(Duration::from_millis(60 + rng.below(150)));
            kills += u32::from(run.try_wait().unwrap().is_none());
            run.kill().unwrap();
            run.wait().unwrap();
        }
        assert!(kills >= 2, "only {kills} runs were killed at work");
        site.succeed(&["run", "c"]);
        assert_eq!(state(&site), [table, matches]);
    }
}

#[test]
fn what_exceeds_the_quota_is_not_kept_and_changes_no_result() {
    let site = site("contest");
    let greedy = COUNTER.replace(
        "points = 1000\n",
        "points = 1000\nif matches == 2: open(\"big\", \"w\").write(\"x\" * 5000)\n",
    );
    site.write("c/a.py", greedy);
    let limits = "[limits]\nscratch = \"4 KiB\"\n[programs]";
    site.write("c/contest.toml", contest("contest").replace("[programs]", limits));
    assert_eq!(site.run(&["run", "c", "--strict"]).code, 0);
    let bids = first_bids(&site);
    let bids = bids.iter().flatten().filter(|(bot, _)| bot == "a").map(|(_, bid)| *bid);
    // The second match is forgotten each time: the state after the first one remains.
    assert_eq!(bids.collect::<Vec<_>>(), [&[1][..], &[2; 11]].concat());
}

#[test]
fn what_was_begun_with_one_memory_is_not_gone_on_with_with_another() {
    let site = site("pair");
    site.succeed(&["run", "c"]);
    site.write("c/contest.toml", contest("contest"));
    let said = site.run(&["run", "c"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("`programs.memory` is \"contest\""), "{said:?}");
}

#[test]
fn the_dynamic_edition_is_won_with_what_was_learned() {
    let site = Site::new();
    let file = repository("contests/footsteps-memory/contest.toml");
    let bots = format!("\"{}/", repository("bots"));
    let file = std::fs::read_to_string(file).unwrap().replace("\"../../bots/", &bots);
    // A few opponents are enough.
    let left_out = ["azar", "contable", "matriz", "mezcla", "mitad", "vigia"];
    let lines = file.lines().filter(|line| {
        !left_out.iter().any(|bot| line.trim_end().ends_with(&format!("footsteps/{bot}\",")))
    });
    let file = lines.collect::<Vec<_>>().join("\n");
    // Only matches of this bot are played: the others learn nothing.
    let gauntlet = "kind = \"gauntlet\"\nchallengers = [\"alumno\"]";
    let file = file.replace("kind = \"round-robin\"", gauntlet);
    site.write("c/contest.toml", &file);
    let alumno = |site: &Site| -> f64 {
        let said = site.run(&["run", "c", "--strict", "--json"]);
        assert_eq!(said.code, 0, "{said:?}");
        let line = said.out.lines().find(|line| line.contains("\"alumno\"")).unwrap();
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["played"], 40);
        line["won"].as_f64().unwrap()
    };
    let with = alumno(&site);
    let without = Site::new();
    without.write("c/contest.toml", file.replace("memory = \"contest\"", "memory = \"match\""));
    assert!(with > alumno(&without), "{with} won with memory");
}
