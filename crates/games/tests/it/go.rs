//! Go against its announcement and against recorded games.

mod properties;

use crate::{
    jsonl::{self, list, number},
    one_shot,
};
use certamen_game::{
    Map, OptionsError, Outcome, Rng, Seat, State, Termination, conformance::check_match,
};
use certamen_games::go::{Action, Board, Colour, Point, Position, area};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const RECORDED: &[u8] = include_bytes!("../data/go-games.jsonl.gz");

#[test]
fn every_recorded_game_is_played_again_without_a_difference() {
    let games = jsonl::read(RECORDED);
    assert_eq!(games.len(), 104);
    let snapshots: usize = games.iter().map(replayed).sum();
    assert_eq!(snapshots, 1_231);
}

/// Plays a recorded game on the board, for it goes on after passes and repetitions; the number of
/// snapshots compared.
fn replayed(game: &Value) -> usize {
    let mut board = Board::empty(number(&game["size"]) as u8);
    let (mut turn, mut prisoners) = (Colour::Black, [0; 2]);
    let mut snapshots = list(&game["snapshots"]).iter().peekable();
    let mut compared = 0;
    for (ply, action) in list(&game["moves"]).iter().enumerate() {
        while let Some(snapshot) = snapshots.next_if(|shot| number(&shot["ply"]) == ply as i64) {
            check_snapshot(snapshot, &board, turn, prisoners);
            compared += 1;
        }
        if let Some(numbers) = action.as_array() {
            let point = point(numbers);
            assert!(board.is_legal(point, turn), "{point}");
            prisoners[turn.index()] += board.play(point, turn);
        }
        turn = turn.other();
    }
    assert!(snapshots.next().is_none(), "all snapshots are compared");
    assert_eq!(json!(board.rows().collect::<Vec<_>>()), game["final"]);
    assert_eq!(json!(prisoners), game["prisoners"]);
    let [black, white] = area(&board).map(i64::from);
    assert_eq!(black - white, number(&game["area_black_minus_white"]));
    compared
}

fn point(numbers: &[Value]) -> Point {
    let coordinate = |place: usize| number(&numbers[place]) as u8 - 1;
    Point { row: coordinate(0), column: coordinate(1) }
}

fn check_snapshot(snapshot: &Value, board: &Board, turn: Colour, prisoners: [u32; 2]) {
    assert_eq!(json!(board.rows().collect::<Vec<_>>()), snapshot["board"]);
    assert_eq!(json!(prisoners), snapshot["prisoners"]);
    assert_eq!(turn.index() as i64 + 1, number(&snapshot["side"]));
    let suicides: BTreeSet<Point> =
        list(&snapshot["suicide"]).iter().map(|numbers| point(list(numbers))).collect();
    for point in board.points().filter(|point| board.stone(*point).is_none()) {
        assert_eq!(board.is_suicide(point, turn), suicides.contains(&point), "{point}");
    }
}

#[test]
fn the_capture_of_the_announcement_counts_for_black() {
    let compared = one_shot::check(include_str!("../../src/go/transcripts/capture.txt"));
    assert_eq!(compared, 2);
}

#[test]
fn the_dialogue_of_the_protocol_page_is_what_happens() {
    let page = include_str!("../../../../docs/protocols/go-stdin.md");
    let compared: usize = one_shot::fenced(page).iter().map(|text| one_shot::check(text)).sum();
    assert_eq!(compared, 6);
}

fn apply(position: &mut Position, action: Action) {
    let seat = position.to_act().lowest().expect("a seat is to act");
    position.apply(&[(seat, action)], &mut Rng::of_turn(0, 0));
}

/// The position after these answers.
fn after(size: u8, max_plies: Option<u32>, answers: &[&str]) -> Position {
    let mut position = Position::start(size, max_plies);
    for answer in answers {
        let seat = position.to_act().lowest().expect("a seat is to act");
        let action = position.read(seat, answer).unwrap_or_else(|why| panic!("{answer}: {why}"));
        apply(&mut position, action);
    }
    position
}

#[test]
fn taking_back_a_ko_is_legal_and_ends_in_a_tie() {
    let ko = ["1 2", "1 3", "2 1", "2 4", "3 2", "3 3", "2 3", "2 2"];
    let before = after(5, None, &ko);
    assert_eq!((before.end(), before.prisoners()), (None, [0, 1]));
    let position = after(5, None, &[&ko[..], &["2 3"]].concat());
    let outcome = position.outcome().expect("the position occurred before");
    assert_eq!(
        (outcome.scores.as_slice(), outcome.termination),
        (&[0.5, 0.5][..], Termination::Normal)
    );
    assert_eq!(outcome.detail["end"], "repetition");
    assert_eq!(outcome.detail["prisoners"], json!([1, 1]));
}

#[test]
fn resigning_loses_on_any_board() {
    let position = after(3, None, &["2 2", "pass", "resign"]);
    let outcome = position.outcome().expect("it was given up");
    assert_eq!((&*outcome.scores, outcome.termination), (&[0.0, 1.0][..], Termination::Normal));
    assert_eq!(outcome.detail["end"], "resignation");
    assert_eq!(
        after(3, None, &["2 2", "resign"]).outcome().expect("it is over").scores,
        [1.0, 0.0]
    );
}

#[test]
fn two_passes_are_no_repetition_and_no_limit() {
    let position = after(5, Some(2), &["pass", "pass"]);
    let nothing = Outcome::scored([0.5, 0.5]);
    let nothing = nothing.with_detail("area", [0, 0]).with_detail("prisoners", [0, 0]);
    assert_eq!(position.outcome(), Some(nothing.with_detail("end", "passes")));
}

#[test]
fn the_larger_area_wins_without_komi() {
    let position = after(3, None, &["2 2", "pass", "pass"]);
    let outcome = position.outcome().expect("both have passed");
    assert_eq!(outcome.scores, [1.0, 0.0]);
    assert_eq!(outcome.detail["area"], json!([9, 0]));
    let position = after(3, None, &["pass", "2 2", "pass", "pass"]);
    assert_eq!(position.outcome().expect("both have passed").scores, [0.0, 1.0]);
}

#[test]
fn the_limit_of_plies_ends_in_a_tie() {
    let position = after(3, Some(3), &["2 2", "pass", "1 1"]);
    let outcome = position.outcome().expect("three plies are played");
    assert_eq!(outcome.detail["end"], "plies");
    assert_eq!((outcome.scores, outcome.termination), (vec![0.5, 0.5], Termination::Limit));
}

#[test]
fn a_forfeit_gives_the_win_to_the_other() {
    let position = after(3, None, &["2 2"]);
    let outcome = position.forfeit(position.to_act());
    assert_eq!(
        (outcome.scores.as_slice(), &outcome.detail["area"]),
        (&[1.0, 0.0][..], &json!([9, 0]))
    );
}

#[test]
fn suicide_of_one_stone_or_of_many_is_illegal_and_a_capture_is_not() {
    // White surrounds the corner 1 1, then the pair 1 1 and 1 2.
    let one = after(4, None, &["4 4", "1 2", "4 3", "2 1"]);
    assert!(one.read(Seat(0), "1 1").is_err());
    let many = after(4, None, &["1 1", "1 3", "4 4", "2 1", "4 3", "2 2"]);
    assert!(many.read(Seat(0), "1 2").is_err());
    // The stones around the corner have no other liberty than the corner.
    let capture = ["1 3", "1 2", "2 2", "2 1", "3 1", "pass", "1 1"];
    assert_eq!(after(4, None, &capture).prisoners(), [2, 0]);
}

#[test]
fn an_answer_is_two_numbers_or_the_word_pass() {
    let position = Position::start(19, None);
    for (reply, action) in [
        ("6 5", "6 5"),
        ("6 5\n", "6 5"),
        (" \t6 5 \r\n", "6 5"),
        ("19 1", "19 1"),
        ("06 5", "6 5"),
        ("pass", "pass"),
        ("pass\r\n", "pass"),
    ] {
        let read = position.read(Seat(0), reply).map(|action| action.to_string());
        assert_eq!(read, Ok(action.to_owned()), "{reply:?}");
    }
    for reply in [
        "",
        "\n",
        "6",
        "6,5",
        "6  5",
        "6\n5",
        "6 5 4",
        "+6 5",
        "6 -5",
        "0 1",
        "1 0",
        "20 1",
        "1 20",
        "Pass",
        "PASS",
        "pass pass",
        "6.0 5",
        "٦ 5",
        "99999999999999999999 1",
        "e3",
    ] {
        assert!(position.read(Seat(0), reply).is_err(), "{reply:?}");
    }
    let occupied = after(19, None, &["6 5"]);
    assert!(occupied.read(Seat(1), "6 5").is_err());
}

#[test]
fn bad_options_are_refused_by_name() {
    let game = certamen_games::find("go").expect("it is registered");
    for (key, value) in [
        ("size", json!(1)),
        ("size", json!(26)),
        ("size", json!(300)),
        ("size", json!("19")),
        ("max_plies", json!(-1)),
        ("max_plies", json!(1.5)),
    ] {
        let options: Map = [(key.to_owned(), value.clone())].into_iter().collect();
        let error = game.new_initial_state(&options, 2, &mut Rng::of_turn(0, 0)).err();
        assert_eq!(error.as_ref().and_then(OptionsError::key), Some(key), "{value}");
    }
}

#[test]
fn the_view_is_the_one_of_the_record_format() {
    let view = serde_json::to_string(&after(3, None, &["1 2"])).expect("plain data");
    assert_eq!(view, r#"{"rows":["010","000","000"],"prisoners":[0,0],"turn":2}"#);
}

#[test]
fn whole_matches_on_small_boards_keep_to_the_contract() {
    let game = certamen_games::find("go").expect("it is registered");
    for size in 2..=7 {
        let options: Map = [("size".to_owned(), json!(size))].into_iter().collect();
        let record = check_match(game, options, 2, size, 3 * 7 * 7 + 1);
        let record = record.unwrap_or_else(|why| panic!("{why}"));
        assert!(record.outcome.is_some(), "size {size}");
    }
}
