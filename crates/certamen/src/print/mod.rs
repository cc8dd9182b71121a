//! Contests as their readers see them: standings, crosstables, the field, fair play, published
//! tables and comparisons, as text, JSON lines, CSV and Markdown; and whole contests, written out.
//!
//! What is printed was computed elsewhere; nothing here plays, stores or asks anybody, and nothing
//! knows whether a terminal, a file or a page is written to.

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
