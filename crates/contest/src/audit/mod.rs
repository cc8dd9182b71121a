//! Checking a whole contest from what is told of it: draw, records, plan and table are computed
//! again, and whatever differs is said.
//!
//! Nothing here believes what can be computed. What an account leaves out at its end, such as the
//! last matches of a ladder without end, cannot be known.

mod asking;
mod audited;
mod auditor;
mod breaches;
mod conditions;
mod drawn;
mod error;
mod finding;
mod findings;
mod log;
mod matches;
mod note;
mod plan;
mod receipts;
mod report;
mod say;
mod table;
mod terms;

pub use asking::{ReplayedAnswers, Replayer};
pub use auditor::Auditor;
pub use error::{AuditError, EntryKind};
pub use finding::{AuditFinding, MatchFinding};
pub use log::LogCounts;
pub use note::AuditNote;
pub use report::{AuditReport, AuditVerdict, SeedStatus};
