//! Why a contest cannot be checked: the input is no export, or an incomplete one.

use super::say;
use certamen_i18n::{Localize, Message};
use certamen_tournament::{Contradiction, UnreadableKeys};

/// Why nothing of a contest can be checked.
#[derive(Debug)]
pub enum AuditError {
    /// Something follows the end.
    AfterEnd,
    /// There are two contests.
    SecondContest,
    /// A submission is told twice.
    ToldTwice(i64),
    /// A phase before the contest.
    PhaseOfNoContest,
    /// A match before the contest.
    MatchOfNoContest,
    /// The matches are not in order.
    NotAscending(i64),
    /// The end is missing.
    BreaksOff,
    /// The contest is missing.
    NoContest,
    /// There is more of something than anybody would hold a contest with.
    TooMany {
        /// Of what.
        what: EntryKind,
        /// As much is looked at.
        most: usize,
    },
    /// It is an export of another version.
    Version {
        /// Its version.
        given: u32,
        /// Ours.
        known: u32,
    },
    /// There is no such game.
    UnknownGame(String),
    /// The rules of the game were others.
    Rules {
        /// Their version.
        given: u32,
        /// Ours.
        known: u32,
    },
    /// The ranking cannot be read.
    Ranking(UnreadableKeys),
    /// A format cannot be read.
    Format(UnreadableKeys),
    /// Format, ranking and policy do not go together, or not with the entrants.
    Contradiction(Contradiction),
    /// The game does not allow this table size.
    TableSize(usize),
    /// A match with an unknown entrant.
    Nobody(i64),
    /// A submission takes part and is not told.
    NotTold(i64),
    /// Two entrants of one name.
    SameName(String),
    /// Programs cannot be asked again.
    Asker(Message),
}

/// What an account contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryKind {
    /// Submissions.
    Submissions,
    /// Phases.
    Phases,
    /// Entrants.
    Entrants,
    /// Matches.
    Matches,
    /// Lines of the log of attempts.
    Attempts,
    /// Receipts.
    Receipts,
    /// Lines of the table.
    Lines,
}

impl Localize for AuditError {
    fn message(&self) -> Message {
        match self {
            AuditError::AfterEnd => say::after_end(),
            AuditError::SecondContest => say::second_contest(),
            AuditError::ToldTwice(id) => say::told_twice(id),
            AuditError::PhaseOfNoContest => say::phase_of_no_contest(),
            AuditError::MatchOfNoContest => say::match_of_no_contest(),
            AuditError::NotAscending(number) => say::not_ascending(number),
            AuditError::BreaksOff => say::breaks_off(),
            AuditError::NoContest => say::no_contest(),
            AuditError::TooMany { what, most } => say::too_many(most, what),
            AuditError::Version { given, known } => say::version(given, known),
            AuditError::UnknownGame(game) => say::unknown_game(certamen_game::escaped(game)),
            AuditError::Rules { given, known } => say::rules(given, known),
            AuditError::Ranking(error) => say::ranking(error),
            AuditError::Format(error) => say::format(error),
            AuditError::Contradiction(found) => say::contradiction(found.key, &found.reason),
            AuditError::TableSize(seats) => say::table_size(seats),
            AuditError::Nobody(number) => say::nobody(number),
            AuditError::NotTold(id) => say::not_told(id),
            AuditError::Asker(reason) => reason.clone(),
            AuditError::SameName(name) => say::same_name(certamen_game::escaped(name)),
        }
    }
}

impl Localize for EntryKind {
    fn message(&self) -> Message {
        match self {
            EntryKind::Submissions => say::submissions(),
            EntryKind::Phases => say::phases(),
            EntryKind::Entrants => say::entrants(),
            EntryKind::Matches => say::matches(),
            EntryKind::Attempts => say::attempts(),
            EntryKind::Receipts => say::receipts(),
            EntryKind::Lines => say::lines(),
        }
    }
}

certamen_i18n::error!(AuditError);
certamen_i18n::said!(EntryKind);
