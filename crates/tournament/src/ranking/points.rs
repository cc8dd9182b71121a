//! One for a win, one half for a draw.

use super::{Ranking, RankingKeys, by_tally};
use crate::{Entrant, FormatClass, History};
use serde::{Deserialize, Serialize};

/// The ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Points {}

impl RankingKeys for Points {
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

impl Ranking for Points {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        by_tally(entrants, history, |tally| tally.won as f64 + tally.drawn as f64 / 2.0)
    }
}
