//! Contests: their files, their entrants, and the loop from finished matches to the next pairings.
//!
//! Nothing here runs a program: whoever plays fetches [`store::Work`] and hands in records.

mod agenda;
mod audit;
mod begun;
pub mod championship;
mod changes;
mod contest;
mod current;
mod deterministic;
mod disqualified;
mod error;
mod field;
pub mod file;
mod folder;
mod move_time;
pub mod opening;
pub mod publication;
pub mod quantity;
mod repetitions;
mod results;
mod settlements;
mod timetable;

pub use changes::{Change, Place};
pub use contest::{Contest, Progress, Step, Terms};
pub use error::ContestError;
pub use field::Field;
pub use file::ContestFile;
pub use folder::Folder;
pub use move_time::{MoveTime, Share};
pub use publication::Publication;
pub use repetitions::{Nondeterminism, Repetition};
pub use results::{Columns, Line, Results};
pub use timetable::{Kind, Slot, Timetable};
