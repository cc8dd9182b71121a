//! Published bots that are asked their recorded questions again.

use crate::site::{Said, Site};
use std::fs;

/// Bids five as long as that is possible.
const STEADY: &str = "5";
/// Bids at random.
const LOTS: &str = "int.from_bytes(os.urandom(1), 'big') % 9 + 1";

fn write_bot(site: &Site, folder: &str, bid: &str, declared: bool) {
    let program = format!(
        "import os\nleft = 50\nwhile True:\n    bid = max(min(left, {bid}), min(left, 1))\n    \
         print(bid, flush=True)\n    left -= bid\n    if input() == 'fin': break\n"
    );
    site.write(&format!("c/{folder}/bot.py"), program);
    let name = folder.trim_start_matches("bots/");
    let about = format!(
        "name = \"{name}\"\nlanguage = \"python\"\nsource = [\"bot.py\"]\ndeterministic = {declared}\n"
    );
    site.write(&format!("c/{folder}/bot.toml"), about);
}

/// Plays and exports a contest of these bots, then verifies it by asking them again.
fn verified(bots: &[(&str, &str, bool)], more: &[&str]) -> Said {
    let site = Site::new();
    for (name, bid, declared) in bots {
        write_bot(&site, &format!("bots/{name}"), bid, *declared);
    }
    let file = r#"
name = "Once"
game = "footsteps"
bots = ["bots/*", "builtin:first"]
[format]
kind = "round-robin"
games_per_pair = 1
[ranking]
kind = "wins"
[sandbox]
minimum_tier = "D"
"#;
    site.write("c/contest.toml", file);
    site.succeed(&["run", "c", "--quiet"]);
    site.succeed(&["export", "c", "--out", "e.jsonl"]);
    // A third party has the bots, under other names.
    fs::rename(site.path().join("c/bots"), site.path().join("published")).unwrap();
    for (name, ..) in bots {
        let [from, to] = [name.to_string(), format!("of-{name}")]
            .map(|name| site.path().join("published").join(name));
        fs::rename(from, to).unwrap();
    }
    site.run(&[&["verify", "e.jsonl", "--bots", "published"], more].concat())
}

#[test]
fn programs_that_answer_alike_are_sound() {
    let said = verified(&[("one", STEADY, true), ("two", "7", false)], &["--sample", "100%"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains(" answers, 0 of them different; 0 matches"), "{said:?}");
    assert!(!said.out.contains("again: 0 answers, 0 of them"), "{said:?}");
}

#[test]
fn answers_of_a_deterministic_program_that_it_does_not_give_are_found() {
    let said = verified(&[("one", STEADY, true), ("two", LOTS, true)], &["--sample", "100%"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("the answer of the bot, declared deterministic"), "{said:?}");
}

#[test]
fn different_answers_of_random_players_are_counted() {
    let said = verified(&[("one", STEADY, true), ("two", LOTS, false)], &["--sample", "100%"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(!said.out.contains(" 0 of them different"), "{said:?}");
}

#[test]
fn a_sample_is_a_share() {
    let bots = [("one", STEADY, true), ("two", "7", false)];
    let said = verified(&bots, &["--sample", "0.000001%"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("again: 0 answers, 0 of them different; 3 matches"), "{said:?}");
    for wrong in ["0%", "101%", "half", "0.5"] {
        let said = verified(&bots, &["--sample", wrong]);
        assert_eq!(said.code, 1, "{wrong}: {said:?}");
        assert!(said.err.contains("invalid share"), "{said:?}");
    }
}
