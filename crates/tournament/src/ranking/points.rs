//! One for a win, one half for a draw.

use super::{Ranking, by_tally};
use crate::{Entrant, History};

/// The ranking.
#[derive(Clone, Copy, Debug)]
pub struct Points;

impl Ranking for Points {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        by_tally(entrants, history, |tally| tally.won as f64 + tally.drawn as f64 / 2.0)
    }
}
