//! A node of the game tree: what a search and an evaluation see of a position.
//!
//! It knows no slot limit and no accumulator: those belong to the match, not to the tree.

use super::board::{Board, HOLES, SowingEnd};
use certamen_game::Seat;
use std::fmt;

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

// What a side can do in its turn, and how that is written.

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Sow the seeds of this own hole to the right, the only direction of this variant.
    Sow(u8),
    /// Let the other side play again. It is played by the rules, no player is asked.
    Pass,
}

impl Action {
    /// Reads `R 3`, `(R 3)` or `3`, blanks around and between; whether it is legal is not asked.
    pub fn parse(text: &str) -> Option<Action> {
        let text = text.trim_matches(BLANKS);
        if text == "pass" {
            return Some(Action::Pass);
        }
        let inner = match text.strip_prefix('(') {
            Some(rest) => rest.strip_suffix(')')?.trim_matches(BLANKS),
            None => text,
        };
        let hole = match inner.strip_prefix('R') {
            Some(rest) if rest.starts_with(BLANKS) => rest.trim_start_matches(BLANKS),
            None if inner.len() == text.len() => inner,
            _ => return None,
        };
        match hole.as_bytes() {
            &[digit @ b'0'..b'6'] => Some(Action::Sow(digit - b'0')),
            _ => None,
        }
    }
}

const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];
const _: () = assert!(HOLES == 6, "`parse` knows the digits of six holes");

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Sow(hole) => write!(f, "R {hole}"),
            Action::Pass => f.write_str("pass"),
        }
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

    #[test]
    fn three_forms_are_read() {
        for text in ["R 4", "4", "(R 4)", " 4\r\n", "\tR  4 ", "( R\t4 )"] {
            assert_eq!(Action::parse(text), Some(Action::Sow(4)), "{text:?}");
        }
        assert_eq!(Action::parse(" pass\n"), Some(Action::Pass));
    }

    #[test]
    fn nothing_else_is() {
        let others = [
            "", " ", "6", "-1", "+1", "04", "R4", "R", "R 6", "L 4", "r 4", "(4)", "(R 4", "R 4)",
            "((R 4))", "R 4 5", "4 4", "PASS", "()", "(", ")", "٤", "R\u{a0}4", "4\0",
        ];
        for text in others {
            assert_eq!(Action::parse(text), None, "{text:?}");
        }
    }
}
