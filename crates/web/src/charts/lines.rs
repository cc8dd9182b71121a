//! Values over time or turns as lines: small enough for a table cell, or as wide as a page.

use crate::charts::{escaped, opening};
use certamen_tournament::statistics::Interval;
use std::fmt::Write;

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 160.0;
const EDGE: f64 = 6.0;
/// The size of one in a cell.
const SMALL_WIDTH: f64 = 80.0;
const SMALL_HEIGHT: f64 = 20.0;
const SMALL_EDGE: f64 = 2.0;

/// Ranks over time, the first on top: a line with gaps where there was none; none if there are
/// fewer than two.
pub fn sparkline(places: &[Option<u32>], last: u32, label: &str) -> Option<String> {
    if places.iter().flatten().count() < 2 {
        return None;
    }
    let (inner_width, inner_height) =
        (SMALL_WIDTH - 2.0 * SMALL_EDGE, SMALL_HEIGHT - 2.0 * SMALL_EDGE);
    let x = |at: usize| SMALL_EDGE + inner_width * at as f64 / (places.len() - 1) as f64;
    let y =
        |place: u32| SMALL_EDGE + inner_height * f64::from(place - 1) / f64::from(last.max(2) - 1);
    let mut svg = format!(
        "<svg class=\"spark\" width=\"{SMALL_WIDTH}\" height=\"{SMALL_HEIGHT}\" \
         viewBox=\"0 0 {SMALL_WIDTH} {SMALL_HEIGHT}\" role=\"img\" aria-label=\"{}\">",
        escaped(label)
    );
    for piece in pieces(places) {
        let points: Vec<String> = piece
            .iter()
            .map(|(at, place)| format!("{:.1},{:.1}", x(*at), y((*place).clamp(1, last.max(1)))))
            .collect();
        _ = write!(svg, "<polyline points=\"{}\"/>", points.join(" "));
    }
    Some(svg + "</svg>")
}

/// The stretches without a gap, each value with its index.
fn pieces(places: &[Option<u32>]) -> Vec<Vec<(usize, u32)>> {
    let mut pieces = vec![Vec::new()];
    for (at, place) in places.iter().enumerate() {
        match (place, pieces.last_mut()) {
            (Some(place), Some(piece)) => piece.push((at, *place)),
            _ => pieces.push(Vec::new()),
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// A value and its 95 % interval over matches: a line within a band; none if there are fewer than
/// two.
pub fn course(values: &[(u64, f64, Interval)], label: &str) -> Option<String> {
    let (first, last) = (values.first()?.0, values.last()?.0);
    if last <= first {
        return None;
    }
    let low = values.iter().map(|(_, _, reach)| reach.low).fold(f64::INFINITY, f64::min);
    let high = values.iter().map(|(_, _, reach)| reach.high).fold(f64::NEG_INFINITY, f64::max);
    let span = (high - low).max(f64::MIN_POSITIVE);
    let x = |at: u64| EDGE + (WIDTH - 2.0 * EDGE) * (at - first) as f64 / (last - first) as f64;
    let y = |value: f64| HEIGHT - EDGE - (HEIGHT - 2.0 * EDGE) * (value - low) / span;
    let point = |at: u64, value: f64| format!("{:.1},{:.1}", x(at), y(value));
    let above = values.iter().map(|(at, _, reach)| point(*at, reach.high));
    let below = values.iter().rev().map(|(at, _, reach)| point(*at, reach.low));
    let band: Vec<String> = above.chain(below).collect();
    let line: Vec<String> = values.iter().map(|(at, value, _)| point(*at, *value)).collect();
    let mut svg = format!(
        "<svg class=\"course\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">\n\
         <polygon class=\"band\" points=\"{}\"/>\n",
        escaped(label),
        band.join(" ")
    );
    if low < 0.0 && high > 0.0 {
        let zero = y(0.0);
        _ = writeln!(
            svg,
            "<line class=\"axis\" x1=\"{EDGE}\" y1=\"{zero:.1}\" x2=\"{}\" y2=\"{zero:.1}\"/>",
            WIDTH - EDGE
        );
    }
    _ = writeln!(svg, "<polyline points=\"{}\"/>\n</svg>", line.join(" "));
    Some(svg)
}

const GRAPH_HEIGHT: f64 = 120.0;

/// The scores that each seat would have after some of the turns, in order, with a mark at one turn
/// of those up to `last`; none if there is nothing to compare.
pub fn graph(scores: &[(u64, Vec<f64>)], (turn, last): (u64, u64), label: &str) -> Option<String> {
    let seats = scores.first()?.1.len();
    if scores.len() < 2 || seats == 0 || scores.iter().any(|(_, row)| row.len() != seats) {
        return None;
    }
    let all = || scores.iter().flat_map(|(_, row)| row).copied();
    let (low, high) =
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let x = |turn: u64| EDGE + (WIDTH - 2.0 * EDGE) * turn as f64 / last.max(1) as f64;
    let y = |value: f64| {
        GRAPH_HEIGHT
            - EDGE
            - (GRAPH_HEIGHT - 2.0 * EDGE) * (value - low) / (high - low).max(f64::MIN_POSITIVE)
    };
    let mut svg = format!(
        "<svg class=\"graph\" viewBox=\"0 0 {WIDTH} {GRAPH_HEIGHT}\" role=\"img\" aria-label=\"{}\">\n\
         <line class=\"axis\" data-from=\"{EDGE}\" data-to=\"{}\" x1=\"{at:.1}\" y1=\"0\" \
         x2=\"{at:.1}\" y2=\"{GRAPH_HEIGHT}\"/>\n",
        escaped(label),
        WIDTH - EDGE,
        at = x(turn.min(last)),
    );
    for seat in 0..seats {
        let points = scores.iter().map(|(turn, row)| {
            let value = if high > low { y(row[seat]) } else { GRAPH_HEIGHT / 2.0 };
            format!("{:.1},{value:.1}", x(*turn))
        });
        let points = points.collect::<Vec<_>>().join(" ");
        _ = writeln!(svg, "<polyline class=\"seat{}\" points=\"{points}\"/>", seat % 8);
    }
    Some(svg + "</svg>\n")
}

/// The most marks on a line.
const MAX_MARKS: usize = 1000;

/// Some turns of those up to `last` as marks on a line that fits the graph; none without any.
pub fn turn_marks(turns: &[u64], last: u64, label: &str) -> Option<String> {
    if turns.is_empty() {
        return None;
    }
    let mut path = String::new();
    for turn in turns.iter().take(MAX_MARKS) {
        let at = EDGE + (WIDTH - 2.0 * EDGE) * *turn as f64 / last.max(1) as f64;
        _ = write!(path, "M{at:.1} 0v10");
    }
    Some(format!(
        "<svg class=\"failed-moves\" viewBox=\"0 0 {WIDTH} 10\" preserveAspectRatio=\"none\" \
         role=\"img\" aria-label=\"{}\"><path d=\"M{EDGE} 5h{}\"/><path class=\"marks\" \
         d=\"{path}\"/></svg>",
        escaped(label),
        WIDTH - 2.0 * EDGE,
    ))
}

const PANELS_WIDTH: u32 = 760;
/// The room for the scale on the left, and the margin on the right.
const PANEL_SCALE: f64 = 80.0;
const PANEL_EDGE: f64 = 16.0;
/// The height of a line of the legend, of a heading, and of a panel.
const PANEL_LINE: u32 = 22;
const PANEL_HEIGHT: u32 = 140;
/// The number of colours; further lines are dashed.
const COLOURS: usize = 8;

/// Values of the seats in one unit.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    pub heading: String,
    pub lines: Vec<Polyline>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Polyline {
    pub seat: usize,
    /// Turn and value, in the order of turns.
    pub points: Vec<(u64, f64)>,
}

/// All panels below each other, with a legend of the seats on top.
pub fn panels(title: &str, seats: &[String], panels: &[Panel]) -> String {
    let legend = PANEL_LINE * seats.len() as u32 + PANEL_LINE / 2;
    let height = legend + (PANEL_LINE + PANEL_HEIGHT + PANEL_LINE) * panels.len() as u32;
    let mut svg = opening(PANELS_WIDTH, height, title);
    svg.push_str(INKS);
    for (seat, name) in seats.iter().enumerate() {
        let y = PANEL_LINE * seat as u32 + PANEL_LINE;
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
        draw(&mut svg, panel, legend + (PANEL_LINE + PANEL_HEIGHT + PANEL_LINE) * place, reach);
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
    let (ceiling, floor) =
        (f64::from(top + PANEL_LINE), f64::from(top + PANEL_LINE + PANEL_HEIGHT));
    let across = f64::from(PANELS_WIDTH) - PANEL_SCALE - PANEL_EDGE;
    let x = |turn: u64| PANEL_SCALE + across * (turn - first) as f64 / (last - first) as f64;
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
        "<text x=\"{PANEL_SCALE}\" y=\"{}\" font-weight=\"bold\">{heading}</text>",
        top + 14
    );
    for value in if high > low { vec![low, high] } else { vec![low] } {
        let (at, right) = (y(value), f64::from(PANELS_WIDTH) - PANEL_EDGE);
        _ = writeln!(
            svg,
            "<line class=\"line\" x1=\"{PANEL_SCALE}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            PANEL_SCALE - 6.0,
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

    #[test]
    fn the_first_place_is_on_top_and_a_gap_breaks_the_line() {
        let svg = sparkline(&[Some(1), None, Some(3), Some(2)], 3, "a<b").unwrap();
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(svg.contains("points=\"2.0,2.0\""), "{svg}");
        assert!(svg.contains("points=\"52.7,18.0 78.0,10.0\""), "{svg}");
        assert!(svg.contains("aria-label=\"a&lt;b\""), "{svg}");
        assert_eq!(sparkline(&[Some(1), None], 3, ""), None);
    }

    #[test]
    fn a_course_lies_within_its_band() {
        let reach = |low, high| Interval { low, high };
        let values = [(10, 0.0, reach(-100.0, 100.0)), (20, 50.0, reach(0.0, 100.0))];
        let svg = course(&values, "strength").unwrap();
        assert!(svg.contains("points=\"6.0,6.0 594.0,6.0 594.0,80.0 6.0,154.0\""), "{svg}");
        assert!(svg.contains("points=\"6.0,80.0 594.0,43.0\""), "{svg}");
        assert!(svg.contains("y1=\"80.0\""), "{svg}");
        assert_eq!(course(&values[..1], ""), None);
    }

    #[test]
    fn every_seat_has_its_line_and_the_turn_its_mark() {
        let scores = [(0, vec![50.0, 50.0]), (2, vec![40.0, 45.0]), (4, vec![0.0, 45.0])];
        let svg = graph(&scores, (2, 4), "points").unwrap();
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(svg.contains("x1=\"300.0\""), "{svg}");
        assert!(svg.contains("points=\"6.0,6.0 300.0,27.6 594.0,114.0\""), "{svg}");
    }

    #[test]
    fn turns_are_marked_on_a_line_of_the_same_width() {
        let svg = turn_marks(&[2, 4], 4, "<2>").unwrap();
        assert!(svg.contains("d=\"M300.0 0v10M594.0 0v10\""), "{svg}");
        assert!(svg.contains("aria-label=\"&lt;2&gt;\""), "{svg}");
        let many = turn_marks(&(0..5000).collect::<Vec<_>>(), 5000, "").unwrap();
        assert_eq!(many.matches("v10").count(), MAX_MARKS);
        assert_eq!(turn_marks(&[], 4, ""), None);
    }

    #[test]
    fn a_single_state_has_no_graph() {
        assert_eq!(graph(&[(0, vec![1.0])], (0, 0), ""), None);
        assert_eq!(graph(&[(0, vec![1.0]), (1, Vec::new())], (0, 1), ""), None);
    }

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
    fn numbers_of_any_size_fit() {
        let far = panel("far", &[&[(1, f64::MAX), (u64::MAX, f64::MIN)]]);
        let svg = panels("", &["a".to_owned()], &[far]);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(svg.contains(">1.798e308<"), "{svg}");
    }
}
