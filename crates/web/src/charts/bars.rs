//! Charts of bars and cells: intervals, shares, move times, and the crosstable as a heat map.

use crate::charts::{escaped, opening};
use certamen_contest::Field;
use certamen_tournament::{
    EntrantId,
    statistics::{Interval, Rating},
};
use std::fmt::Write;

/// A value with its 95 % interval on a scale, with a mark at `axis`.
pub fn interval_bar(
    (value, interval): (f64, Interval),
    scale: Interval,
    axis: f64,
    label: &str,
) -> String {
    let width = (scale.high - scale.low).max(f64::MIN_POSITIVE);
    let at = |value: f64| (100.0 * (value - scale.low) / width).clamp(0.0, 100.0);
    format!(
        "<svg class=\"bar\" width=\"100%\" height=\"20\" role=\"img\" aria-label=\"{}\">\
         <line class=\"axis\" x1=\"{axis:.1}%\" y1=\"0\" x2=\"{axis:.1}%\" y2=\"20\"/>\
         <line class=\"reach\" x1=\"{:.1}%\" y1=\"10\" x2=\"{:.1}%\" y2=\"10\"/>\
         <circle class=\"point\" cx=\"{:.1}%\" cy=\"10\" r=\"4\"/></svg>",
        escaped(label),
        at(interval.low),
        at(interval.high),
        at(value),
        axis = at(axis),
    )
}

pub fn share_bar(share: f64, label: &str) -> String {
    let share = 100.0 * share.clamp(0.0, 1.0);
    format!(
        "<svg class=\"share\" width=\"100%\" height=\"6\" role=\"img\" aria-label=\"{}\">\
         <rect class=\"whole\" width=\"100%\" height=\"6\" rx=\"3\"/>\
         <rect class=\"part\" width=\"{share:.1}%\" height=\"6\" rx=\"3\"/></svg>",
        escaped(label)
    )
}

const CLOCK_HEIGHT: f64 = 24.0;
/// The maximum number of bars; of more moves each bar shows the slowest of several.
const MAX_BARS: usize = 200;

/// The times of the moves of a seat, in order, as bars that reach the top at `slowest`; none for a
/// seat that did not move, or where nothing took any time.
pub fn clock(seat: u8, times: &[f64], slowest: f64, label: &str) -> Option<String> {
    if times.is_empty() || !slowest.is_finite() || slowest <= 0.0 {
        return None;
    }
    let each = times.len().div_ceil(MAX_BARS);
    let bars = times.chunks(each).map(|some| some.iter().copied().fold(0.0, f64::max));
    let mut path = String::new();
    for (place, time) in bars.enumerate() {
        let height = CLOCK_HEIGHT * (time / slowest).clamp(0.0, 1.0);
        _ = write!(path, "M{place}.5 {CLOCK_HEIGHT}v-{height:.1}");
    }
    // A few bars must not become too wide.
    let width = times.len().div_ceil(each).max(20);
    Some(format!(
        "<svg class=\"clock seat{}\" viewBox=\"0 0 {width} {CLOCK_HEIGHT}\" preserveAspectRatio=\"none\" \
         role=\"img\" aria-label=\"{}\"><path d=\"{path}\"/></svg>",
        seat % 8,
        escaped(label)
    ))
}

/// The height of a row, the width of names and of the scale, in pixels.
const ROW: u32 = 24;
const NAMES: u32 = 170;
const SCALE: u32 = 600;

/// One row per bot: a point for its rating and a bar for its 95 % interval.
pub fn intervals(ratings: &[(String, Rating)], title: &str) -> String {
    let ends = || ratings.iter().map(|(_, rating)| rating.interval());
    let low = ends().map(|interval| interval.low).fold(0.0, f64::min);
    let high = ends().map(|interval| interval.high).fold(0.0, f64::max);
    let width = (high - low).max(1.0);
    let x = |elo: f64| f64::from(NAMES) + (elo - low) / width * f64::from(SCALE);
    let height = ROW * (ratings.len() as u32 + 1) + 20;
    let mut svg = opening(NAMES + SCALE + 60, height, title);
    let (zero, foot) = (x(0.0), height - 16);
    _ = write!(
        svg,
        "<line class=\"line\" x1=\"{zero:.1}\" y1=\"8\" x2=\"{zero:.1}\" y2=\"{foot}\"/>\n\
         <text x=\"{zero:.1}\" y=\"{}\" text-anchor=\"middle\">0</text>\n",
        height - 2
    );
    for (place, (name, rating)) in (0u32..).zip(ratings) {
        let y = ROW * place + ROW;
        let interval = rating.interval();
        let name = escaped(&name.chars().take(22).collect::<String>());
        _ = writeln!(
            svg,
            "<g><title>{name}: {:.0} ({:.0} … {:.0})</title>\
             <text x=\"4\" y=\"{}\">{name}</text>\
             <line class=\"reach\" x1=\"{:.1}\" y1=\"{y}\" x2=\"{:.1}\" y2=\"{y}\"/>\
             <circle class=\"point\" cx=\"{:.1}\" cy=\"{y}\" r=\"5\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{:+.0}</text></g>",
            rating.elo,
            interval.low,
            interval.high,
            y + 4,
            x(interval.low),
            x(interval.high),
            x(rating.elo),
            NAMES + SCALE + 56,
            y + 4,
            rating.elo,
        );
    }
    svg + "</svg>\n"
}

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
    let (from, to, part) =
        if share < 0.5 { (low, even, 2.0 * share) } else { (even, high, 2.0 * share - 1.0) };
    let mixed = |place: usize| (from[place] + (to[place] - from[place]) * part).round();
    format!("rgb({},{},{})", mixed(0), mixed(1), mixed(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_tournament::EntrantId;

    #[test]
    fn a_value_is_in_the_middle_of_its_interval() {
        let interval = Interval { low: -50.0, high: 50.0 };
        let svg = interval_bar((0.0, interval), Interval { low: -100.0, high: 100.0 }, 0.0, "a&b");
        assert!(svg.contains("cx=\"50.0%\""), "{svg}");
        assert!(svg.contains("x1=\"25.0%\" y1=\"10\" x2=\"75.0%\""), "{svg}");
        assert!(svg.contains("aria-label=\"a&amp;b\""), "{svg}");
    }

    #[test]
    fn a_share_is_at_most_the_whole() {
        assert!(share_bar(7.0, "").contains("class=\"part\" width=\"100.0%\""));
    }

    #[test]
    fn each_move_has_its_bar() {
        let svg = clock(9, &[1.0, 0.0, 4.0], 4.0, "<a>").unwrap();
        assert!(svg.contains("class=\"clock seat1\"") && svg.contains("viewBox=\"0 0 20 24\""));
        assert!(svg.contains("d=\"M0.5 24v-6.0M1.5 24v-0.0M2.5 24v-24.0\""), "{svg}");
        assert!(svg.contains("aria-label=\"&lt;a&gt;\""), "{svg}");
    }

    #[test]
    fn many_moves_share_bars_of_the_slowest() {
        let mut times = vec![1.0; 5000];
        times[4711] = 8.0;
        let svg = clock(0, &times, 8.0, "").unwrap();
        assert_eq!((svg.matches('M').count(), svg.matches("v-24.0").count()), (200, 1));
        assert_eq!(clock(0, &[], 1.0, ""), None);
        assert_eq!(clock(0, &[0.0], 0.0, ""), None);
    }

    #[test]
    fn every_bot_has_its_line_and_the_scale_holds_all_intervals() {
        let rating = |elo| Rating { entrant: EntrantId(0), elo, error: 50.0 };
        let bots = [("<a>".to_owned(), rating(120.0)), ("b".to_owned(), rating(-120.0))];
        let svg = intervals(&bots, "t & u");
        assert!(svg.contains("<title>t &amp; u</title>") && svg.contains("&lt;a&gt;"), "{svg}");
        let places = svg.split("cx=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        let places: Vec<f64> = places.map(|place| place.parse().unwrap()).collect();
        assert_eq!(places.len(), 2);
        // The better bot is further right, and both are within the scale.
        assert!(places[0] > places[1], "{places:?}");
        let scale = f64::from(NAMES)..=f64::from(NAMES + SCALE);
        assert!(places.iter().all(|place| scale.contains(place)), "{places:?}");
    }

    #[test]
    fn colours_go_from_red_over_grey_to_blue() {
        let colours = [0.0, 0.5, 1.0].map(colour);
        assert_eq!(colours, ["rgb(232,120,110)", "rgb(222,222,222)", "rgb(112,168,230)"]);
    }
}
