//! A round as people see it on a page: a row a seat, a column an option, points as bars.

use super::{Choice, Position};
use certamen_game::{Audience, Ink, Language, Picture, Seat, Shape, State};

const WIDTH: i32 = 560;
/// Where the first row stands, and how high rows are.
const TOP: i32 = 44;
const LINE: i32 = 34;
/// The middle of the first option, and the way to the next.
const FIRST: i32 = 90;
const STEP: i32 = 50;
/// Where bars begin, and how long the longest is.
const BARS: i32 = 250;
const LONGEST: u32 = 240;

/// The position.
pub(super) fn sheet(position: &Position, audience: Audience, language: Language) -> Picture {
    let height = TOP + LINE * position.points.len() as i32;
    let told: Vec<String> = position.lines().iter().map(|line| line.get(language)).collect();
    let mut sheet = Picture::sheet(WIDTH, height, told.join("; "));
    for choice in Choice::ALL {
        let x = column(choice);
        if position.scored() == Some(choice) {
            sheet.put("scored", Ink::Last, Shape::Disc { x, y: 22, r: 15 });
        }
        let text = Shape::Text { x, y: 28, size: 18, text: choice.to_string() };
        sheet.put(format!("head {choice}"), Ink::Text, text);
    }
    let most = position.points.iter().copied().max().unwrap_or(0).max(1);
    for (seat, points) in (0u8..).map(Seat).zip(&position.points) {
        row(&mut sheet, seat, position.last.get(seat.index()), (*points, most));
    }
    places(&mut sheet, position, audience);
    sheet
}

fn row(sheet: &mut Picture, seat: Seat, chosen: Option<&Choice>, (points, most): (u32, u32)) {
    let y = TOP + LINE * i32::from(seat.0) + LINE / 2;
    let text = |x, text| Shape::Text { x, y: y + 5, size: 16, text };
    sheet.put(format!("seat {seat}"), Ink::Seat(seat), text(30, seat.to_string()));
    for choice in Choice::ALL {
        let hole = Shape::Disc { x: column(choice), y, r: 12 };
        sheet.put(format!("option {seat} {choice}"), Ink::Free, hole);
    }
    if let Some(chosen) = chosen {
        let disc = Shape::Disc { x: column(*chosen), y, r: 9 };
        sheet.put(format!("choice {seat}"), Ink::Seat(seat), disc).label = Some(chosen.to_string());
    }
    let width = (u64::from(points) * u64::from(LONGEST) / u64::from(most)) as i32;
    let bar = Shape::Box { x: BARS, y: y - 7, width, height: 14, round: 3 };
    sheet.put(format!("bar {seat}"), Ink::Seat(seat), bar);
    sheet.put(format!("points {seat}"), Ink::Text, text(BARS + width + 30, points.to_string()));
}

/// What the viewer may choose now.
fn places(sheet: &mut Picture, position: &Position, audience: Audience) {
    let Audience::Seat(seat) = audience else { return };
    if !position.to_act().contains(seat) {
        return;
    }
    for choice in Choice::ALL {
        let shape = Shape::Disc { x: column(choice), y: 22, r: 18 };
        let place = sheet.put(format!("place {choice}"), Ink::Place, shape);
        place.label = Some(choice.to_string());
        place.action = Some(choice.to_string());
    }
}

fn column(choice: Choice) -> i32 {
    FIRST + STEP * choice as i32
}
