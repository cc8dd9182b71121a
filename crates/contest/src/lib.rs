//! Contests: their files, their entrants, and the loop from finished matches to the next pairings.
//!
//! Nothing here runs a program: a caller that plays fetches [`certamen_store::MatchJob`] and hands
//! in records.

mod audit;
mod bounded;
mod changes;
mod comparison;
mod compatible_changes;
mod compiled_rules;
mod contest;
mod corruption;
mod deterministic;
mod disqualified;
pub mod draw;
mod edition;
pub mod entry;
mod error;
mod excluded;
mod export;
mod fair_play;
mod fair_play_lines;
mod field;
pub mod file;
mod folder;
mod initial_terms;
mod keys;
mod locked_file;
mod log_head;
mod match_queue;
mod meta;
mod min_free_space;
mod move_time;
pub mod opening;
pub mod pages;
mod pair_lines;
pub mod publication;
pub mod quantity;
mod receipt;
mod repetitions;
mod results;
mod revoke;
mod revoke_error;
mod saved_standings;
mod settlements;
mod sleep_timeouts;
mod state;
mod terms;
pub mod vocabulary;

pub use audit::{
    AuditError, AuditFinding, AuditNote, AuditReport, AuditVerdict, Auditor, EntryKind, LogCounts,
    MatchFinding, ReplayedAnswers, Replayer, SeedStatus,
};
pub use bounded::{LONGEST_TEXT, read_bytes, read_text};
pub use certamen_store::MachineShare;
pub use changes::{Change, PreviousRank};
pub use compatible_changes::ConfigChange;
pub use contest::{Contest, FailedBots, MatchKind, RetryDecision};
pub use corruption::{Corruption, DrawMismatch};
pub use edition::{NextEdition, edition_place, found_edition};
pub use error::ContestError;
pub use excluded::{ExcludedBot, LocalizedTexts};
pub use export::{ContestHeader, ExportEntry, MatchEntry, PhaseEntry, Reveal, SubmissionEntry};
pub use fair_play::{BotFairness, FairPlay, MatchDurations};
pub use fair_play_lines::FairPlayLine;
pub use field::{ExpectedShare, Field, FieldWanted};
pub use file::ContestFile;
pub use folder::Folder;
pub use log_head::LogHead;
pub use min_free_space::MinFreeSpace;
pub use move_time::{MoveTime, RelativeMoveTime};
pub use pair_lines::PairLine;
pub use receipt::{Receipt, ReceiptEntry};
pub use repetitions::{Nondeterminism, Repetition};
pub use results::{Results, StandingsColumns, StandingsRow};
pub use revoke::{FarmCounts, revoke};
pub use revoke_error::RevokeError;
pub use saved_standings::{SavedStandings, SavedStandingsRow};
pub use terms::{ContestProgress, NextStep, OpenOptions};

mod say {
    certamen_i18n::texts!("locales");
}
