//! Chess as engine testers use it: openings, adjudication, clocks, settings of engines, and PGN.

use crate::site::{Said, Site};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    io::Write,
    process::{Command, Stdio},
};

/// An engine that moves its knight to and fro, if white has opened without it, and says of each move
/// what its option `Eval` is.
const ENGINE: &str = r#"
import sys
value = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Knight\noption name Eval type spin default 0 min -900 max 900\nuciok", flush=True)
    elif words[0] == "setoption": value = int(words[-1])
    elif words[0] == "isready": print("readyok", flush=True)
    elif words[0] == "position":
        moves = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[0] == "go":
        side = len(moves) % 2
        own = moves[side::2]
        out, back = [("g1f3", "f3g1"), ("g8f6", "f6g8")][side]
        played = back if own.count(out) > own.count(back) else out
        print("info string " + line, file=sys.stderr)
        print(f"info depth 9 score cp {value} nodes 77\nbestmove {played}", flush=True)
    elif words[0] == "quit": break
"#;

/// The folder of such an engine with more lines in `bot.toml`.
pub(crate) fn engine(site: &Site, name: &str, more: &str) {
    let manifest = format!(
        "name = \"{name}\"\nlanguage = \"python\"\nsource = [\"main.py\"]\nprotocol = \"uci\"\n{more}\n"
    );
    site.write(&format!("c/bots/{name}/bot.toml"), manifest);
    site.write(&format!("c/bots/{name}/main.py"), ENGINE);
}

pub(crate) fn contest(site: &Site, bots: &str, more: &str) {
    let file = format!(
        "name = \"Knights \\\"and\\\" more\"\ngame = \"chess\"\nseed = 3\nbots = {bots}\n\
         [format]\nkind = \"round-robin\"\ngames_per_pair = 4\n[ranking]\nkind = \"points\"\n\
         [sandbox]\nminimum_tier = \"D\"\n{more}\n"
    );
    site.write("c/contest.toml", file);
}

pub(crate) fn run(site: &Site, more: &[&str]) -> Said {
    site.run(&[&["run", "c", "--tier", "D", "--quiet"], more].concat())
}

/// The records of all matches, by number, as lines of JSON.
pub(crate) fn records(site: &Site) -> BTreeMap<i64, Vec<Value>> {
    let export = site.succeed(&["export", "c"]);
    let entries = export.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let lines =
        |record: &str| record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    entries
        .filter_map(|entry| {
            let played = entry.get("match")?;
            Some((played["number"].as_i64()?, lines(played["record"].as_str()?)))
        })
        .collect()
}

const BUILT_IN: &str = "[\"builtin:random\", \"builtin:greedy\"]";

/// What python-chess reads: for each game its tags, its moves and its errors.
const READER: &str = r#"
import io, json, sys
try:
    import chess.pgn
except ImportError:
    sys.exit(77)
text = io.StringIO(sys.stdin.read())
while True:
    game = chess.pgn.read_game(text)
    if game is None: break
    moves = [move.uci() for move in game.mainline_moves()]
    comments = [node.comment for node in game.mainline()]
    print(json.dumps({"tags": dict(game.headers), "moves": moves, "comments": comments,
        "errors": [str(error) for error in game.errors], "result": game.end().board().result()}))
"#;

/// `None` if python-chess is not installed.
fn read_by_python(text: &str) -> Option<Vec<Value>> {
    let reader = Command::new("/usr/bin/python3")
        .args(["-c", READER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut reader = reader.unwrap();
    // All is read before anything is written.
    reader.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = reader.wait_with_output().unwrap();
    if output.status.code() == Some(77) {
        eprintln!("skipped: python-chess is not installed (pip install chess)");
        return None;
    }
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// The moves of a record, those of its opening included.
pub(crate) fn moves(record: &[Value]) -> Vec<&str> {
    let opening = record[0]["options"]["moves"].as_array().into_iter().flatten();
    let turns = record.iter().filter_map(|line| line.get("turn").map(|_| &line["moves"][0]));
    opening.chain(turns.map(|entry| &entry["action"])).filter_map(Value::as_str).collect()
}

#[test]
fn a_contest_is_exported_as_games_that_other_programs_read() {
    let site = Site::new();
    contest(&site, BUILT_IN, "[openings]\nfile = \"book.pgn\"");
    site.write("c/book.pgn", "1. e4 e5 *\n\n[FEN \"4k3/8/8/8/8/8/3PP3/4K3 b - - 3 20\"]\n\n*\n");
    assert_eq!(run(&site, &[]).code, 0);
    let text = site.succeed(&["export", "c", "--format", "pgn"]);
    assert!(
        text.starts_with("[Event \"Knights \\\"and\\\" more\"]\n[Site \"?\"]\n[Date \"20"),
        "{text}"
    );
    let one = site.succeed(&["show", "c#2", "--pgn"]);
    assert!(one.contains(" \"greedy\"]") && one.ends_with("\n\n"), "{one}");
    let records = records(&site);
    assert_eq!(text.matches("[Event ").count(), records.len());
    for (number, record) in &records {
        let heading = text.split("[Round ").find(|game| game.starts_with(&format!("\"{number}\"")));
        let heading = heading.unwrap_or_else(|| panic!("match {number}: {text}"));
        let white = record[0]["seats"][0]["bot"].as_str().unwrap();
        assert!(heading.contains(&format!("[White \"{white}\"]")), "{heading}");
        let plies = format!("[PlyCount \"{}\"]", moves(record).len());
        assert!(heading.contains(&plies), "{plies}: {heading}");
    }
    let Some(games) = read_by_python(&(text + &one)) else { return };
    assert_eq!(games.len(), records.len() + 1);
    let records = records.values().chain([&records[&2]]);
    for (number, (game, record)) in (1..).zip(games.iter().zip(records)) {
        assert_eq!(game["errors"], json!([]), "{game}");
        assert_eq!(game["moves"], json!(moves(record)), "match {number}");
        let tags = &game["tags"];
        let outcome = &record.last().unwrap()["outcome"];
        let expected = match outcome["scores"][0].as_f64() {
            Some(1.0) => "1-0",
            Some(0.0) => "0-1",
            _ => "1/2-1/2",
        };
        assert_eq!((&tags["Result"], &tags["Termination"]), (&json!(expected), &json!("normal")));
        assert_eq!(tags["PlyCount"], json!(moves(record).len().to_string()));
        assert_eq!(tags.get("FEN"), record[0]["options"].get("fen"));
        assert_eq!(tags["White"], record[0]["seats"][0]["bot"]);
        if outcome["detail"]["end"] == "checkmate" {
            assert_eq!(game["result"], json!(expected), "it is mate for the other program, too");
        }
    }
    // Comments have the time of each move that was played, and mark those of the opening.
    let comments = games[0]["comments"].as_array().unwrap();
    assert_eq!(comments[..2], [json!("book"), json!("book")]);
    assert!(comments[2].as_str().unwrap().ends_with('s'), "{comments:?}");
}

#[test]
fn what_is_no_chess_has_no_such_notation() {
    let site = Site::new();
    let play = ["play", "footsteps", "builtin:random", "builtin:random", "--quiet"];
    site.succeed(&[&play[..], &["--record", "r.jsonl"]].concat());
    let said = site.run(&["show", "r.jsonl", "--pgn"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("footsteps"), "{said:?}");
    contest(&site, BUILT_IN, "");
    let text = site.read("c/contest.toml").replace("chess", "footsteps").replace("greedy", "last");
    site.write("c/contest.toml", text);
    assert_eq!(run(&site, &[]).code, 0);
    assert_eq!(site.run(&["export", "c", "--format", "pgn"]).code, 2);
    assert_eq!(site.run(&["export", "c", "--format", "pgn", "--table", "moves"]).code, 2);
}

#[test]
fn each_opening_is_played_with_both_colours() {
    let site = Site::new();
    let book = "[openings]\nfile = \"books/short.epd\"\norder = \"random\"";
    contest(&site, BUILT_IN, book);
    let positions = ["4k3/8/8/8/8/8/3PP3/4K3 b - -", "4k3/3pp3/8/8/8/8/8/4K3 w - -"];
    site.write("c/books/short.epd", positions.map(|fen| format!("{fen} id \"x\";\n")).concat());
    assert_eq!(run(&site, &[]).code, 0);
    let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for record in records(&site).values() {
        let fen = record[0]["options"]["fen"].as_str().unwrap().to_owned();
        let white = record[0]["seats"][0]["bot"].as_str().unwrap().to_owned();
        seen.entry(fen).or_default().push(white);
    }
    assert_eq!(seen.keys().collect::<Vec<_>>(), {
        let mut sorted = positions;
        sorted.sort_unstable();
        sorted
    });
    for mut whites in seen.into_values() {
        whites.sort_unstable();
        assert_eq!(whites, ["greedy", "random"]);
    }
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
    // Other openings make another contest, and other openings in an export are found.
    site.succeed(&["export", "c", "--out", "e.jsonl"]);
    let export = site.read("e.jsonl");
    let swapped = export.replacen("3PP3", "2PP4", 1);
    assert_ne!(export, swapped);
    site.write("e.jsonl", swapped);
    let said = site.run(&["verify", "e.jsonl"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(format!("{}{}", said.out, said.err).contains("options"), "{said:?}");
    site.write("c/books/short.epd", format!("{}\n", positions[0]));
    let said = run(&site, &[]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("openings.digest"), "{said:?}");
}

#[test]
fn openings_that_cannot_be_played_are_refused_with_file_and_line() {
    let site = Site::new();
    let good = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let refused = |book: &str, content: &str, place: &str, part: &str| {
        contest(&site, BUILT_IN, &format!("[openings]\nfile = \"{book}\""));
        site.write(&format!("c/{book}"), content);
        let said = run(&site, &[]);
        assert_eq!(said.code, 1, "{said:?}");
        assert!(said.err.contains(&format!("c/{book}:{place}")), "{book}:{place}: {said:?}");
        assert!(said.err.contains(part), "{part}: {said:?}");
        assert!(!site.path().join("c/.certamen/store.sqlite").exists(), "nothing is played");
    };
    refused("a.epd", &format!("{good}\n{good}\nrnbqk w KQkq -\n{good}\n"), "3", "fen");
    refused("b.epd", &format!("{good}\n7k/6Q1/6K1/8/8/8/8/8 b - -\n"), "2", "checkmate");
    refused("c.pgn", "1. e4 e5 *\n\n1. e4 {damaged\n1. d4 *\n", "3", "brace");
    refused("d.pgn", "1. e4 e5 *\n1. e4 e5 2. Ke3 *\n", "2", "`Ke3`");
    refused("e.jsonl", "{\"moves\":[\"e2e4\"]}\n{\"moves\":[\"e2e4\",\"e2e4\"]}\n", "2", "moves");
    refused("f.jsonl", "{\"moves\":[\"e2e4\"]}\n{\"moves\":[\"e2\n", "2", "options");
}

/// The moves and the outcome of the first match.
fn first(site: &Site) -> (usize, Value) {
    let records = records(site);
    let record = &records[&1];
    (record.len() - 2, record.last().unwrap()["outcome"].clone())
}

fn resealed(record: &str) -> String {
    let (lines, last) = record.trim_end().rsplit_once('\n').unwrap();
    let lines = format!("{lines}\n");
    let (outcome, _) = last.split_once("\"digest\"").unwrap();
    let digest = certamen_game::record::digest(lines.as_bytes());
    format!("{lines}{outcome}\"digest\":\"{digest}\"}}\n")
}

const ADJUDICATION: &str = "[adjudication]\nresign = { score = 600, moves = 2 }\n\
    draw = { score = 20, moves = 2, after = 2 }";

#[test]
fn engines_that_see_themselves_lost_lose_and_verify_finds_another_claim() {
    let site = Site::new();
    engine(&site, "even", "");
    engine(&site, "lost", "[engine.options]\nEval = -700");
    contest(&site, "[\"bots/*\"]", ADJUDICATION);
    let said = run(&site, &[]);
    assert_eq!(said.code, 0, "{said:?}");
    let (turns, outcome) = first(&site);
    // The lost one has black, and has moved twice.
    let expected = json!({
        "scores": [1, 0], "termination": "limit", "detail": { "plies": 4, "ended": "resign" },
    });
    assert_eq!((turns, outcome), (4, expected));
    let records = records(&site);
    assert_eq!(records[&1][0]["conditions"]["adjudication"]["resign"]["score"], 600);
    assert_eq!(records[&1][2]["moves"][0]["eval"], -700);
    assert!(site.succeed(&["verify", "c"]).contains("sound"));
    let text = site.succeed(&["show", "c#1", "--pgn"]);
    assert!(text.contains("[Termination \"adjudication\"]"), "{text}");
    assert!(
        text.contains("{-7.00/9 ") && text.contains("White wins by adjudication} 1-0"),
        "{text}"
    );
    // A record with other evaluations, or another verdict, is not what was played.
    let export = site.succeed(&["export", "c"]);
    let mut entries = export.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let record = entries.find_map(|entry| Some(entry["match"]["record"].as_str()?.to_owned()));
    let record = record.unwrap();
    site.write("same.jsonl", resealed(&record));
    site.succeed(&["verify", "same.jsonl"]);
    for (from, to) in [
        ("\"eval\":-700", "\"eval\":-1"),
        ("\"ended\":\"resign\"", "\"ended\":\"draw\""),
        ("\"score\":600", "\"score\":800"),
        ("\"scores\":[1,0]", "\"scores\":[0,1]"),
    ] {
        let changed = record.replacen(from, to, 1);
        assert_ne!(changed, record, "{from}");
        site.write("changed.jsonl", &changed);
        assert_eq!(site.run(&["verify", "changed.jsonl"]).code, 1, "{from}: it is sealed");
        site.write("changed.jsonl", resealed(&changed));
        assert_eq!(site.run(&["verify", "changed.jsonl"]).code, 1, "{from}: it is computed again");
    }
}

#[test]
fn engines_that_both_see_nothing_draw() {
    let site = Site::new();
    engine(&site, "even", "");
    engine(&site, "other", "[engine.options]\nEval = 20");
    contest(&site, "[\"bots/*\"]", ADJUDICATION);
    assert_eq!(run(&site, &[]).code, 0);
    let expected = json!({
        "scores": [0.5, 0.5], "termination": "limit", "detail": { "plies": 4, "ended": "draw" },
    });
    assert_eq!(first(&site), (4, expected));
}

#[test]
fn players_without_evaluations_are_refused_by_key() {
    let site = Site::new();
    contest(&site, BUILT_IN, ADJUDICATION);
    let said = run(&site, &[]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(
        said.err.contains("adjudication.resign") && said.err.contains("builtin:random"),
        "{said:?}"
    );
    // A number of moves needs no evaluations.
    contest(&site, BUILT_IN, "[adjudication]\nmoves = 1");
    assert_eq!(run(&site, &[]).code, 0);
    let (turns, outcome) = first(&site);
    assert_eq!((turns, &outcome["detail"]["ended"]), (2, &json!("moves")));
    // A program that is no engine is excluded.
    let site = Site::new();
    engine(&site, "even", "");
    engine(&site, "other", "");
    site.write("c/bots/plain.py", "print('e2e4', flush=True)\ninput()\n");
    contest(&site, "[\"bots/*\"]", ADJUDICATION);
    let said = run(&site, &[]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.err.contains("adjudication.resign") && said.err.contains("plain"), "{said:?}");
}

#[test]
fn settings_that_an_engine_does_not_take_are_refused_before_the_first_match() {
    let site = Site::new();
    engine(&site, "even", "");
    engine(&site, "other", "");
    engine(&site, "unknown", "[engine.options]\nEvla = 1");
    engine(&site, "beyond", "[engine.options]\nEval = 901");
    contest(&site, "[\"bots/*\"]", "[adjudication]\nmoves = 2");
    let said = run(&site, &["--strict"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("`Evla`") && said.err.contains("it has Eval"), "{said:?}");
    assert!(said.err.contains("-900 to 900"), "{said:?}");
    assert!(!site.path().join("c/.certamen/store.sqlite").exists(), "nothing is begun");
    let said = run(&site, &[]);
    assert_eq!(said.code, 3, "{said:?}");
    assert_eq!(records(&site).len(), 4, "the others play");
    let said = site.run(&["check", "c/bots/unknown", "--game", "chess", "--tier", "D"]);
    assert!(said.code != 0 && said.err.contains("`Evla`"), "{said:?}");
}

#[test]
fn engines_get_their_clocks() {
    let site = Site::new();
    engine(&site, "even", "");
    engine(&site, "other", "");
    let limits = "[limits]\nmatch_time = \"60s\"\nincrement = \"0.6s\"\n[adjudication]\nmoves = 2";
    contest(&site, "[\"bots/*\"]", limits);
    assert_eq!(run(&site, &[]).code, 0);
    let records = records(&site);
    let conditions = &records[&1][0]["conditions"];
    assert_eq!(
        (&conditions["match_ms"], &conditions["increment_ms"]),
        (&json!(60_000), &json!(600))
    );
    let words = site.succeed(&["show", "c#1", "--stderr", "0"]);
    let reported: Vec<&str> = words.lines().filter(|line| line.contains("go wtime")).collect();
    assert!(reported[0].contains("go wtime 60000 btime 60000 winc 600 binc 600"), "{words}");
    assert_eq!(reported.len(), 2, "{words}");
    let white = reported[1].split("wtime ").nth(1).and_then(|rest| rest.split(' ').next());
    let white: f64 = white.unwrap().parse().unwrap();
    let used = records[&1][1]["moves"][0]["ms"].as_f64().unwrap();
    assert!((white - (60_600.0 - used)).abs() <= 1.0, "{white}: {used}");
    let text = site.succeed(&["show", "c#1", "--pgn"]);
    assert!(text.contains("[TimeControl \"60+0.6\"]"), "{text}");
    contest(&site, "[\"bots/*\"]", "[limits]\nincrement = \"1s\"");
    let said = run(&site, &[]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("limits.increment"), "{said:?}");
}
