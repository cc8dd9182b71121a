//! Remarks on a contest that do not make it unsound.

use super::say;
use certamen_i18n::{Localize, Message};

/// What is to be known of a contest, though it does not make it unsound.
#[derive(Clone, PartialEq, Debug, Localize)]
#[localize(display)]
pub enum AuditNote {
    /// The secret was drawn when entries had closed already.
    #[localize(say::remark_late_secret())]
    LateSecret,
    /// Names and the order of entry were mixed into the seed.
    #[localize(say::remark_old_mix())]
    OldMix,
    /// The seeds of matches follow from names.
    #[localize(say::remark_seeds_of_names())]
    SeedsOfNames,
    /// The contest file is not told.
    #[localize(say::remark_no_file())]
    NoFile,
    /// The contest file cannot be read here.
    #[localize(say::remark_unreadable(_0))]
    UnreadableFile(Message),
    /// The contest file says another value than the contest was played with.
    #[localize(say::remark_file(key, file, played))]
    File {
        /// The key.
        key: String,
        /// As the file has it.
        file: String,
        /// As it was played.
        played: String,
    },
    /// The contest file names other bots than take part.
    #[localize(say::remark_bots(named, count))]
    Bots {
        /// As many are named.
        named: usize,
        /// As many take part, or would.
        count: usize,
    },
    /// The contest states another tier than most matches were played in.
    #[localize(say::remark_tier(told, found))]
    Tier {
        /// As it is told.
        told: String,
        /// As the records have it.
        found: String,
    },
    /// Not all matches were played under the same conditions.
    #[localize(say::remark_conditions(key, matches, of, most, other))]
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
