//! Makes players of bots and plays the matches it is given.
//!
//! It knows nothing of formats, rankings or tables: work comes in, records go out.

mod bot;
mod error;
mod evaluation;
mod files;
mod manifest;
mod packed;
mod pinned;
mod pool;
mod seating;
mod workshop;

pub use bot::{About, Bot, Kind, ProgramBot};
pub use error::BotError;
pub use evaluation::Search;
pub use manifest::Manifest;
pub use pinned::{allowed_cores, pin_to_core, pin_to_cores};
pub use pool::{Done, Pool};
pub use seating::{Chair, Scratch, Seating, SeatingPlan};
pub use workshop::{Ready, Workshop};
