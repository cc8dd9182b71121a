//! The supplied search: minimax in its negamax form, to a fixed depth and without pruning.
//!
//! It is generic over the evaluation, which may fail, and knows nothing of the slot limit.

use super::{
    node::{Action, Node},
    say,
    state::Position,
    trace::SearchObserver,
};
use certamen_game::{Evaluator, Failure, Void};
use std::{cell::Cell, convert::Infallible};

/// Where every choice begins: a move worth this or less is never chosen.
pub const WORST: f64 = -99_999.0;

/// How many leaves are asked about at once: as many as any search to depth 5 has, and no more than
/// memory has room for.
pub const BATCH: usize = 1 << 13;

/// What a search found out.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The move; none at depth 0, after the end, or if all are worth [`WORST`] or less.
    pub best: Option<Action>,
    /// The value of the root, from the view of the side to move there.
    pub value: f64,
    /// The moves at the root, in the order of their holes.
    pub moves: Vec<RootMove>,
    /// Nodes visited, the root included.
    pub nodes: u64,
    pub evaluations: u64,
}

/// A move at the root of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove {
    pub action: Action,
    /// What it is worth to the side that makes it.
    pub value: f64,
    /// Whether that is its value; else it was pruned, and is worth at most this.
    pub exact: bool,
}

/// An evaluation that cannot fail, as searches take them.
pub fn sure(mut value: impl FnMut(&Node) -> f64) -> impl FnMut(&Node) -> Result<f64, Infallible> {
    move |node| Ok(value(node))
}

/// Looks `depth` plies ahead, forced passes included. Of equal moves the lowest hole is chosen.
pub fn minimax<E>(
    root: &Node,
    depth: u32,
    value: impl FnMut(&Node) -> Result<f64, E>,
) -> Result<Found, E> {
    minimax_watched(root, depth, value, &mut ())
}

/// The same with an observer.
pub fn minimax_watched<E>(
    root: &Node,
    depth: u32,
    value: impl FnMut(&Node) -> Result<f64, E>,
    watch: &mut impl SearchObserver,
) -> Result<Found, E> {
    let mut search = PlainSearch { value, watch, nodes: 0, evaluations: 0 };
    let mut moves = Vec::new();
    let (best, value) = if depth == 0 || root.is_over() {
        (None, search.negamax(root, 0)?)
    } else {
        search.nodes += 1;
        let (mut best, mut highest) = (None, WORST);
        for action in root.actions() {
            let value = search.follow(root, action, depth)?;
            if value > highest {
                (best, highest) = (Some(action), value);
            }
            moves.push(RootMove { action, value, exact: true });
        }
        (best, highest)
    };
    Ok(Found { best, value, moves, nodes: search.nodes, evaluations: search.evaluations })
}

/// All leaves of a search from `root`, in the order in which it comes to them.
pub fn leaves(root: &Position, depth: u32) -> Vec<Position> {
    let (mut leaves, last) = (Vec::new(), Cell::new(None));
    let value = sure(|node| {
        leaves.push(root.come_to(*node, last.get()));
        0.0
    });
    let Ok(_) = minimax_watched(root.node(), depth, value, &mut LastMove(&last));
    leaves
}

/// The move that was tried last: the one that leads to the leaf that is valued then.
struct LastMove<'a>(&'a Cell<Option<Action>>);

impl SearchObserver for LastMove<'_> {
    fn enter(&mut self, action: Action) {
        self.0.set(Some(action));
    }
}

/// The same with an evaluator that wants all leaves at once: it is asked one time, unless there are
/// more than [`BATCH`] of them.
pub fn minimax_in_batches(
    root: &Position,
    depth: u32,
    evaluator: &mut dyn Evaluator<Position>,
) -> Result<Found, Failure> {
    // Without pruning the leaves do not depend on their values: once to collect them, and once
    // more, in the same order, to use what they are worth.
    let (mut leaves, mut values) = (Vec::new(), Vec::new());
    let last = Cell::new(None);
    let mut ask = |leaves: &mut Vec<Position>| {
        let due = values.len() + leaves.len();
        evaluator.evaluate(root, leaves, &mut values)?;
        leaves.clear();
        if values.len() == due {
            return Ok(());
        }
        Err(Failure::Void(Void::Ours(say::too_few_values(values.len(), due))))
    };
    let value = |node: &Node| {
        leaves.push(root.come_to(*node, last.get()));
        if leaves.len() == BATCH {
            ask(&mut leaves)?;
        }
        Ok::<f64, Failure>(0.0)
    };
    minimax_watched(root.node(), depth, value, &mut LastMove(&last))?;
    if !leaves.is_empty() {
        ask(&mut leaves)?;
    }
    let mut values = values.into_iter();
    let Ok(found) =
        minimax(root.node(), depth, sure(|_| values.next().expect("a value for each leaf")));
    Ok(found)
}

struct PlainSearch<'a, F, W> {
    value: F,
    watch: &'a mut W,
    nodes: u64,
    evaluations: u64,
}

impl<E, F: FnMut(&Node) -> Result<f64, E>, W: SearchObserver> PlainSearch<'_, F, W> {
    /// What `action` is worth to the side that plays it.
    fn follow(&mut self, node: &Node, action: Action, depth: u32) -> Result<f64, E> {
        self.watch.enter(action);
        let value = -self.negamax(&node.after(action), depth - 1)?;
        self.watch.leave(value);
        Ok(value)
    }

    fn negamax(&mut self, node: &Node, depth: u32) -> Result<f64, E> {
        self.nodes += 1;
        if depth == 0 || node.is_over() {
            self.evaluations += 1;
            return (self.value)(node);
        }
        let mut highest = WORST;
        for action in node.actions() {
            let value = self.follow(node, action, depth)?;
            if value > highest {
                highest = value;
            }
        }
        Ok(highest)
    }
}
