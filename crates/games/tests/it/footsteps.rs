//! FootSteps against its announcement: the worked games, the dialogues, every rule.

use crate::transcript::turn;
use certamen_game::{
    Audience, Fault, Game, Language, Map, Outcome, Rng, Seat, State,
    arbiter::{Answer, Arbiter},
    conformance::table,
};
use certamen_games::footsteps::{GAME, Options, Position};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::time::Duration;

fn start(squares: u32, points: u64) -> Position {
    let options = Options { squares, points };
    GAME.new_initial_state(&options, 2, &mut Rng::of_turn(1, 0)).expect("lawful options")
}

fn bid(position: &mut Position, left: u64, right: u64) {
    for (seat, bid) in [(Seat(0), left), (Seat(1), right)] {
        assert_eq!(position.read(seat, &bid.to_string()), Ok(bid), "{position:?}");
    }
    position.apply(&[(Seat(0), left), (Seat(1), right)], &mut Rng::of_turn(1, 1));
}

/// Plays turns written as "left/right" on the ordinary strip; only the last may end the match.
fn after(bids: &str) -> Position {
    let mut position = start(7, 50);
    for pair in bids.split_whitespace() {
        assert_eq!(position.outcome(), None, "over before {pair} of {bids}");
        let (left, right) = pair.split_once('/').expect("two bids");
        bid(&mut position, left.parse().expect("a bid"), right.parse().expect("a bid"));
    }
    position
}

fn scores(position: &Position) -> Option<Vec<f64>> {
    position.outcome().map(|outcome| outcome.scores)
}

#[test]
fn the_worked_games_end_as_they_should() {
    assert_eq!(scores(&after("50/40 0/1 0/1 0/1 0/1")), Some(vec![0.0, 1.0]));
    assert_eq!(scores(&after("10/9 9/8 2/1")), Some(vec![1.0, 0.0]));
    assert_eq!(scores(&after("10/9 8/9 20/20 10/10 1/1 1/1")), Some(vec![0.5, 0.5]));
}

#[test]
fn the_dialogues_are_what_the_rules_say() {
    let slugs = crate::transcript::check_folder("src/footsteps/transcripts");
    assert!(slugs.len() >= 8 && slugs.iter().all(|slug| slug == "footsteps"), "{slugs:?}");
}

#[test]
fn the_higher_bid_moves_the_token_and_both_pay() {
    assert_eq!(after("7/3"), Position { position: -1, squares: 7, points: [43, 47] });
    assert_eq!(after("3/7"), Position { position: 1, squares: 7, points: [47, 43] });
    assert_eq!(after("5/5"), Position { position: 0, squares: 7, points: [45, 45] });
    let shown = serde_json::to_string(&after("")).expect("plain data");
    assert_eq!(shown, r#"{"position":0,"squares":7,"points":[50,50]}"#);
}

#[test]
fn the_end_square_comes_before_the_empty_purses() {
    let position = after("10/9 1/20 10/7 10/6 19/8");
    assert_eq!((position.position, position.points), (-3, [0, 0]));
    assert_eq!(scores(&position), Some(vec![1.0, 0.0]));
    let position = after("9/10 20/1 7/10 6/10 8/19");
    assert_eq!((position.position, position.points), (3, [0, 0]));
    assert_eq!(scores(&position), Some(vec![0.0, 1.0]));
    let detail = position.outcome().expect("it is over").detail;
    assert_eq!(Value::from(detail), json!({"position": 3, "points": [0, 0]}));
}

#[test]
fn without_points_it_is_a_draw_wherever_the_token_stands() {
    for (bids, place) in [
        ("50/50", 0),
        ("2/1 2/1 1/20 45/28", -2),
        ("25/24 25/24 0/2", -1),
        ("25/1 24/1 1/1 0/1 0/46", 0),
        ("2/3 2/3 46/44", 1),
        ("1/2 1/2 20/1 28/45", 2),
    ] {
        let position = after(bids);
        assert_eq!((position.position, position.points), (place, [0, 0]), "{bids}");
        assert_eq!(scores(&position), Some(vec![0.5, 0.5]), "{bids}");
        assert!(position.to_act().is_empty());
    }
}

#[test]
fn one_without_points_bids_zero_and_nothing_else() {
    let position = after("50/40");
    assert_eq!(position.outcome(), None);
    assert_eq!(position.legal_actions(Seat(0)).collect::<Vec<_>>(), [0]);
    assert_eq!(position.legal_actions(Seat(1)).collect::<Vec<_>>(), (1..=10).collect::<Vec<_>>());
    assert_eq!(position.sample(Seat(0), &mut Rng::of_turn(1, 1)), Some(0));
    for reply in ["0", "000", " 0\n"] {
        assert_eq!(position.read(Seat(0), reply), Ok(0));
    }
    assert!(position.read(Seat(0), "1").is_err());
    for reply in ["0", "11"] {
        assert!(position.read(Seat(1), reply).is_err());
    }
}

#[test]
fn a_bid_is_ascii_digits_and_nothing_else() {
    let position = after("");
    for (reply, bid) in [("1", 1), ("50", 50), (" 7 ", 7), ("\t7\r\n", 7), ("0007", 7)] {
        assert_eq!(position.read(Seat(1), reply), Ok(bid), "{reply:?}");
    }
    let zeros = format!("{}9", "0".repeat(400));
    assert_eq!(position.read(Seat(0), &zeros), Ok(9));
    let huge = format!("1{}", "0".repeat(400));
    for reply in ["0", "51", "18446744073709551617", "4294967297", huge.as_str()] {
        let reason = position.read(Seat(0), reply).expect_err(reply).to_string();
        assert!(reason.ends_with(": with 50 points bid from 1 to 50"), "{reason}");
    }
    let others =
        ["", " ", "\n", "+5", "-5", "5.0", "5,0", "5e0", "0x5", "1/2", "5 5", "5\n5", "5\0"];
    for reply in others.into_iter().chain(["٥", "５", "²", "五", "fin", "5\u{a0}", "\u{feff}5"])
    {
        let reason = position.read(Seat(0), reply).expect_err(reply).to_string();
        assert!(reason.ends_with("is not a bid: print one decimal number on one line"), "{reason}");
    }
}

/// The outcome of a first turn with these answers on the ordinary strip.
fn answered(answers: [Result<&str, Fault>; 2]) -> Option<Outcome> {
    let game = certamen_games::find("footsteps").expect("registered");
    let mut arbiter = Arbiter::start(game, table(game, Map::new(), 2, 1)).expect("the defaults");
    let answer = |(seat, given): (u8, Result<&str, Fault>)| Answer {
        seat: Seat(seat),
        given: given.map(Into::into),
        charged: Duration::ZERO,
        pondered: Duration::ZERO,
        asleep: Duration::ZERO,
    };
    arbiter.answer((0..2).zip(answers).map(answer).collect()).expect("both were asked");
    arbiter.outcome().cloned()
}

#[test]
fn a_missing_bid_loses_and_two_missing_bids_lose_both() {
    for (answers, expected, seats) in [
        ([Ok("51"), Ok("1")], [0.0, 1.0], vec![Seat(0)]),
        ([Ok("1"), Ok("0")], [1.0, 0.0], vec![Seat(1)]),
        ([Err(Fault::Timeout), Ok("1")], [0.0, 1.0], vec![Seat(0)]),
        ([Ok("1"), Err(Fault::Exit)], [1.0, 0.0], vec![Seat(1)]),
        ([Ok("-1"), Ok("diez")], [0.0, 0.0], vec![Seat(0), Seat(1)]),
        ([Err(Fault::Crash), Ok("51")], [0.0, 0.0], vec![Seat(0), Seat(1)]),
    ] {
        let outcome = answered(answers).expect("a failure ends the match");
        assert_eq!((outcome.scores.as_slice(), &outcome.seats), (&expected[..], &seats));
        assert_eq!(outcome.detail["points"], json!([50, 50]));
    }
    assert_eq!(answered([Ok("1"), Ok("50")]), None);
}

#[test]
fn options_out_of_bounds_are_refused_by_name() {
    let game = certamen_games::find("footsteps").expect("registered");
    let begin = |key: &str, value: &Value| {
        let options = Map::from_iter([(key.to_owned(), value.clone())]);
        game.new_initial_state(&options, 2, &mut Rng::of_turn(1, 0))
    };
    let good = [
        ("squares", json!(3)),
        ("squares", json!(1_001)),
        ("squares", json!(100_001)),
        ("points", json!(1)),
        ("points", json!(1_000_000_000)),
    ];
    for (key, value) in good {
        let state = begin(key, &value).unwrap_or_else(|error| panic!("{error}"));
        let shown = state.json()[key].clone();
        assert!(shown == value || shown == json!([value, value]), "{key} {value}: {shown}");
    }
    let bad = |key: &str, values: &[Value]| {
        for value in values {
            let error = begin(key, value).err().unwrap_or_else(|| panic!("{key} = {value}"));
            assert_eq!(error.key(), Some(key), "{value}: {error}");
        }
    };
    let words = [json!(-7), json!(7.5), json!("7"), json!(null), json!([7]), json!(1e30)];
    bad("squares", &words);
    bad("squares", &[json!(0), json!(1), json!(2), json!(8), json!(100_000), json!(100_003)]);
    bad("points", &words);
    bad("points", &[json!(0), json!(1_000_000_001)]);
    bad("casillas", &[json!(7)]);
    assert_eq!(game.default_options(), json!({"squares": 7, "points": 50}));
}

#[test]
fn a_match_may_have_a_long_strip_and_many_points() {
    let mut position = start(1_001, 1_000_000);
    for _ in 0..499 {
        bid(&mut position, 2_000, 1);
    }
    assert_eq!((position.position, position.outcome()), (-499, None));
    bid(&mut position, 2_000, 1);
    assert_eq!(scores(&position), Some(vec![1.0, 0.0]));
    let mut bids = start(3, 1_000_000_000);
    assert_eq!(bids.legal_actions(Seat(0)).next_back(), Some(1_000_000_000));
    bid(&mut bids, 1, 1_000_000_000);
    assert_eq!(scores(&bids), Some(vec![0.0, 1.0]));
}

#[test]
fn the_picture_is_a_strip_of_squares_with_the_token() {
    let show = |position: &Position, language| position.render(Audience::Spectators, language);
    let moved = after("7/3 9/1");
    assert_eq!(show(&after(""), Language::En), "[ ][ ][ ][O][ ][ ][ ]\npoints: 50 | 50\n");
    assert_eq!(show(&moved, Language::Es), "[ ][O][ ][ ][ ][ ][ ]\npuntos: 34 | 46\n");
    assert_eq!(show(&moved, Language::It), "[ ][O][ ][ ][ ][ ][ ]\npunti: 34 | 46\n");
    let mut long = start(1_001, 9);
    bid(&mut long, 1, 2);
    assert_eq!(show(&long, Language::Es), "casilla +1 (-500 .. +500)\npuntos: 8 | 7\n");
    assert_eq!(show(&long, Language::Fr), "case +1 (-500 .. +500)\npoints\u{202f}: 8 | 7\n");
}

#[test]
fn a_program_sees_the_strip_from_its_own_side() {
    let position = after("7/3 9/1");
    assert_eq!(position.observation(Seat(0)), "2 34 46");
    assert_eq!(position.observation(Seat(1)), "-2 46 34");
}

/// A strip, purses, and draws to bid by: any two numbers become two lawful bids.
fn matches() -> impl Strategy<Value = (u32, u64, Vec<(u64, u64)>)> {
    let squares = (1u32..=10).prop_map(|reach| 2 * reach + 1);
    (squares, 1u64..=1_000, prop::collection::vec((0u64..60, 0u64..60), 0..60))
}

/// Plays until the draws are used up or it is over, and gives the bids too.
fn draw(squares: u32, points: u64, draws: &[(u64, u64)]) -> (Position, Vec<(u64, u64)>) {
    let mut position = start(squares, points);
    let mut bids = Vec::new();
    for &(left, right) in draws {
        if position.outcome().is_some() {
            break;
        }
        let [left, right] = [(0, left), (1, right)].map(|(seat, drawn)| {
            let own = position.points[seat];
            drawn.clamp(own.min(1), own)
        });
        bids.push((left, right));
        bid(&mut position, left, right);
    }
    (position, bids)
}

proptest! {
    #[test]
    fn all_points_are_paid_and_every_step_was_won((squares, points, draws) in matches()) {
        let (position, bids) = draw(squares, points, &draws);
        let paid = bids.iter().fold([0, 0], |[left, right], bid| [left + bid.0, right + bid.1]);
        prop_assert_eq!([paid[0] + position.points[0], paid[1] + position.points[1]], [points; 2]);
        let steps = |(left, right): &(u64, u64)| i32::from(right > left) - i32::from(left > right);
        prop_assert_eq!(position.position, bids.iter().map(steps).sum::<i32>());
        let reach = (squares / 2).cast_signed();
        let over = position.position.abs() == reach || position.points == [0, 0];
        prop_assert!(position.position.abs() <= reach);
        prop_assert_eq!(position.outcome().is_some(), over);
    }

    /// A program without memory may know the token and the purses, not how they came about.
    #[test]
    fn the_past_is_not_observable((squares, points, draws) in matches(), by in 0usize..60) {
        let (position, mut bids) = draw(squares, points, &draws);
        let turned = by % bids.len().max(1);
        bids.rotate_left(turned);
        let mut other = start(squares, points);
        for (left, right) in bids {
            // Another order may end the match earlier or ask for other bids: no witness then.
            let lawful = other.outcome().is_none()
                && other.read(Seat(0), &left.to_string()).is_ok()
                && other.read(Seat(1), &right.to_string()).is_ok();
            prop_assume!(lawful);
            bid(&mut other, left, right);
        }
        for seat in [Seat(0), Seat(1)] {
            prop_assert_eq!(other.observation(seat), position.observation(seat));
        }
    }

    /// What a living program hears before it bids is the bid that met its last one, and does not
    /// depend on what the other one bids now, on older turns or on times.
    #[test]
    fn hidden_bids_are_not_sent(older in 1..=50u64, bids: (u64, u64), ms in 0.0..1e3) {
        let position = start(7, 50);
        let (left, right) = bids;
        let since = [turn(1, older, older, 0.5), turn(2, left, right, ms)];
        for since in [&since[..], &since[1..]] {
            prop_assert_eq!(position.updates(Seat(0), since), Some(right.to_string()));
            prop_assert_eq!(position.updates(Seat(1), since), Some(left.to_string()));
        }
        prop_assert_eq!(position.updates(Seat(0), &[]), None);
    }

    #[test]
    fn the_purse_limits_the_bid_and_nothing_else_does(points in 1u64..=1_000_000_000, seed: u64) {
        let position = start(7, points);
        let sampled = position.sample(Seat(0), &mut Rng::of_turn(seed, 1)).expect("a bid");
        prop_assert!((1..=points).contains(&sampled));
        prop_assert_eq!(position.read(Seat(0), &sampled.to_string()), Ok(sampled));
        prop_assert!(position.read(Seat(0), &(points + 1).to_string()).is_err());
    }

    #[test]
    fn no_text_panics(reply in "\\PC*|[ \t]?[0-9]{0,30}\r?\n?|(?s:.*)", points in 1u64..99) {
        if let Ok(bid) = start(7, points).read(Seat(1), &reply) {
            prop_assert!((1..=points).contains(&bid), "{:?}", reply);
        }
    }
}
