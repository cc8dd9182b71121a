//! Contests: their files, their entrants, and the loop from finished matches to the next pairings.
//!
//! Nothing here runs a program: whoever plays fetches [`certamen_store::Work`] and hands in records.

mod account;
mod agenda;
mod aside;
mod asleep;
mod audit;
mod begun;
mod bounded;
mod chain;
mod changes;
mod comparison;
mod conduct;
mod contest;
mod damage;
mod deterministic;
mod disqualified;
pub mod draw;
mod edition;
pub mod entry;
mod error;
mod fair_play;
mod fair_play_lines;
mod field;
pub mod file;
mod folder;
mod growth;
mod guarded;
mod kept_tables;
mod keys;
mod least_room;
mod meta;
mod move_time;
pub mod opening;
mod pair_lines;
pub mod publication;
pub mod quantity;
mod receipt;
mod regulations;
mod repetitions;
mod results;
mod say;
mod settlements;
mod strike;
pub mod telling;
mod terms;
mod unstruck;
pub mod vocabulary;

pub use account::{About, Entry, Reveal, Told, ToldPhase, ToldSubmission};
pub use aside::{SetAside, Texts};
pub use audit::{
    Asked, Asker, AuditError, Auditor, EntryKind, Finding, LogCounts, Luck, MatchFinding, Remark,
    Report, Verdict,
};
pub use bounded::{LONGEST_TEXT, read_bytes, read_text};
pub use certamen_store::MachineShare;
pub use chain::Chain;
pub use changes::{Change, Place};
pub use contest::{Contest, FailedOn, MatchKind, Retrial};
pub use damage::{Damage, DrawFault};
pub use edition::{NextEdition, edition_place, found_edition};
pub use error::ContestError;
pub use fair_play::{BotShare, FairPlay, Load};
pub use fair_play_lines::FairPlayLine;
pub use field::{ExpectedShare, Field, FieldWanted};
pub use file::ContestFile;
pub use folder::Folder;
pub use growth::Alteration;
pub use kept_tables::{KeptLine, KeptTable};
pub use least_room::LeastRoom;
pub use move_time::{MoveTime, Share};
pub use pair_lines::PairLine;
pub use receipt::{Receipt, ToldReceipt};
pub use repetitions::{Nondeterminism, Repetition};
pub use results::{Columns, Line, Results};
pub use strike::{FarmCounts, strike};
pub use terms::{Progress, Step, Terms};
pub use unstruck::Unstruck;
