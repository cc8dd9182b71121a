//! The store of a contest: one SQLite file.
//!
//! A match, its record and its part of the tallies are written in one transaction, once. Plans are
//! functions of what is stored, so a run that is killed at any moment resumes at the same point.

mod attempts;
mod cells;
mod error;
mod faults;
mod listing;
mod matches;
mod open;
mod records;
mod snapshots;
mod submissions;
mod workers;

pub use attempts::{Attempt, AttemptKind, NO_LINE, record_hash};
pub use certamen_game::job::{JobResult, MatchJob, MatchNumber, SubmissionId, WorkerId};
pub use error::StoreError;
pub use faults::{FaultsByMatch, Offender};
pub use listing::{FaultFilter, MatchQuery};
pub use matches::{Finished, Scheduled, SeatedMatch, StoredMatch};
pub use open::Store;
pub use records::{FolderLifetime, SavedFolder};
pub use snapshots::{Placing, RecentPlace, SavedMoment};
pub use submissions::{BotVersion, Phase};
pub use workers::WorkerShare;

mod say {
    certamen_i18n::texts!("locales");
}
