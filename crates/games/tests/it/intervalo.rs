//! Intervalo against its announcement: the sample game, the argument of a program, every rule.

use crate::transcript::turn;
use certamen_game::{
    Audience, Game, Language, Map, OptionsError, Rng, Seat, State, conformance::check_match,
};
use certamen_games::intervalo::{GAME, Options, Position, Square};
use proptest::prelude::*;
use serde_json::json;

fn start(squares: u32) -> Position {
    let options = Options { squares };
    GAME.new_initial_state(&options, 2, &mut Rng::of_turn(1, 0)).expect("a lawful length")
}

fn play(position: &mut Position, first: u32, second: u32) {
    for (seat, square) in [(Seat(0), first), (Seat(1), second)] {
        assert_eq!(position.read(seat, &square.to_string()), Ok(square));
    }
    position.apply(&[(Seat(0), first), (Seat(1), second)], &mut Rng::of_turn(1, 1));
}

fn after(squares: u32, choices: &[(u32, u32)]) -> Position {
    let mut position = start(squares);
    for &(first, second) in choices {
        play(&mut position, first, second);
    }
    position
}

fn text(position: &Position) -> String {
    let value = serde_json::to_value(position).expect("plain data");
    value["squares"].as_str().expect("a text").to_owned()
}

/// What seat 0 and seat 1 chose between two boards of the sample game, from what lies there newly.
fn choices(before: &str, then: &str) -> (u32, u32) {
    let placed = |piece: &str| {
        let new = |&(place, _): &(usize, char)| before[place..].starts_with('.');
        let squares = then.char_indices().filter(new);
        let mut own = squares.filter(|(_, found)| piece.contains(*found));
        let square = own.next().expect("each places a piece").0;
        assert_eq!(own.next(), None, "each places one piece");
        square as u32 + 1
    };
    (placed("x*"), placed("w*"))
}

#[test]
fn the_sample_game_is_printed_as_announced() {
    let sample = include_str!("../../src/intervalo/transcripts/sample.txt");
    let (_, game) = sample.split_once("Partida:\n\n").expect("the game has its title");
    let printed: Vec<&str> = game.lines().take_while(|line| !line.is_empty()).collect();
    let board = |line: &str| {
        let squares = line.rsplit_once(" (").expect("a comment").0;
        squares.replace([' ', '(', ')'], "")
    };
    assert_eq!(printed.len(), 13);
    let mut position = start(20);
    assert_eq!(position.render(Audience::Spectators, Language::Es), format!("{}\n", printed[0]));
    for pair in printed.windows(2) {
        let (first, second) = choices(&board(pair[0]), &board(pair[1]));
        assert_eq!(position.outcome(), None);
        play(&mut position, first, second);
        for audience in [Audience::Spectators, Audience::Seat(Seat(0)), Audience::Seat(Seat(1))] {
            assert_eq!(position.render(audience, Language::Es), format!("{}\n", pair[1]));
        }
    }
    // "El jugador w ganó 5 turnos y el jugador x no ganó turno alguno".
    assert_eq!(position.score, [0, 5]);
    let outcome = position.outcome().expect("the strip is full");
    assert_eq!((outcome.scores, outcome.detail["points"].clone()), (vec![0.0, 1.0], json!([0, 5])));
    assert!(position.to_act().is_empty() && position.legal_actions(Seat(0)).next().is_none());
    assert_eq!(position.sample(Seat(0), &mut Rng::of_turn(1, 1)), None);
}

#[test]
fn the_dialogues_are_what_the_rules_say() {
    let slugs = crate::transcript::check_folder("src/intervalo/transcripts");
    assert_eq!(slugs, ["intervalo", "intervalo"]);
}

/// The same squares as the other player sees them.
fn turned(squares: &str) -> String {
    squares.replace('p', "P").replace('a', "p").replace('P', "a")
}

/// "Ejemplo de la línea de comandos usada", of 11 September 2007.
const ARGUMENT: &str = "...na..p...a..p..a.np....a...npn...a.nn.p....p.......a..........";

#[test]
fn the_announced_argument_is_what_a_program_gets() {
    let squares = |piece| {
        let of_piece = ARGUMENT.chars().enumerate().filter(move |(_, found)| *found == piece);
        of_piece.map(|(place, _)| place as u32 + 1)
    };
    let mut choices: Vec<(u32, u32)> = squares('p').zip(squares('a')).collect();
    choices.extend(squares('n').map(|square| (square, square)));
    let position = after(64, &choices);
    assert_eq!(position.observation(Seat(0)), ARGUMENT);
    assert_eq!(position.observation(Seat(1)), turned(ARGUMENT));
    assert_eq!(position.read(Seat(0), "1"), Ok(1));
    assert!(position.read(Seat(0), "4").is_err());
}

#[test]
fn the_majority_strictly_between_gets_the_point() {
    // One own piece between beats none, whichever is left.
    assert_eq!(after(9, &[(4, 9), (3, 5)]).score, [1, 0]);
    assert_eq!(after(9, &[(4, 9), (5, 3)]).score, [1, 0]);
    // Pieces outside of the interval do not count, neither do those on its other side.
    assert_eq!(after(9, &[(1, 9), (3, 5)]).score, [0, 0]);
    // Equal numbers belong to no player, as do neutral pieces.
    assert_eq!(after(9, &[(4, 5), (3, 6)]).score, [0, 0]);
    assert_eq!(after(9, &[(4, 4), (3, 6)]).score, [0, 0]);
    // Neighbours have nothing between them.
    assert_eq!(after(9, &[(1, 2)]).score, [0, 0]);
    assert_eq!(after(9, &[(1, 9), (8, 2), (3, 7)]).score, [0, 0]);
    assert_eq!(after(9, &[(1, 5), (8, 6), (7, 4)]).score, [0, 1]);
}

#[test]
fn the_same_square_becomes_neutral_without_a_point() {
    let position = after(5, &[(2, 2)]);
    assert_eq!((text(&position).as_str(), position.score), (".*...", [0, 0]));
    assert_eq!(position.legal_actions(Seat(1)).collect::<Vec<_>>(), [1, 3, 4, 5]);
    assert_eq!(position.legal_actions(Seat(1)).next_back(), Some(5));
    assert_eq!(serde_json::to_string(&after(4, &[(2, 4), (3, 3)])).expect("plain data"), JSON);
}

const JSON: &str = r#"{"squares":".x*w","score":[0,0]}"#;

#[test]
fn the_last_free_square_is_chosen_by_both() {
    let position = after(3, &[(1, 3)]);
    for seat in [Seat(0), Seat(1)] {
        assert_eq!(position.legal_actions(seat).collect::<Vec<_>>(), [2]);
    }
    let over = after(3, &[(1, 3), (2, 2)]);
    assert_eq!(text(&over), "x*w");
    assert_eq!(over.outcome().map(|outcome| outcome.scores), Some(vec![0.5, 0.5]));
}

#[test]
fn a_failure_loses_and_two_failures_lose_both() {
    let position = after(9, &[(4, 9), (3, 5)]);
    let scores = |seats: &[u8]| {
        let outcome = position.forfeit(seats.iter().copied().map(Seat).collect());
        assert_eq!(outcome.detail["points"], json!([1, 0]));
        outcome.scores
    };
    assert_eq!(scores(&[0]), [0.0, 1.0]);
    assert_eq!(scores(&[1]), [1.0, 0.0]);
    assert_eq!(scores(&[0, 1]), [0.0, 0.0]);
}

#[test]
fn a_reply_is_one_number_of_a_free_square() {
    let position = after(64, &[(10, 20), (30, 30)]);
    let read = |reply: &str| position.read(Seat(0), reply);
    for (reply, square) in [("1", 1), ("64\n", 64), (" 7 \r\n", 7), ("\t007", 7)] {
        assert_eq!(read(reply), Ok(square), "{reply:?}");
    }
    let huge = format!("1{}", "0".repeat(400));
    for reply in ["0", "65", "10", "20", "30", "4294967297", "18446744073709551617", &huge] {
        assert!(read(reply).is_err(), "{reply:?}");
    }
    for reply in ["", "\n", "a", "+1", "-1", "1.0", "1 2", "1\n2", "1\n\n", "\n1", "٣", "1 # ok"] {
        assert!(read(reply).is_err(), "{reply:?}");
    }
    assert_eq!(read("20").expect_err("taken").to_string(), "square 20 is not free");
    assert_eq!(
        read("65").expect_err("none").to_string(),
        "there is no square 65: the strip has 1 to 64"
    );
    assert_eq!(
        read("x").expect_err("none").to_string(),
        "`x` is not a square: print one decimal number on one line"
    );
}

#[test]
fn options_out_of_bounds_are_refused_by_name() {
    let game = certamen_games::find("intervalo").expect("registered");
    let begin = |key: &str, value: serde_json::Value| {
        let options = Map::from_iter([(key.to_owned(), value)]);
        game.new_initial_state(&options, 2, &mut Rng::of_turn(1, 0))
    };
    for squares in [2, 64, 10_000] {
        let state = begin("squares", json!(squares)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(state.observation(Seat(0)).len(), squares);
    }
    for bad in [json!(1), json!(0), json!(-1), json!(10_001), json!(1e12), json!(8.5), json!("8")] {
        assert_eq!(
            begin("squares", bad.clone()).err().as_ref().and_then(OptionsError::key),
            Some("squares"),
            "{bad}"
        );
    }
    let unknown = begin("casillas", json!(64)).err();
    assert_eq!(unknown.as_ref().and_then(OptionsError::key), Some("casillas"));
    assert_eq!(game.default_options(), json!({"squares": 64}));
}

#[test]
fn the_longest_strip_is_filled() {
    let options = Options { squares: 10_000 };
    let mut rng = Rng::of_player(3, Seat(0), 1);
    let mut position = GAME.new_initial_state(&options, 2, &mut rng).expect("a lawful length");
    let mut turns = 0;
    while position.outcome().is_none() {
        let [first, second] =
            [Seat(0), Seat(1)].map(|seat| position.sample(seat, &mut rng).expect("a free square"));
        position.apply(&[(Seat(0), first), (Seat(1), second)], &mut rng);
        turns += 1;
    }
    assert!(turns >= 5_000 && position.score.iter().sum::<u32>() <= turns);
    assert!(!position.squares.contains(&Square::Free));
}

#[test]
fn each_language_says_who_won_the_turn() {
    let say = |position: &Position| {
        Language::ALL.map(|language| position.render(Audience::Spectators, language))
    };
    let [en, es, fr, it] = say(&after(5, &[(3, 1), (2, 5)]));
    assert_eq!(en, "w(x x . w) (player x wins the turn)\n");
    assert_eq!(es, "w(x x . w) (el jugador x gana el turno)\n");
    assert_eq!(fr, "w(x x . w) (le joueur x gagne le tour)\n");
    assert_eq!(it, "w(x x . w) (il giocatore x vince il turno)\n");
    assert_eq!(say(&start(2))[0], ". . (start of the match)\n");
    assert_eq!(say(&after(2, &[(1, 1)]))[0], "(*). (no one wins the turn)\n");
    assert_eq!(say(&after(2, &[(1, 2)]))[3], "(x w) (nessuno vince il turno)\n");
}

/// A strip of this length and draws to play on it: any two numbers choose two free squares.
fn matches() -> impl Strategy<Value = (u32, Vec<(usize, usize)>)> {
    (2u32..=40, prop::collection::vec(any::<(usize, usize)>(), 0..40))
}

/// Plays until the draws or the squares are used up; `watch` sees each turn's end.
fn draw(
    squares: u32,
    draws: &[(usize, usize)],
    watch: &mut dyn FnMut(&Position, &Position),
) -> Position {
    let mut position = start(squares);
    for &(first, second) in draws {
        let free: Vec<u32> = position.legal_actions(Seat(0)).collect();
        if free.is_empty() {
            break;
        }
        let before = position.clone();
        play(&mut position, free[first % free.len()], free[second % free.len()]);
        watch(&before, &position);
    }
    position
}

proptest! {
    #[test]
    fn points_never_exceed_turns_and_pieces_stay((squares, draws) in matches()) {
        let mut turns = 0;
        let end = draw(squares, &draws, &mut |before, then| {
            turns += 1;
            let gained = then.score.iter().sum::<u32>() - before.score.iter().sum::<u32>();
            assert!(gained <= 1);
            let kept = |(old, new): (&Square, &Square)| *old == Square::Free || old == new;
            assert!(before.squares.iter().zip(&then.squares).all(kept));
            let free = |position: &Position| position.legal_actions(Seat(0)).count();
            assert!((1..=2).contains(&(free(before) - free(then))));
        });
        prop_assert!(end.score.iter().sum::<u32>() <= turns);
        prop_assert_eq!(end.squares.len(), squares as usize);
        let over = end.squares.iter().all(|square| *square != Square::Free);
        prop_assert_eq!(end.outcome().is_some(), over);
    }

    #[test]
    fn both_seats_see_the_same_strip_turned((squares, draws) in matches()) {
        let position = draw(squares, &draws, &mut |_, _| {});
        prop_assert_eq!(position.observation(Seat(1)), turned(&position.observation(Seat(0))));
        let same = position.legal_actions(Seat(0)).eq(position.legal_actions(Seat(1)));
        prop_assert!(same);
    }

    /// A static program may know the squares alone: not the points, not the order of the turns.
    #[test]
    fn the_past_is_not_observable((squares, draws) in matches(), score: [u32; 2], back: bool) {
        let mut choices = Vec::new();
        let position = draw(squares, &draws, &mut |_, then| {
            let [low, high] = then.last.expect("a turn was played").ends;
            let first = if then.squares[low] == Square::Of(Seat(1)) { high } else { low };
            choices.push((first as u32 + 1, (low + high - first) as u32 + 1));
        });
        if back { choices.reverse() } else { choices.sort_unstable() }
        let reordered = after(squares, &choices);
        let mut other = position.clone();
        (other.score, other.last) = (score, None);
        for seat in [Seat(0), Seat(1)] {
            prop_assert_eq!(reordered.observation(seat), position.observation(seat));
            prop_assert_eq!(other.observation(seat), position.observation(seat));
        }
    }

    /// A living program hears the square that met its last one, and nothing of this turn's.
    #[test]
    fn the_choice_of_this_turn_is_not_sent(own in 1..=64u32, other in 1..=64u32, ms in 0.0..1e3) {
        let position = start(64);
        let since = [turn(1, 7, 7, 0.5), turn(2, own, other, ms)];
        prop_assert_eq!(position.updates(Seat(0), &since), Some(other.to_string()));
        prop_assert_eq!(position.updates(Seat(1), &since), Some(own.to_string()));
        prop_assert_eq!(position.updates(Seat(0), &[]), None);
    }

    #[test]
    fn no_text_panics(reply in "\\PC*|[ \t]?[0-9]{0,30}\r?\n?|(?s:.*)", squares in 2u32..=40) {
        let position = after(squares, &[(1, 2)]);
        if let Ok(square) = position.read(Seat(0), &reply) {
            prop_assert!((3..=squares).contains(&square), "{:?}", reply);
        }
    }

    #[test]
    fn random_matches_fill_the_strip(squares in 2u64..=200, seed in 0u64..1 << 53) {
        let game = certamen_games::find("intervalo").expect("registered");
        let options = Map::from_iter([("squares".to_owned(), json!(squares))]);
        let record = check_match(game, options, 2, seed, squares as usize + 1);
        let record = record.map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert!(record.outcome.is_some());
        prop_assert!(record.turns.len() as u64 >= squares.div_ceil(2));
    }
}
