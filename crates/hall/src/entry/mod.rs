//! Takes in what was sent to a contest, a stage after the other: unpacked, checked, built, tried, and
//! let in or sent back. Files are the truth: each step can be done again, and whoever is stopped
//! anywhere goes on from what lies in the folder.

mod archive;
mod by_hand;
mod closing;
mod desk;
mod finding;
mod rules;
mod say;
mod single;
mod specimen;
mod trial;
mod unpacked;

pub use desk::{DeskLook, EntryDesk};
pub use finding::EntryFinding;
pub(crate) use rules::{add_entrants, broken};
pub(crate) use specimen::specimen;
