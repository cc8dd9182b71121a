//! Accounts and permissions: one `SQLite` file next to the contests, the thread that writes it, and
//! rules that are functions over values.
//!
//! What decides a contest is not here but in the contest's folder: if this file is lost, accounts
//! are lost, and no result. `protocol` and `check_job` are what a site and the host of its contests
//! exchange: plain data, so that it does not matter whether they are one process.

mod account;
mod audit;
mod author;
mod backup;
pub mod check_job;
pub mod course;
mod database;
mod db_writer;
mod email;
mod idea;
mod links;
mod new_contest;
pub mod password;
mod peers;
mod protocol;
mod question;
pub mod quota;
pub mod rights;
mod session;
mod site_file;
mod submission;
mod suggestion;
mod table;

pub use account::{Account, AccountState, check_handle};
pub use audit::{AuditAction, AuditLine};
pub use author::{ContestMember, TeamMember};
pub use backup::{BackupError, backup, is_backup, verify_backup};
pub use database::{AccountId, Portal, PortalError};
pub use email::{DailyEmail, Email, EmailKind, EmailRow, REFUSED_EMAIL, check_mail};
pub use idea::{Consent, IdeaRow, IdeaState};
pub use new_contest::NewContest;
pub use protocol::{
    CanRetry, ContestChange, FarmStatus, GivenAnswer, HostEvent, HostRequest, HostRequestKind,
    HostResponse, Participant, PlayTableRequest, PlayTables, QueueStatus, RemoteEvent,
    RemoteNotice, RemoteNotices, RemoteTable, RequestHandler, SeatSecret, SiteAction, SiteRequest,
    TableDigest, TableEvent, TableUpdate, of_line, to_line,
};
pub use question::QuestionRow;
pub use rights::{Grants, Role};
pub use session::{CurrentUser, OldTokens, Secret, TokenRow, fresh_id, same_secret};
pub use site_file::{ListenKeys, MailKeys, PeerKeys, Registration, SiteFile, USUAL_ADDRESS};
pub use submission::{NewSubmission, ReceiveResult, StepRow, SubmissionRow};
pub use suggestion::{SuggestionRow, Vote};
pub use table::{
    AnswerResult, NewTable, OpenTableResult, SeatRow, TableRow, TableState, TableSummary,
};

mod say {
    certamen_i18n::texts!("locales");
}
