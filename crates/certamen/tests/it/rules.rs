//! Games whose rules are a program, through the commands.

use crate::site::{Said, Site};
use std::fs;

const MINORIA: &str = include_str!("../../../../games/minoria/minoria_class.py");

/// The levels that this user can have.
fn tiers() -> &'static [&'static str] {
    if rustix::process::geteuid().is_root() { &["A", "D"] } else { &["B", "D"] }
}

/// Plays one match by the rules at `game`, with a record.
fn played(site: &Site, game: &str, tier: &str) -> Said {
    let bots = ["builtin:random", "builtin:first", "alpha.py"];
    let mut arguments = vec!["play", game];
    arguments.extend(bots);
    arguments.extend(["--option", "rounds=5", "--seed", "3", "--tier", tier]);
    arguments.extend(["--record", "match.jsonl"]);
    site.run(&arguments)
}

const ALPHA: &str =
    "import sys\nfor line in sys.stdin:\n    print('ABC'[len(line) % 3], flush=True)\n";

#[test]
fn a_game_in_one_file_is_played_shown_and_verified() {
    for tier in tiers() {
        let site = Site::new();
        site.write("minoria.py", MINORIA);
        site.write("alpha.py", ALPHA);
        let said = played(&site, "./minoria.py", tier);
        assert_eq!(said.code, 0, "{tier}: {said:?}");
        let record = site.read("match.jsonl");
        let header: serde_json::Value =
            serde_json::from_str(record.lines().next().unwrap()).unwrap();
        let digest = header["rules_digest"].as_str().unwrap().to_owned();
        assert_eq!(header["rules_library"], "python-1");
        assert_eq!(record.lines().count(), 1 + 5 + 1);
        // Without the rules a record proves nothing; with them it does.
        let said = site.run(&["verify", "match.jsonl"]);
        assert!(said.code == 1 && said.err.contains(&digest), "{tier}: {said:?}");
        site.succeed(&["verify", "match.jsonl", "--game", "./minoria.py"]);
        let shown = site.succeed(&["show", "match.jsonl", "--game", "./minoria.py", "--print"]);
        assert!(shown.contains("1 5 0 0,0,0 -"), "{shown}");
        // A folder of games has it by its slug.
        site.write("games/other.py", MINORIA.replace("\"minoria\"", "\"other\""));
        let listed = site.succeed(&["games"]);
        assert!(listed.contains("other"), "{listed}");
        // Edited rules are other rules.
        site.write("minoria.py", format!("{MINORIA}\n# edited\n"));
        let said = site.run(&["verify", "match.jsonl", "--game", "./minoria.py"]);
        assert!(said.code == 1 && said.err.contains(&digest), "{tier}: {said:?}");
        let said = site.run(&["verify", "match.jsonl", "--game", "./minoria.py", "--other-rules"]);
        assert!(said.code == 3 && said.out.contains(&digest), "{tier}: {said:?}");
    }
}

#[test]
fn a_fault_of_the_rules_ends_the_command_and_leaves_no_record() {
    let site = Site::new();
    let broken = MINORIA
        .replace("        award(state[\"points\"], actions)\n", "        state[\"nothing\"]\n");
    site.write("minoria.py", broken);
    site.write("alpha.py", ALPHA);
    let said = played(&site, "./minoria.py", "D");
    assert_eq!(said.code, 1, "{said:?}");
    for words in ["rules-error", "minoria.py:", "turn 1", "KeyError: 'nothing'"] {
        assert!(said.err.contains(words), "{words}: {}", said.err);
    }
}

#[test]
fn a_slug_that_is_found_twice_or_not_at_all_is_refused() {
    let site = Site::new();
    site.write("games/minoria.py", MINORIA);
    let said = site.run(&["play", "minoria", "builtin:random", "builtin:first"]);
    assert!(said.code == 1 && said.err.contains("games/minoria.py"), "{said:?}");
    let said = site.run(&["play", "minoría", "builtin:random", "builtin:first"]);
    assert_eq!(said.code, 2, "{said:?}");
    let said = site.run(&["play", "./none.py", "builtin:random", "builtin:first"]);
    assert!(said.code == 1 && said.err.contains("none.py"), "{said:?}");
}

#[test]
fn a_contest_is_run_resumed_and_verified_by_its_own_rules() {
    let site = Site::new();
    site.write("contest/games/lucky.py", MINORIA.replace("\"minoria\"", "\"lucky\""));
    site.write(
        "contest/contest.toml",
        "name = \"Lucky\"\ngame = \"lucky\"\n\
         bots = [\"builtin:random\", \"builtin:first\", \"builtin:last\"]\n\
         [options]\nrounds = 3\n[format]\nkind = \"round-robin\"\ngames_per_pair = 2\n\
         [ranking]\nkind = \"points\"\n",
    );
    site.succeed(&["run", "contest"]);
    let standings = site.succeed(&["standings", "contest"]);
    assert!(standings.contains("random"), "{standings}");
    site.succeed(&["verify", "contest"]);
    site.succeed(&["verify", "contest#1"]);
    // With other rules it is another contest: both digests are named.
    let path = site.path().join("contest/games/lucky.py");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text + "\n# edited\n").unwrap();
    let said = site.run(&["run", "contest"]);
    assert_eq!(said.code, 1, "{said:?}");
    let digests = said.err.split(|c: char| !c.is_ascii_hexdigit()).filter(|word| word.len() == 64);
    assert_eq!(digests.count(), 2, "{}", said.err);
}

#[test]
fn rules_are_begun_and_checked_by_commands() {
    let site = Site::new();
    site.succeed(&["new-game", "mine", "--language", "python"]);
    let said = site.run(&["new-game", "mine"]);
    assert!(said.code == 1 && said.err.contains("mine.py"), "{said:?}");
    let passed = site.succeed(&["check-game", "mine.py", "--time", "3s", "--tier", "D"]);
    assert!(passed.contains("mine.py: passed"), "{passed}");
    let text = site.read("mine.py").replace("    return [", "    return [0] or [");
    site.write("mine.py", text);
    let said = site.run(&["check-game", "mine.py", "--time", "3s", "--tier", "D", "--json"]);
    assert_eq!(said.code, 3, "{said:?}");
    let report: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["findings"][0]["code"], "bad-scores", "{report}");
    let schema = serde_json::from_str(&site.succeed(&["schema", "check-game"])).unwrap();
    let mut all = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("schema.json", schema).unwrap();
    let index = compiler.compile("schema.json", &mut all).unwrap();
    all.validate(&report, index).unwrap_or_else(|error| panic!("{error}"));
}
