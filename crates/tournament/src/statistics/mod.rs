//! How strong entrants are, and how sure that is: functions of cells.

mod bradley_terry;

pub use bradley_terry::{Strength, strengths};
