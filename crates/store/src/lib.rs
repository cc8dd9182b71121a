//! What is remembered of a contest: one SQLite file.
//!
//! A match, its record and what it adds to the tallies are written in one transaction, once. Plans
//! are functions of what is stored, so a run that is killed at any moment goes on where it stood.

mod attempts;
mod cells;
mod error;
mod faults;
mod finished;
mod folders;
mod last_words;
mod listing;
mod machines;
mod matches;
mod meta;
mod open;
mod phases;
mod records;
mod say;
mod seats;
mod snapshots;
mod strike;
mod submissions;
mod voids;

pub use attempts::{Attempt, AttemptKind, NO_LINE, record_hash};
pub use certamen_work::{Machine, MatchNumber, Played, SubmissionId, Work};
pub use error::StoreError;
pub use faults::{FaultsByMatch, Offender};
pub use finished::Finished;
pub use folders::{Circle, KeptFolder};
pub use listing::{FaultWanted, Wanted};
pub use machines::MachineShare;
pub use matches::{Scheduled, Sitting, StoredMatch};
pub use open::Store;
pub use phases::Phase;
pub use snapshots::{KeptMoment, Placing, RecentPlace};
pub use submissions::Submission;
