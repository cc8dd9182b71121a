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
mod rating;
mod residuals;
mod sequential;
mod settlements;
mod together;

pub use blocks::{BlockEstimate, Blocks};
pub use certainty::{Gap, RankCertainty};
pub use model::Model;
pub use neighbours::{Moments, Neighbours};
pub(crate) use quick_strengths::Strengths;
pub use rating::{ELO, Interval, Rating, Reference};
pub use residuals::{FirstSeatResult, Residual, Residuals};
pub use sequential::{SequentialTest, TestDecision};
pub use settlements::{RowComparison, RowPairs, settlements};
