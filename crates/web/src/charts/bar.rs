//! Small charts inside a line of text or a table cell. They are drawn in percent, so that they
//! stretch without distortion.

use crate::charts::escaped;
use certamen_tournament::statistics::Interval;

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

/// The fraction of a whole.
pub fn share_bar(share: f64, label: &str) -> String {
    let share = 100.0 * share.clamp(0.0, 1.0);
    format!(
        "<svg class=\"share\" width=\"100%\" height=\"6\" role=\"img\" aria-label=\"{}\">\
         <rect class=\"whole\" width=\"100%\" height=\"6\" rx=\"3\"/>\
         <rect class=\"part\" width=\"{share:.1}%\" height=\"6\" rx=\"3\"/></svg>",
        escaped(label)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stands_in_the_middle_of_its_interval() {
        let interval = Interval { low: -50.0, high: 50.0 };
        let svg = interval_bar((0.0, interval), Interval { low: -100.0, high: 100.0 }, 0.0, "a&b");
        assert!(svg.contains("cx=\"50.0%\""), "{svg}");
        assert!(svg.contains("x1=\"25.0%\" y1=\"10\" x2=\"75.0%\""), "{svg}");
        assert!(svg.contains("aria-label=\"a&amp;b\""), "{svg}");
    }

    #[test]
    fn more_than_all_is_all() {
        assert!(share_bar(7.0, "").contains("class=\"part\" width=\"100.0%\""));
    }
}
