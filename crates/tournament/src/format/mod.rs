//! Pairings: one file per format.

mod balance;
mod bracket;
mod config;
mod divisions;
mod draw;
#[cfg(test)]
mod efficiency;
mod gauntlet;
mod keys;
mod knockout;
mod ladder;
mod matching;
mod one_table;
mod pairs;
mod round_robin;
mod swiss;
#[cfg(test)]
pub(crate) mod testing;

pub use config::FormatConfig;
pub use divisions::Divisions;
pub use gauntlet::Gauntlet;
pub use keys::FormatClass;
pub(crate) use keys::{BoundedCount, FormatKeys, MOST_MATCHES};
pub use knockout::{Elimination, Knockout, Seeding};
pub use ladder::Ladder;
pub use one_table::OneTable;
pub use round_robin::RoundRobin;
pub use swiss::Swiss;

pub use crate::pairing::Pairing;

use crate::{Column, Detail, Entrant, EntrantId, History, Meetings};
use std::{borrow::Cow, collections::BTreeSet};

/// What a format wants next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// These matches, in any order.
    Play(Vec<Pairing>),
    /// Results of matches that are being played.
    Wait,
    /// Nothing: the contest is over.
    Done(FormatEnd),
}

/// How a contest came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormatEnd {
    /// Everything was played.
    Complete,
    /// Everything was played as often as is allowed, and the lead is still shared.
    LeadShared,
    /// What was waited for is settled; more could have been played.
    Settled,
}

/// When a format may be asked for more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// At any time.
    Free,
    /// Only when no match is under way: what it plans depends on all results so far.
    Rounds,
}

/// Who plays whom: a function of who takes part and of what was played, in whatever order.
pub trait Format: Send + Sync {
    /// Matches that are neither finished nor scheduled in `history`: at most `wanted`, or a whole
    /// round of a format that plans in rounds.
    fn next(&self, entrants: &[Entrant], history: &History, wanted: usize) -> Next;

    /// How many matches there will be altogether, as far as is known now. Byes are none.
    fn total(&self, entrants: &[Entrant], history: &History) -> u64;

    /// Who meets whom how often, as far as is known now.
    fn meetings(&self, entrants: &[Entrant], history: &History) -> Meetings;

    /// When it may be asked for more.
    fn pace(&self) -> Pace {
        Pace::Free
    }

    /// What it must know of single matches.
    fn detail(&self) -> Detail {
        Detail::Sums
    }

    /// A level for each entrant by which the table goes before any ranking, 0 the highest, and what
    /// it is.
    fn levels(&self, _entrants: &[Entrant], _history: &History) -> Option<(Column, Vec<u32>)> {
        None
    }

    /// Whether the table is about this entrant: others are told without a place.
    fn is_ranked(&self, _entrant: &Entrant) -> bool {
        true
    }

    /// Who has a place even if none of its matches counts any more.
    fn holders(&self, _entrants: &[Entrant], _history: &History) -> BTreeSet<EntrantId> {
        BTreeSet::new()
    }

    /// What of the history the table adds up.
    fn counted<'a>(&self, history: &'a History) -> Cow<'a, History> {
        Cow::Borrowed(history)
    }
}

/// Whether a match between those who still take part is scheduled and not finished.
fn is_pending(entrants: &[Entrant], history: &History) -> bool {
    let active = |id: &EntrantId| entrants[id.index()].is_active();
    history
        .cells()
        .any(|(seats, cell)| cell.scheduled.len() > cell.finished.len() && seats.iter().all(active))
}

/// Those who take part, in order of entry.
fn active(entrants: &[Entrant]) -> Vec<EntrantId> {
    let ids = (0u32..).map(EntrantId).take(entrants.len());
    ids.filter(|id| entrants[id.index()].is_active()).collect()
}

/// How many matches are finished or still to be played.
fn planned(entrants: &[Entrant], history: &History) -> u64 {
    let active = |id: &EntrantId| entrants[id.index()].is_active();
    let matches = history.tables().map(|(seats, cell)| {
        let known = if seats.iter().all(active) { &cell.scheduled } else { &cell.finished };
        u64::from(known.len())
    });
    matches.sum()
}
