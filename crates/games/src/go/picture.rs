//! A picture of the board for people, its rows and columns numbered as the protocol numbers them.

use super::{Action, Colour, End, Point, Position, say};
use certamen_game::{Audience, Ink, Language, Picture, Seat, Shape, State, Turn};
use certamen_i18n::Message;

/// The board, the prisoners, and who moves or why neither does.
pub(super) fn draw(position: &Position, language: Language) -> String {
    let size = position.board().size();
    let columns = (1..=size).map(|column| format!(" {column:>2}")).collect::<Vec<_>>().concat();
    let rows = (0..size).map(|row| line(position, row)).collect::<String>();
    let [by_black, by_white] = position.prisoners();
    let below = [say::stones(), say::prisoners(by_black, by_white), status(position)];
    let [stones, prisoners, status] = below.map(|line| line.get(language));
    format!("  {columns}\n{rows}{stones}\n{prisoners}\n{status}\n")
}

fn line(position: &Position, row: u8) -> String {
    let columns = 0..position.board().size();
    let stones = columns.map(|column| match position.board().stone(Point { row, column }) {
        None => "  .",
        Some(Colour::Black) => "  X",
        Some(Colour::White) => "  O",
    });
    format!("{:>2}{}\n", row + 1, stones.collect::<String>())
}

/// Who moves, or why neither does.
pub(super) fn status(position: &Position) -> Message {
    let blacks = position.turn() == Colour::Black;
    match position.end() {
        Some(End::Passes) => say::both_passed(),
        Some(End::Repetition) => say::repeated(),
        Some(End::Plies) => say::limit_reached(),
        // Who has resigned is not to move any more.
        Some(End::Resignation) if blacks => say::white_resigns(),
        Some(End::Resignation) => say::black_resigns(),
        None if blacks => say::black_moves(),
        None => say::white_moves(),
    }
}

// The board as people see it on a page: lines, stones, the last one ringed.

/// The distance of two lines, and of the first line from the sheet's edge: numbers stand there.
const CELL: i32 = 32;
const EDGE: i32 = 46;
/// How far the wood reaches beyond the lines.
const RIM: i32 = 18;

/// The position after `last`.
pub(super) fn sheet(
    position: &Position,
    audience: Audience,
    last: Option<&Turn>,
    language: Language,
) -> Picture {
    let size = position.board().size();
    let span = i32::from(size - 1) * CELL;
    let side = EDGE + span + RIM + 4;
    let mut sheet = Picture::sheet(side, side, description(position, last, language));
    let (edge, wide) = (EDGE - RIM, span + 2 * RIM);
    let wood = Shape::Box { x: edge, y: edge, width: wide, height: wide, round: 4 };
    sheet.put("board", Ink::Board, wood);
    lines(&mut sheet, size, EDGE + span);
    stones(&mut sheet, position, language);
    if let Some(point) = last.and_then(played).and_then(|(_, point)| point) {
        let (x, y) = place(point);
        sheet.put("last", Ink::Last, Shape::Disc { x, y, r: 8 });
    }
    places(&mut sheet, position, audience);
    sheet
}

fn lines(sheet: &mut Picture, size: u8, end: i32) {
    for number in 0..size {
        let at = EDGE + i32::from(number) * CELL;
        let row = Shape::Line { x1: EDGE, y1: at, x2: end, y2: at };
        sheet.put(format!("row {number}"), Ink::Grid, row);
        let column = Shape::Line { x1: at, y1: EDGE, x2: at, y2: end };
        sheet.put(format!("column {number}"), Ink::Grid, column);
        let text = |x, y| Shape::Text { x, y, size: 13, text: (number + 1).to_string() };
        sheet.put(format!("row number {number}"), Ink::Quiet, text(14, at + 5));
        sheet.put(format!("column number {number}"), Ink::Quiet, text(at, 20));
    }
}

fn stones(sheet: &mut Picture, position: &Position, language: Language) {
    for point in position.board().points() {
        let Some(colour) = position.board().stone(point) else { continue };
        let (x, y) = place(point);
        let (ink, label) = match colour {
            Colour::Black => (Ink::Black, say::black_stone(point.to_string())),
            Colour::White => (Ink::White, say::white_stone(point.to_string())),
        };
        let stone = sheet.put(format!("stone {point}"), ink, Shape::Disc { x, y, r: 15 });
        stone.label = Some(label.get(language));
    }
}

/// Where the viewer may put a stone now.
fn places(sheet: &mut Picture, position: &Position, audience: Audience) {
    let Audience::Seat(seat) = audience else { return };
    if !position.to_act().contains(seat) {
        return;
    }
    for action in position.legal_actions(seat) {
        let Action::Stone(point) = action else { continue };
        let (x, y) = place(point);
        let place = sheet.put(format!("place {point}"), Ink::Place, Shape::Disc { x, y, r: 15 });
        place.label = Some(point.to_string());
        place.action = Some(action.to_string());
    }
}

fn place(point: Point) -> (i32, i32) {
    (EDGE + i32::from(point.column) * CELL, EDGE + i32::from(point.row) * CELL)
}

/// Who played in a turn, and where; nowhere is a pass. Resigning is shown in the status.
fn played(turn: &Turn) -> Option<(Seat, Option<Point>)> {
    let entry = turn.moves.first()?;
    match entry.action.as_deref()? {
        "pass" => Some((entry.seat, None)),
        action => {
            let (row, column) = action.split_once(' ')?;
            let index = |number: &str| number.parse::<u8>().ok()?.checked_sub(1);
            Some((entry.seat, Some(Point { row: index(row)?, column: index(column)? })))
        }
    }
}

fn description(position: &Position, last: Option<&Turn>, language: Language) -> String {
    let played = last.and_then(played).map(|(seat, point)| {
        let where_to = point.map_or_else(say::no_stone, |point| say::on_point(point.to_string()));
        match seat {
            Seat(0) => say::black_played(where_to),
            _ => say::white_played(where_to),
        }
    });
    let said = played.into_iter().chain([status(position)]);
    said.map(|message| message.get(language)).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Action;
    use certamen_game::{Rng, Seat, State};

    #[test]
    fn rows_and_columns_are_numbered_as_in_the_protocol() {
        let mut position = Position::start(3, None);
        let point = Point { row: 0, column: 2 };
        position.apply(&[(Seat(0), Action::Stone(point))], &mut Rng::of_turn(0, 1));
        assert_eq!(
            draw(&position, Language::En),
            "    1  2  3\n 1  .  .  X\n 2  .  .  .\n 3  .  .  .\nX black, O white\n\
             prisoners taken by black: 0, white: 0\nto move: white\n"
        );
    }

    #[test]
    fn only_the_side_to_move_may_press_legal_points() {
        let mut position = Position::start(2, None);
        let first = Action::Stone(Point { row: 0, column: 1 });
        position.apply(&[(Seat(0), first)], &mut Rng::of_turn(0, 1));
        let pressed = |audience| {
            let marks = sheet(&position, audience, None, Language::En).marks;
            marks.into_iter().filter_map(|mark| mark.action).collect::<Vec<_>>()
        };
        assert_eq!(pressed(Audience::Seat(Seat(1))), ["1 1", "2 1", "2 2"]);
        assert_eq!(pressed(Audience::Seat(Seat(0))), Vec::<String>::new());
        assert_eq!(pressed(Audience::Spectators), Vec::<String>::new());
    }
}
