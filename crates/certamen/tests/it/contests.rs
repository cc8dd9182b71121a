//! Contests from their files to their standings.

use crate::site::{Site, bots, mancala, repository};
use std::fs;

#[test]
fn the_announced_contest_runs_between_programs_in_many_languages_nightly() {
    let site = Site::new();
    let file = repository("contests/footsteps-languages/contest.toml");
    let announced = fs::read_to_string(file).unwrap();
    let bots = bots("footsteps");
    let bots_text = format!("{bots:?}");
    assert!(announced.contains(r#"["../../bots/footsteps/*"]"#));
    site.write("c/contest.toml", announced.replace(r#"["../../bots/footsteps/*"]"#, &bots_text));
    let said = site.run(&["run", "c", "--strict", "--tier", "D"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("isolation level D"), "{said:?}");
    for bot in &bots {
        let name = bot.rsplit('/').next().unwrap();
        assert!(said.out.split_whitespace().any(|word| word == name), "{name}: {said:?}");
    }
    let matches = site.succeed(&["matches", "c", "--format", "json"]);
    let bots = bots.len();
    assert_eq!(matches.lines().count() % (bots * (bots - 1) / 2), 0, "whole cycles");
    let records: Vec<String> = (1..=matches.lines().count()).map(|n| format!("c#{n}")).collect();
    let arguments: Vec<&str> =
        std::iter::once("verify").chain(records.iter().map(String::as_str)).collect();
    assert_eq!(site.succeed(&arguments).lines().count(), records.len());
    assert!(site.succeed(&["standings", "c"]).contains("isolation level D"));
}

/// The first command of README works on a machine that could build Certamen and has Python.
#[test]
fn the_announced_contest_needs_nothing_but_what_built_it() {
    let text = fs::read_to_string(repository("contests/footsteps/contest.toml")).unwrap();
    let contest: toml::Table = text.parse().unwrap();
    let bots = contest["bots"].as_array().unwrap();
    assert_eq!(bots.len(), 11);
    for bot in bots {
        let manifest =
            repository(&format!("contests/footsteps/{}/bot.toml", bot.as_str().unwrap()));
        let manifest: toml::Table = fs::read_to_string(manifest).unwrap().parse().unwrap();
        let language = manifest["language"].as_str().unwrap();
        assert!(["c", "python", "rust"].contains(&language), "{bot:?}: {language}");
    }
}

#[test]
fn the_readme_shows_the_standings_of_the_announced_contest() {
    let page = fs::read_to_string(repository("README.md")).unwrap();
    let (_, shown) = page.split_once("\n rank  bot ").unwrap();
    let (shown, _) = shown.split_once("\n```").unwrap();
    let site = Site::new();
    let text = fs::read_to_string(repository("contests/footsteps/contest.toml")).unwrap();
    let bots = repository("bots/footsteps");
    site.write("c/contest.toml", text.replace("../../bots/footsteps", &bots));
    let printed = site.succeed(&["run", "c", "--quiet"]);
    let (_, printed) = printed.split_once(" rank  bot ").unwrap();
    assert!(printed.starts_with(shown), "{printed}");
}

#[test]
fn a_run_says_what_it_plays_and_ends_with_its_table_and_few_notes() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(4));
    let said = site.run(&["run", "c"]);
    let start = "6 players, 60 matches, round-robin; time left is shown after the first matches";
    assert!(said.err.lines().any(|line| line == start), "{said:?}");
    let (table, notes) = said.out.split_once("\n\n").unwrap();
    assert_eq!(table.lines().count(), 7, "{said:?}");
    assert!(notes.lines().count() <= 3, "{said:?}");
    let command = "`certamen standings c --notes` lists them";
    assert!(notes.starts_with("pairs that repeat matches: ") && notes.contains(command), "{notes}");
    let listed = site.succeed(&["standings", "c", "--notes"]);
    assert!(listed.contains(": 4 games, 2 distinct"), "{listed}");
    let again = site.run(&["run", "c"]);
    assert!(again.err.contains("6 players, 60 matches, round-robin; all played\n"), "{again:?}");
}

#[test]
fn a_finished_contest_is_not_played_again_and_a_newcomer_plays_only_what_is_missing() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2));
    let first = site.succeed(&["run", "c", "--json"]);
    assert_eq!(site.succeed(&["run", "c", "--json"]), first);
    let matches = site.succeed(&["matches", "c", "--format", "json"]);
    assert_eq!(matches.lines().count(), 30);
    site.write("c/contest.toml", mancala(2).replace("bots = [", "bots = [\"builtin:aleatorio\", "));
    site.succeed(&["run", "c", "--json"]);
    let more = site.succeed(&["matches", "c", "--format", "json"]);
    assert_eq!(more.lines().count(), 42);
    assert!(more.starts_with(&matches), "what was played stands");
}

#[test]
fn a_contest_runs_where_only_weak_isolation_is_available() {
    let site = Site::new();
    // Unavailable to root, who has the strongest level.
    let tier = if rustix::process::geteuid().is_root() { "A" } else { "C" };
    site.write("c/one.py", "print(1, flush=True)\nwhile input() != 'fin': print(1, flush=True)\n");
    site.write("c/contest.toml", FOOTSTEPS);
    let table = site.succeed(&["run", "c", "--json", "--strict", "--tier", tier]);
    assert_eq!(table.lines().count(), 3);
    let shown = site.succeed(&["show", "c#1"]);
    assert!(
        shown.lines().next().unwrap().ends_with(&format!("isolation level {tier})")),
        "{shown}"
    );
}

#[test]
fn a_bot_that_changes_is_a_new_submission() {
    let site = Site::new();
    site.write("c/one.py", "print(1, flush=True)\nwhile input() != 'fin': print(1, flush=True)\n");
    site.write("c/contest.toml", FOOTSTEPS);
    let before = site.succeed(&["run", "c", "--json"]);
    assert!(before.contains(r#""bot":"one","language":"python","played":2"#), "{before}");
    site.write("c/one.py", "print(50, flush=True)\nwhile input() != 'fin': print(0, flush=True)\n");
    site.succeed(&["run", "c", "--json"]);
    let matches = site.succeed(&["matches", "c", "--format", "json"]);
    // The matches between the others remain; those of the old version are no longer in the
    // standings.
    assert_eq!(matches.lines().count(), 3, "{matches}");
    assert!(matches.lines().any(|line| line.contains(r#""match":5"#)), "{matches}");
}

const FOOTSTEPS: &str = r#"
name = "Pasos"
game = "footsteps"
bots = ["one.py", "builtin:first", "builtin:last"]
[format]
kind = "round-robin"
[ranking]
kind = "wins"
[sandbox]
minimum_tier = "D"
"#;

#[test]
fn who_breaks_the_rules_is_disqualified_and_its_matches_are_struck_out() {
    let site = Site::new();
    site.write("c/rogue.py", "print(0)\n");
    let file = FOOTSTEPS.replace("one.py", "rogue.py").replace("footsteps", "intervalo")
        + "[programs]\nmemory = \"none\"\ndisqualify_on = [\"illegal\"]\n";
    site.write("c/contest.toml", file);
    let said = site.run(&["run", "c", "--strict", "--json"]);
    let last = said.out.lines().last().unwrap();
    assert!(last.starts_with(r#"{"rank":null,"bot":"rogue""#), "{said:?}");
    assert!(last.ends_with(r#""disqualified":"illegal"}"#), "{said:?}");
    assert!(said.out.lines().take(2).all(|line| line.contains(r#""played":1"#)), "{said:?}");
    assert_eq!(site.succeed(&["standings", "c", "--format", "json"]), said.out);
}

#[test]
fn the_number_of_threads_does_not_change_the_table() {
    let tables = ["1", "2", "5"].map(|jobs| {
        let site = Site::new();
        site.write("c/contest.toml", mancala(4));
        site.succeed(&["run", "c", "--json", "--jobs", jobs])
    });
    assert_eq!(tables[0], tables[1]);
    assert_eq!(tables[0], tables[2]);
}

#[test]
fn the_seed_of_the_first_run_stays_in_force() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2));
    let first = site.succeed(&["run", "c", "--json", "--seed", "7"]);
    assert_eq!(site.succeed(&["run", "c", "--json"]), first);
    let other = site.run(&["run", "c", "--seed", "8"]);
    assert_eq!(other.code, 1);
    assert!(other.err.contains("`--seed` is 8, but the contest started with 7"), "{other:?}");
}

#[test]
fn what_was_begun_cannot_be_changed_unnoticed() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2));
    let table = site.succeed(&["run", "c", "--json"]);
    for (key, from, to) in [
        ("format.games_per_pair", "games_per_pair = 2", "games_per_pair = 1"),
        ("ranking.kind", "points", "wins"),
        ("options.max_slots", "[format]", "[options]\nmax_slots = 50\n[format]"),
        ("seed", "game =", "seed = 2\ngame ="),
    ] {
        site.write("c/contest.toml", mancala(2).replace(from, to));
        let said = site.run(&["run", "c"]);
        assert_eq!(said.code, 1, "{key}: {said:?}");
        assert!(said.err.contains(&format!("`{key}")), "{said:?}");
        assert!(said.err.contains("or remove c/.certamen to start over"), "{said:?}");
    }
    site.write("c/contest.toml", mancala(2));
    assert_eq!(site.succeed(&["run", "c", "--json"]), table);
}

#[test]
fn tables_come_in_every_format_and_language() {
    let site = Site::new();
    site.write("c/contest.toml", mancala(2).replace("builtin:first", "a|b=builtin:first"));
    site.succeed(&["run", "c"]);
    let csv = site.succeed(&["standings", "c", "--format", "csv"]);
    assert!(csv.starts_with("rank,bot,language,played,won,drawn,lost,score,faults\n1,"), "{csv}");
    let markdown = site.succeed(&["standings", "c", "--format", "markdown"]);
    assert!(markdown.contains("a\\|b"), "{markdown}");
    for (language, word) in [("es", "ganadas"), ("fr", "gagnées"), ("it", "vinte")] {
        let table = site.succeed(&["standings", "c", "--lang", language]);
        assert!(table.contains(word), "{table}");
        assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
    }
    let german = site.run(&["standings", "c", "--lang", "de"]);
    assert_eq!(german.code, 2);
}
