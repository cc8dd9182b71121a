//! Counting a board: Chinese area, every stone on it alive.

use super::board::{Board, Cell};

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

#[cfg(test)]
mod tests {
    use super::super::{Colour, Point};
    use super::*;

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
    fn stones_and_surrounded_points_count_and_shared_points_are_nobodys() {
        assert_eq!(area(&board(&["000", "000", "000"])), [0, 0]);
        assert_eq!(area(&board(&["000", "010", "000"])), [9, 0]);
        assert_eq!(area(&board(&["010", "110", "002"])), [4, 1]);
        assert_eq!(area(&board(&["0120", "1120", "2220", "0000"])), [4, 12]);
    }
}
