//! The board: stones, groups, captures. It knows neither whose turn it is nor what was before.

use std::{cmp::Ordering, fmt, sync::Arc};

/// The colour of a stone, and of who plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Moves first; `1` in the protocol.
    Black,
    /// `2` in the protocol.
    White,
}

impl Colour {
    #[must_use]
    pub fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// The place in lists of one entry a colour, black first.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A point of the board, both numbers from 0; `Display` counts from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Point {
    /// Down from the top.
    pub row: u8,
    /// To the right.
    pub column: u8,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // "1 1 è il quadrato in alto a sinistra, e il primo e il secondo numero rappresentano
        // rispettivamente lo spostamento verso il basso e verso destra."
        write!(f, "{} {}", self.row + 1, self.column + 1)
    }
}

/// What is on a place of the array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    Empty,
    Stone(Colour),
    /// Around the board, so that every point has four neighbours.
    Edge,
}

/// A board; clones share their stones until one of them changes.
#[derive(Clone, Debug)]
pub struct Board {
    size: u8,
    /// `size` points and one edge a row, with a row of edge above and below: the edge behind a row
    /// also stands before the next one.
    cells: Arc<[Cell]>,
    hash: u64,
}

/// Cells of the largest board.
const CELLS: usize = 26 * 27 + 1;

/// A cell that is never empty.
const NOWHERE: usize = 0;

impl Board {
    /// A board of `size` x `size` points without stones; `size` is at most 25.
    pub fn empty(size: u8) -> Board {
        assert!((1..=25).contains(&size), "a board of {size} x {size}");
        let width = usize::from(size) + 1;
        let mut board =
            Board { size, cells: vec![Cell::Edge; width * (width + 1) + 1].into(), hash: 0 };
        for point in board.points() {
            board.set(board.place(point), Cell::Empty);
        }
        board
    }

    pub fn size(&self) -> u8 {
        self.size
    }

    /// All points in reading order.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Point> + use<> {
        let size = u16::from(self.size);
        (0..size * size)
            .map(move |place| Point { row: (place / size) as u8, column: (place % size) as u8 })
    }

    pub fn contains(&self, point: Point) -> bool {
        point.row < self.size && point.column < self.size
    }

    pub fn stone(&self, point: Point) -> Option<Colour> {
        match self.cells[self.place(point)] {
            Cell::Stone(colour) => Some(colour),
            Cell::Empty | Cell::Edge => None,
        }
    }

    /// Whether a stone of `colour` may be put on a point of the board.
    pub fn is_legal(&self, point: Point, colour: Colour) -> bool {
        self.stone(point).is_none() && !self.is_suicide(point, colour)
    }

    /// Whether a stone of `colour` on this empty point would leave its own group without liberty.
    ///
    /// "Non può posizionare un pezzo che provocherebbe la cattura di un gruppo di pietre": of one's
    /// own, of one stone or of many.
    pub fn is_suicide(&self, point: Point, colour: Colour) -> bool {
        let place = self.place(point);
        !self.neighbours(place).into_iter().any(|neighbour| match self.cells[neighbour] {
            Cell::Empty => true,
            Cell::Stone(stone) if stone == colour => self.stifled(neighbour, place).is_none(),
            Cell::Stone(_) => self.stifled(neighbour, place).is_some(),
            Cell::Edge => false,
        })
    }

    /// Puts a stone where [`Board::is_legal`] allows it and takes what it captures: how many stones.
    pub fn play(&mut self, point: Point, colour: Colour) -> u32 {
        debug_assert!(self.is_legal(point, colour), "{colour:?} cannot play {point}");
        let place = self.place(point);
        self.set(place, Cell::Stone(colour));
        let mut captured = 0;
        for neighbour in self.neighbours(place) {
            if self.cells[neighbour] != Cell::Stone(colour.other()) {
                continue;
            }
            for stone in self.stifled(neighbour, NOWHERE).unwrap_or_default() {
                self.set(stone, Cell::Empty);
                captured += 1;
            }
        }
        captured
    }

    /// The rows in the protocol's digits, from the top.
    pub fn rows(&self) -> impl Iterator<Item = String> + '_ {
        (0..self.size).map(|row| {
            let digit = |column| match self.stone(Point { row, column }) {
                None => '0',
                Some(Colour::Black) => '1',
                Some(Colour::White) => '2',
            };
            (0..self.size).map(digit).collect()
        })
    }

    /// The group of the stone at `start` if it has no liberty; `ignored` does not count as one.
    fn stifled(&self, start: usize, ignored: usize) -> Option<Vec<usize>> {
        let mut seen = [false; CELLS];
        let mut group = vec![start];
        seen[start] = true;
        let mut next = 0;
        while let Some(&stone) = group.get(next) {
            next += 1;
            for neighbour in self.neighbours(stone) {
                if self.cells[neighbour] == Cell::Empty && neighbour != ignored {
                    return None;
                }
                if self.cells[neighbour] == self.cells[start] && !seen[neighbour] {
                    seen[neighbour] = true;
                    group.push(neighbour);
                }
            }
        }
        Some(group)
    }

    /// Equal for equal boards, and hardly ever for others.
    pub(super) fn fingerprint(&self) -> u64 {
        self.hash
    }

    pub(super) fn place(&self, point: Point) -> usize {
        debug_assert!(self.contains(point), "{point} is outside the board");
        (usize::from(point.row) + 1) * (usize::from(self.size) + 1) + usize::from(point.column) + 1
    }

    pub(super) fn neighbours(&self, place: usize) -> [usize; 4] {
        let width = usize::from(self.size) + 1;
        [place - width, place - 1, place + 1, place + width]
    }

    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn set(&mut self, place: usize, cell: Cell) {
        self.hash ^= key(place, self.cells[place]) ^ key(place, cell);
        Arc::make_mut(&mut self.cells)[place] = cell;
    }
}

/// Boards are equal if the same stones stand on them; the hash only distinguishes most others
/// faster.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.hash == other.hash && self.cells == other.cells
    }
}

impl Eq for Board {}

/// The key of a stone on a place (Zobrist, 1970), from the finaliser of `SplitMix64`.
fn key(place: usize, cell: Cell) -> u64 {
    let Cell::Stone(colour) = cell else { return 0 };
    let mut key = (2 * place + colour.index() + 1) as u64;
    key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ (key >> 31)
}

// Counting a board: Chinese area, every stone on it alive.

/// The area of black and of white: their stones, and the empty regions that reach one of them only.
pub fn area(board: &Board) -> [u32; 2] {
    let mut area = [0; 2];
    let mut seen = vec![false; board.cells().len()];
    for point in board.points() {
        let place = board.place(point);
        match board.cells()[place] {
            Cell::Stone(colour) => area[colour.index()] += 1,
            Cell::Empty if !seen[place] => {
                let (points, reached) = region(board, place, &mut seen);
                match reached {
                    [true, false] => area[0] += points,
                    [false, true] => area[1] += points,
                    _ => {}
                }
            }
            Cell::Empty | Cell::Edge => {}
        }
    }
    area
}

/// The empty points connected with `start`, and whether black and white border on them.
fn region(board: &Board, start: usize, seen: &mut [bool]) -> (u32, [bool; 2]) {
    let mut open = vec![start];
    let (mut points, mut reached) = (0, [false; 2]);
    seen[start] = true;
    while let Some(place) = open.pop() {
        points += 1;
        for neighbour in board.neighbours(place) {
            match board.cells()[neighbour] {
                Cell::Stone(colour) => reached[colour.index()] = true,
                Cell::Empty if !seen[neighbour] => {
                    seen[neighbour] = true;
                    open.push(neighbour);
                }
                Cell::Empty | Cell::Edge => {}
            }
        }
    }
    (points, reached)
}

// The positions that a match has gone through, shared between the clones of a state.

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
    use crate::go::{Colour, Point};

    fn board(rows: &[&str]) -> Board {
        let mut board = Board::empty(rows.len() as u8);
        for (row, digits) in rows.iter().enumerate() {
            for (column, digit) in digits.bytes().enumerate() {
                let point = Point { row: row as u8, column: column as u8 };
                match digit {
                    b'1' => board.play(point, Colour::Black),
                    b'2' => board.play(point, Colour::White),
                    _ => 0,
                };
            }
        }
        board
    }

    #[test]
    fn stones_and_surrounded_points_count_and_shared_points_do_not() {
        assert_eq!(area(&board(&["000", "000", "000"])), [0, 0]);
        assert_eq!(area(&board(&["000", "010", "000"])), [9, 0]);
        assert_eq!(area(&board(&["010", "110", "002"])), [4, 1]);
        assert_eq!(area(&board(&["0120", "1120", "2220", "0000"])), [4, 12]);
    }

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
