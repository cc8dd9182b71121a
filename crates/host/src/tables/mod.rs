//! Tables with people: each is played on a thread of its own while somebody plays there, by the same
//! referee as any match. Nothing is kept here: whoever asks brings what was played, and is told each
//! turn.

mod saved_table;
mod sitters;
mod steward;

pub use steward::{TableLimits, TableService};
