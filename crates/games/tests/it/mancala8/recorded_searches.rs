//! Every recorded search: evaluations, the chosen move and the value of each move, at each depth.

use super::{start_at, unpacked};
use certamen_game::{Evaluator, Failure};
use certamen_games::mancala8::{
    Action, Node, Position,
    alpha_beta::{Order, minimax_a_b},
    search::{Found, minimax, minimax_in_batches, sure},
    searcher::{bueno, regular},
};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Recorded {
    side: u8,
    board: [[u8; 7]; 2],
    eval_regular: f64,
    eval_bueno: f64,
    regular: Vec<Result>,
    bueno: Vec<Result>,
}

#[derive(Deserialize)]
struct Result {
    r#move: u8,
    values: BTreeMap<u8, f64>,
}

#[test]
fn recorded_searches_are_found_again() {
    let text = unpacked(include_bytes!("../../data/mancala8-search.jsonl.gz"));
    let mut searches = 0;
    for (index, line) in text.lines().enumerate() {
        let recorded: Recorded = serde_json::from_str(line).expect("a recorded search");
        let position = start_at(recorded.board, recorded.side);
        let values = (regular(position.node()), bueno(position.node()));
        assert_eq!(values, (recorded.eval_regular, recorded.eval_bueno), "line {}", index + 1);
        for (evaluation, results) in
            [(regular as fn(&Node) -> f64, &recorded.regular), (bueno, &recorded.bueno)]
        {
            for (depth, result) in (1..).zip(results) {
                let place = format!("line {}, depth {depth}", index + 1);
                check(&position, depth, evaluation, result, &place);
                searches += 1;
            }
        }
    }
    assert_eq!(searches, 1800);
}

fn check(
    position: &Position,
    depth: u32,
    evaluation: fn(&Node) -> f64,
    result: &Result,
    place: &str,
) {
    let Ok(found) = minimax(position.node(), depth, sure(evaluation));
    let values: BTreeMap<u8, f64> =
        found.moves.iter().map(|entry| (hole(entry.action), entry.value)).collect();
    assert_eq!(values, result.values, "{place}");
    assert_eq!(found.best.map(hole), Some(result.r#move), "{place}");
    assert_eq!(found.value, result.values[&result.r#move], "{place}");

    let mut batch = Batch { evaluation, calls: 0 };
    let batched = minimax_in_batches(position, depth, &mut batch).expect("it cannot fail");
    assert_eq!((batched, batch.calls), (found.clone(), 1), "{place}");

    for order in Order::ALL {
        let Ok(pruned) = minimax_a_b(position.node(), depth, order, sure(evaluation));
        check_pruned(&found, &pruned, &format!("{place}, {order:?}"));
    }
}

/// Pruning changes neither the move nor its value, and costs no more.
fn check_pruned(found: &Found, pruned: &Found, place: &str) {
    assert_eq!((pruned.best, pruned.value), (found.best, found.value), "{place}");
    assert!(pruned.nodes <= found.nodes && pruned.evaluations <= found.evaluations, "{place}");
    assert_eq!(pruned.moves.len(), found.moves.len(), "{place}");
    for (bound, full) in pruned.moves.iter().zip(&found.moves) {
        assert_eq!(bound.action, full.action, "{place}");
        if bound.exact {
            assert_eq!(bound.value, full.value, "{place}");
        } else {
            assert!(bound.value >= full.value && full.value <= found.value, "{place}");
        }
    }
}

fn hole(action: Action) -> u8 {
    match action {
        Action::Sow(hole) => hole,
        Action::Pass => panic!("no recorded search starts with a pass"),
    }
}

struct Batch {
    evaluation: fn(&Node) -> f64,
    calls: u32,
}

impl Evaluator<Position> for Batch {
    fn evaluate(
        &mut self,
        _root: &Position,
        leaves: &[Position],
        values: &mut Vec<f64>,
    ) -> std::result::Result<(), Failure> {
        self.calls += 1;
        values.extend(leaves.iter().map(|leaf| (self.evaluation)(leaf.node())));
        Ok(())
    }
}
