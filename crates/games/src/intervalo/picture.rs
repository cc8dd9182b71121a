//! The picture of a strip, in the notation of the announced sample game (15 September 2007).

use super::{LastInterval, Position, Square, say};
use certamen_game::{Audience, Ink, Language, Picture, Seat, Shape, State, Turn};
use serde::Serializer;

/// The strip with the interval of the last turn, and who won that turn.
pub(super) fn of(position: &Position, language: Language) -> String {
    let comment = match position.last {
        None => say::start(),
        Some(LastInterval { winner: None, .. }) => say::no_winner(),
        Some(LastInterval { winner: Some(Seat(0)), .. }) => say::won_by_x(),
        Some(LastInterval { winner: Some(_), .. }) => say::won_by_w(),
    };
    format!("{} {}\n", text_strip(position), comment.get(language))
}

/// The squares alone, without blanks, as records show them.
pub(super) fn as_text<S: Serializer>(squares: &[Square], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&squares.iter().copied().map(symbol).collect::<String>())
}

/// The squares as the sample game prints them: "() = marcan el intervalo formado por las fichas
/// puestas en un turno". A parenthesis stands in the place of a blank.
fn text_strip(position: &Position) -> String {
    let [low, high] = position.last.map_or([None; 2], |last| last.ends.map(Some));
    let mut text_strip = String::with_capacity(2 * position.squares.len() + 1);
    for (place, square) in position.squares.iter().enumerate() {
        if low == Some(place) {
            text_strip.push('(');
        } else if place > 0 {
            text_strip.push(if high == Some(place - 1) { ')' } else { ' ' });
        }
        text_strip.push(symbol(*square));
    }
    if high == Some(position.squares.len() - 1) {
        text_strip.push(')');
    }
    text_strip
}

fn symbol(square: Square) -> char {
    match square {
        Square::Free => '.',
        Square::Neutral => '*',
        Square::Of(Seat(0)) => 'x',
        Square::Of(_) => 'w',
    }
}

// The strip as people see it on a page: rows of squares, pieces, the interval of the last turn.

const SIDE: i32 = 24;
/// This many squares are in a row, and in a row of long strips.
const ROW: usize = 32;
const LONG_ROW: usize = 100;
/// Longer strips have long rows.
const LONG: usize = 1024;
/// The way from a row to the next, and the room for numbers.
const LINE: i32 = 40;
const EDGE: i32 = 52;

/// The position after `last`.
pub(super) fn sheet(
    position: &Position,
    audience: Audience,
    last: Option<&Turn>,
    language: Language,
) -> Picture {
    let count = position.squares.len();
    let row = if count > LONG { LONG_ROW } else { ROW };
    let rows = count.div_ceil(row);
    let width = EDGE + row.min(count) as i32 * SIDE + 8;
    let mut sheet =
        Picture::sheet(width, rows as i32 * LINE, description(position, last, language));
    for number in 0..rows {
        strip(&mut sheet, number, row, count - number * row);
    }
    pieces(&mut sheet, position, row);
    bracket(&mut sheet, position, row);
    places(&mut sheet, position, audience, row);
    sheet
}

/// A row of the strip, with the number of its first square.
fn strip(sheet: &mut Picture, number: usize, row: usize, left: usize) {
    let (x, y) = corner(number * row, row);
    let width = row.min(left) as i32 * SIDE;
    let ground = Shape::Box { x, y, width, height: SIDE, round: 2 };
    sheet.put(format!("row {number}"), Ink::Free, ground);
    for square in 1..row.min(left) as i32 {
        let x = x + square * SIDE;
        let line = Shape::Line { x1: x, y1: y, x2: x, y2: y + SIDE };
        sheet.put(format!("line {number} {square}"), Ink::Grid, line);
    }
    let first = (number * row + 1).to_string();
    let first = Shape::Text { x: EDGE / 2 - 2, y: y + 17, size: 13, text: first };
    sheet.put(format!("number {number}"), Ink::Quiet, first);
}

/// Discs for one, squares for the other: never by colour alone.
fn pieces(sheet: &mut Picture, position: &Position, row: usize) {
    for (place, square) in position.squares.iter().enumerate() {
        let (x, y) = corner(place, row);
        let half = SIDE / 2;
        let small = |edge: i32| Shape::Box {
            x: x + edge,
            y: y + edge,
            width: SIDE - 2 * edge,
            height: SIDE - 2 * edge,
            round: 1,
        };
        let (ink, shape) = match square {
            Square::Free => continue,
            Square::Neutral => (Ink::Neutral, small(8)),
            Square::Of(Seat(0)) => {
                (Ink::Seat(Seat(0)), Shape::Disc { x: x + half, y: y + half, r: 9 })
            }
            Square::Of(seat) => (Ink::Seat(*seat), small(4)),
        };
        sheet.put(format!("piece {}", place + 1), ink, shape).label = Some((place + 1).to_string());
    }
}

/// The interval of the last turn, row by row.
fn bracket(sheet: &mut Picture, position: &Position, row: usize) {
    let Some([low, high]) = position.last.map(|last| last.ends) else { return };
    for number in low / row..=high / row {
        let from = low.max(number * row);
        let to = high.min(number * row + row - 1);
        let (x, y) = corner(from, row);
        let width = (to - from + 1) as i32 * SIDE + 4;
        let frame = Shape::Box { x: x - 2, y: y - 2, width, height: SIDE + 4, round: 4 };
        sheet.put(format!("interval {number}"), Ink::Last, frame);
    }
}

/// What the viewer may choose now.
fn places(sheet: &mut Picture, position: &Position, audience: Audience, row: usize) {
    let Audience::Seat(seat) = audience else { return };
    for square in position.legal_actions(seat) {
        let (x, y) = corner(square as usize - 1, row);
        let shape = Shape::Box { x, y, width: SIDE, height: SIDE, round: 0 };
        let place = sheet.put(format!("place {square}"), Ink::Place, shape);
        place.label = Some(square.to_string());
        place.action = Some(square.to_string());
    }
}

/// The upper left corner of a square.
fn corner(place: usize, row: usize) -> (i32, i32) {
    (EDGE + (place % row) as i32 * SIDE, 8 + (place / row) as i32 * LINE)
}

fn description(position: &Position, last: Option<&Turn>, language: Language) -> String {
    let choices = last.and_then(|turn| Some((turn.action(Seat(0))?, turn.action(Seat(1))?)));
    let choices = choices.map(|(x, w)| say::told_choices(x, w));
    let [x, w] = position.score;
    let said = choices.into_iter().chain([say::told_points(x, w)]);
    said.map(|message| message.get(language)).collect::<Vec<_>>().join("; ")
}
