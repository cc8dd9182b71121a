//! Accounts and permissions: one `SQLite` file next to the contests, the thread that writes it, and
//! rules that are functions over values.
//!
//! What decides a contest is not here but in the contest's folder: if this file is lost, accounts
//! are lost, and no result. `news`, `order`, `check_job` and `sitting_errand` are what a site and
//! the host of its contests exchange: plain data, so that it does not matter whether they are one
//! process.

mod account;
mod audit;
mod author;
mod backup;
pub mod check_job;
mod columns;
pub mod course;
mod db_writer;
mod email;
mod envelope;
mod error;
mod farm_status;
mod grant;
mod idea;
mod invitation;
mod member;
mod news;
mod open;
mod order;
pub mod password;
mod question;
pub mod quota;
mod reached;
mod reset_link;
pub mod rights;
mod secret;
mod session;
mod site_fault;
mod site_file;
mod sitting_errand;
mod submission;
mod suggestion;
mod table;
mod team;
mod token;

pub use account::{Account, AccountId, AccountState, check_handle};
pub use audit::{AuditAction, AuditLine};
pub use backup::{BackupError, backup, is_backup, verify_backup};
pub use email::{Email, EmailKind, EmailRow, REFUSED_LETTER};
pub use envelope::check_mail;
pub use error::PortalError;
pub use farm_status::{FarmStatus, QueueStatus};
pub use grant::{Grants, Role};
pub use idea::{Consent, IdeaRow, IdeaState};
pub use member::ContestMember;
pub use news::HostEvent;
pub use open::Portal;
pub use order::{HostRequest, HostRequestKind, HostResponse, RequestHandler};
pub use question::QuestionRow;
pub use secret::{Secret, fresh_id, same_secret};
pub use session::CurrentUser;
pub use site_fault::SiteFileError;
pub use site_file::{ListenKeys, MailKeys, Registration, SiteFile, USUAL_ADDRESS};
pub use sitting_errand::{
    CanRetry, GivenAnswer, Participant, PlayTableRequest, PlayTables, TableEvent, TableUpdate,
};
pub use submission::{NewSubmission, ReceiveResult, StepRow, SubmissionRow};
pub use suggestion::{SuggestionRow, Vote};
pub use table::{
    AnswerResult, NewTable, OpenTableResult, SeatRow, TableRow, TableState, TableSummary,
};
pub use team::TeamMember;
pub use token::{OldTokens, TokenRow};

mod say {
    certamen_i18n::texts!("locales");
}
