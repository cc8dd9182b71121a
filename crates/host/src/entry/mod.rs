//! Takes in what was sent to a contest, a stage after the other: unpacked, checked, built, tried, and
//! let in or sent back. Files are the truth: each step can be done again, and whoever is stopped
//! anywhere goes on from what lies in the folder.

mod archive;
mod by_hand;
mod closing;
mod finding;
mod processor;
mod rules;
mod sample_match;
mod say;
mod single;
mod trial;
mod unpacked;

pub use finding::EntryFinding;
pub use processor::{EntryProcessor, PollResult};
pub(crate) use rules::{add_entrants, broken};
pub(crate) use sample_match::sample_match;
