//! The board: two rows of six holes and two Kalahas, and how seeds move on it.
//!
//! It knows nothing of turns, passes or the end.

use certamen_game::Seat;

/// Holes in a row.
pub const HOLES: u8 = 6;

/// The most seeds a board may hold: then no cell can overflow.
pub const MAX_SEEDS: u16 = 255;

/// Cells of one side: its holes and its Kalaha.
const SIDE: usize = 7;
/// Cells in all: seeds go round them, and skip none.
const RING: usize = 2 * SIDE;

/// The seeds in every cell: side 0's holes 0 to 5, its Kalaha, then the same of side 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board([u8; RING]);

/// Where a seed fell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell(u8);

/// What the last seed of a sowing brought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SowingEnd {
    /// It fell into the sower's own Kalaha: the sower plays again.
    Kalaha,
    /// It fell into an empty hole of the sower's, and this many facing seeds were captured with it.
    Capture(u8),
    /// Neither.
    Plain,
}

impl Cell {
    /// On whose side it lies.
    pub fn side(self) -> Seat {
        Seat(self.0 / SIDE as u8)
    }

    /// Its place on that side: a hole 0 to 5, or 6 for the Kalaha.
    pub fn place(self) -> u8 {
        self.0 % SIDE as u8
    }

    /// The hole across the board; a Kalaha faces nothing.
    fn facing(self) -> Option<Cell> {
        // Hole h faces hole 5 - h of the other side.
        (self.place() < HOLES).then(|| Cell(2 * HOLES - self.0))
    }
}

impl Board {
    /// "Cada jugador parte con 3 semillas en cada hoyo."
    pub const START: Board = Board([3, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 3, 0]);

    /// The board with these rows, each six holes and a Kalaha; `None` above [`MAX_SEEDS`].
    pub fn new(rows: [[u8; SIDE]; 2]) -> Option<Board> {
        let total: u16 = rows.as_flattened().iter().map(|&seeds| u16::from(seeds)).sum();
        let cells = rows.as_flattened().try_into().expect("two rows of seven are fourteen");
        (total <= MAX_SEEDS).then_some(Board(cells))
    }

    /// Both rows, each six holes and a Kalaha.
    pub fn rows(&self) -> [[u8; SIDE]; 2] {
        [self.cells(Seat(0)), self.cells(Seat(1))]
    }

    /// The seeds of a side's hole; 6 is the Kalaha.
    #[inline]
    pub fn seeds(&self, side: Seat, place: u8) -> u8 {
        self.0[side.index() * SIDE + usize::from(place)]
    }

    pub fn kalaha(&self, side: Seat) -> u8 {
        self.seeds(side, HOLES)
    }

    #[inline]
    pub fn row(&self, side: Seat) -> u8 {
        self.cells(side)[..usize::from(HOLES)].iter().sum()
    }

    /// A side's points: its holes and its Kalaha.
    #[inline]
    pub fn points(&self, side: Seat) -> u8 {
        self.cells(side).iter().sum()
    }

    pub fn total(&self) -> u8 {
        self.0.iter().sum()
    }

    /// "El juego termina cuando uno de los dos jugadores se queda sin semillas en sus hoyos."
    #[inline]
    pub fn has_empty_row(&self) -> bool {
        self.row(Seat(0)) == 0 || self.row(Seat(1)) == 0
    }

    /// Sows the seeds of a hole and settles what the last one brings about.
    #[inline]
    pub fn play(&mut self, side: Seat, hole: u8) -> SowingEnd {
        let last = self.sow(side, hole);
        self.settle(side, last)
    }

    /// Sows the seeds of a hole, not empty, one by one; returns where the last one fell.
    #[inline]
    pub fn sow(&mut self, side: Seat, hole: u8) -> Cell {
        let mut cell = side.index() * SIDE + usize::from(hole);
        let seeds = std::mem::take(&mut self.0[cell]);
        for _ in 0..seeds {
            cell = if cell + 1 == RING { 0 } else { cell + 1 };
            self.0[cell] += 1;
        }
        Cell(cell as u8)
    }

    /// Captures if the last seed of `side` fell where that is due.
    #[inline]
    pub fn settle(&mut self, side: Seat, last: Cell) -> SowingEnd {
        if last.side() != side {
            return SowingEnd::Plain;
        }
        let Some(facing) = last.facing() else { return SowingEnd::Kalaha };
        let (own, captured) = (usize::from(last.0), usize::from(facing.0));
        // The capturing seed goes along; a facing hole that is empty leaves it where it is.
        if self.0[own] != 1 || self.0[captured] == 0 {
            return SowingEnd::Plain;
        }
        let seeds = std::mem::take(&mut self.0[captured]);
        self.0[own] = 0;
        self.0[side.index() * SIDE + usize::from(HOLES)] += seeds + 1;
        SowingEnd::Capture(seeds)
    }

    pub fn at(&self, cell: Cell) -> u8 {
        self.0[usize::from(cell.0)]
    }

    /// The seeds across the board from a cell; none for a Kalaha.
    pub fn against(&self, cell: Cell) -> u8 {
        cell.facing().map_or(0, |facing| self.at(facing))
    }

    #[inline]
    fn cells(&self, side: Seat) -> [u8; SIDE] {
        let from = side.index() * SIDE;
        self.0[from..from + SIDE].try_into().expect("a side has seven cells")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rows: [[u8; 7]; 2], (side, hole): (u8, u8), ending: SowingEnd, after: [[u8; 7]; 2]) {
        let mut board = Board::new(rows).expect("few seeds");
        assert_eq!((board.play(Seat(side), hole), board.rows()), (ending, after));
    }

    #[test]
    fn the_first_sowing_of_the_announcement() {
        let after = [[3, 0, 4, 4, 4, 3, 0], [3, 3, 3, 3, 3, 3, 0]];
        check(Board::START.rows(), (0, 1), SowingEnd::Plain, after);
    }

    #[test]
    fn seeds_go_into_both_kalahas_and_round() {
        check(
            [[0; 7], [0, 0, 0, 0, 0, 8, 5]],
            (1, 5),
            SowingEnd::Plain,
            [[1, 1, 1, 1, 1, 1, 1], [0, 0, 0, 0, 0, 0, 6]],
        );
        check(
            [[0, 0, 0, 0, 0, 9, 0], [0, 0, 0, 0, 0, 0, 5]],
            (0, 5),
            SowingEnd::Capture(1),
            [[0, 0, 0, 0, 0, 0, 3], [1, 1, 1, 1, 1, 0, 6]],
        );
    }

    #[test]
    fn fourteen_seeds_end_where_they_came_from_and_capture() {
        check(
            [[0, 0, 14, 0, 0, 0, 0], [0; 7]],
            (0, 2),
            SowingEnd::Capture(1),
            [[1, 1, 0, 1, 1, 1, 3], [1, 1, 1, 0, 1, 1, 1]],
        );
    }

    #[test]
    fn more_than_a_lap_goes_on() {
        check(
            [[0, 0, 0, 0, 0, 15, 0], [0; 7]],
            (0, 5),
            SowingEnd::Kalaha,
            [[1, 1, 1, 1, 1, 1, 2], [1, 1, 1, 1, 1, 1, 1]],
        );
    }

    #[test]
    fn nothing_is_captured_from_an_empty_hole_nor_on_the_other_side() {
        let after = [[0, 1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0]];
        check([[1, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0]], (0, 0), SowingEnd::Plain, after);
        let after = [[0, 0, 0, 0, 3, 0, 1], [1, 1, 0, 0, 0, 0, 0]];
        check([[0, 0, 0, 0, 3, 3, 0], [0; 7]], (0, 5), SowingEnd::Plain, after);
    }

    #[test]
    fn a_board_holds_no_more_than_its_cells_can_count() {
        assert!(Board::new([[36, 36, 36, 36, 36, 36, 39], [0; 7]]).is_some());
        assert!(Board::new([[36, 36, 36, 36, 36, 36, 40], [0; 7]]).is_none());
    }
}
