//! Mancala8: what holds in every position, however it came about; and, in the modules, the recorded
//! games and searches and the announcement.

mod facts;
mod recorded_games;
mod recorded_searches;
mod transcripts;

use certamen_game::{
    Game, OptionsError, Outcome, Rng, Seat, State,
    builtin::{Arguments, BuiltinPlayer},
};
use certamen_games::mancala8::{
    Action, GAME, Node, Options, Position,
    alpha_beta::{Order, minimax_a_b},
    search::{minimax, sure},
};
use flate2::read::GzDecoder;
use proptest::prelude::*;
use std::io::Read;

/// The start that these options give.
fn start(options: &Options) -> Result<Position, OptionsError> {
    GAME.new_initial_state(options, 2, &mut Rng::of_turn(0, 0))
}

/// The start of a match on this board.
fn start_at(board: [[u8; 7]; 2], turn: u8) -> Position {
    start(&Options { board, turn, ..Options::default() }).expect("a lawful start")
}

/// One of the game's own built-in players.
fn builtin_player_named(
    name: &str,
    arguments: &[(&str, &str)],
) -> Box<dyn BuiltinPlayer<Position>> {
    let arguments: Arguments =
        arguments.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    GAME.builtin_player(name, &arguments).expect("a built-in player")
}

/// The lines of a compressed file of recorded data.
fn unpacked(bytes: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).expect("recorded data");
    text
}

fn boards() -> impl Strategy<Value = [[u8; 7]; 2]> {
    // Few seeds anywhere, or many in one hole so that sowing goes round.
    let few = prop::array::uniform2(prop::array::uniform7(0u8..6));
    let heavy = (few.clone(), 0usize..2, 0usize..6, 12u8..120).prop_map(
        |(mut board, side, hole, seeds)| {
            board[side][hole] = seeds;
            board
        },
    );
    prop_oneof![few, heavy]
}

fn total(position: &Position) -> u32 {
    position.node().board.rows().as_flattened().iter().map(|&seeds| u32::from(seeds)).sum()
}

/// Checks what must hold, given what was played last.
fn check_step(before: Option<(&Position, Action)>, position: &Position) {
    let node = position.node();
    let points = position.points();
    assert_eq!(u32::from(points[0]) + u32::from(points[1]), total(position));
    assert_eq!(position.to_act().is_empty(), position.outcome().is_some());
    if let Some(outcome) = position.outcome() {
        assert!(position.automatic().is_none());
        assert_eq!(outcome.scores.iter().sum::<f64>(), 1.0);
    } else {
        assert_eq!(position.to_act().lowest(), Some(node.turn));
        assert_eq!(position.automatic().is_some(), node.pass);
        assert!(position.legal_actions(node.turn).next().is_some());
    }
    let Some((earlier, action)) = before else { return };
    let mover = earlier.node().turn;
    assert_eq!(total(position), total(earlier));
    assert_eq!(node.turn, mover.other());
    assert_eq!(position.slots(), earlier.slots() + 1);
    assert_eq!(position.ac()[mover.other().index()], earlier.ac()[mover.other().index()]);
    let gain = points[mover.index()].saturating_sub(earlier.points()[mover.index()]);
    let more = position.ac()[mover.index()] - earlier.ac()[mover.index()];
    assert_eq!(more, u32::from(gain));
    match action {
        Action::Pass => assert!(!node.pass && node.board == earlier.node().board),
        Action::Sow(_) if node.pass => assert_eq!(gain, 0, "the Kalaha captures nothing"),
        Action::Sow(_) => {}
    }
}

proptest! {
    #[test]
    fn seeds_are_conserved_and_every_match_ends(board in boards(), turn in 0u8..2, seed: u64) {
        let mut position = start_at(board, turn);
        check_step(None, &position);
        let mut slots = 0;
        while let Some(seat) = position.to_act().lowest() {
            let rng = &mut Rng::of_player(seed, seat, slots);
            let action = position.sample(seat, rng).expect("a legal action");
            let before = position;
            position.apply(&[(seat, action)], rng);
            check_step(Some((&before, action)), &position);
            slots += 1;
        }
        prop_assert!(slots <= 60);
    }

    #[test]
    fn no_reply_causes_a_panic_and_what_is_read_is_legal(bytes: Vec<u8>, board in boards()) {
        let position = start_at(board, 0);
        let text = String::from_utf8_lossy(&bytes);
        for seat in [Seat(0), Seat(1)] {
            if let Ok(action) = position.read(seat, &text) {
                prop_assert!(position.legal_actions(seat).any(|legal| legal == action));
            }
        }
    }

    #[test]
    fn replies_that_look_like_moves_are_read_or_refused(
        text in "[ \t]?\\(?[ ]?[Rr]?[ ]{0,2}[0-9]{0,2}[ ]?\\)?[ \r\n]?",
        board in boards(),
    ) {
        let position = start_at(board, 0);
        if let Ok(action) = position.read(Seat(0), &text) {
            prop_assert!(position.node().actions().any(|legal| legal == action));
            prop_assert_eq!(position.read(Seat(0), &action.to_string()), Ok(action));
        }
    }

    #[test]
    fn boards_of_any_bytes_are_taken_or_refused(
        board in prop::array::uniform2(prop::array::uniform7(any::<u8>())),
        turn: u8,
        max_slots: u32,
    ) {
        let total: u32 = board.as_flattened().iter().map(|&seeds| u32::from(seeds)).sum();
        let sane = total <= 255 && turn <= 1 && (1..=10_000).contains(&max_slots);
        prop_assert_eq!(start(&Options { board, turn, max_slots }).is_ok(), sane);
    }

    #[test]
    fn pruning_never_changes_the_answer(
        board in boards(),
        pass: bool,
        depth in 0u32..5,
        coarse in 1i64..40,
        scale in prop_oneof![Just(1.0), Just(3e4)],
    ) {
        let root = Node { pass, ..*start_at(board, 0).node() };
        // An evaluation without sense, with many ties, and at times beyond what is ever chosen.
        let value = |node: &Node| {
            let mix = node.board.rows().as_flattened().iter().fold(7i64, |mix, &seeds| {
                (mix * 31 + i64::from(seeds)) % 1009
            });
            (mix / coarse % 9 - 4) as f64 * scale
        };
        let Ok(found) = minimax(&root, depth, sure(value));
        for order in Order::ALL {
            let Ok(pruned) = minimax_a_b(&root, depth, order, sure(value));
            prop_assert_eq!((pruned.best, pruned.value), (found.best, found.value), "{:?}", order);
            prop_assert!(pruned.evaluations <= found.evaluations);
        }
    }

    #[test]
    fn programs_see_the_board_from_their_own_side(board in boards(), turn in 0u8..2) {
        let position = start_at(board, turn);
        let numbers = |seat| -> Vec<u32> {
            let line = position.observation(seat);
            line.split(' ').map(|number| number.parse().expect("a number")).collect()
        };
        let (first, second) = (numbers(Seat(0)), numbers(Seat(1)));
        prop_assert_eq!(first.len(), 15);
        prop_assert_eq!((&first[..7], &first[7..14]), (&second[7..14], &second[..7]));
        prop_assert_eq!((first[14], second[14]), (0, 0));
    }
}

#[test]
fn a_forfeit_of_both_wins_nothing() {
    let position = start_at([[3; 7]; 2], 0);
    let both: Outcome = position.forfeit([Seat(0), Seat(1)].into_iter().collect());
    assert_eq!(both.scores, [0.0, 0.0]);
}
