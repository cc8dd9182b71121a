//! Plays one match: asks the players, keeps the clock, notifies the observers.
//!
//! What a move means is decided by `game`'s arbiter, how a program is run by `sandbox`.

mod clocks;
mod error;
mod play;
pub mod player;

pub use error::{PlayError, ResumeError, UnfinishedMatch};
pub use play::{MatchEvent, PriorTurns, play, play_on};

mod say {
    certamen_i18n::texts!("locales/referee");
}
