//! Two entrants that meet a number of times, seats swapped from one match to the next.

use super::Pairing;
use crate::{EntrantId, History, Repeats};

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

    /// `games` matches numbered from `first`, the first seat of one sitting second in the
    /// next.
    pub(super) fn numbered(self, first: u32, games: u32) -> impl Iterator<Item = Pairing> {
        (0..games).map(move |game| Pairing {
            seats: self.orders()[game as usize % 2].to_vec(),
            repeat: first + game,
        })
    }
}
