//! The strip as people see it on a page: squares, the token, both players' points and bids.

use super::{Position, say};
use certamen_game::{Ink, Language, Picture, Seat, Shape, Turn};

/// The side of a square, and how many are drawn; longer strips show a window around the token.
const SIDE: i32 = 40;
const MOST: i32 = 25;
/// Where the strip and the bars stand.
const TOP: i32 = 30;
const BARS: i32 = 90;
/// The least width of the sheet: bars and words need it.
const LEAST: i32 = 280;

/// The position after `last`.
pub(super) fn picture(position: &Position, last: Option<&Turn>, language: Language) -> Picture {
    let reach = position.reach();
    let shown = (2 * reach + 1).min(MOST);
    let first = (position.position - shown / 2).clamp(-reach, reach + 1 - shown);
    let width = (shown * SIDE).max(LEAST);
    let edge = (width - shown * SIDE) / 2;
    let x = |place: i32| edge + (place - first) * SIDE;
    let [left, right] = position.points;
    let description = say::told(format!("{:+}", position.position), left, right).get(language);
    let mut sheet = Picture::sheet(width, 150, description);
    for place in first..first + shown {
        let ink = match place {
            end if end == -reach => Ink::Seat(Seat(0)),
            end if end == reach => Ink::Seat(Seat(1)),
            _ => Ink::Free,
        };
        let square = Shape::Box { x: x(place) + 1, y: TOP, width: SIDE - 2, height: 38, round: 4 };
        sheet.put(format!("square {place}"), ink, square).label = Some(format!("{place:+}"));
    }
    let middle = x(position.position) + SIDE / 2;
    let token = Shape::Disc { x: middle, y: TOP + 19, r: 13 };
    sheet.put("token", Ink::Black, token).label = Some(say::token().get(language));
    points(&mut sheet, position);
    bids(&mut sheet, last);
    sheet
}

/// What both have left: a bar and a number each.
fn points(sheet: &mut Picture, position: &Position) {
    let most = position.points.iter().copied().max().unwrap_or(0).max(1);
    let room = sheet.width / 2 - 12;
    for (seat, points) in (0u8..).zip(position.points) {
        let width = (points.saturating_mul(room as u64) / most) as i32;
        let x = if seat == 0 { sheet.width / 2 - 4 - width } else { sheet.width / 2 + 4 };
        let bar = Shape::Box { x, y: BARS, width, height: 14, round: 3 };
        sheet.put(format!("points {seat}"), Ink::Seat(Seat(seat)), bar);
        let middle = if seat == 0 { sheet.width / 4 } else { sheet.width * 3 / 4 };
        let text = Shape::Text { x: middle, y: BARS + 36, size: 16, text: points.to_string() };
        sheet.put(format!("count {seat}"), Ink::Text, text);
    }
}

/// What both bid in the last turn, above the strip.
fn bids(sheet: &mut Picture, last: Option<&Turn>) {
    for seat in [Seat(0), Seat(1)] {
        let Some(bid) = last.and_then(|turn| turn.action(seat)) else { continue };
        let middle = if seat == Seat(0) { sheet.width / 4 } else { sheet.width * 3 / 4 };
        let text = Shape::Text { x: middle, y: 20, size: 16, text: bid.to_owned() };
        sheet.put(format!("bid {seat}"), Ink::Seat(seat), text);
    }
}
