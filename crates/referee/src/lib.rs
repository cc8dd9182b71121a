//! Plays one match: asks the players, keeps the clock, tells the watchers.
//!
//! What a move means is decided by `game`'s arbiter, how a program is run by `sandbox`.

mod clocks;
mod play;
pub mod player;

pub use play::{MatchEvent, PlayError, Stopped, play};
