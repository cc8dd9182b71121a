//! Searches inside the host, for analyses: what they find, and what they cost in Lisp.

use certamen_games::mancala8::{Action, Position, alpha_beta::Order};
use std::time::Duration;

/// What is asked of a player's evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EvalRequest {
    /// How many plies are looked ahead.
    pub depth: u32,
    /// How its library is read.
    pub semantics: LegacySemantics,
}

/// Differences of the library from the announcement, as in the old engine. Default: as
/// announced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LegacySemantics {
    /// Whether `cuenta-fichas` counts as the old engine did: rightly from hole 0 only.
    pub legacy_count: bool,
    /// Whether `suma-fila` takes its third argument as the old engine did: up to that, excluded.
    pub legacy_sum: bool,
}

impl LegacySemantics {
    /// Them in a digit.
    pub(crate) fn digit(self) -> u8 {
        u8::from(self.legacy_count) | u8::from(self.legacy_sum) << 1
    }
}

/// A search that runs inside the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The supplied one, without pruning.
    Minimax,
    /// The supplied one, with it.
    AlphaBeta(Order),
    /// The `minimax-a-b` that the user wrote.
    Own,
}

impl Way {
    pub(crate) fn letter(self) -> u8 {
        match self {
            Way::Minimax => b'm',
            Way::AlphaBeta(Order::Ascending) => b'a',
            Way::AlphaBeta(Order::Descending) => b'd',
            Way::AlphaBeta(Order::Gains) => b'g',
            Way::Own => b'p',
        }
    }
}

/// What a search inside the host found, and what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The move that leads to the state it gave; none if it gave none.
    pub best: Option<Action>,
    /// States that were made, the root included.
    pub nodes: u64,
    /// How often the evaluation was called.
    pub evaluations: u64,
    /// The time it took inside the host.
    pub time: Duration,
}

impl SearchResult {
    pub(crate) fn of([hole, nodes, evaluations, nanos]: [i64; 4], root: &Position) -> SearchResult {
        let sow = |hole| if root.node().pass { Action::Pass } else { Action::Sow(hole) };
        let positive = |number: i64| u64::try_from(number).unwrap_or(0);
        SearchResult {
            best: u8::try_from(hole).ok().map(sow),
            nodes: positive(nodes),
            evaluations: positive(evaluations),
            time: Duration::from_nanos(positive(nanos)),
        }
    }
}
