//! The time of each move of a seat: one bar per move.

use crate::charts::escaped;
use std::fmt::Write;

/// The height of the longest bar.
const HEIGHT: f64 = 24.0;
/// The maximum number of bars; of more moves each bar shows the slowest of several.
const MOST: usize = 200;

/// The times of the moves of a seat, in order, as bars that reach the top at `slowest`; none for a
/// seat that did not move, or where nothing took any time.
pub fn clock(seat: u8, times: &[f64], slowest: f64, label: &str) -> Option<String> {
    if times.is_empty() || !slowest.is_finite() || slowest <= 0.0 {
        return None;
    }
    let each = times.len().div_ceil(MOST);
    let bars = times.chunks(each).map(|some| some.iter().copied().fold(0.0, f64::max));
    let mut path = String::new();
    for (place, time) in bars.enumerate() {
        let height = HEIGHT * (time / slowest).clamp(0.0, 1.0);
        _ = write!(path, "M{place}.5 {HEIGHT}v-{height:.1}");
    }
    // A few bars must not become too wide.
    let width = times.len().div_ceil(each).max(20);
    Some(format!(
        "<svg class=\"clock seat{}\" viewBox=\"0 0 {width} {HEIGHT}\" preserveAspectRatio=\"none\" \
         role=\"img\" aria-label=\"{}\"><path d=\"{path}\"/></svg>",
        seat % 8,
        escaped(label)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_move_has_its_bar_up_to_the_slowest() {
        let svg = clock(9, &[1.0, 0.0, 4.0], 4.0, "<a>").unwrap();
        assert!(svg.contains("class=\"clock seat1\"") && svg.contains("viewBox=\"0 0 20 24\""));
        assert!(svg.contains("d=\"M0.5 24v-6.0M1.5 24v-0.0M2.5 24v-24.0\""), "{svg}");
        assert!(svg.contains("aria-label=\"&lt;a&gt;\""), "{svg}");
    }

    #[test]
    fn of_many_moves_the_slowest_are_seen() {
        let mut times = vec![1.0; 5000];
        times[4711] = 8.0;
        let svg = clock(0, &times, 8.0, "").unwrap();
        assert_eq!((svg.matches('M').count(), svg.matches("v-24.0").count()), (200, 1));
        assert_eq!(clock(0, &[], 1.0, ""), None);
        assert_eq!(clock(0, &[0.0], 0.0, ""), None);
    }
}
