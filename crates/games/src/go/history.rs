//! The positions that a match has gone through, shared between the clones of a state.

use super::board::{Board, Colour};
use std::{cmp::Ordering, sync::Arc};

/// A set of positions: who moves on which board. Prisoners are not part of it, they always grow
/// through a ko.
///
/// A search tree ordered by hash, which is as good as shuffled; a clone costs nothing and an
/// insertion copies the path to it at most.
#[derive(Clone, Debug, Default)]
pub(super) struct PositionHistory {
    root: Option<Arc<Node>>,
}

#[derive(Clone, Debug)]
struct Node {
    board: Board,
    turn: Colour,
    less: Option<Arc<Node>>,
    more: Option<Arc<Node>>,
}

impl PositionHistory {
    /// Puts a position in; whether it is new.
    pub(super) fn insert(&mut self, board: &Board, turn: Colour) -> bool {
        let mut link = &mut self.root;
        while let Some(node) = link {
            let there = (node.board.fingerprint(), node.turn.index());
            let order = (board.fingerprint(), turn.index()).cmp(&there);
            if order == Ordering::Equal && node.board == *board {
                return false;
            }
            let node = Arc::make_mut(node);
            link = if order == Ordering::Less { &mut node.less } else { &mut node.more };
        }
        *link = Some(Arc::new(Node { board: board.clone(), turn, less: None, more: None }));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_the_board_and_who_moves() {
        let empty = Board::empty(5);
        let mut stone = empty.clone();
        stone.play(empty.points().next().expect("25 points"), Colour::Black);
        let mut history = PositionHistory::default();
        assert!(history.insert(&empty, Colour::Black));
        assert!(history.insert(&empty, Colour::White));
        assert!(history.insert(&stone, Colour::White));
        let other = history.clone();
        assert!(history.insert(&stone, Colour::Black));
        assert!(!history.insert(&empty, Colour::Black) && !history.insert(&stone, Colour::White));
        assert!(
            other.clone().insert(&stone, Colour::Black),
            "clones do not share what comes later"
        );
    }
}
