//! The number of matches won; draws count nothing.

use super::{Ranking, by_tally};
use crate::{Entrant, History};

/// The ranking.
#[derive(Clone, Copy, Debug)]
pub struct Wins;

impl Ranking for Wins {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        by_tally(entrants, history, |tally| tally.won as f64)
    }
}
