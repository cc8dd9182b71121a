//! A node of the game tree: what a search and an evaluation see of a position.
//!
//! It knows no slot limit and no accumulator: those belong to the match, not to the tree.

use super::{
    action::Action,
    board::{Board, HOLES, SowingEnd},
};
use certamen_game::Seat;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    pub board: Board,
    pub turn: Seat,
    /// Whether that side can only pass, because the other one plays again.
    pub pass: bool,
}

impl Node {
    /// Whether a row is empty, for either side to move.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.board.has_empty_row()
    }

    /// What the side to move can do, in ascending order of holes.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = Action> + '_ {
        let holes = if self.pass { 0..0 } else { 0..HOLES };
        let sowings = holes.filter(|&hole| self.board.seeds(self.turn, hole) > 0).map(Action::Sow);
        self.pass.then_some(Action::Pass).into_iter().chain(sowings)
    }

    /// The node that a legal action leads to.
    #[inline]
    #[must_use]
    pub fn after(&self, action: Action) -> Node {
        let mut board = self.board;
        let pass = match action {
            Action::Sow(hole) => board.play(self.turn, hole) == SowingEnd::Kalaha,
            Action::Pass => false,
        };
        // A side that plays again does so after the other one has passed.
        Node { board, turn: self.turn.other(), pass }
    }

    /// Whom the next decision belongs to: a side that must pass has none.
    pub fn plays_next(&self) -> Seat {
        if self.pass { self.turn.other() } else { self.turn }
    }

    /// How many points the side to move is ahead.
    #[inline]
    pub fn lead(&self) -> i16 {
        let points = |side| i16::from(self.board.points(side));
        points(self.turn) - points(self.turn.other())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_last_seed_in_the_kalaha_makes_the_other_side_pass() {
        let start = Node { board: Board::START, turn: Seat(0), pass: false };
        let between = start.after(Action::Sow(3));
        assert_eq!((between.turn, between.pass, between.plays_next()), (Seat(1), true, Seat(0)));
        assert_eq!(between.actions().collect::<Vec<_>>(), [Action::Pass]);
        let again = between.after(Action::Pass);
        assert_eq!((again.turn, again.pass, again.board), (Seat(0), false, between.board));
        let holes: Vec<Action> = again.actions().rev().collect();
        assert_eq!(holes, [5, 4, 2, 1, 0].map(Action::Sow));
    }
}
