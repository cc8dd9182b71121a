//! The sum of the scores of all matches.

use super::{Ranking, RankingKeys, by_tally};
use crate::{Entrant, FormatClass, History, statistics::RowComparison};
use serde::{Deserialize, Serialize};

/// The ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TotalScore {}

impl RankingKeys for TotalScore {
    fn suits(class: FormatClass) -> bool {
        match class {
            FormatClass::Even | FormatClass::Divisions => true,
            // Byes have no score, and a sum would favour bots that play more.
            FormatClass::Rounds | FormatClass::Uneven => false,
        }
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
