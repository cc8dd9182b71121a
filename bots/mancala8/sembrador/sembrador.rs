//! sembrador: alpha-beta, twelve moves deep.
//!
//! It reads its side of the board, searches and answers; it keeps nothing between moves. The limit
//! by poor rows (the sums over twelve moves) is left out, as it depends on a past that is not told.

use std::io::{self, BufRead, Write};

const HOLES: usize = 6;
const KALAHA: usize = 6;
/// Moves to look ahead, own and the rival's; a further move in the same turn counts as one.
const DEPTH: u32 = 12;
/// The game ends here, the seeds in the Kalaha decide (the usual `max_slots`).
const SLOTS: u32 = 60;
const VICTORY: i32 = 10_000;

/// The player to move first, each side with its Kalaha last.
#[derive(Clone, Copy)]
struct Board {
    sides: [[u8; 7]; 2],
    slots: u32,
}

impl Board {
    fn read(line: &str) -> Option<Board> {
        let numbers: Vec<u32> =
            line.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
        let [places @ .., slots] = numbers.as_slice() else { return None };
        let mut sides = [[0; 7]; 2];
        for (place, &seeds) in sides.as_flattened_mut().iter_mut().zip(places) {
            *place = seeds.try_into().ok()?;
        }
        (places.len() == 14).then_some(Board { sides, slots: *slots })
    }

    /// Plays a hole; the flag says that the same player goes on.
    fn sow(mut self, hole: usize) -> (Board, bool) {
        let ring = self.sides.as_flattened_mut();
        let seeds = std::mem::take(&mut ring[hole]);
        let mut place = hole;
        for _ in 0..seeds {
            // No place is skipped, neither the rival's Kalaha nor the hole that was emptied.
            place = (place + 1) % ring.len();
            ring[place] += 1;
        }
        if place < HOLES && ring[place] == 1 {
            let facing = 7 + HOLES - 1 - place;
            if ring[facing] > 0 {
                ring[KALAHA] += ring[facing] + 1;
                (ring[place], ring[facing]) = (0, 0);
            }
        }
        let again = place == KALAHA;
        // The rival's pass counts as a slot too.
        self.slots += if again { 2 } else { 1 };
        (self, again)
    }

    fn exchanged(self) -> Board {
        Board { sides: [self.sides[1], self.sides[0]], ..self }
    }

    /// The result for the player to move, if the game is over.
    fn result(&self) -> Option<i32> {
        let [own, other] = &self.sides;
        let empty = |side: &[u8; 7]| side[..HOLES].iter().all(|&seeds| seeds == 0);
        if empty(own) || empty(other) {
            let difference = points(own) - points(other);
            return Some(difference.signum() * VICTORY + difference);
        }
        // Only more than half of all the seeds, safe in the Kalaha, wins at the limit.
        let half = (points(own) + points(other)) / 2;
        let rich = |side: &[u8; 7]| i32::from(i32::from(side[KALAHA]) > half);
        (self.slots >= SLOTS).then(|| (rich(own) - rich(other)) * VICTORY)
    }

    fn estimate(&self) -> i32 {
        let [own, other] = &self.sides;
        let safe = i32::from(own[KALAHA]) - i32::from(other[KALAHA]);
        4 * (points(own) - points(other)) + 3 * safe
    }
}

/// Seeds of the row and the Kalaha.
fn points(side: &[u8; 7]) -> i32 {
    side.iter().map(|&seeds| i32::from(seeds)).sum()
}

/// The value for the player to move, and the hole that reaches it.
fn search(board: &Board, depth: u32, mut alpha: i32, beta: i32) -> (i32, Option<usize>) {
    if let Some(result) = board.result() {
        // Sooner is better than later, so that a won game is also ended.
        return (result + result.signum() * depth as i32, None);
    }
    if depth == 0 {
        return (board.estimate(), None);
    }
    let mut best = (i32::MIN, None);
    // The holes next to the Kalaha first: they give further turns and cause the cuts.
    for hole in (0..HOLES).rev().filter(|&hole| board.sides[0][hole] > 0) {
        let (next, again) = board.sow(hole);
        let value = if again {
            search(&next, depth - 1, alpha, beta).0
        } else {
            -search(&next.exchanged(), depth - 1, -beta, -alpha).0
        };
        if value > best.0 {
            best = (value, Some(hole));
        }
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        // `fin`, or something that is no board.
        let Some(board) = Board::read(&line?) else { break };
        // If the game looks over, by an unusual limit, any seeds will do.
        let any = board.sides[0][..HOLES].iter().position(|&seeds| seeds > 0).unwrap_or(0);
        let hole = search(&board, DEPTH, -2 * VICTORY, 2 * VICTORY).1.unwrap_or(any);
        println!("R {hole}");
        io::stdout().flush()?;
    }
    Ok(())
}
