//! Tables with people: each is played on a thread of its own while a person plays there, by the
//! same referee as any match. Nothing is stored here: the caller sends what was played, and gets an
//! event for each turn.

mod saved_table;
mod sitters;
mod steward;

pub use steward::{TableLimits, TableService};
