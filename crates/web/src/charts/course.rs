//! A value over time: small enough for a table cell, or as wide as a page.

use crate::charts::escaped;
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
}
