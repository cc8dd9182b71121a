//! Rating in Elo points above the mean of all: it is fair to bots that met stronger
//! opponents, which sums and shares are not where pairings depend on results.

use super::{Ranking, RankingKeys};
use crate::{
    Detail, Entrant, FormatClass, History,
    statistics::{Model, Reference, RowComparison},
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ByRating {}

impl RankingKeys for ByRating {
    fn suits(class: FormatClass) -> bool {
        matches!(class, FormatClass::Even | FormatClass::Uneven)
    }

    fn settles(_class: FormatClass) -> bool {
        true
    }

    fn estimates(&self) -> bool {
        true
    }
}

impl Ranking for ByRating {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        // A bot without opponents is taken to be as good as the mean.
        let mut scores = vec![0.0; entrants.len()];
        for rating in Model::of_history(history).ratings(Reference::Mean) {
            // Less than a tenth of a point is noise, and no reason to rank above another.
            scores[rating.entrant.index()] = (rating.elo * 10.0).round() / 10.0 + 0.0;
        }
        scores
    }

    fn detail(&self, seats: usize) -> Detail {
        if seats > 2 { Detail::Matches } else { Detail::Sums }
    }

    fn measure(&self) -> RowComparison {
        RowComparison::Ratings
    }
}
