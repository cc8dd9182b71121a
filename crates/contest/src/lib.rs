//! Contests: their files, their entrants, and the loop from finished matches to the next pairings.
//!
//! Nothing here runs a program: the caller fetches [`certamen_store::MatchJob`]s, plays them and
//! submits records.

mod audit;
mod compiled_rules;
mod contest;
mod deterministic;
mod disqualified;
pub mod draw;
mod edition;
pub mod entry;
mod error;
mod export;
mod field;
pub mod file;
mod folder;
mod initial_terms;
mod match_queue;
mod meta;
mod move_time;
pub mod opening;
mod opening_book;
pub mod pages;
pub mod publication;
pub mod quantity;
mod receipt;
mod remote;
mod repetitions;
mod results;
mod revoke;
mod safe_files;
mod saved_standings;
mod state;
mod usage;
pub mod view;
pub mod vocabulary;

pub use audit::{
    AuditError, AuditFinding, AuditNote, AuditReport, AuditVerdict, Auditor, EntryKind, LogCounts,
    MatchFinding, ReplayedAnswers, Replayer, SeedStatus,
};
pub use certamen_store::WorkerShare;
pub use contest::{
    Contest, FailedBots, JoiningEntrants, MatchKind, NextStep, OpenOptions, RetryDecision,
};
pub use edition::{NextEdition, edition_place, found_edition};
pub use error::{ConfigChange, ContestError, Corruption, DrawMismatch, RevokeError};
pub use export::{ContestHeader, ExportEntry, MatchEntry, PhaseEntry, Reveal, SubmissionEntry};
pub use field::{Field, FieldQuery};
pub use file::{
    ContestFile,
    move_time::{MoveTime, RelativeMoveTime},
    openings::{OpeningOrder, OpeningsSection},
};
pub use folder::{Folder, FolderIdentity};
pub use meta::{ExcludedBot, LocalizedTexts};
pub use opening_book::Openings;
pub use quantity::MinFreeSpace;
pub use receipt::{LogHead, Receipt, ReceiptEntry};
pub use remote::RemoteTokens;
pub use repetitions::{Nondeterminism, Repetition};
pub use results::Results;
pub use revoke::{FarmCounts, revoke};
pub use safe_files::{LONGEST_TEXT, read_bytes, read_text};
pub use saved_standings::{Change, PreviousRank, SavedStandings, SavedStandingsRow};
pub use state::ContestProgress;
pub use usage::EntrantUsage;
pub use view::{
    BotFairness, FairPlay, FairPlayLine, MatchDurations, PairLine, StandingsColumns, StandingsRow,
};

mod say {
    certamen_i18n::texts!("locales");
}
