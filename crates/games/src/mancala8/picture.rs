//! The board as the announcement prints it.

use super::{Action, Position, board::HOLES, say};
use certamen_game::{Audience, Ink, Language, Picture, Seat, Shape, State, Turn};
use std::fmt::Write as _;

/// The picture: side 1 above and reversed, `*` at the side that will really play next, the
/// Kalahas between the rows, points and accumulators at the right.
pub fn picture(position: &Position, language: Language) -> String {
    labelled(position, language, ["", ""])
}

/// The same with the names of the sides, as in the announcement's worked example.
pub fn picture_with_players(position: &Position, language: Language) -> String {
    let [first, second] = [1, 2].map(|number| format!("  {}", say::player(number).get(language)));
    labelled(position, language, [&first, &second])
}

fn labelled(position: &Position, language: Language, [first, second]: [&str; 2]) -> String {
    let rule = "-".repeat(3 * usize::from(HOLES) - 1);
    let [left, right] = [1, 0].map(|side| position.node().board.kalaha(Seat(side)));
    let gap = " ".repeat(3 * usize::from(HOLES));
    let mut text = String::with_capacity(256);
    let mut line = |line: String| writeln!(text, "{}", line.trim_end()).expect("memory takes all");
    line(say::board().get(language));
    line(String::new());
    line(format!("   {}", cells((0..HOLES).rev())));
    line(format!("    {rule}"));
    line(side(position, Seat(1)) + second);
    line(format!("{left:>3}{gap}{right:>3}"));
    line(side(position, Seat(0)) + first);
    line(format!("    {rule}"));
    line(format!("   {}", cells(0..HOLES)));
    text
}

/// A row of holes with what is next to it.
fn side(position: &Position, side: Seat) -> String {
    let node = position.node();
    // While a pass is due the asterisk is already with the side that plays again.
    let star = if node.plays_next() == side && !position.is_over() { '*' } else { ' ' };
    let seeds = |hole| node.board.seeds(side, hole);
    let row = match side {
        Seat(0) => cells((0..HOLES).map(seeds)),
        _ => cells((0..HOLES).rev().map(seeds)),
    };
    let (points, ac) = (position.points()[side.index()], position.ac()[side.index()]);
    format!("{star:>2} {row}{points:>8}  Ac:{ac:>3}")
}

fn cells(numbers: impl Iterator<Item = u8>) -> String {
    numbers.map(|number| format!("{number:>3}")).collect::<Vec<_>>().concat()
}

// The board as people see it on a page: holes with their seeds, Kalahas, the sown hole ringed.

const WIDTH: i32 = 660;
const HEIGHT: i32 = 270;
/// The middle of the first column of holes, and the way to the next.
const FIRST: i32 = 130;
const STEP: i32 = 80;
/// The middles of the two rows.
const ROWS: [i32; 2] = [184, 86];
/// Where seeds lie around the middle of a hole; more than these are only counted.
const SPOTS: [(i32, i32); 19] = [
    (0, 0),
    (11, 0),
    (-11, 0),
    (6, 10),
    (-6, -10),
    (-6, 10),
    (6, -10),
    (0, 20),
    (0, -20),
    (17, 10),
    (-17, -10),
    (-17, 10),
    (17, -10),
    (22, 0),
    (-22, 0),
    (11, 19),
    (-11, -19),
    (-11, 19),
    (11, -19),
];
/// How many seeds lie beside and above one another in a Kalaha.
const KALAHA_ROW: i32 = 4;
const KALAHA_MOST: i32 = 36;

/// The position after `last`.
pub(super) fn sheet(
    position: &Position,
    audience: Audience,
    last: Option<&Turn>,
    language: Language,
) -> Picture {
    let mut sheet = Picture::sheet(WIDTH, HEIGHT, description(position, last, language));
    let wood = Shape::Box { x: 6, y: 30, width: WIDTH - 12, height: HEIGHT - 60, round: 40 };
    sheet.put("board", Ink::Board, wood);
    for side in [Seat(0), Seat(1)] {
        kalaha(&mut sheet, position, side);
        for hole in 0..HOLES {
            draw_hole(&mut sheet, position, (side, hole), language);
        }
    }
    if let Some((side, hole)) = last.and_then(sown) {
        let (x, y) = place(side, hole);
        sheet.put("last", Ink::Last, Shape::Disc { x, y, r: 34 });
    }
    places(&mut sheet, position, audience);
    sheet
}

fn draw_hole(
    sheet: &mut Picture,
    position: &Position,
    (side, hole): (Seat, u8),
    language: Language,
) {
    let seeds = position.node().board.seeds(side, hole);
    let (x, y) = place(side, hole);
    let ring = sheet.put(format!("hole {side} {hole}"), Ink::Free, Shape::Disc { x, y, r: 31 });
    ring.label = Some(say::hole(hole, seeds).get(language));
    for (number, (dx, dy)) in SPOTS.iter().enumerate().take(usize::from(seeds)) {
        let seed = Shape::Disc { x: x + dx, y: y + dy, r: 5 };
        sheet.put(format!("seed {side} {hole} {number}"), Ink::Seat(side), seed);
    }
    let line = if side == Seat(0) { HEIGHT - 10 } else { 22 };
    let count = Shape::Text { x, y: line, size: 18, text: seeds.to_string() };
    sheet.put(format!("count {side} {hole}"), Ink::Text, count);
    let number = Shape::Text { x: x - 22, y: line, size: 14, text: format!("{hole}:") };
    sheet.put(format!("number {side} {hole}"), Ink::Quiet, number);
}

/// The store of a side: the first one's at the right, the other's at the left.
fn kalaha(sheet: &mut Picture, position: &Position, side: Seat) {
    let seeds = i32::from(position.node().board.kalaha(side));
    let x = if side == Seat(0) { WIDTH - 50 } else { 50 };
    let store = Shape::Box { x: x - 30, y: 70, width: 60, height: 130, round: 28 };
    sheet.put(format!("kalaha {side}"), Ink::Free, store);
    for seed in 0..seeds.min(KALAHA_MOST) {
        let (column, row) = (seed % KALAHA_ROW, seed / KALAHA_ROW);
        let spot = Shape::Disc { x: x - 18 + 12 * column, y: 184 - 12 * row, r: 5 };
        sheet.put(format!("kept {side} {seed}"), Ink::Seat(side), spot);
    }
    let line = if side == Seat(0) { HEIGHT - 10 } else { 22 };
    let count = Shape::Text { x, y: line, size: 18, text: seeds.to_string() };
    sheet.put(format!("kept {side}"), Ink::Seat(side), count);
}

/// What the viewer may sow now.
fn places(sheet: &mut Picture, position: &Position, audience: Audience) {
    let Audience::Seat(seat) = audience else { return };
    for action in position.legal_actions(seat) {
        let Action::Sow(hole) = action else { continue };
        let (x, y) = place(seat, hole);
        let place = sheet.put(format!("place {hole}"), Ink::Place, Shape::Disc { x, y, r: 31 });
        place.label = Some(action.to_string());
        place.action = Some(action.to_string());
    }
}

/// The middle of a hole: the other side's row is seen from the front and therefore reversed.
fn place(side: Seat, hole: u8) -> (i32, i32) {
    let column = if side == Seat(0) { hole } else { HOLES - 1 - hole };
    (FIRST + STEP * i32::from(column), ROWS[side.index()])
}

/// The hole that was sown in a turn.
fn sown(turn: &Turn) -> Option<(Seat, u8)> {
    let entry = turn.moves.first()?;
    match Action::parse(entry.action.as_deref()?)? {
        Action::Sow(hole) => Some((entry.seat, hole)),
        Action::Pass => None,
    }
}

fn description(position: &Position, last: Option<&Turn>, language: Language) -> String {
    let [first, second] = position.points();
    let sown = last.and_then(sown);
    let sown = sown.map(|(side, hole)| say::told_sown(side.0 + 1, hole));
    let said = sown.into_iter().chain([say::told_points(first, second)]);
    said.map(|message| message.get(language)).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mancala8::{board::Board, node::Action};

    #[test]
    fn the_board_stands_as_announced() {
        let mut position = Position::start(Board::START, Seat(0), 60);
        position.play(Action::Sow(3));
        let shown = picture_with_players(&position, Language::Es);
        let expected = "\
TABLERO:

     5  4  3  2  1  0
    -----------------
     3  3  3  3  3  3      18  Ac:  0  Jugador 2
  0                    1
 *   3  3  3  0  4  4      18  Ac:  0  Jugador 1
    -----------------
     0  1  2  3  4  5
";
        assert_eq!(shown, expected);
    }
}
