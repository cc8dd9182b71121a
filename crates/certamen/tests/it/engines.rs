//! Engines whose processes go on from match to match, and openings on the command line.

use crate::{
    chess::{contest, engine, moves, records, run},
    site::Site,
};
use serde_json::{Value, json};
use std::{thread::sleep, time::Duration};

/// A contest of two real engines with few nodes, one of xboard's protocol and one in Python that
/// loses its knight, and then the match by an illegal move.
fn contest_of_engines(site: &Site, life: &str) {
    for (name, program, nodes) in [("one", "stockfish", 200), ("two", "fairy-stockfish", 300)] {
        let manifest = format!(
            "name = \"{name}\"\nprotocol = \"uci\"\ncommand = [\"/usr/games/{program}\"]\n\
             [engine]\nnodes = {nodes}\n[engine.options]\nHash = 1\nThreads = 1\n"
        );
        site.write(&format!("c/bots/{name}/bot.toml"), manifest);
    }
    engine(site, "knight", "");
    site.write("c/book.pgn", "1. e4 e5 *\n1. d4 d5 *\n");
    let more = format!(
        "[programs]\nlife = \"{life}\"\n[openings]\nfile = \"book.pgn\"\n\
         [adjudication]\nmoves = 10\n"
    );
    contest(site, "[\"bots/*\"]", &more);
}

/// Who played, what they played and how it ended, match by match.
fn played(site: &Site) -> Vec<Value> {
    let of_record = |record: &Vec<Value>| {
        json!({
            "seats": record[0]["seats"],
            "moves": moves(record),
            "outcome": record.last().unwrap()["outcome"],
        })
    };
    records(site).values().map(of_record).collect()
}

#[test]
fn matches_in_stockfish_are_equal_with_kept_and_with_new_processes_and_after_a_kill() {
    let of_life = |life: &str| {
        let site = Site::new();
        contest_of_engines(&site, life);
        assert_eq!(run(&site, &["--jobs", "2"]).code, 0);
        (played(&site), site)
    };
    let (new, _) = of_life("match");
    let (kept, site) = of_life("contest");
    // In the best sandbox of this machine, too.
    let isolated = Site::new();
    contest_of_engines(&isolated, "contest");
    assert_eq!(isolated.run(&["run", "c", "--quiet"]).code, 0);
    assert_eq!(played(&isolated), new);
    assert_eq!(new.len(), 12);
    assert_eq!(new, kept);
    let faults = kept.iter().filter(|it| !it["outcome"]["reason"].is_null()).count();
    assert!(faults > 0, "a match after a fault is among them: {kept:?}");
    for record in records(&site).values() {
        assert_eq!(record[0]["conditions"]["life"], json!("contest"));
    }
    assert!(site.succeed(&["verify", "c"]).contains("sound"));

    let site = Site::new();
    contest_of_engines(&site, "contest");
    for wanted in [1, 5] {
        let mut killed = site.start(&["run", "c", "--tier", "D", "--quiet"]);
        let reached = (0..2000).any(|_| {
            sleep(Duration::from_millis(10));
            let listed = site.run(&["matches", "c", "--format", "json"]);
            listed.out.lines().count() >= wanted
        });
        killed.kill().unwrap();
        killed.wait().unwrap();
        assert!(reached, "{wanted} matches were played in 20 s");
    }
    assert_eq!(run(&site, &[]).code, 0);
    assert_eq!(played(&site), new);
}

#[test]
fn standard_error_of_a_kept_engine_belongs_to_its_match() {
    let site = Site::new();
    engine(&site, "even", "");
    engine(&site, "other", "");
    contest(&site, "[\"bots/*\"]", "[programs]\nlife = \"contest\"\n[adjudication]\nmoves = 2");
    assert_eq!(run(&site, &["--jobs", "1"]).code, 0);
    for number in 1..=4 {
        let words = site.succeed(&["show", &format!("c#{number}"), "--stderr", "1"]);
        let asked = words.lines().filter(|line| line.contains("go movetime")).count();
        assert_eq!(asked, 2, "match {number}: {words}");
    }
}

#[test]
fn two_engines_are_compared_from_openings() {
    let site = Site::new();
    let compare = |book: &str| {
        let bots = ["compare", "builtin:lookahead", "builtin:random", "--game", "chess"];
        site.run(&[&bots[..], &["--games", "4", "--json", "-q", "--openings", book]].concat())
    };
    site.write("book.pgn", "1. e4 e5 *\n1. d4 d5 *\n");
    let said = compare("book.pgn");
    assert_eq!(said.code, 3, "the games are too few for an answer: {said:?}");
    let found: Value = serde_json::from_str(said.out.trim()).unwrap();
    let counts: u64 = found["counts"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
    assert_eq!((counts, &found["matches_per_block"]), (2, &json!(2)), "each with both colours");
    site.write("book.pgn", "1. e4 e5 *\n1. d4 d5 2. Ke3 *\n");
    let said = compare("book.pgn");
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("book.pgn:2") && said.err.contains("`Ke3`"), "{said:?}");
    assert_eq!(compare("absent.pgn").code, 1);
    site.write("book.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
    let said = site.run(&[
        "compare",
        "builtin:lookahead",
        "builtin:random",
        "--game",
        "chess",
        "--openings",
        "book.epd",
        "--plies",
        "3",
    ]);
    assert!(said.code == 2 && said.err.contains("--plies"), "{said:?}");
    let said = compare("book.bin");
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("book.bin"), "{said:?}");
}

#[test]
fn an_engine_that_cannot_begin_with_a_position_is_excluded_wherever_it_is_in_the_book() {
    let games = ["1. e4 e5 *\n", "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n*\n"];
    for book in [[games[0], games[1]], [games[1], games[0]]] {
        let site = Site::new();
        contest(
            &site,
            "[\"max\", \"builtin:random\", \"builtin:first\"]",
            "[openings]\nfile = \"book.pgn\"",
        );
        site.write("c/book.pgn", book.join("\n"));
        let manifest = "name = \"max\"\nprotocol = \"cecp\"\n\
                        command = [\"/usr/games/fairymax\"]\n[engine]\ndepth = 2\n";
        site.write("c/max/bot.toml", manifest);
        let said = run(&site, &[]);
        assert!(said.code == 3 && said.err.contains("`setboard`"), "{said:?}");
        let records = records(&site);
        let plays = |record: &Vec<Value>| record[0]["seats"].to_string().contains("max");
        assert!(records.len() == 4 && !records.values().any(plays), "{said:?}");
    }
}

#[test]
fn a_record_may_be_as_long_as_that_of_the_longest_opening() {
    let site = Site::new();
    let file = "name = \"c\"\ngame = \"footsteps\"\nbots = [\"builtin:first\", \"builtin:random\"]\n\
        [openings]\nfile = \"book.jsonl\"\n[format]\nkind = \"round-robin\"\ngames_per_pair = 2\n\
        [ranking]\nkind = \"points\"\n[adjudication]\nmoves = 2\n";
    site.write("c/contest.toml", file);
    site.write("c/book.jsonl", "{\"points\":200000}\n");
    site.succeed(&["run", "c", "--quiet"]);
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
}

#[test]
fn openings_must_fit_all_who_sit_at_a_table() {
    let site = Site::new();
    let said = |book: &str| {
        site.write("c/book.jsonl", format!("{{\"coins\":8}}\n{book}\n"));
        site.run(&["run", "c", "--quiet"])
    };
    site.write(
        "c/contest.toml",
        "name = \"c\"\ngame = \"coins\"\noptions = { rounds = 5 }\n\
         bots = [\"builtin:first\", \"builtin:random\", \"builtin:last\"]\n\
         [openings]\nfile = \"book.jsonl\"\n[format]\nkind = \"one-table\"\ngames = 2\n\
         [ranking]\nkind = \"total-score\"\n[adjudication]\nmoves = 1\n",
    );
    let two = said("{\"order\":[1,0]}");
    assert_eq!(two.code, 1, "{two:?}");
    assert!(two.err.contains("c/book.jsonl:2") && two.err.contains("order"), "{two:?}");
    assert_eq!(said("{\"order\":[2,0,1]}").code, 0);
    // Matches of three, and of points, end when each has moved as often.
    let records = records(&site);
    assert_eq!(records.len(), 2);
    for record in records.values() {
        let outcome = &record.last().unwrap()["outcome"];
        assert_eq!(
            (record.len() - 2, &outcome["termination"], &outcome["detail"]["ended"]),
            (3, &json!("limit"), &json!("moves")),
        );
        assert_ne!(outcome["scores"], json!([0.5, 0.5, 0.5]), "the points so far count");
    }
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
}
