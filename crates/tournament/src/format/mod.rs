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
mod round_robin;
mod swiss;
#[cfg(test)]
pub(crate) mod testing;

pub use crate::history::Pairing;
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

use crate::{Column, Detail, Entrant, EntrantId, History, Meetings, Repeats};
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

/// The part of a bracket that a series belongs to, in the order in which they are drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BracketPart {
    /// Among those who never lost.
    Winners,
    /// Among those who lost once.
    Losers,
    /// Between the winners of both, and the final again if that is needed.
    Final,
}

/// A series of a knockout as a bracket has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BracketBox {
    pub part: BracketPart,
    /// From 0, the first round of its part.
    pub round: u32,
    /// From 0, among the series of the round.
    pub place: u32,
    /// How many series the round has.
    pub width: u32,
    /// Who meets, as far as that is known.
    pub seats: [Option<EntrantId>; 2],
    /// How many matches each of the two has won.
    pub wins: [u32; 2],
    /// Which of the two has won the series.
    pub winner: Option<usize>,
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

// Two entrants that meet a number of times, seats swapped from one match to the next.

/// Two entrants, in the order in which they sit down first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair(pub(super) [EntrantId; 2]);

impl Pair {
    /// Those of `low` and `high`, who stand in this order, such that with one match a pair
    /// each sits first about half of the time.
    pub(super) fn of(low: EntrantId, high: EntrantId) -> Pair {
        Pair(if (high.0 - low.0) % 2 == 1 { [low, high] } else { [high, low] })
    }

    /// Both orders in which they can sit.
    pub(super) fn orders(self) -> [[EntrantId; 2]; 2] {
        let Pair([first, second]) = self;
        [[first, second], [second, first]]
    }

    /// How many of their matches are scheduled, and how many are finished.
    pub(super) fn met(self, history: &History) -> (u32, u32) {
        let cells = self.orders().map(|seats| history.cell(&seats));
        let counts = cells.into_iter().flatten();
        counts.fold((0, 0), |(scheduled, finished), cell| {
            (scheduled + cell.scheduled.len(), finished + cell.finished.len())
        })
    }

    /// The matches they need until they have met `target` times.
    pub(super) fn missing(self, history: &History, target: u32) -> impl Iterator<Item = Pairing> {
        let orders = self.orders();
        let played =
            orders.map(|seats| history.cell(&seats).map_or(0, |cell| cell.scheduled.len()));
        // Half of them each way; where one way has more already (the entrants stood in another
        // order when it was played), the other has fewer.
        let first = target.div_ceil(2).min(target.saturating_sub(played[1])).max(played[0]);
        let second = target.saturating_sub(first).max(played[1]);
        let mut pairings = Vec::new();
        for ((seats, aim), played) in orders.into_iter().zip([first, second]).zip(played) {
            let needed = (aim - played) as usize;
            let none = Repeats::default();
            let scheduled = history.cell(&seats).map_or(&none, |cell| &cell.scheduled);
            let repeats = scheduled.missing().take(needed);
            pairings.extend(repeats.map(|repeat| Pairing { seats: seats.to_vec(), repeat }));
        }
        pairings.into_iter()
    }

    /// `games` matches numbered from `first`, the first seat of one taking the second seat in the
    /// next.
    pub(super) fn numbered(self, first: u32, games: u32) -> impl Iterator<Item = Pairing> {
        (0..games).map(move |game| Pairing {
            seats: self.orders()[game as usize % 2].to_vec(),
            repeat: first + game,
        })
    }
}
