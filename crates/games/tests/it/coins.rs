//! Coins against its announcement and against games of the original controller.

mod properties;

use crate::{
    jsonl::{self, list, number, text},
    one_shot,
};
use certamen_game::{
    Fault, Map, MatchRecord, OptionsError, Rng, Seat, State,
    arbiter::{Answer, Arbiter},
    conformance::{self, check_match},
    replay,
};
use certamen_games::coins::{Argument, BadOutput, GAME, Holder, Position};
use serde_json::{Value, json};
use std::time::Duration;

const RECORDED: &[u8] = include_bytes!("../data/coins-games.jsonl.gz");

fn rng() -> Rng {
    Rng::of_turn(0, 0)
}

fn mover(position: &Position) -> Seat {
    position.to_act().lowest().expect("a seat is to act")
}

fn ids(order: &Value) -> Vec<u8> {
    list(order).iter().map(|id| number(id) as u8).collect()
}

#[test]
fn every_recorded_game_is_played_again_without_a_difference() {
    let games = jsonl::read(RECORDED);
    assert_eq!(games.len(), 300);
    for game in &games {
        let start = number(&game["start"]) as u32;
        let mut position =
            Position::start(&ids(&game["order"]), start, 50, BadOutput::PerCharacter);
        for turn in list(&game["turns"]) {
            let (seat, output) = (mover(&position), text(&turn["out"]));
            assert_eq!(position.observation(seat), text(&turn["req"]));
            let plan = position.read(seat, output).ok();
            let plan = plan.or_else(|| position.fallback(seat, Some(output)));
            position.apply(&[(seat, plan.expect("there is a fallback"))], &mut rng());
        }
        check_end(game, &position);
    }
}

fn check_end(game: &Value, position: &Position) {
    let outcome = position.outcome().expect("all recorded turns are played");
    assert_eq!(position.round(), number(&game["last_round"]) as u32);
    assert_eq!(position.coins(), number(&game["coins_left"]) as u32);
    assert_eq!(position.coins() == 0, game["early"] == true);
    let view = serde_json::to_value(position).expect("plain data");
    assert_eq!(view["players"], game["before_final_count"]);
    for score in list(&game["final"]) {
        assert_eq!(outcome.scores[number(&score[0]) as usize], number(&score[1]) as f64);
    }
}

#[test]
fn every_recorded_game_of_two_or_more_passes_through_the_arbiter() {
    let games = jsonl::read(RECORDED);
    let several = games.iter().filter(|game| number(&game["players"]) >= 2);
    assert_eq!(several.map(through_the_arbiter).count(), 276);
}

fn through_the_arbiter(game: &Value) {
    let options = json!({
        "coins": game["start"], "order": game["order"], "bad_output": "per-character",
    });
    let mut arbiter = table(number(&game["players"]) as u8, &options);
    for turn in list(&game["turns"]) {
        let seat = arbiter.to_act().lowest().expect("a seat is to act");
        assert_eq!(arbiter.state().observation(seat), text(&turn["req"]));
        give(&mut arbiter, Ok(text(&turn["out"]).to_owned()));
    }
    let outcome = arbiter.outcome().expect("all recorded turns are played").clone();
    assert_eq!(outcome.detail["rounds"], game["last_round"]);
    assert_eq!(outcome.detail["coins"], game["coins_left"]);
    for score in list(&game["final"]) {
        assert_eq!(outcome.scores[number(&score[0]) as usize], number(&score[1]) as f64);
    }
    let turns = arbiter.turns().to_vec();
    let record = MatchRecord {
        table: arbiter.table().clone(),
        turns,
        outcome: Some(outcome),
        extra: certamen_game::Map::new(),
    };
    let again =
        replay::replay(&certamen_game::Erased(GAME), &record, &mut |_| {}).expect("it replays");
    assert_eq!(again.outcome(), record.outcome.as_ref());
}

fn table(seats: u8, options: &Value) -> Arbiter {
    let options = options.as_object().expect("options are an object").clone();
    let game = certamen_games::find("coins").expect("it is registered");
    Arbiter::start(game, conformance::table(game, options, seats, 1)).expect("good options")
}

fn give(arbiter: &mut Arbiter, given: Result<String, Fault>) {
    let seat = arbiter.to_act().lowest().expect("a seat is to act");
    arbiter
        .answer(vec![Answer {
            seat,
            given: given.map(Into::into),
            charged: Duration::ZERO,
            pondered: Duration::ZERO,
            asleep: Duration::ZERO,
        }])
        .expect("no void");
}

/// What is played for an answer, and the fault it is recorded with.
fn played(bad_output: &str, given: Result<&str, Fault>) -> (String, Option<Fault>) {
    let mut arbiter = table(2, &json!({ "coins": 30, "bad_output": bad_output }));
    give(&mut arbiter, given.map(str::to_owned));
    let entry = &arbiter.turns()[0].moves[0];
    (entry.action.clone().expect("a bad turn never loses the game"), entry.fault)
}

#[test]
fn three_actions_and_one_end_of_line_are_an_answer() {
    for output in ["2FF", "2FF\n", "2FF\r\n"] {
        assert_eq!(played("whole-turn", Ok(output)), ("2FF".to_owned(), None), "{output:?}");
        assert_eq!(played("per-character", Ok(output)), ("2FF".to_owned(), None), "{output:?}");
    }
}

#[test]
fn by_whole_turns_any_other_output_is_nnn() {
    let bad = [
        "2FF ", " 2FF", "2FF\t", "1 2 3", "2ff", "2FFN", "2F", "", "\n", "\r\n", "2FF\n\n",
        "2FF\r", "\n2FF", "2FF\nX", "é11", "NNQ", "２FF",
    ];
    for output in bad {
        let nothing = ("NNN".to_owned(), Some(Fault::Illegal));
        assert_eq!(played("whole-turn", Ok(output)), nothing, "{output:?}");
    }
}

#[test]
fn by_characters_a_bad_output_is_played_as_far_as_it_is_known() {
    for (output, plan) in
        [("1 2 3", "1N2"), ("2FF ", "2FF"), ("12", "12N"), ("2FFU", "2FF"), ("2\u{1b}F", "2NF")]
    {
        let expected = (plan.to_owned(), Some(Fault::Illegal));
        assert_eq!(played("per-character", Ok(output)), expected, "{output:?}");
    }
}

#[test]
fn no_answer_is_nnn_under_both_rules() {
    for bad_output in ["whole-turn", "per-character"] {
        for fault in Fault::ALL {
            assert_eq!(played(bad_output, Err(fault)), ("NNN".to_owned(), Some(fault)));
        }
    }
}

#[test]
fn the_example_argument_is_read_and_written() {
    let transcript = include_str!("../../src/coins/transcripts/argument.txt");
    let line = transcript.lines().last().expect("the argument");
    let example: Argument = line.parse().expect("it is an argument");
    assert_eq!((example.round, example.id, example.coins), (6, 2, 52));
    let own = Holder { id: 2, points: 12, flipped: 1, unflipped: 0 };
    assert_eq!(example.holders[2], own);
    assert_eq!(example.holders[1].points, -2);
    assert_eq!(example.to_string(), line);
}

#[test]
fn two_coins_turned_over_are_two_points() {
    let compared = one_shot::check(include_str!("../../src/coins/transcripts/2ff.txt"));
    assert_eq!(compared, 2);
}

#[test]
fn the_dialogue_of_the_protocol_page_is_what_happens() {
    let page = include_str!("../../../../docs/protocols/coins-argv.md");
    let compared: usize = one_shot::fenced(page).iter().map(|text| one_shot::check(text)).sum();
    assert_eq!(compared, 6);
}

#[test]
fn bad_options_are_refused_by_name() {
    for (key, value) in [
        ("coins", json!(0)),
        ("coins", json!(-1)),
        ("coins", json!(1_000_000_001)),
        ("order", json!([0, 1])),
        ("order", json!([0, 1, 1])),
        ("order", json!([1, 2, 3])),
        ("rounds", json!(0)),
        ("rounds", json!(10_001)),
        ("bad_output", json!("lenient")),
    ] {
        let options: Map = [(key.to_owned(), value.clone())].into_iter().collect();
        let game = certamen_games::find("coins").expect("it is registered");
        let error = game.new_initial_state(&options, 3, &mut rng()).err();
        assert_eq!(error.as_ref().and_then(OptionsError::key), Some(key), "{value}");
    }
}

#[test]
fn the_view_is_the_one_of_the_record_format() {
    let options = json!({ "coins": 52, "order": [1, 0] });
    let mut arbiter = table(2, &options);
    give(&mut arbiter, Ok("2FN".to_owned()));
    let view = r#"{"round":1,"coins":50,"players":[[1,0,1,1],[0,0,0,0]]}"#;
    assert_eq!(arbiter.state().json().to_string(), view);
}

#[test]
fn rounds_can_be_fewer() {
    let mut arbiter = table(2, &json!({ "rounds": 1, "order": [1, 0], "coins": 9 }));
    give(&mut arbiter, Ok("3FF".to_owned()));
    give(&mut arbiter, Ok("1NN".to_owned()));
    let outcome = arbiter.outcome().expect("one round was played");
    assert_eq!(outcome.scores, [-2.0, 1.0 + 4.0 - 1.0]);
    assert_eq!((&outcome.detail["rounds"], &outcome.detail["coins"]), (&json!(1), &json!(5)));
}

#[test]
fn whole_matches_keep_to_the_contract_under_both_rules() {
    for bad_output in ["whole-turn", "per-character"] {
        let options = json!({ "coins": 40, "bad_output": bad_output });
        let options = options.as_object().expect("options are an object").clone();
        let game = certamen_games::find("coins").expect("it is registered");
        let record = check_match(game, options, 3, 4, 3 * 50 + 1);
        let record = record.unwrap_or_else(|why| panic!("{why}"));
        assert!(record.outcome.is_some(), "{bad_output}");
    }
}
