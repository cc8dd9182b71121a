//! Everybody at one table a number of times; with more entrants than chairs, tables by turns.
//!
//! Where all sit down, everybody moves one seat on from match to match. Where there are fewer
//! chairs, the tables are made by `balance`.

use super::{Done, Format, Next, Pairing, active, balance, is_pending, planned};
use crate::{Entrant, EntrantId, History, Meetings};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    num::{NonZeroU8, NonZeroU32},
};

/// How many matches are planned at a time where tables are balanced.
const PLAN: u64 = 2_000;

/// The keys of a contest file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OneTable {
    /// How many matches are played.
    pub games: NonZeroU32,
    /// How many sit at a table; all of them if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<NonZeroU8>,
}

impl Default for OneTable {
    fn default() -> OneTable {
        OneTable { games: NonZeroU32::new(100).expect("100 is not 0"), seats: None }
    }
}

impl OneTable {
    /// How many of so many entrants sit at a table.
    pub(crate) fn table_size(self, entrants: usize) -> usize {
        self.seats.map_or(entrants, |seats| entrants.min(usize::from(seats.get())))
    }
}

/// The format.
pub(super) struct Schedule {
    config: OneTable,
}

impl Schedule {
    pub(super) fn new(config: OneTable) -> Schedule {
        Schedule { config }
    }

    /// The `index`-th match of all: who sits where, and how often they have sat so before.
    fn rotated(entrants: usize, index: u32) -> Pairing {
        let turn = index as usize % entrants;
        let seats = (0..entrants).map(|seat| EntrantId(((seat + turn) % entrants) as u32));
        Pairing { seats: seats.collect(), repeat: index / entrants as u32 }
    }

    fn missing_rotated(&self, entrants: usize, history: &History, wanted: usize) -> Vec<Pairing> {
        let all = (0..self.config.games.get()).map(|index| Schedule::rotated(entrants, index));
        let missing = all.filter(|pairing| {
            let cell = history.cell(&pairing.seats);
            !cell.is_some_and(|cell| cell.scheduled.contains(pairing.repeat))
        });
        missing.take(wanted).collect()
    }

    /// Matches that bring everybody's turns to the same number.
    fn missing_balanced(
        &self,
        entrants: &[Entrant],
        history: &History,
        size: usize,
    ) -> Vec<Pairing> {
        let left = u64::from(self.config.games.get()).saturating_sub(planned(entrants, history));
        let ids = active(entrants);
        let tables = balance::tables(&ids, history, size, left.min(PLAN) as usize);
        let mut repeats: BTreeMap<Vec<EntrantId>, u32> = BTreeMap::new();
        let pairing = |seats: Vec<EntrantId>| {
            let again = repeats.entry(seats.clone()).or_default();
            let scheduled = history.cell(&seats).map(|cell| &cell.scheduled);
            let mut missing = (0u32..)
                .filter(|repeat| !scheduled.is_some_and(|scheduled| scheduled.contains(*repeat)));
            let repeat = missing.nth(*again as usize).expect("numbers do not end here");
            *again += 1;
            Pairing { seats, repeat }
        };
        tables.into_iter().map(pairing).collect()
    }
}

impl Format for Schedule {
    fn next(&self, entrants: &[Entrant], history: &History, wanted: usize) -> Next {
        let size = self.config.table_size(entrants.len());
        let enough = active(entrants).len() >= size;
        let pairings = if size == entrants.len() {
            self.missing_rotated(size, history, wanted)
        } else if enough {
            self.missing_balanced(entrants, history, size)
        } else {
            Vec::new()
        };
        if !pairings.is_empty() {
            Next::Play(pairings)
        } else if is_pending(entrants, history) {
            Next::Wait
        } else {
            Next::Done(Done::Complete)
        }
    }

    fn total(&self, entrants: &[Entrant], history: &History) -> u64 {
        let size = self.config.table_size(entrants.len());
        let known = planned(entrants, history);
        if active(entrants).len() < size {
            known
        } else {
            known.max(self.config.games.get().into())
        }
    }

    fn meetings(&self, _entrants: &[Entrant], _history: &History) -> Meetings {
        Meetings::AsPaired
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Run, Trial};
    use crate::OnDisqualified;
    use proptest::prelude::*;
    use serde_json::json;

    fn trial(count: usize, seats: usize, games: u32) -> Trial {
        let keys = if seats == count {
            json!({"games": games})
        } else {
            json!({"games": games, "seats": seats})
        };
        Trial::new("one-table", keys, count)
    }

    fn spread(counts: impl Iterator<Item = u32>) -> u32 {
        let counts: Vec<u32> = counts.collect();
        counts.iter().max().unwrap() - counts.iter().min().unwrap()
    }

    fn seat_spread(run: &Run, entrant: usize, seats: usize) -> u32 {
        let times = |seat: usize| {
            run.played.iter().filter(|pairing| pairing.seats[seat].index() == entrant).count()
                as u32
        };
        spread((0..seats).map(times))
    }

    fn pair_spread(run: &Run, count: usize) -> u32 {
        let pairs = (0..count).flat_map(|one| (0..one).map(move |other| (one, other)));
        spread(pairs.map(|(one, other)| run.met(one, other)))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn everybody_sits_everywhere_equally_often_within_one(
            count in 2usize..12, games in 1u32..60, seed: u64, order: u64,
        ) {
            let run = trial(count, count, games).seeded(seed).run(order);
            prop_assert_eq!(run.played.len(), games as usize);
            for seat in 0..count {
                let mut times = vec![0u32; count];
                for pairing in &run.played {
                    times[pairing.seats[seat].index()] += 1;
                }
                prop_assert!(spread(times.into_iter()) <= 1);
            }
        }

        #[test]
        fn tables_are_balanced_where_there_are_fewer_chairs(
            count in 3usize..12, fewer in 1usize..9, games in 1u32..60, seed: u64, order: u64,
        ) {
            let seats = count.saturating_sub(fewer).max(2);
            let run = trial(count, seats, games).seeded(seed).run(order);
            prop_assert_eq!(run.played.len(), games as usize);
            prop_assert!(spread((0..count).map(|entrant| run.times(entrant))) <= 1);
            for entrant in 0..count {
                prop_assert!(seat_spread(&run, entrant, seats) <= 1);
            }
            // Within one is not to be had for every number of matches.
            prop_assert!(pair_spread(&run, count) <= 3, "{}", pair_spread(&run, count));
            run.compare(&trial(count, seats, games).seeded(seed).run(!order));
        }

        #[test]
        fn who_comes_late_or_leaves_is_seated_or_not(
            count in 5usize..9, seats in 2usize..4, games in 10u32..40, seed: u64, order: u64,
        ) {
            for policy in [OnDisqualified::StrikeMatches, OnDisqualified::PlayedMatchesStand] {
                let run = trial(count, seats, games).seeded(seed).offences(policy, 40).run(order);
                run.check_departures();
            }
            let late = trial(count, seats, games).seeded(seed).late(order % 10).run(order);
            prop_assert_eq!(late.played.len(), games as usize);
        }
    }

    #[test]
    fn every_pair_meets_equally_often_where_a_design_is_known() {
        // Numbers of matches after which all pairs can have met equally often.
        for (count, seats, games, times) in [
            (7, 3, 7, 1),
            (9, 3, 12, 1),
            (6, 3, 10, 2),
            (13, 4, 13, 1),
            (5, 4, 5, 3),
            (8, 4, 14, 3),
        ] {
            let run = trial(count, seats, games).run(1);
            for one in 0..count {
                for other in 0..one {
                    assert_eq!(run.met(one, other), times, "{count} {seats} {games}");
                }
            }
        }
    }
}
