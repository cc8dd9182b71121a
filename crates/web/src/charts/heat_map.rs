//! The crosstable as a heat map.

use crate::charts::{escaped, opening};
use certamen_contest::Field;
use certamen_tournament::EntrantId;
use std::fmt::Write;

/// The side of a cell, and the height of the head, in pixels.
const CELL: u32 = 34;
const HEAD: u32 = 30;
/// The maximum number of letters of a name, and the width of the widest ones.
const LETTERS: usize = 20;
const LETTER: u32 = 10;

/// Blue where the row beats the column, red where it is beaten, grey where they are even.
pub fn heat_map(field: &Field, title: &str) -> String {
    let count = field.bots.len() as u32;
    let longest = field.bots.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    // The number is in front of the name.
    let names = 40 + LETTER * longest.min(LETTERS) as u32;
    let (width, height) = (names + count * CELL + 10, HEAD + count * CELL + 10);
    let mut svg = opening(width, height, title);
    for (row, name) in (0..count).zip(&field.bots) {
        let y = HEAD + row * CELL;
        let middle = y + CELL / 2 + 4;
        let number = row + 1;
        let x = names + row * CELL + CELL / 2;
        let (whole, name) = (escaped(name), escaped(&shown(name)));
        _ = writeln!(
            svg,
            "<text x=\"4\" y=\"{middle}\">{number}. {name}<title>{whole}</title></text>"
        );
        _ = writeln!(svg, "<text x=\"{x}\" y=\"20\" text-anchor=\"middle\">{number}</text>");
        for column in 0..count {
            svg += &cell(field, row, column, names + column * CELL, y);
        }
    }
    svg + "</svg>\n"
}

/// A name, shortened to the room for it.
fn shown(name: &str) -> String {
    if name.chars().count() <= LETTERS {
        return name.to_owned();
    }
    name.chars().take(LETTERS - 1).chain(['…']).collect()
}

fn cell(field: &Field, row: u32, column: u32, x: u32, y: u32) -> String {
    let against = field.table.against(EntrantId(row), EntrantId(column));
    let Some(share) = against.share() else { return String::new() };
    let percent = (100.0 * share).round();
    let (middle, base) = (x + CELL / 2, y + CELL / 2 + 4);
    let side = CELL - 1;
    let (own, other) = (escaped(&field.bots[row as usize]), escaped(&field.bots[column as usize]));
    let tally = format!("+{} ={} -{}", against.won, against.drawn, against.lost);
    format!(
        "<g><title>{own} - {other}: {tally}</title>\
         <rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{}\"/>\
         <text class=\"cell\" x=\"{middle}\" y=\"{base}\" text-anchor=\"middle\">{percent}</text></g>\n",
        colour(share)
    )
}

/// From red over light grey to blue, all light enough for dark text.
fn colour(share: f64) -> String {
    let (low, even, high) = ([232.0, 120.0, 110.0], [222.0, 222.0, 222.0], [112.0, 168.0, 230.0]);
    let (from, to, way) =
        if share < 0.5 { (low, even, 2.0 * share) } else { (even, high, 2.0 * share - 1.0) };
    let mixed = |place: usize| (from[place] + (to[place] - from[place]) * way).round();
    format!("rgb({},{},{})", mixed(0), mixed(1), mixed(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_from_red_over_grey_to_blue() {
        let colours = [0.0, 0.5, 1.0].map(colour);
        assert_eq!(colours, ["rgb(232,120,110)", "rgb(222,222,222)", "rgb(112,168,230)"]);
    }
}
