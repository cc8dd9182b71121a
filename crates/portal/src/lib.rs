//! People and what they may do: one file of `SQLite` beside the contests, the one who writes it, and
//! rules that are functions over values.
//!
//! What decides a contest is not here but in the contest's folder: who loses this file loses
//! accounts, and no result. `errand` is what a site and whoever holds its contests tell each other:
//! plain data, so that it does not matter whether they are one process.

mod account;
mod audit;
mod author;
mod backup;
mod clerk;
mod columns;
mod envelope;
pub mod errand;
mod error;
mod farm_news;
mod grant;
mod idea;
mod invitation;
mod letter;
mod member;
mod news;
mod one_time;
mod open;
mod order;
mod pair;
pub mod password;
mod question;
pub mod quota;
mod reached;
pub mod rights;
mod say;
mod secret;
mod session;
mod site_fault;
mod site_file;
mod sitting;
mod sitting_errand;
mod submission;
mod token;
mod wish;

pub use account::{AccountId, AccountState, SiteAccount, check_handle};
pub use audit::{AuditLine, LoggedAct};
pub use backup::{BackupFault, backup, is_backup, verify_backup};
pub use envelope::check_mail;
pub use error::PortalError;
pub use farm_news::{FarmNews, QueueNews};
pub use grant::{Grants, Role};
pub use idea::{Consent, IdeaRow, IdeaState};
pub use letter::{Letter, LetterKind, LetterRow, REFUSED_LETTER};
pub use member::ContestMember;
pub use news::HallNews;
pub use open::Portal;
pub use order::{CarryOut, OrderDone, OrderedAct, SiteOrder};
pub use pair::PairMember;
pub use question::QuestionRow;
pub use secret::{Secret, fresh_id, same_secret};
pub use session::SignedIn;
pub use site_fault::SiteFileError;
pub use site_file::{ListenKeys, MailKeys, Registration, SiteFile, USUAL_ADDRESS};
pub use sitting::{
    Answered, ChairRow, NewSitting, Opened, SittingRow, SittingState, SittingSummary,
};
pub use sitting_errand::{
    Again, GivenAnswer, PlayTables, Sitter, SittingEvent, SittingNews, SittingOrder,
};
pub use submission::{NewSubmission, Receiving, StepRow, SubmissionRow};
pub use token::{OldTokens, TokenRow};
pub use wish::{Support, WishRow};
