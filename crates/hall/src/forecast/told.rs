//! A forecast in a line, as people read it.

use super::{Forecast, say};
use certamen_speech::Language;

impl Forecast {
    /// The forecast for so many bots, in a line.
    pub fn told(&self, bots: usize, language: Language) -> String {
        let [matches, left, about, at_least] =
            [say::matches(), say::left(), say::about(), say::at_least()]
                .map(|words| words.get(language));
        let how_sure = if self.at_least { at_least } else { about };
        let count = if self.left == self.matches {
            format!("{} {matches}", self.matches)
        } else {
            format!("{} / {} {matches} {left}", self.left, self.matches)
        };
        let cores = if self.cores == 1 { say::on_core() } else { say::on_cores(self.cores) };
        let cores = cores.get(language);
        let range = format!("{} … {}", span(self.low), span(self.high));
        let from = say::from(self.probed, range).get(language);
        let bot_words = say::bots().get(language);
        format!("{bots} {bot_words}, {count}: {how_sure} {} {cores} ({from})", span(self.seconds))
    }
}

/// A time as people say it: two units at most.
fn span(seconds: f64) -> String {
    let whole = seconds.round().min(1e12) as u64;
    let (minutes, hours, days) = (whole / 60, whole / 3600, whole / 86_400);
    match whole {
        0 => "< 1 s".to_owned(),
        1..60 => format!("{whole} s"),
        60..600 => format!("{minutes} min {} s", whole % 60),
        600..3600 => format!("{} min", (whole + 30) / 60),
        3600..86_400 => format!("{hours} h {} min", minutes % 60),
        _ => format!("{days} d {} h", hours % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_two_units_at_most() {
        let told = [0.2, 45.4, 61.0, 840.0, 3599.0, 12_000.0, 190_000.0].map(span);
        let expected = ["< 1 s", "45 s", "1 min 1 s", "14 min", "60 min", "3 h 20 min", "2 d 4 h"];
        assert_eq!(told, expected);
    }

    #[test]
    fn forecasts_are_told_in_a_line() {
        let forecast = Forecast {
            matches: 100,
            left: 100,
            at_least: false,
            cores: 2,
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
        let resumed = Forecast { left: 40, at_least: true, ..forecast };
        assert!(
            told(resumed, Language::Es)
                .starts_with("17 bots, 40 / 100 partidas por jugar: al menos 14 min en 2")
        );
    }
}
