//! Values over turns, a panel for each kind of value and a line in it for each seat.

use crate::charts::{escaped, opening};
use std::fmt::Write;

const WIDTH: u32 = 760;
/// The room for the scale on the left, and the margin on the right.
const SCALE: f64 = 80.0;
const EDGE: f64 = 16.0;
/// The height of a line of the legend, of a heading, and of a panel.
const LINE: u32 = 22;
const PANEL: u32 = 140;
/// The number of colours; further lines are dashed.
const COLOURS: usize = 8;

/// Values of the seats in one unit.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// Its heading.
    pub heading: String,
    /// One line per seat.
    pub lines: Vec<Polyline>,
}

/// The values of a seat by turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Polyline {
    /// The seat.
    pub seat: usize,
    /// Turn and value, in the order of turns.
    pub points: Vec<(u64, f64)>,
}

/// All panels below each other, with a legend of the seats on top.
pub fn panels(title: &str, seats: &[String], panels: &[Panel]) -> String {
    let legend = LINE * seats.len() as u32 + LINE / 2;
    let height = legend + (LINE + PANEL + LINE) * panels.len() as u32;
    let mut svg = opening(WIDTH, height, title);
    svg.push_str(INKS);
    for (seat, name) in seats.iter().enumerate() {
        let y = LINE * seat as u32 + LINE;
        let at = y - 4;
        let name = escaped(&name.chars().take(60).collect::<String>());
        _ = writeln!(
            svg,
            "<line {} x1=\"8\" y1=\"{at}\" x2=\"36\" y2=\"{at}\"/>\
             <text x=\"44\" y=\"{y}\">{name}</text>",
            ink(seat),
        );
    }
    let reach = turns(panels);
    for (place, panel) in (0u32..).zip(panels) {
        draw(&mut svg, panel, legend + (LINE + PANEL + LINE) * place, reach);
    }
    svg + "</svg>\n"
}

/// The colours of seats on light and dark backgrounds, as on match pages.
const INKS: &str = "<style>\n.ink { fill: none; stroke-width: 2 }\n.dashed { stroke-dasharray: 6 4 }\n\
    .i0 { stroke: #1d5fa6 } .i1 { stroke: #a8421a } .i2 { stroke: #2b6e35 } .i3 { stroke: #76409c }\n\
    .i4 { stroke: #00686c } .i5 { stroke: #7a5300 } .i6 { stroke: #a52a66 } .i7 { stroke: #4a5568 }\n\
    @media (prefers-color-scheme: dark) {\n\
    .i0 { stroke: #83b6f0 } .i1 { stroke: #f09a72 } .i2 { stroke: #85c98d } .i3 { stroke: #c79be6 }\n\
    .i4 { stroke: #5cc4c8 } .i5 { stroke: #e0b25a } .i6 { stroke: #f093bf } .i7 { stroke: #b4bdc9 }\n\
    }\n</style>\n";

fn ink(seat: usize) -> String {
    let dashed = if seat / COLOURS % 2 == 1 { " dashed" } else { "" };
    format!("class=\"ink i{}{dashed}\"", seat % COLOURS)
}

/// The first and the last turn of all.
fn turns(panels: &[Panel]) -> (u64, u64) {
    let all = || panels.iter().flat_map(|panel| &panel.lines).flat_map(|line| &line.points);
    let first = all().map(|(turn, _)| *turn).min().unwrap_or(0);
    (first, all().map(|(turn, _)| *turn).max().unwrap_or(0).max(first + 1))
}

fn draw(svg: &mut String, panel: &Panel, top: u32, (first, last): (u64, u64)) {
    let values = || panel.lines.iter().flat_map(|line| &line.points).map(|(_, value)| *value);
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(f64::NEG_INFINITY, f64::max);
    let (ceiling, floor) = (f64::from(top + LINE), f64::from(top + LINE + PANEL));
    let across = f64::from(WIDTH) - SCALE - EDGE;
    let x = |turn: u64| SCALE + across * (turn - first) as f64 / (last - first) as f64;
    let y = |value: f64| {
        if high <= low {
            return f64::midpoint(floor, ceiling);
        }
        // Halves, as the distance of two large numbers may overflow.
        let part = (value / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0);
        floor - (floor - ceiling) * part
    };
    let heading = escaped(&panel.heading);
    _ = writeln!(
        svg,
        "<text x=\"{SCALE}\" y=\"{}\" font-weight=\"bold\">{heading}</text>",
        top + 14
    );
    for value in if high > low { vec![low, high] } else { vec![low] } {
        let (at, right) = (y(value), f64::from(WIDTH) - EDGE);
        _ = writeln!(
            svg,
            "<line class=\"line\" x1=\"{SCALE}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            SCALE - 6.0,
            at + 4.0,
            short(value),
        );
    }
    for (turn, anchor) in [(first, "start"), (last, "end")] {
        let (at, foot) = (x(turn), floor + 16.0);
        _ = writeln!(
            svg,
            "<text x=\"{at:.1}\" y=\"{foot}\" text-anchor=\"{anchor}\">{turn}</text>"
        );
    }
    for line in &panel.lines {
        let points =
            line.points.iter().map(|(turn, value)| format!("{:.1},{:.1}", x(*turn), y(*value)));
        let points = points.collect::<Vec<_>>().join(" ");
        _ = writeln!(svg, "<polyline {} points=\"{points}\"/>", ink(line.seat));
    }
}

/// A value in at most ten characters.
fn short(value: f64) -> String {
    let plain = value.to_string();
    if plain.len() <= 10 { plain } else { format!("{value:.3e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(heading: &str, lines: &[&[(u64, f64)]]) -> Panel {
        let lines = lines.iter().enumerate();
        let lines = lines.map(|(seat, points)| Polyline { seat, points: points.to_vec() });
        Panel { heading: heading.to_owned(), lines: lines.collect() }
    }

    #[test]
    fn each_seat_has_its_line_in_each_panel_and_all_share_the_turns() {
        let depth = panel("depth", &[&[(1, 4.0), (3, 8.0)], &[(2, 6.0)]]);
        let nodes = panel("<nodes>", &[&[(1, 5.0), (5, 5.0)]]);
        let svg = panels("r", &["a".to_owned(), "b & c".to_owned()], &[depth, nodes]);
        assert_eq!(svg.matches("<polyline").count(), 3);
        assert!(svg.contains("b &amp; c") && svg.contains("&lt;nodes&gt;"), "{svg}");
        assert!(
            svg.contains("<line class=\"ink i1\" x1=\"8\" y1=\"40\" x2=\"36\" y2=\"40\"/>"),
            "{svg}"
        );
        assert!(svg.contains("points=\"80.0,217.0 412.0,77.0\""), "{svg}");
    }

    #[test]
    fn numbers_of_any_size_stay_on_the_sheet() {
        let far = panel("far", &[&[(1, f64::MAX), (u64::MAX, f64::MIN)]]);
        let svg = panels("", &["a".to_owned()], &[far]);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(svg.contains(">1.798e308<"), "{svg}");
    }
}
