//! The terminal: matches that are played and shown there, records that are stepped through, and what
//! is said while contests run.
//!
//! Who sits there sees text and types lines or keys. What is played is decided elsewhere; pages are
//! shown by `web`, tables are written by `bulletin`.

mod console;
pub mod drawing;
pub mod forecast;
mod interrupt;
mod last_words;
mod left;
mod metrics;
pub mod overwritten;
mod paper;
mod progress;
pub mod record_file;
pub mod say;
pub mod shown;
pub mod stepper;
mod story;
mod telling;
pub mod transcript;
mod tty;
mod waiting;
mod width;

pub use console::{Console, Shows};
pub use interrupt::{Interrupt, command_line, quoted};
pub use metrics::Measured;
pub use paper::Paper;
pub use story::Advised;
pub use telling::{Telling, tell_staying};
pub use tty::Tty;
pub use width::columns;
