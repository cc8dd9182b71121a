//! Contests: their files, their entrants, and the loop from finished matches to the next pairings.
//!
//! Nothing here runs a program: whoever plays fetches [`store::Work`] and hands in records.

mod begun;
mod contest;
mod error;
pub mod file;
mod folder;
pub mod quantity;
mod results;

pub use contest::{Contest, Progress, Step};
pub use error::ContestError;
pub use file::ContestFile;
pub use folder::Folder;
pub use results::{Line, Results};
