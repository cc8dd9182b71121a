//! Figures as a Markdown table.

use crate::samples::Samples;
use std::{
    fmt::Write as _,
    io::{self, Write, stdout},
};

/// A row: what was measured, in which unit, how often, and what is aimed at.
pub(crate) struct Figure {
    what: String,
    unit: &'static str,
    samples: Samples,
    aim: Aim,
}

/// What a median should be.
enum Aim {
    Anything,
    AtMost(f64),
    AtLeast(f64),
}

impl Figure {
    /// A figure without an aim.
    pub(crate) fn new(what: impl Into<String>, unit: &'static str, samples: Samples) -> Figure {
        Figure { what: what.into(), unit, samples, aim: Aim::Anything }
    }

    /// A ratio that should be at most `aim`.
    pub(crate) fn ratio(what: impl Into<String>, samples: Samples, aim: f64) -> Figure {
        Figure { what: what.into(), unit: "times", samples, aim: Aim::AtMost(aim) }
    }

    /// A figure that should be at most `aim`.
    pub(crate) fn most(
        what: impl Into<String>,
        unit: &'static str,
        samples: Samples,
        aim: f64,
    ) -> Figure {
        Figure { what: what.into(), unit, samples, aim: Aim::AtMost(aim) }
    }

    /// A ratio that should be at least `aim`.
    pub(crate) fn least(what: impl Into<String>, samples: Samples, aim: f64) -> Figure {
        Figure { what: what.into(), unit: "times", samples, aim: Aim::AtLeast(aim) }
    }

    /// The same, which should be at most `aim`.
    #[must_use]
    pub(crate) fn at_most(self, aim: f64) -> Figure {
        Figure { aim: Aim::AtMost(aim), ..self }
    }

    /// The same, which should be at least `aim`.
    #[must_use]
    pub(crate) fn at_least(self, aim: f64) -> Figure {
        Figure { aim: Aim::AtLeast(aim), ..self }
    }

    /// The same, of what is named.
    #[must_use]
    pub(crate) fn of(mut self, which: &str) -> Figure {
        self.what = format!("{which}: {}", self.what);
        self
    }

    fn row(&self) -> String {
        let [median, low, high] = [0.5, 0.1, 0.9].map(|share| number(self.samples.quantile(share)));
        let mut row = format!("| {} | **{median}** | {low} … {high} | {} |", self.what, self.unit);
        let middle = self.samples.median();
        let kept = |kept| if kept { "met" } else { "missed" };
        match self.aim {
            Aim::AtMost(aim) => {
                write!(row, " at most {}: {} |", number(aim), kept(middle <= aim))
            }
            Aim::AtLeast(aim) => {
                write!(row, " at least {}: {} |", number(aim), kept(middle >= aim))
            }
            Aim::Anything => write!(row, " |"),
        }
        .expect("a string takes all");
        row
    }
}

/// Prints `figures` under `title`.
pub(crate) fn print(title: &str, figures: &[Figure]) -> io::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "\n## {title}\n\n| figure | median | p10 … p90 | unit | aim |")?;
    writeln!(out, "|---|--:|:-:|---|---|")?;
    figures.iter().try_for_each(|figure| writeln!(out, "{}", figure.row()))
}

/// Three digits that count, thousands set apart.
fn number(value: f64) -> String {
    let decimals = match value.abs() {
        below if below < 10.0 => 2,
        below if below < 100.0 => 1,
        _ => 0,
    };
    let digits = format!("{value:.decimals$}");
    if decimals > 0 {
        return digits;
    }
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_short_and_readable() {
        let shown = [1.234, 12.34, 123.4, 1234.4, 1_234_567.0].map(number);
        assert_eq!(shown, ["1.23", "12.3", "123", "1,234", "1,234,567"]);
    }
}
