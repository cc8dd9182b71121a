//! Engines of the Chess Engine Communication Protocol: those that say what is written down for them,
//! and real ones.

use crate::referee::{LentEngine, match_of::MatchOf};
use certamen_game::{
    DynGame, Failure, Fault, Map, MatchRecord, Player, Protocol, View, conformance::table,
};
use certamen_runner::{
    EngineSettings,
    referee::{
        MatchEvent, PlayError, play,
        player::{
            CecpPlayer, LastingEngine, ProtocolSettings,
            scripted::{FunctionPlayer, ScriptedChannel},
        },
    },
};
use serde_json::json;
use std::{
    ops::ControlFlow,
    sync::{Arc, Mutex},
};

const FULL: &str = "feature myname=\"Script\" ping=1 setboard=1 usermove=1 \
    option=\"Cores -spin 1 1 8\" done=1";

fn chess() -> &'static dyn DynGame {
    certamen_games::find("chess").expect("chess is a game")
}

fn options(value: serde_json::Value) -> Map {
    serde_json::from_value(value).unwrap()
}

fn settings(text: &str) -> EngineSettings {
    toml::from_str(text).unwrap()
}

/// The engine has white, and a player that answers `moves` in turn has black. `change` changes the
/// conditions.
fn against(
    engine: Box<dyn Player>,
    options: Map,
    moves: &'static [&'static str],
    change: impl FnOnce(&mut certamen_game::Conditions),
) -> Result<MatchRecord, PlayError> {
    let mut next = moves.iter();
    let rival =
        FunctionPlayer(move |_: &View<'_>| Ok((*next.next().unwrap_or(&"resign")).to_owned()));
    let mut players: [Box<dyn Player>; 2] = [engine, Box::new(rival)];
    let mut table = table(chess(), options, 2, 1);
    table.conditions.move_ms = 3_000;
    change(&mut table.conditions);
    play(chess(), table, &[], &mut players, &mut |_: &MatchEvent<'_>| ControlFlow::Continue(()))
}

fn scripted(engine: &ScriptedChannel, text: &str) -> Box<dyn Player> {
    Box::new(CecpPlayer::new(engine.clone(), settings(text)))
}

/// What an engine with all features says, and `answers`.
fn engine<'a>(answers: impl IntoIterator<Item = &'a str>) -> ScriptedChannel {
    ScriptedChannel::with_answers([FULL].into_iter().chain(answers))
}

/// The fault and the reply or action of the engine's first move.
fn judged(engine: &ScriptedChannel) -> (Option<Fault>, Option<String>) {
    let record = against(scripted(engine, ""), Map::new(), &[], |_| {}).expect("it is played");
    let entry = record.turns[0].moves[0].clone();
    (entry.fault, entry.reply.or(entry.action))
}

#[test]
fn an_engine_is_set_up_shown_each_move_once_and_asked() {
    let first = ["pong 1", " 9 30 12 2000 e2e4 e7e5", "move e2e4"];
    let engine = engine(first.into_iter().chain(["# a remark", "pong 2", "move g1f3"]));
    let asked = "depth = 4\noptions = { Cores = 2 }";
    let record = against(scripted(&engine, asked), Map::new(), &["c5"], |_| {});
    let record = record.expect("it is played");
    let commands = "xboard|protover 2|new|easy|post|force|option Cores=2|sd 4|force|ping 1|go|\
        force|usermove c7c5|ping 2|go|quit";
    assert_eq!(engine.received().join("|"), commands);
    let actions = record.turns.iter().map(|turn| turn.moves[0].action.as_deref().unwrap_or("-"));
    assert_eq!(actions.collect::<Vec<_>>(), ["e2e4", "c7c5", "g1f3", "resign"]);
    let said = json!({ "eval": 30, "depth": 9, "nodes": 2000 });
    assert_eq!(json!(record.turns[0].moves[0].extra), said);
    assert_eq!(json!(record.turns[2].moves[0].extra), json!({}));
}

#[test]
fn an_engine_without_features_is_shown_plain_moves() {
    let plain = ScriptedChannel::with_answers(["feature done=1", "My move is : e2e4"]);
    let opening = json!({ "moves": ["d2d4", "d7d5"] });
    against(scripted(&plain, ""), options(opening), &[], |_| {}).expect("it is played");
    let commands = "xboard|protover 2|new|easy|post|force|st 2|force|d2d4|d7d5|go|quit";
    assert_eq!(plain.received().join("|"), commands);
}

#[test]
fn an_engine_gets_its_clock_and_the_position() {
    let engine = engine(["pong 1", "move e1f1"]);
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let clock = |conditions: &mut certamen_game::Conditions| {
        conditions.match_ms = Some(125_000);
        conditions.increment_ms = Some(600);
    };
    against(scripted(&engine, ""), options(json!({ "fen": fen })), &[], clock).expect("played");
    let commands = format!(
        "xboard|protover 2|new|easy|post|force|level 0 2:05 0.6|setboard {fen}|force|ping 1|\
         time 12500|otim 12500|go|quit"
    );
    assert_eq!(engine.received().join("|"), commands);
}

#[test]
fn what_is_no_move_is_illegal_claims_are_recorded_and_resigning_loses() {
    for (answer, kept) in [
        ("move e2e5", "e2e5"),
        ("move Nf3", ""),
        ("1/2-1/2 {Draw by repetition}", "1/2-1/2 {Draw by repetition}"),
        ("0-1 {I lost}", "0-1 {I lost}"),
    ] {
        let kept = Some(kept.to_owned()).filter(|kept| !kept.is_empty());
        assert_eq!(judged(&engine(["pong 1", answer])), (Some(Fault::Illegal), kept), "{answer}");
    }
    assert_eq!(judged(&engine(["pong 1", "resign"])), (None, Some("resign".to_owned())));
    // It may offer what it likes.
    let offers = engine(["pong 1", "offer draw", "tellall hello", "move e2e4"]);
    assert_eq!(judged(&offers), (None, Some("e2e4".to_owned())));
    // A legal move that it refuses.
    let refusing = engine(["Illegal move: d7d5", "pong 1", "move e2e4"]);
    let opening = options(json!({ "moves": ["d2d4", "d7d5"] }));
    let record = against(scripted(&refusing, ""), opening, &[], |_| {}).expect("it is played");
    assert_eq!(record.turns[0].moves[0].reply.as_deref(), Some("Illegal move: d7d5"));
}

#[test]
fn any_end_of_an_engine_is_its_fault_and_a_flood_is_too_much_output() {
    for fault in [Fault::Timeout, Fault::Exit, Fault::Crash, Fault::Memory] {
        for answers in [&[][..], &[FULL], &[FULL, "pong 1"]] {
            let silent = ScriptedChannel::with_answers(answers.iter().copied());
            let silent = silent.then_fails(Failure::Fault(fault));
            assert_eq!(judged(&silent), (Some(fault), None), "after {answers:?}");
        }
    }
    let line = "x".repeat(1_000);
    let flood = ["pong 1"].into_iter().chain(std::iter::repeat_n(&*line, 1_100));
    assert_eq!(judged(&engine(flood)), (Some(Fault::Output), None));
}

#[test]
fn what_an_engine_cannot_do_is_a_void_with_its_reason() {
    let void = |engine: &ScriptedChannel, text: &str, options| match against(
        scripted(engine, text),
        options,
        &[],
        |_| {},
    ) {
        Err(PlayError::Void(void)) => void.to_string(),
        other => panic!("{other:?}"),
    };
    let plain = || ScriptedChannel::with_answers(["feature done=1"]);
    let fen = || options(json!({ "fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" }));
    assert!(void(&plain(), "", fen()).contains("`setboard`"));
    assert!(void(&plain(), "", options(json!({ "chess960": true }))).contains("Chess960"));
    let said = void(&engine([]), "options = { Core = 2 }", Map::new());
    assert!(said.contains("`Core`") && said.contains("Cores"), "{said}");
    let said = void(&engine([]), "options = { Cores = 9 }", Map::new());
    assert!(said.contains("1 to 8"), "{said}");
}

#[test]
fn an_engine_goes_on_to_the_next_match_and_what_it_said_late_is_ignored() {
    let first = ["pong 1", "move e2e4", "1-0 {White wins}", "Illegal move: resign"];
    let channel = engine(first.into_iter().chain(["pong 2", "pong 3", "move d2d4"]));
    let asked = settings("depth = 4\noptions = { Cores = 2 }");
    let own = Arc::new(Mutex::new(CecpPlayer::new(channel.clone(), asked)));
    let play = || {
        let record = against(Box::new(LentEngine(own.clone())), Map::new(), &[], |_| {});
        let entry = record.expect("it is played").turns[0].moves[0].clone();
        assert!(own.lock().unwrap().end_match());
        (entry.fault, entry.action)
    };
    assert_eq!(play(), (None, Some("e2e4".to_owned())));
    assert_eq!(play(), (None, Some("d2d4".to_owned())));
    let commands = "xboard|protover 2|new|easy|post|force|option Cores=2|sd 4|force|ping 1|go|\
        new|easy|post|force|sd 4|ping 2|force|ping 3|go";
    assert_eq!(channel.received().join("|"), commands);
    let plain = ScriptedChannel::with_answers(["feature done=1", "move e2e4"]);
    let own = Arc::new(Mutex::new(CecpPlayer::new(plain, EngineSettings::default())));
    against(Box::new(LentEngine(own.clone())), Map::new(), &[], |_| {}).expect("it is played");
    assert!(!own.lock().unwrap().end_match(), "without `ping` a new process is started");
}

#[test]
fn chess960_is_a_variant_in_which_castling_has_words() {
    const FULL_960: &str = "feature ping=1 setboard=1 usermove=1 \
        variants=\"normal,fischerandom\" done=1";
    let of_960 = |fen: Option<&str>, moves: &[&str]| {
        let mut value = json!({ "chess960": true, "moves": moves });
        if let Some(fen) = fen {
            value["fen"] = json!(fen);
        }
        options(value)
    };
    let engine = |answers: &[&'static str]| {
        ScriptedChannel::with_answers([FULL_960].into_iter().chain(answers.iter().copied()))
    };
    let head = "xboard|protover 2|new|variant fischerandom|easy|post|force|st 2|setboard";
    let fen = "r3k3/8/8/8/8/8/4P3/4K2R w Ha - 0 1";
    let castles = engine(&["pong 1", "move O-O", "pong 2", "move g1h1"]);
    let opening = of_960(Some(fen), &["e2e4", "e8d8"]);
    let record = against(scripted(&castles, ""), opening, &["a8a1"], |_| {}).expect("played");
    assert_eq!(record.turns[0].moves[0].action.as_deref(), Some("e1h1"));
    let commands = format!(
        "{head} {fen}|force|usermove e2e4|usermove e8d8|ping 1|go|\
        force|usermove a8a1|ping 2|go|quit"
    );
    assert_eq!(castles.received().join("|"), commands);
    // The other side castles, and squares are read, too.
    let shown = engine(&["pong 1", "move e1h1", "pong 2", "move g1h1"]);
    let record = against(scripted(&shown, ""), of_960(Some(fen), &[]), &["e8a8"], |_| {});
    assert_eq!(record.expect("played").turns[0].moves[0].action.as_deref(), Some("e1h1"));
    assert!(shown.received().contains(&"usermove O-O-O".to_owned()), "{:?}", shown.received());
    // An engine may shuffle the pieces itself: it is always sent the start.
    let usual = engine(&["pong 1", "move e2e4"]);
    against(scripted(&usual, ""), of_960(None, &[]), &[], |_| {}).expect("played");
    let array = "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    assert!(usual.received().contains(&array.to_owned()), "{:?}", usual.received());
    // Elsewhere these are no moves of the protocol.
    let early = ScriptedChannel::with_answers([FULL_960, "pong 1", "move O-O"]);
    let castling = options(json!({ "fen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1" }));
    let record = against(scripted(&early, ""), castling, &[], |_| {}).expect("played");
    assert_eq!(record.turns[0].moves[0].fault, Some(Fault::Illegal));
}

/// A program in Python that speaks the protocol, but for what a test changes in it.
const PROGRAM: &str = r#"
import sys, time
pinged = False
for line in sys.stdin:
    word = line.split()[0]
    if word == "protover":
        print("feature done=0", flush=True)
        print("feature ping=1 done=1", flush=True)
    elif word == "ping":
        pinged = True
        print("pong", line.split()[1], flush=True)
    elif word == "go": print("move d2d4" if pinged else "move e2e4", flush=True)
    elif word == "?": print("move c2c4", flush=True)
    elif word == "quit": break
"#;

/// The match of that program after a change, with this time for a move and for the start.
fn of_program(from: &str, to: &str, (move_ms, start_ms): (u64, u64)) -> MatchRecord {
    let script = PROGRAM.replace(from, to);
    assert!(from.is_empty() || script != PROGRAM, "{from}");
    let asking = ProtocolSettings { protocol: Protocol::Cecp, engine: EngineSettings::default() };
    let command = ["/usr/bin/python3", "-S", "-E", "-s", "-c", &script];
    let player = MatchOf::two("chess", "{}").asked(asking, &command);
    let times = |conditions: &mut certamen_game::Conditions| {
        (conditions.move_ms, conditions.start_ms) = (move_ms, start_ms);
    };
    against(player, Map::new(), &[], times).expect("it is played")
}

fn first_action(record: &MatchRecord) -> (Option<Fault>, Option<&str>) {
    let entry = &record.turns[0].moves[0];
    (entry.fault, entry.action.as_deref())
}

#[test]
fn programs_are_given_time_for_their_features_if_they_ask_for_it_takes_long() {
    assert_eq!(first_action(&of_program("", "", (3_000, 5_000))), (None, Some("d2d4")));
    let done = r#"print("feature ping=1 done=1", flush=True)"#;
    // Longer than an engine is waited for that does not ask. Who sleeps is not waited for at all.
    let late = format!(
        "end = time.monotonic() + 6\n        while time.monotonic() < end: pass\n        {done}"
    );
    assert_eq!(first_action(&of_program(done, &late, (3_000, 60_000))), (None, Some("d2d4")));
}

#[test]
fn programs_that_think_too_long_are_asked_to_move_and_may_resign() {
    let go = r#"print("move d2d4" if pinged else "move e2e4", flush=True)"#;
    let commands = of_program(go, "pass", (500, 5_000));
    assert_eq!(first_action(&commands), (None, Some("c2c4")));
    let resigned = of_program(go, "print('resign', flush=True)", (3_000, 5_000));
    let outcome = resigned.outcome.as_ref().expect("it is over");
    assert_eq!((&*outcome.scores, outcome.reason), (&[0.0, 1.0][..], None));
    assert_eq!(resigned.turns.len(), 1);
    let deaf = format!("{go}\n    elif word == \"?\": print(\"move c2c4\", flush=True)");
    let late = of_program(&deaf, "time.sleep(60)", (500, 0));
    assert_eq!(first_action(&late).0, Some(Fault::Timeout));
}

const POSITION: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// Some moves of a real engine with either colour; all that it says is legal and in time.
fn check(protocol: Protocol, command: &[&str], text: &str, options: &serde_json::Value) {
    for first in [true, false] {
        let asking = ProtocolSettings { protocol, engine: settings(text) };
        let setup = MatchOf::two("chess", &options.to_string()).with_turns(8);
        let engine = setup.asked(asking, command);
        let rival = setup.builtin("first");
        let players = if first { [engine, rival] } else { [rival, engine] };
        let record = setup.play(players);
        let faults = record.turns.iter().flat_map(|turn| &turn.moves).filter_map(|it| it.fault);
        assert_eq!(faults.collect::<Vec<_>>(), [], "{command:?}");
        assert!(record.turns.len() >= 8, "{command:?}: {:?}", record.outcome);
        let own = record.turns.iter().flat_map(|turn| &turn.moves);
        let said = own.filter(|entry| entry.extra.contains_key("depth")).count();
        assert!(said > 0, "{command:?}: it says what it thinks");
    }
}

#[test]
fn openings_in_fairymax_are_played_with_a_limit_of_plies() {
    let opening = json!({ "moves": ["e2e4", "c7c5"] });
    check(Protocol::Cecp, &["/usr/games/fairymax"], "depth = 4", &opening);
}

/// By its other protocol: as an engine of xboard it loses lines that arrive together.
#[test]
fn positions_in_gnuchess_are_played_with_a_limit_of_plies() {
    let fen = json!({ "fen": POSITION, "moves": ["e1g1"] });
    check(Protocol::Uci, &["/usr/games/gnuchess", "--uci"], "depth = 5", &fen);
}

#[test]
fn positions_in_phalanx_are_played_with_a_limit_of_time() {
    let fen = json!({ "fen": POSITION, "moves": ["e1g1"] });
    check(Protocol::Cecp, &["/usr/games/phalanx"], "move_time = \"1s\"", &fen);
}
