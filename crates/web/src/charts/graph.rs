//! Values over turns: one line per seat.

use crate::charts::escaped;
use std::fmt::Write;

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 120.0;
const EDGE: f64 = 6.0;

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
        HEIGHT - EDGE - (HEIGHT - 2.0 * EDGE) * (value - low) / (high - low).max(f64::MIN_POSITIVE)
    };
    let mut svg = format!(
        "<svg class=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">\n\
         <line class=\"axis\" data-from=\"{EDGE}\" data-to=\"{}\" x1=\"{at:.1}\" y1=\"0\" \
         x2=\"{at:.1}\" y2=\"{HEIGHT}\"/>\n",
        escaped(label),
        WIDTH - EDGE,
        at = x(turn.min(last)),
    );
    for seat in 0..seats {
        let points = scores.iter().map(|(turn, row)| {
            let value = if high > low { y(row[seat]) } else { HEIGHT / 2.0 };
            format!("{:.1},{value:.1}", x(*turn))
        });
        let points = points.collect::<Vec<_>>().join(" ");
        _ = writeln!(svg, "<polyline class=\"seat{}\" points=\"{points}\"/>", seat % 8);
    }
    Some(svg + "</svg>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_has_its_line_and_the_turn_its_mark() {
        let scores = [(0, vec![50.0, 50.0]), (2, vec![40.0, 45.0]), (4, vec![0.0, 45.0])];
        let svg = graph(&scores, (2, 4), "points").unwrap();
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(svg.contains("x1=\"300.0\""), "{svg}");
        assert!(svg.contains("points=\"6.0,6.0 300.0,27.6 594.0,114.0\""), "{svg}");
    }

    #[test]
    fn one_state_has_no_course() {
        assert_eq!(graph(&[(0, vec![1.0])], (0, 0), ""), None);
        assert_eq!(graph(&[(0, vec![1.0]), (1, Vec::new())], (0, 1), ""), None);
    }
}
