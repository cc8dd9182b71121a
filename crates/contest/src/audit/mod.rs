//! Checks a whole contest from its export: draw, records, plan and standings are computed
//! again, and all differences are reported.
//!
//! Nothing that can be computed is trusted. What an export omits at its end, such as the last
//! matches of an endless ladder, cannot be detected.

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
mod table;
mod terms;

pub use asking::{ReplayedAnswers, Replayer};
pub use auditor::Auditor;
pub use error::{AuditError, EntryKind};
pub use finding::{AuditFinding, MatchFinding};
pub use log::LogCounts;
pub use note::AuditNote;
pub use report::{AuditReport, AuditVerdict, SeedStatus};

mod say {
    certamen_i18n::texts!("locales/audit");
}
