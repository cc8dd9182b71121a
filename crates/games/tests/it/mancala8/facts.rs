//! What the announcement and the rules say of whole matches, of starts and of the limit.

use super::{builtin_player_named, start, start_at};
use certamen_game::{DynGame, Erased, Outcome, Rng, Seat, State, Termination};
use certamen_games::mancala8::{
    Action, Board, GAME, Node, Options, Position,
    alpha_beta::{Order, minimax_a_b},
    search::{WORST, minimax, sure},
};

/// Plays a match of two searching players from the common start.
fn match_of(names: [&str; 2], depth: &str, turn: u8) -> Position {
    let mut players = names.map(|name| builtin_player_named(name, &[("depth", depth)]));
    let mut position = start_at(Board::START.rows(), turn);
    while let Some(seat) = position.to_act().lowest() {
        let action = position.automatic().unwrap_or_else(|| {
            let rng = &mut Rng::of_turn(0, 0);
            players[seat.index()].choose(&position, seat, rng).expect("a move")
        });
        position.play(action);
    }
    position
}

#[test]
fn bueno_loses_to_regular_as_announced() {
    // "... el jugador Bueno, pierde (si saca) con el Regular a profundidad 2, y pierde (si no saca)
    // a profundidad 4."
    let starting = match_of(["bueno", "regular"], "2", 0);
    assert_eq!((starting.points(), starting.slots()), ([10, 26], 19));
    assert_eq!(starting.ac(), [3, 0]);
    let answering = match_of(["bueno", "regular"], "4", 1);
    assert_eq!((answering.points(), answering.slots()), ([6, 30], 18));
    let the_same = match_of(["regular", "bueno"], "4", 0);
    assert_eq!((the_same.points(), the_same.slots()), ([30, 6], 18));
}

#[test]
fn aleatorio_uses_the_given_rng() {
    let position = start_at(Board::START.rows(), 0);
    let mut player = builtin_player_named("aleatorio", &[("depth", "1")]);
    let mut choose = |seed| player.choose(&position, Seat(0), &mut Rng::of_turn(seed, 1));
    let chosen: Vec<_> = (0..100).map(&mut choose).collect();
    assert_eq!((0..100).map(&mut choose).collect::<Vec<_>>(), chosen);
    for hole in 0..6 {
        assert!(chosen.contains(&Some(Action::Sow(hole))), "hole {hole} never");
    }
}

#[test]
fn a_start_may_already_be_over() {
    let over = start_at([[0, 0, 0, 0, 0, 0, 20], [1, 0, 0, 0, 0, 15, 0]], 1);
    assert!(over.to_act().is_empty());
    let outcome = over.outcome().expect("it is over");
    assert_eq!((outcome.scores, outcome.termination), (vec![1.0, 0.0], Termination::Normal));
    // For either side to move, and however little there is.
    assert_eq!(start_at([[0; 7]; 2], 0).outcome().expect("over").scores, [0.5, 0.5]);
}

/// The end of a match where a row stays nearly empty.
fn at_the_limit(first: u8, second: u8, max_slots: u32) -> Option<Outcome> {
    let board = [[1, 1, 1, 1, 1, 1, first], [1, 1, 1, 1, 1, 1, second]];
    let options = Options { board, max_slots, ..Options::default() };
    let mut position = start(&options).expect("a lawful start");
    for _ in 0..max_slots {
        assert_eq!(position.outcome(), None);
        let action = position.node().actions().next().expect("a move");
        position.play(action);
    }
    position.outcome()
}

#[test]
fn at_the_limit_only_a_kalaha_with_more_than_half_wins() {
    for (kalahas, scores) in
        [((19, 5), [1.0, 0.0]), ((5, 19), [0.0, 1.0]), ((18, 6), [0.5, 0.5]), ((6, 18), [0.5, 0.5])]
    {
        let outcome = at_the_limit(kalahas.0, kalahas.1, 1).expect("over after one slot");
        assert_eq!((outcome.scores, outcome.termination), (scores.to_vec(), Termination::Limit));
    }
    // More points alone do not: 18 in the Kalaha and 6 in the row.
    let outcome = at_the_limit(18, 6, 1).expect("over after one slot");
    assert_eq!(outcome.detail["points"], serde_json::json!([24, 12]));
}

#[test]
fn the_empty_row_goes_before_the_limit() {
    let board = [[0, 0, 0, 0, 0, 1, 17], [0, 0, 0, 0, 1, 0, 17]];
    let mut position =
        start(&Options { board, max_slots: 1, ..Options::default() }).expect("a lawful start");
    position.play(Action::Sow(5));
    let outcome = position.outcome().expect("the row is empty");
    assert_eq!((outcome.scores, outcome.termination), (vec![0.5, 0.5], Termination::Normal));
    assert!(position.node().pass && position.automatic().is_none(), "no pass after the end");
}

#[test]
fn bad_options_are_refused_by_name() {
    let check = |options: serde_json::Value, key: &str| {
        let serde_json::Value::Object(map) = options else { panic!("an object") };
        let made = Erased(GAME).new_initial_state(&map, 2, &mut Rng::of_turn(0, 0));
        let Err(error) = made else { panic!("{map:?} was taken") };
        assert!(error.key().is_some_and(|at| at.starts_with(key)), "{error}");
    };
    check(serde_json::json!({"turn": 2}), "turn");
    check(serde_json::json!({"turn": -1}), "turn");
    check(serde_json::json!({"turn": "0"}), "turn");
    check(serde_json::json!({"max_slots": 0}), "max_slots");
    check(serde_json::json!({"max_slots": 10_001}), "max_slots");
    check(serde_json::json!({"board": [[3, 3, 3, 3, 3, 3, 0]]}), "board");
    check(serde_json::json!({"board": [[3, 3], [3, 3]]}), "board");
    check(serde_json::json!({"board": [[3, 3, 3, 3, 3, 3, -1], [3, 3, 3, 3, 3, 3, 0]]}), "board");
    check(serde_json::json!({"board": [[3, 3, 3, 3, 3, 3.5, 0], [3, 3, 3, 3, 3, 3, 0]]}), "board");
    check(serde_json::json!({"board": [[200, 0, 0, 0, 0, 0, 0], [56, 0, 0, 0, 0, 0, 0]]}), "board");
    check(serde_json::json!({"boards": []}), "");
}

#[test]
fn a_forfeit_shows_the_points_too() {
    let position = start_at(Board::START.rows(), 0);
    let outcome = position.forfeit(position.to_act());
    assert_eq!(outcome.scores, [0.0, 1.0]);
    assert_eq!(outcome.detail["points"], serde_json::json!([18, 18]));
}

#[test]
fn a_move_worth_too_little_is_never_chosen() {
    let root = Node { board: Board::START, turn: Seat(0), pass: false };
    for (value, chosen) in [(-WORST, None), (-WORST - 0.5, Some(Action::Sow(0))), (1e9, None)] {
        let Ok(found) = minimax(&root, 1, sure(|_| value));
        assert_eq!((found.best, found.moves.len()), (chosen, 6));
        for order in Order::ALL {
            let Ok(pruned) = minimax_a_b(&root, 1, order, sure(|_| value));
            assert_eq!((pruned.best, pruned.value), (found.best, found.value));
        }
    }
}

#[test]
fn there_is_no_move_at_depth_0_nor_after_the_end() {
    let root = Node { board: Board::START, turn: Seat(0), pass: false };
    let Ok(found) = minimax(&root, 0, sure(|_| 7.0));
    assert_eq!((found.best, found.value, found.nodes, found.evaluations), (None, 7.0, 1, 1));
    let over = start_at([[0; 7], [1; 7]], 1);
    let Ok(found) = minimax(over.node(), 4, sure(|_| 7.0));
    assert_eq!((found.best, found.moves.len(), found.evaluations), (None, 0, 1));
    let Ok(pruned) = minimax_a_b(over.node(), 4, Order::Gains, sure(|_| 7.0));
    assert_eq!(pruned, found);
}

#[test]
fn passes_count_as_plies() {
    let root = Node { board: Board::START, turn: Seat(0), pass: false };
    // Depth 2: six moves; five of them have six replies, that into the Kalaha only the pass.
    let Ok(found) = minimax(&root, 2, sure(|_| 0.0));
    assert_eq!((found.nodes, found.evaluations), (1 + 6 + 31, 31));
}

#[test]
fn an_evaluation_that_fails_ends_the_search() {
    let root = Node { board: Board::START, turn: Seat(0), pass: false };
    let mut left = 5;
    let failing = |_: &Node| {
        left -= 1;
        if left == 0 { Err("too slow") } else { Ok(0.0) }
    };
    assert_eq!(minimax(&root, 3, failing), Err("too slow"));
    assert_eq!(minimax_a_b(&root, 3, Order::Gains, |_| Err("broken")), Err("broken"));
}
