//! A forecast in a line, as people read it.

use super::{Forecast, say};
use certamen_i18n::Language;

impl Forecast {
    /// The forecast for this number of bots, in a line.
    pub fn told(&self, bots: usize, language: Language) -> String {
        let [matches, left] = [say::matches(), say::left()].map(|words| words.get(language));
        let count = if self.left == self.matches {
            format!("{} {matches}", self.matches)
        } else {
            format!("{} / {} {matches} {left}", self.left, self.matches)
        };
        let ends = [self.low, self.high].map(|end| span(end).unwrap_or_else(|| "0 s".to_owned()));
        let from = if ends[0] == ends[1] {
            say::from_alike(self.probed)
        } else {
            say::from(self.probed, ends.join(" … "))
        };
        let (from, bot_words) = (from.get(language), say::bots().get(language));
        format!("{bots} {bot_words}, {count}: {} ({from})", self.time(language))
    }

    /// The time that is left and what it is for, such as `about 3 min on 2 cores`.
    pub fn time(&self, language: Language) -> String {
        let total = match span(self.seconds) {
            // There is nothing to be less than this.
            None => say::under_a_second().get(language),
            Some(span) if self.at_least => format!("{} {span}", say::at_least().get(language)),
            Some(span) => format!("{} {span}", say::about().get(language)),
        };
        let cores = match self.slots {
            Some(slots) => say::in_slots(slots),
            None if self.cores == 1 => say::on_core(),
            None => say::on_cores(self.cores),
        };
        format!("{total} {}", cores.get(language))
    }
}

/// A duration in words: two units at most; `None` if it is less than a second.
fn span(seconds: f64) -> Option<String> {
    let whole = seconds.round().min(1e12) as u64;
    let (minutes, hours, days) = (whole / 60, whole / 3600, whole / 86_400);
    Some(match whole {
        0 => return None,
        1..60 => format!("{whole} s"),
        60..600 => format!("{minutes} min {} s", whole % 60),
        600..3600 => format!("{} min", (whole + 30) / 60),
        3600..86_400 => format!("{hours} h {} min", minutes % 60),
        _ => format!("{days} d {} h", hours % 24),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_two_units_at_most() {
        let told = [45.4, 61.0, 840.0, 3599.0, 12_000.0, 190_000.0].map(span);
        let expected = ["45 s", "1 min 1 s", "14 min", "60 min", "3 h 20 min", "2 d 4 h"];
        assert_eq!(told, expected.map(|time| Some(time.to_owned())));
        assert_eq!(span(0.2), None);
    }

    #[test]
    fn forecasts_are_told_in_a_line() {
        let forecast = Forecast {
            matches: 100,
            left: 100,
            at_least: false,
            cores: 2,
            slots: None,
            probed: 16,
            seconds: 840.0,
            low: 600.0,
            high: 1200.0,
        };
        let told = |forecast: Forecast, language| forecast.told(17, language);
        assert_eq!(
            told(forecast, Language::En),
            "17 bots, 100 matches: about 14 min on 2 cores (mean of 16 matches, likely 10 min … 20 min)"
        );
        let short = Forecast { seconds: 0.2, low: 0.1, high: 0.3, ..forecast };
        assert_eq!(
            told(short, Language::En),
            "17 bots, 100 matches: less than 1 s on 2 cores (mean of 16 matches)"
        );
        let resumed = Forecast { left: 40, at_least: true, ..forecast };
        assert!(
            told(resumed, Language::Es)
                .starts_with("17 bots, 40 / 100 partidas por jugar: al menos 14 min en 2")
        );
    }
}
