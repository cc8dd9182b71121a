//! Engines of the Go Text Protocol that say what is written down for them.

use certamen_game::{
    DynGame, Failure, Fault, Map, MatchRecord, Player, View, builtin::Arguments, conformance::table,
};
use certamen_runner::referee::{
    MatchEvent, PlayError, play,
    player::{
        GtpPlayer,
        scripted::{FunctionPlayer, ScriptedChannel},
    },
};
use std::ops::ControlFlow;

/// The responses to the commands that set up an engine which knows `time_settings`.
const GREETING: [&str; 10] = ["=1", "", "=2", "", "=3", "", "=4 true", "", "=5", ""];

fn go() -> &'static dyn DynGame {
    certamen_games::find("go").expect("Go is a game")
}

/// The engine on `seat` of a board of 3 x 3, and a player that answers `moves` in turn on the
/// other.
fn against(
    engine: &ScriptedChannel,
    seat: usize,
    moves: &'static [&'static str],
) -> Result<MatchRecord, PlayError> {
    let mut next = moves.iter();
    let rival =
        FunctionPlayer(move |_: &View<'_>| Ok((*next.next().unwrap_or(&"pass")).to_owned()));
    let mut players: [Box<dyn Player>; 2] =
        [Box::new(GtpPlayer::new(engine.clone())), Box::new(rival)];
    if seat == 1 {
        players.swap(0, 1);
    }
    let options: Map = serde_json::from_str(r#"{"size":3}"#).expect("an object");
    let mut table = table(go(), options, 2, 1);
    table.conditions.move_ms = 10_000;
    play(go(), table, &[], &mut players, &mut |_: &MatchEvent<'_>| ControlFlow::Continue(()))
}

fn engine<'a>(answers: impl IntoIterator<Item = &'a str>) -> ScriptedChannel {
    ScriptedChannel::with_answers(GREETING.into_iter().chain(answers))
}

/// The outcome of the engine's first move, when it answered `genmove` like this.
fn judged(engine: &ScriptedChannel) -> (Option<Fault>, Option<String>) {
    let record = against(engine, 0, &[]).expect("it is played");
    let entry = record.turns[0].moves[0].clone();
    (entry.fault, entry.reply.or(entry.action))
}

#[test]
fn an_engine_is_set_up_updated_and_asked() {
    let engine = engine(["=6 b2", "", "=7", "", "=8 PASS", ""]);
    let record = against(&engine, 0, &["1 1", "pass"]).expect("it is played");
    let sent = "1 boardsize 3|2 clear_board|3 komi 0|4 known_command time_settings|\
        5 time_settings 0 10 1|6 genmove b|7 play w A3|8 genmove b|9 quit";
    assert_eq!(engine.received().join("|"), sent);
    let actions = record.turns.iter().map(|turn| turn.moves[0].action.as_deref().unwrap_or("-"));
    assert_eq!(actions.collect::<Vec<_>>(), ["2 2", "1 1", "pass", "pass"]);
}

#[test]
fn white_receives_blacks_move_before_its_own() {
    let engine = engine(["=6", "", "=7 resign", ""]);
    let record = against(&engine, 1, &["3 1"]).expect("it is played");
    assert_eq!(engine.received()[5..], ["6 play b A1", "7 genmove w", "8 quit"]);
    let outcome = record.outcome.expect("it was given up");
    assert_eq!((&*outcome.scores, outcome.reason), (&[1.0, 0.0][..], None));
}

#[test]
fn engines_are_sent_only_known_commands() {
    let answers = ["=1", "", "=2", "", "?3 unknown command", "", "?4 unknown command", ""];
    let engine = ScriptedChannel::with_answers(answers.into_iter().chain(["=5 pass", ""]));
    against(&engine, 0, &[]).expect("it is played");
    assert_eq!(engine.received().last().map(String::as_str), Some("6 quit"));
}

#[test]
fn answers_that_are_not_moves_are_illegal_and_recorded() {
    for (answer, kept) in [
        ("=6 I2", "= I2"),
        ("=6", "= "),
        ("=6 B2 C3", "= B2 C3"),
        ("=6 D1", "3 4"),
        ("=6 A9", "A9"),
        ("?6 cannot", "? cannot"),
        ("=7 B2", "=7 B2"),
        ("= B2", "= B2"),
        ("B2", "B2"),
        ("Segmentation fault", "Segmentation fault"),
    ] {
        let judged = judged(&engine([answer, ""]));
        assert_eq!(judged, (Some(Fault::Illegal), Some(kept.to_owned())), "{answer}");
    }
}

#[test]
fn an_invalid_response_is_not_a_move_even_if_it_reads_like_one() {
    for junk in ["pass", "2 2", "resign"] {
        assert_eq!(judged(&engine([junk, ""])), (Some(Fault::Illegal), None), "{junk}");
    }
}

#[test]
fn junk_among_the_first_responses_is_recorded() {
    let judged = judged(&ScriptedChannel::with_answers(["hello, I am an engine", ""]));
    assert_eq!(judged, (Some(Fault::Illegal), Some("hello, I am an engine".to_owned())));
}

#[test]
fn an_occupied_point_is_illegal() {
    let record = against(&engine(["=6", "", "=7 A3", ""]), 1, &["1 1"]).expect("it is played");
    let entry = &record.turns[1].moves[0];
    assert_eq!((entry.fault, entry.reply.as_deref()), (Some(Fault::Illegal), Some("1 1")));
}

#[test]
fn any_end_of_an_engine_is_its_fault() {
    for fault in [Fault::Timeout, Fault::Exit, Fault::Crash, Fault::Memory] {
        let silent = ScriptedChannel::with_answers(GREETING).then_fails(Failure::Fault(fault));
        assert_eq!(judged(&silent), (Some(fault), None));
        let half = engine(["=6 B2"]).then_fails(Failure::Fault(fault));
        assert_eq!(judged(&half), (Some(fault), None), "a response ends with a blank line");
        let dead = ScriptedChannel::with_answers([]).then_fails(Failure::Fault(fault));
        assert_eq!(judged(&dead), (Some(fault), None));
    }
}

#[test]
fn a_flood_is_too_much_output() {
    let long = "x".repeat(1000);
    let flood = std::iter::once("=6 B2").chain(std::iter::repeat_n(&*long, 100));
    assert_eq!(judged(&engine(flood)), (Some(Fault::Output), None));
    assert_eq!(judged(&engine(std::iter::repeat_n("", 100_000))), (Some(Fault::Output), None));
}

#[test]
fn a_move_refused_by_the_engine_is_set_up_stone_by_stone() {
    let rebuilt = ["?9 illegal move", "", "=10", "", "=11", "", "=12", "", "=13", ""];
    let answers = ["=6 B2", "", "=7", "", "=8 A1", ""].into_iter().chain(rebuilt);
    let engine = engine(answers.chain(["=14", "", "=15 pass", ""]));
    against(&engine, 0, &["1 1", "3 3", "pass"]).expect("it is played");
    let sent = "8 genmove b|9 play w C1|10 clear_board|11 play w A3|12 play b B2|13 play b A1|\
        14 play w C1|15 genmove b|16 quit";
    assert_eq!(engine.received()[7..].join("|"), sent);
}

#[test]
fn an_engine_that_refuses_the_board_is_a_void() {
    let void = |engine: ScriptedChannel| match against(&engine, 1, &["1 1"]) {
        Err(PlayError::Void(void)) => void.to_string(),
        other => panic!("{other:?}"),
    };
    let size = void(ScriptedChannel::with_answers(["?1 unacceptable size", ""]));
    assert_eq!(size, "the engine refuses `boardsize 3`: unacceptable size");
    let refused = ["?6 illegal move", "", "=7", "", "?8 illegal\u{1b}[2J move", ""];
    assert_eq!(void(engine(refused)), "the engine refuses `play b A3`: illegal[2J move");
}

#[test]
fn games_without_stones_have_no_engines() {
    let game = certamen_games::find("footsteps").expect("FootSteps is a game");
    let engine = GtpPlayer::new(ScriptedChannel::default());
    let rival = game.builtin_player("first", &Arguments::new()).expect("any game has it");
    let mut players: [Box<dyn Player>; 2] = [Box::new(engine), rival];
    let table = table(game, Map::new(), 2, 1);
    let mut watch = |_: &MatchEvent<'_>| ControlFlow::Continue(());
    let played = play(game, table, &[], &mut players, &mut watch);
    assert!(matches!(played, Err(PlayError::Void(void)) if void.to_string().contains("footsteps")));
}
