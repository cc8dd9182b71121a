//! Remarks on a contest that do not make it unsound.

use super::say;
use certamen_i18n::{Localize, Message};

/// What is to be known of a contest, though it does not make it unsound.
#[derive(Clone, PartialEq, Debug)]
pub enum AuditNote {
    /// The secret was drawn when entries had closed already.
    LateSecret,
    /// Names and the order of entry were mixed into the seed.
    OldMix,
    /// The seeds of matches follow from names.
    SeedsOfNames,
    /// The contest file is not told.
    NoFile,
    /// The contest file cannot be read here.
    UnreadableFile(Message),
    /// The contest file says another value than the contest was played with.
    File {
        /// The key.
        key: String,
        /// As the file has it.
        file: String,
        /// As it was played.
        played: String,
    },
    /// The contest file names other bots than take part.
    Bots {
        /// As many are named.
        named: usize,
        /// As many take part, or would.
        count: usize,
    },
    /// The contest states another tier than most matches were played in.
    Tier {
        /// As it is told.
        told: String,
        /// As the records have it.
        found: String,
    },
    /// Not all matches were played under the same conditions.
    Conditions {
        /// The key.
        key: String,
        /// In how many matches it differs.
        matches: u64,
        /// Of how many.
        of: u64,
        /// Its value in most.
        most: String,
        /// Its value in one of the others.
        other: String,
    },
}

impl Localize for AuditNote {
    fn message(&self) -> Message {
        match self {
            AuditNote::LateSecret => say::remark_late_secret(),
            AuditNote::OldMix => say::remark_old_mix(),
            AuditNote::SeedsOfNames => say::remark_seeds_of_names(),
            AuditNote::NoFile => say::remark_no_file(),
            AuditNote::UnreadableFile(why) => say::remark_unreadable(why),
            AuditNote::File { key, file, played } => say::remark_file(key, file, played),
            AuditNote::Bots { named, count } => say::remark_bots(named, count),
            AuditNote::Tier { told, found } => say::remark_tier(told, found),
            AuditNote::Conditions { key, matches, of, most, other } => {
                say::remark_conditions(key, matches, of, most, other)
            }
        }
    }
}

certamen_i18n::said!(AuditNote);
