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
mod revoke;
mod seats;
mod snapshots;
mod submissions;
mod voids;

pub use attempts::{Attempt, AttemptKind, NO_LINE, record_hash};
pub use certamen_game::job::{JobResult, MatchJob, MatchNumber, SubmissionId, WorkerId};
pub use error::StoreError;
pub use faults::{FaultsByMatch, Offender};
pub use finished::Finished;
pub use folders::{FolderLifetime, SavedFolder};
pub use listing::{FaultWanted, MatchQuery};
pub use machines::MachineShare;
pub use matches::{Scheduled, SeatedMatch, StoredMatch};
pub use open::Store;
pub use phases::Phase;
pub use snapshots::{Placing, RecentPlace, SavedMoment};
pub use submissions::BotVersion;

mod say {
    certamen_i18n::texts!("locales");
}
