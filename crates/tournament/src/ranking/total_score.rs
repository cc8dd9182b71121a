//! The sum of the scores of all matches.

use super::{Ranking, by_tally};
use crate::{Entrant, History, statistics::Measure};

/// The ranking.
#[derive(Clone, Copy, Debug)]
pub struct TotalScore;

impl Ranking for TotalScore {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        by_tally(entrants, history, |tally| tally.score)
    }

    fn measure(&self) -> Measure {
        Measure::Scores
    }
}
