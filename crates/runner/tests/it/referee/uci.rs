//! Engines of the Universal Chess Interface: those that say what is written down for them, programs
//! that misbehave, and real ones.

use crate::{
    referee::{LentEngine, match_of::MatchOf},
    test_table::TestTable,
};
use certamen_game::{
    DynGame, Failure, Fault, Map, MatchRecord, Player, Protocol, View, builtin::Arguments,
    conformance::table,
};
use certamen_runner::{
    EngineSettings,
    referee::{
        MatchEvent, PlayError, play,
        player::{
            LastingEngine, ProtocolSettings, UciPlayer,
            scripted::{FunctionPlayer, ScriptedChannel},
        },
    },
};
use serde_json::json;
use std::{
    fs,
    ops::ControlFlow,
    path::Path,
    sync::{Arc, Mutex},
};

/// What an engine says until it is asked for its first move.
const GREETING: [&str; 7] = [
    "id name Script",
    "option name Hash type spin default 16 min 1 max 1024",
    "option name UCI_Chess960 type check default false",
    "uciok",
    "readyok",
    "info string ready",
    "readyok",
];

fn chess() -> &'static dyn DynGame {
    certamen_games::find("chess").expect("chess is a game")
}

fn options(value: serde_json::Value) -> Map {
    serde_json::from_value(value).unwrap()
}

fn settings(text: &str) -> EngineSettings {
    toml::from_str(text).unwrap()
}

/// The engine has white, and a player that answers `moves` in turn has black.
fn against(
    engine: Box<dyn Player>,
    options: Map,
    moves: &'static [&'static str],
) -> Result<MatchRecord, PlayError> {
    let mut next = moves.iter();
    let rival =
        FunctionPlayer(move |_: &View<'_>| Ok((*next.next().unwrap_or(&"resign")).to_owned()));
    let mut players: [Box<dyn Player>; 2] = [engine, Box::new(rival)];
    let mut table = table(chess(), options, 2, 1);
    table.conditions.move_ms = 3_000;
    play(chess(), table, &[], &mut players, &mut |_: &MatchEvent<'_>| ControlFlow::Continue(()))
}

fn scripted(engine: &ScriptedChannel, text: &str) -> Box<dyn Player> {
    Box::new(UciPlayer::new(engine.clone(), settings(text)))
}

fn engine<'a>(answers: impl IntoIterator<Item = &'a str>) -> ScriptedChannel {
    ScriptedChannel::with_answers(GREETING.into_iter().chain(answers))
}

/// The fault and the reply or action of the engine's first move.
fn judged(engine: &ScriptedChannel) -> (Option<Fault>, Option<String>) {
    let record = against(scripted(engine, ""), Map::new(), &[]).expect("it is played");
    let entry = record.turns[0].moves[0].clone();
    (entry.fault, entry.reply.or(entry.action))
}

#[test]
fn an_engine_is_set_up_gets_all_moves_and_is_asked() {
    let engine = engine(["info depth 1 score cp 30", "bestmove e2e4 ponder e7e5", "bestmove g1f3"]);
    let asked = "nodes = 2000\noptions = { Hash = 32 }";
    let record = against(scripted(&engine, asked), Map::new(), &["c5"]).expect("it is played");
    let commands = "uci|setoption name Hash value 32|isready|ucinewgame|isready|position startpos|\
        go nodes 2000|position startpos moves e2e4 c7c5|go nodes 2000|quit";
    assert_eq!(engine.received().join("|"), commands);
    let actions = record.turns.iter().map(|turn| turn.moves[0].action.as_deref().unwrap_or("-"));
    assert_eq!(actions.collect::<Vec<_>>(), ["e2e4", "c7c5", "g1f3", "resign"]);
    // What it says of a move is recorded with it, and not with the next one.
    let said = record.turns.iter().map(|turn| json!(turn.moves[0].extra)).collect::<Vec<_>>();
    assert_eq!(said, [json!({ "eval": 30, "depth": 1 }), json!({}), json!({}), json!({})]);
    let (read, _) = MatchRecord::read(&record.to_bytes()).expect("it is a record");
    assert_eq!(read, record);
}

#[test]
fn an_engine_goes_on_to_the_next_match_as_a_new_game() {
    let first = ["bestmove e2e4", "bestmove a2a3", "readyok", "bestmove d2d4"];
    let channel = engine(first.into_iter().chain(["readyok", "bestmove c2c4"]));
    let asked = settings("nodes = 2000\noptions = { Hash = 32 }");
    let own = Arc::new(Mutex::new(UciPlayer::new(channel.clone(), asked)));
    let play = |value| {
        let record = against(Box::new(LentEngine(own.clone())), options(value), &[]);
        let action = record.expect("it is played").turns[0].moves[0].action.clone();
        assert!(own.lock().unwrap().end_match());
        action.unwrap_or_default()
    };
    assert_eq!(play(json!({})), "e2e4");
    // The late second answer belongs to no match.
    assert_eq!(play(json!({ "chess960": true })), "d2d4");
    assert_eq!(play(json!({})), "c2c4");
    let commands = "uci|setoption name Hash value 32|isready|ucinewgame|isready|position startpos|\
        go nodes 2000|setoption name UCI_Chess960 value true|ucinewgame|isready|\
        position startpos|go nodes 2000|setoption name UCI_Chess960 value false|ucinewgame|\
        isready|position startpos|go nodes 2000";
    assert_eq!(channel.received().join("|"), commands);
}

#[test]
fn an_engine_gets_the_start_and_the_moves_of_the_opening() {
    let engine = engine(["bestmove e1h1"]);
    let fen = "4k3/8/8/8/8/8/4P3/4K2R w H - 0 1";
    let opening = json!({ "fen": fen, "chess960": true, "moves": ["e2e4", "e8d8"] });
    let record = against(scripted(&engine, ""), options(opening), &[]).expect("it is played");
    let commands = engine.received();
    assert_eq!(commands[1], "setoption name UCI_Chess960 value true");
    assert_eq!(commands[5], format!("position fen {fen} moves e2e4 e8d8"));
    assert_eq!(commands[6], "go movetime 2700", "a tenth of the move time is kept back");
    assert_eq!(record.turns[0].moves[0].action.as_deref(), Some("e1h1"));
}

#[test]
fn answers_that_are_not_moves_are_illegal_and_recorded() {
    for (answer, kept) in [
        ("bestmove e2e5", "e2e5"),
        ("bestmove (none)", "(none)"),
        ("bestmove 0000", "0000"),
        ("bestmove", ""),
        ("bestmove e2e4q", "e2e4q"),
    ] {
        assert_eq!(judged(&engine([answer])), (Some(Fault::Illegal), Some(kept.to_owned())));
    }
    // People may write these.
    for answer in ["bestmove e4", "bestmove Nf3", "bestmove resign"] {
        assert_eq!(judged(&engine([answer])), (Some(Fault::Illegal), None), "{answer}");
    }
}

#[test]
fn any_end_of_an_engine_is_its_fault_at_every_word() {
    for fault in [Fault::Timeout, Fault::Exit, Fault::Crash, Fault::Memory] {
        for said in 0..GREETING.len() {
            let words = GREETING.into_iter().take(said);
            let silent = ScriptedChannel::with_answers(words).then_fails(Failure::Fault(fault));
            assert_eq!(judged(&silent), (Some(fault), None), "after {said} lines");
        }
        assert_eq!(judged(&engine([]).then_fails(Failure::Fault(fault))), (Some(fault), None));
    }
}

#[test]
fn a_flood_of_information_is_too_much_output() {
    let line = format!("info string {}", "x".repeat(1_000));
    let flood = std::iter::repeat_n(&*line, 1_100);
    assert_eq!(judged(&engine(flood)), (Some(Fault::Output), None));
    let few = std::iter::repeat_n(&*line, 900).chain(["bestmove e2e4"]);
    assert_eq!(judged(&engine(few)), (None, Some("e2e4".to_owned())));
}

#[test]
fn settings_that_an_engine_refuses_are_voids_with_the_list() {
    let void = |engine: &ScriptedChannel, text: &str, options| match against(
        scripted(engine, text),
        options,
        &[],
    ) {
        Err(PlayError::Void(void)) => void.to_string(),
        other => panic!("{other:?}"),
    };
    let said = void(&engine([]), "options = { Hsah = 1 }", Map::new());
    assert!(said.contains("`Hsah`") && said.contains("Hash, UCI_Chess960"), "{said}");
    let said = void(&engine([]), "options = { Hash = 4096 }", Map::new());
    assert!(said.contains("1 to 1024"), "{said}");
    let plain = ScriptedChannel::with_answers(["uciok"]);
    let said = void(&plain, "", options(json!({ "chess960": true })));
    assert!(said.contains("UCI_Chess960"), "{said}");
}

#[test]
fn games_other_than_chess_have_no_such_engines() {
    let game = certamen_games::find("go").expect("Go is a game");
    let engine = UciPlayer::new(ScriptedChannel::default(), EngineSettings::default());
    let rival = game.builtin_player("first", &Arguments::new()).expect("any game has it");
    let mut players: [Box<dyn Player>; 2] = [Box::new(engine), rival];
    let mut watch = |_: &MatchEvent<'_>| ControlFlow::Continue(());
    let played = play(game, table(game, Map::new(), 2, 1), &[], &mut players, &mut watch);
    assert!(matches!(played, Err(PlayError::Void(void)) if void.to_string().contains("go")));
}

/// A program in Python that speaks the protocol, but for what a test changes in it.
const PROGRAM: &str = r#"
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci": print("id name P\nuciok", flush=True)
    elif word == "isready": print("readyok", flush=True)
    elif word == "go": print("info depth 1\nbestmove e2e4", flush=True)
    elif word == "stop": print("bestmove d2d4", flush=True)
    elif word == "quit": break
"#;

/// The first move of that program after a change, and the record.
fn of_program(from: &str, to: &str, text: &str) -> (Option<Fault>, Option<String>) {
    let script = PROGRAM.replace(from, to);
    assert!(from.is_empty() || script != PROGRAM, "{from}");
    let asking = ProtocolSettings { protocol: Protocol::Uci, engine: settings(text) };
    let command = ["/usr/bin/python3", "-S", "-E", "-s", "-c", &script];
    let player = MatchOf::two("chess", "{}").asked(asking, &command);
    let record = against(player, Map::new(), &[]).expect("it is played");
    let entry = record.turns[0].moves[0].clone();
    (entry.fault, entry.reply.or(entry.action))
}

#[test]
fn programs_that_break_the_protocol_lose_by_the_right_fault() {
    let played = |text: &str| (None, Some(text.to_owned()));
    assert_eq!(of_program("", "", ""), played("e2e4"));
    for word in ["\\nuciok", "readyok", "bestmove"] {
        assert_eq!(of_program(word, "", "").0, Some(Fault::Timeout), "without {word}");
    }
    let go = r#"print("info depth 1\nbestmove e2e4", flush=True)"#;
    assert_eq!(of_program(go, "sys.exit(3)", "").0, Some(Fault::Exit));
    let flood = "[print('info', 'x' * 1000) for _ in range(2000)]";
    assert_eq!(of_program(go, flood, "").0, Some(Fault::Output));
}

#[test]
fn an_engine_that_thinks_too_long_is_stopped_in_time() {
    let go = r#"print("info depth 1\nbestmove e2e4", flush=True)"#;
    let stopped = of_program(go, "pass", "nodes = 1000000000");
    assert_eq!(stopped, (None, Some("d2d4".to_owned())));
    let deaf = PROGRAM.lines().find(|line| line.contains("\"stop\"")).unwrap();
    let go_and_stop = format!("{go}\n{deaf}");
    let ignored = of_program(&go_and_stop, "time.sleep(60)", "nodes = 1000000000");
    assert_eq!(ignored.0, Some(Fault::Timeout));
}

/// The folder of a real engine. If it is not installed, preparing it fails with its Debian package.
fn real(name: &str) -> String {
    format!("{}/../../bots/chess/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn openings_in_stockfish_and_in_fairy_stockfish_are_played_to_the_end_and_the_same_again() {
    let folder = tempfile::tempdir().unwrap();
    let opening = r#"{"moves":["e2e4","c7c5","g1f3"]}"#;
    let table = TestTable::new(chess(), opening, folder.path());
    let seats = ["stockfish", "fairy-stockfish"].map(|name| table.ready(&real(name)));
    let record = table.play([&seats[0], &seats[1]], 1);
    let outcome = record.outcome.clone().unwrap();
    assert_eq!(outcome.reason, None, "{outcome:?}");
    assert!(record.turns.len() > 20, "{}", record.turns.len());
    let moves = |record: &MatchRecord| {
        let moves = record.turns.iter().flat_map(|turn| &turn.moves);
        moves.map(|entry| entry.action.clone()).collect::<Vec<_>>()
    };
    let again = table.play([&seats[0], &seats[1]], 2);
    assert_eq!(moves(&again), moves(&record), "engines limited by nodes repeat themselves");
}

#[test]
fn chess960_in_stockfish_is_played_with_a_limit_of_time() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("timed");
    fs::create_dir(&own).unwrap();
    let manifest = fs::read_to_string(Path::new(&real("stockfish")).join("bot.toml")).unwrap();
    let timed = manifest.replace("nodes = 20_000", "move_time = \"20 ms\"");
    assert_ne!(timed, manifest);
    fs::write(own.join("bot.toml"), timed).unwrap();
    let array = "nrbkqrnb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRNB w FBfb - 0 1";
    let start = json!({ "fen": array, "chess960": true }).to_string();
    let table = TestTable::new(chess(), &start, folder.path());
    let seats = [table.ready(own.to_str().unwrap()), table.ready("builtin:random")];
    let outcome = table.play([&seats[0], &seats[1]], 5).outcome.unwrap();
    assert_eq!((&*outcome.scores, outcome.reason), (&[1.0, 0.0][..], None));
}
