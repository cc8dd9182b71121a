//! Why a contest cannot be checked: the input is no export, or an incomplete one.

use super::say;
use certamen_i18n::{Localize, Message};
use certamen_tournament::{Contradiction, UnreadableKeys};

/// Why nothing of a contest can be checked.
#[derive(Debug, Localize)]
#[localize(error)]
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
    #[localize(say::too_many(most, what))]
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
    #[localize(say::unknown_game(certamen_game::escaped(_0)))]
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
    #[localize(say::contradiction(_0.key, &_0.reason))]
    Contradiction(Contradiction),
    /// The game does not allow this table size.
    TableSize(usize),
    /// A match with an unknown entrant.
    UnknownEntrant(i64),
    /// A submission takes part and is not told.
    NotTold(i64),
    /// Two entrants of one name.
    #[localize(say::same_name(certamen_game::escaped(_0)))]
    SameName(String),
    /// Programs cannot be asked again.
    #[localize(_0.clone())]
    Asker(Message),
}

/// What an account contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
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
