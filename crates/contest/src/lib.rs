//! Contests: their files, their entrants, and the loop from finished matches to the next pairings.
//!
//! Nothing here runs a program: whoever plays fetches [`store::Work`] and hands in records.

mod agenda;
mod begun;
mod contest;
mod disqualified;
mod error;
pub mod file;
mod folder;
mod move_time;
mod opening;
pub mod quantity;
mod results;

pub use contest::{Contest, Progress, Step, Terms};
pub use error::ContestError;
pub use file::ContestFile;
pub use folder::Folder;
pub use move_time::{MoveTime, Share};
pub use results::{Columns, Line, Results};
