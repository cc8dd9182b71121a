//! How certain the standings are: ratings with their errors, and when an order is certain.
//!
//! Everything is computed from cells and results, whatever the order in which they came. Nothing
//! here decides a rank: that is what rankings are for.

mod blocks;
pub mod bradley_terry;
mod certainty;
mod cholesky;
pub mod field;
mod fitted;
mod model;
mod neighbours;
pub mod normal;
pub mod plackett_luce;
mod quick_strengths;
mod residuals;
mod sequential;
mod settlements;

pub use blocks::{BlockEstimate, Blocks};
pub use certainty::{Gap, RankCertainty};
pub use model::Model;
pub use neighbours::{Moments, Neighbours};
pub(crate) use quick_strengths::Strengths;
pub use quick_strengths::expected_information;
pub use residuals::{FirstSeatResult, Residual, Residuals};
pub use sequential::{SequentialTest, TestDecision};
pub use settlements::{RowComparison, RowPairs, settlements};

use crate::EntrantId;
use certamen_game::number::Z95;
use std::f64::consts::LN_10;

// Ratings with their uncertainty.

/// Points of rating per unit of log-odds: 400 points are odds of ten to one, as Elo had it.
pub const ELO: f64 = 400.0 / LN_10;

/// What a rating is measured from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reference {
    /// The mean of all who are rated.
    Mean,
    /// This entrant, who has 0.
    Anchor(EntrantId),
}

/// The strength of one entrant, in Elo points from the reference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    pub entrant: EntrantId,
    pub elo: f64,
    pub error: f64,
}

/// Where a value lies with a probability of 95 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Rating {
    /// Where the strength lies with a probability of 95 %.
    pub fn interval(&self) -> Interval {
        let reach = Z95 * self.error;
        Interval { low: self.elo - reach, high: self.elo + reach }
    }
}

impl Interval {
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}
