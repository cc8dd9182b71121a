//! The number of matches won; draws count nothing.

use super::Ranking;
use crate::Tally;

/// The ranking.
#[derive(Clone, Copy, Debug)]
pub struct Wins;

impl Ranking for Wins {
    fn score(&self, tally: &Tally) -> f64 {
        tally.won as f64
    }
}
