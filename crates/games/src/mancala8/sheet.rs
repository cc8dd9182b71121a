//! The board as people see it on a page: holes with their seeds, Kalahas, the sown hole ringed.

use super::{Action, Position, board::HOLES, say};
use certamen_game::{Audience, Ink, Language, Picture, Seat, Shape, State, Turn};

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
    let mut sheet = Picture::sheet(WIDTH, HEIGHT, told(position, last, language));
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

fn told(position: &Position, last: Option<&Turn>, language: Language) -> String {
    let [first, second] = position.points();
    let sown = last.and_then(sown);
    let sown = sown.map(|(side, hole)| say::told_sown(side.0 + 1, hole));
    let said = sown.into_iter().chain([say::told_points(first, second)]);
    said.map(|message| message.get(language)).collect::<Vec<_>>().join("; ")
}
