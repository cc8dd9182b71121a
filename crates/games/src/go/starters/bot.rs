//! {{protocol}}

use std::io;

type Board = Vec<Vec<u8>>;

fn neighbours(board: &Board, row: usize, column: usize, kind: u8) -> usize {
    // One less than 0 wraps to a number that no board has.
    let up = (row.wrapping_sub(1), column);
    let left = (row, column.wrapping_sub(1));
    let around = [up, (row + 1, column), left, (row, column + 1)];
    let at = |(row, column): &(usize, usize)| board.get(*row)?.get(*column).copied();
    around.iter().filter_map(at).filter(|point| *point == kind).count()
}

fn choose(board: &Board, _prisoners: [u32; 2], me: u8) -> Option<(usize, usize)> {
    let rival = if me == b'1' { b'2' } else { b'1' };
    let mut best = None;
    let mut most = 0;
    for row in 0..board.len() {
        for column in 0..board.len() {
            let free = neighbours(board, row, column, b'0');
            // {{legal}}
            if board[row][column] != b'0' || free == 0 {
                continue;
            }
            // {{idea}}
            let value = 2 * neighbours(board, row, column, rival) + free;
            if value > most {
                most = value;
                best = Some((row, column));
            }
        }
    }
    best
}

fn main() -> io::Result<()> {
    // {{question}}
    let question = io::read_to_string(io::stdin())?;
    let mut words: Vec<&str> = question.split_whitespace().collect();
    let rest = words.split_off(words.len() - 3);
    let board: Board = words.iter().map(|row| row.as_bytes().to_vec()).collect();
    let prisoners = [rest[0].parse().unwrap_or(0), rest[1].parse().unwrap_or(0)];
    match choose(&board, prisoners, rest[2].as_bytes()[0]) {
        Some((row, column)) => println!("{} {}", row + 1, column + 1),
        None => println!("pass"),
    }
    Ok(())
}
