//! Reports about contests: standings, crosstables, ratings, fair play, published standings and
//! comparisons, as text, JSON lines, CSV and Markdown; and exports of whole contests.
//!
//! The data is computed elsewhere. This module does not play, store or query anything, and it does
//! not depend on whether it writes to a terminal, a file or a page.

pub mod changes;
pub mod comparison;
pub mod export;
pub mod fair_play;
pub mod field;
pub mod format;
pub mod matches;
pub mod matrix;
pub mod metrics;
pub mod publication;
mod running_score;
pub mod say;
pub mod standings;
pub mod sureness;
pub mod words;

pub use running_score::RunningScore;
