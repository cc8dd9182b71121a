//! The sum of the scores of all matches.

use super::Ranking;
use crate::Tally;

/// The ranking.
#[derive(Clone, Copy, Debug)]
pub struct TotalScore;

impl Ranking for TotalScore {
    fn score(&self, tally: &Tally) -> f64 {
        tally.score
    }
}
