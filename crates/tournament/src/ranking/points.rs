//! One for a win, one half for a draw.

use super::Ranking;
use crate::Tally;

/// The ranking.
#[derive(Clone, Copy, Debug)]
pub struct Points;

impl Ranking for Points {
    fn score(&self, tally: &Tally) -> f64 {
        tally.won as f64 + tally.drawn as f64 / 2.0
    }
}
