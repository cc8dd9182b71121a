//! The number of matches won; draws count nothing.

use super::{Ranking, RankingKeys, by_tally};
use crate::{Entrant, FormatClass, History};
use serde::{Deserialize, Serialize};

/// The ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Wins {}

impl RankingKeys for Wins {
    fn suits(class: FormatClass) -> bool {
        match class {
            FormatClass::Even | FormatClass::Rounds | FormatClass::Divisions => true,
            // A sum would favour bots that play more.
            FormatClass::Uneven => false,
        }
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
