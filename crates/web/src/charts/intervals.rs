//! Ratings with their intervals.

use crate::charts::{escaped, opening};
use certamen_tournament::statistics::Rating;
use std::fmt::Write;

/// The height of a row, the width of names and of the scale, in pixels.
const LINE: u32 = 24;
const NAMES: u32 = 170;
const SCALE: u32 = 600;

/// One row per bot: a point for its rating and a bar for its 95 % interval.
pub fn intervals(ratings: &[(String, Rating)], title: &str) -> String {
    let ends = || ratings.iter().map(|(_, rating)| rating.interval());
    let low = ends().map(|interval| interval.low).fold(0.0, f64::min);
    let high = ends().map(|interval| interval.high).fold(0.0, f64::max);
    let width = (high - low).max(1.0);
    let x = |elo: f64| f64::from(NAMES) + (elo - low) / width * f64::from(SCALE);
    let height = LINE * (ratings.len() as u32 + 1) + 20;
    let mut svg = opening(NAMES + SCALE + 60, height, title);
    let (zero, foot) = (x(0.0), height - 16);
    _ = write!(
        svg,
        "<line class=\"line\" x1=\"{zero:.1}\" y1=\"8\" x2=\"{zero:.1}\" y2=\"{foot}\"/>\n\
         <text x=\"{zero:.1}\" y=\"{}\" text-anchor=\"middle\">0</text>\n",
        height - 2
    );
    for (place, (name, rating)) in (0u32..).zip(ratings) {
        let y = LINE * place + LINE;
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

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_tournament::EntrantId;

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
}
