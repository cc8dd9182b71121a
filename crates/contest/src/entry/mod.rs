//! Bots submitted to a contest: their files in its folder, and the verdicts on them.
//! Everything is in these files: a copy of the folder is the same contest.
//!
//! ```text
//! submissions/.ID.part/   being written; not read yet
//! submissions/.ID.idea/   written down by a host; its author is to consent
//! submissions/ID.sent/    entry.json and the file as it came
//! accepted/ENTRANT/0001/  the program, with 0001.json and 0001.txt beside it
//! held/ENTRANT/0002/      the same, until a host decides
//! rejected/ENTRANT/0003/  what was sent, with the reasons beside it
//! ```
//!
//! Those of a course are files under their own names, with reports beside them; what a host rules on
//! one of them lies in `rulings/`.

mod changes;
mod closed;
mod course_report;
mod decided;
mod delay;
mod filing;
mod roster;
mod ruling;
mod sent;

pub use certamen_game::job::{BotNameError, BotSource, BotSpec, is_same_name, name_key};
pub use changes::{EntryChange, EntryMove};
pub use closed::{EntryWindow, closing_time};
pub use course_report::{CourseReport, CourseVerdict};
pub use decided::{EntryDecision, SubmissionVerdict, Withdrawal, WithdrawalReason};
pub use delay::{DelayWish, EntryDelay};
pub use filing::{HostDecision, PendingDecision, decide, leave};
pub use roster::{DecidedSubmission, SubmissionIndex, SubmissionState, check_entrant};
pub use ruling::{CourseRuling, Ruling};
pub use sent::{Submission, SubmissionFileError, draft_name, proposal_name, sent_name};
