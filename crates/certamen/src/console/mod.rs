//! The terminal: matches that are played and shown there, records that the user steps through, and
//! messages during contests.
//!
//! The user reads text and types lines or keys. Matches are decided by other crates; pages are
//! shown by `web`, tables are written by `print`.

pub mod drawing;
pub mod forecast;
mod interrupt;
mod last_words;
mod left;
mod live_match;
mod match_report;
mod metrics;
mod output;
pub mod overwritten;
mod progress;
mod progress_reporter;
pub mod record_file;
pub mod say;
pub mod shown;
pub mod stepper;
pub mod transcript;
mod tty;
mod waiting;
mod width;

pub use interrupt::{Interrupt, command_line, quoted};
pub use live_match::{Console, ViewOptions};
pub use match_report::Advised;
pub use metrics::Measured;
pub use output::Output;
pub use progress_reporter::{ProgressReporter, tell_staying};
pub use tty::Tty;
pub use width::columns;
