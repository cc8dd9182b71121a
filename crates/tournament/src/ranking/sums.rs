//! Rankings by sums and shares: matches won, points, scores, and the share of matches won.

use super::{Ranking, RankingKeys, by_tally};
use crate::{Entrant, FormatClass, History, Tally, statistics::RowComparison};
use serde::{Deserialize, Serialize};

/// The number of matches won; draws count nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Wins {}

impl RankingKeys for Wins {
    fn suits(class: FormatClass) -> bool {
        // A sum would favour bots that play more.
        matches!(class, FormatClass::Even | FormatClass::Rounds | FormatClass::Divisions)
    }

    fn settles(class: FormatClass) -> bool {
        class != FormatClass::Uneven
    }
}

impl Ranking for Wins {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        by_tally(entrants, history, |tally| tally.won as f64)
    }
}

/// One for a win, one half for a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Points {}

impl RankingKeys for Points {
    fn suits(class: FormatClass) -> bool {
        // A sum would favour bots that play more.
        matches!(class, FormatClass::Even | FormatClass::Rounds | FormatClass::Divisions)
    }

    fn settles(class: FormatClass) -> bool {
        class != FormatClass::Uneven
    }
}

impl Ranking for Points {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        by_tally(entrants, history, |tally| tally.won as f64 + tally.drawn as f64 / 2.0)
    }
}

/// The sum of the scores of all matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TotalScore {}

impl RankingKeys for TotalScore {
    fn suits(class: FormatClass) -> bool {
        // Byes have no score, and a sum would favour bots that play more.
        matches!(class, FormatClass::Even | FormatClass::Divisions)
    }

    fn settles(class: FormatClass) -> bool {
        class != FormatClass::Uneven
    }
}

impl Ranking for TotalScore {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        by_tally(entrants, history, |tally| tally.score)
    }

    fn measure(&self) -> RowComparison {
        RowComparison::Scores
    }
}

/// The share of matches won, in per cent, a draw as half a win: %Ganadas.
///
/// "%Ganadas = (won + drawn/2) / games, two decimals, descending": what is published is what
/// counts, so it is rounded before it is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WinShare {}

impl WinShare {
    /// The share in per cent, to two decimals; 0 for who has not played.
    pub fn of(tally: &Tally) -> f64 {
        if tally.played == 0 {
            return 0.0;
        }
        // In hundredths of a per cent, in whole numbers, halves upwards.
        let twice_won = u128::from(2 * tally.won + tally.drawn);
        let played = u128::from(tally.played);
        let hundredths = (twice_won * 10_000 + played) / (2 * played);
        hundredths as f64 / 100.0
    }
}

impl RankingKeys for WinShare {
    fn suits(_class: FormatClass) -> bool {
        true
    }

    fn settles(class: FormatClass) -> bool {
        class != FormatClass::Uneven
    }
}

impl Ranking for WinShare {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        by_tally(entrants, history, WinShare::of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(won: u64, drawn: u64, played: u64, expected: f64) {
        let tally = Tally { played, won, drawn, ..Tally::default() };
        assert_eq!(WinShare::of(&tally), expected);
    }

    #[test]
    fn shares_have_two_decimals() {
        check(0, 0, 0, 0.0);
        check(2, 0, 3, 66.67);
        check(1, 0, 3, 33.33);
        check(1, 1, 2, 75.0);
        check(0, 1, 32, 1.56);
        check(1, 0, 800, 0.13);
        check(7, 0, 7, 100.0);
    }
}
