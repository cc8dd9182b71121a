//! All at one table a number of times; with more entrants than seats, tables by turns.
//!
//! Where all sit down, each moves one seat on from match to match. Where there are fewer
//! chairs, the tables are made by `balance`.

use super::{
    BoundedCount, Format, FormatClass, FormatEnd, FormatKeys, MOST_MATCHES, Next, Pairing, active,
    balance, is_pending, planned,
};
use crate::{Detail, Entrant, EntrantId, History, Meetings, OnDisqualified, Ranking, StopRule};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    num::{NonZeroU8, NonZeroU32},
};

/// How many matches are planned at a time where tables are balanced.
const PLAN: u64 = 2_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct OneTable {
    /// How many matches are played.
    pub games: NonZeroU32,
    /// How many sit at a table; all of them if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<NonZeroU8>,
    /// The contest ends when this much is certain, evaluated each time all entrants have moved
    /// once round the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopRule>,
}

impl Default for OneTable {
    fn default() -> OneTable {
        OneTable { games: NonZeroU32::new(100).expect("100 is not 0"), seats: None, stop: None }
    }
}

impl FormatKeys for OneTable {
    fn class(&self) -> FormatClass {
        FormatClass::Even
    }

    fn counts(&self) -> Vec<BoundedCount> {
        vec![BoundedCount::new("format.games", self.games, MOST_MATCHES)]
    }

    fn policies(&self) -> &'static [OnDisqualified] {
        // Where all sit at one table, no seat can be left empty.
        match self.seats {
            None => &[],
            Some(_) => &[OnDisqualified::StrikeMatches, OnDisqualified::PlayedMatchesStand],
        }
    }

    fn build(&self, ranking: Box<dyn Ranking>, _seed: u64) -> Box<dyn Format> {
        Box::new(OneTableSchedule::new(*self, ranking))
    }

    fn stop(&self) -> Option<StopRule> {
        self.stop
    }

    fn table_size(&self, entrants: usize) -> usize {
        self.seats.map_or(entrants, |seats| entrants.min(usize::from(seats.get())))
    }
}

pub(super) struct OneTableSchedule {
    config: OneTable,
    ranking: Box<dyn Ranking>,
}

impl OneTableSchedule {
    pub(super) fn new(config: OneTable, ranking: Box<dyn Ranking>) -> OneTableSchedule {
        OneTableSchedule { config, ranking }
    }

    /// How many matches are to be played before it is looked whether enough is settled: all of them,
    /// or those up to the end of the round in which each moves once round the table.
    fn wanted(&self, entrants: &[Entrant], history: &History) -> u32 {
        let all = self.config.games.get();
        if self.config.stop.is_none() {
            return all;
        }
        let round = entrants.len() as u64;
        let rounds = planned(entrants, history).div_ceil(round).max(1);
        u32::try_from(rounds * round).map_or(all, |wanted| wanted.min(all))
    }

    fn is_settled(&self, entrants: &[Entrant], history: &History) -> bool {
        let settled = |stop: StopRule| stop.is_settled(&*self.ranking, entrants, history);
        self.config.stop.is_some_and(settled)
    }

    /// The `index`-th match of all: who sits where, and how often they have sat so before.
    fn rotated(entrants: usize, index: u32) -> Pairing {
        let turn = index as usize % entrants;
        let seats = (0..entrants).map(|seat| EntrantId(((seat + turn) % entrants) as u32));
        Pairing { seats: seats.collect(), repeat: index / entrants as u32 }
    }

    /// Those of the first `games` matches that are missing.
    fn missing_rotated(
        entrants: usize,
        history: &History,
        games: u32,
        wanted: usize,
    ) -> Vec<Pairing> {
        let all = (0..games).map(|index| OneTableSchedule::rotated(entrants, index));
        let missing = all.filter(|pairing| {
            let cell = history.cell(&pairing.seats);
            !cell.is_some_and(|cell| cell.scheduled.contains(pairing.repeat))
        });
        missing.take(wanted).collect()
    }

    /// Matches that bring all to the same number of turns.
    fn missing_balanced(
        entrants: &[Entrant],
        history: &History,
        size: usize,
        games: u32,
    ) -> Vec<Pairing> {
        let left = u64::from(games).saturating_sub(planned(entrants, history));
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

impl Format for OneTableSchedule {
    fn next(&self, entrants: &[Entrant], history: &History, wanted: usize) -> Next {
        let size = self.config.table_size(entrants.len());
        let missing = |games| {
            if size == entrants.len() {
                OneTableSchedule::missing_rotated(size, history, games, wanted)
            } else if active(entrants).len() >= size {
                OneTableSchedule::missing_balanced(entrants, history, size, games)
            } else {
                Vec::new()
            }
        };
        let games = self.wanted(entrants, history);
        let pairings = missing(games);
        if !pairings.is_empty() {
            return Next::Play(pairings);
        }
        if is_pending(entrants, history) {
            return Next::Wait;
        }
        if self.is_settled(entrants, history) {
            return Next::Done(FormatEnd::Settled);
        }
        let more =
            missing(games.saturating_add(entrants.len() as u32).min(self.config.games.get()));
        if more.is_empty() { Next::Done(FormatEnd::Complete) } else { Next::Play(more) }
    }

    fn detail(&self) -> Detail {
        if self.config.stop.is_some() { Detail::Matches } else { Detail::Sums }
    }

    fn total(&self, entrants: &[Entrant], history: &History) -> u64 {
        let size = self.config.table_size(entrants.len());
        let known = planned(entrants, history);
        let over = !is_pending(entrants, history) && self.is_settled(entrants, history);
        if active(entrants).len() < size || over {
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
    use super::{
        super::testing::{Run, TestContest},
        FormatEnd,
    };
    use crate::OnDisqualified;
    use proptest::prelude::*;
    use serde_json::json;

    fn trial(count: usize, seats: usize, games: u32) -> TestContest {
        let keys = if seats == count {
            json!({"games": games})
        } else {
            json!({"games": games, "seats": seats})
        };
        TestContest::new("one-table", keys, count)
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
        fn seats_are_balanced_within_one_match(
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
        fn tables_are_balanced_where_there_are_fewer_seats(
            count in 3usize..12, fewer in 1usize..9, games in 1u32..60, seed: u64, order: u64,
        ) {
            let seats = count.saturating_sub(fewer).max(2);
            let run = trial(count, seats, games).seeded(seed).run(order);
            prop_assert_eq!(run.played.len(), games as usize);
            prop_assert!(spread((0..count).map(|entrant| run.times(entrant))) <= 1);
            for entrant in 0..count {
                prop_assert!(seat_spread(&run, entrant, seats) <= 1);
            }
            // Within one is not possible for every number of matches.
            prop_assert!(pair_spread(&run, count) <= 3, "{}", pair_spread(&run, count));
            run.compare(&trial(count, seats, games).seeded(seed).run(!order));
        }

        #[test]
        fn late_entrants_are_seated_and_those_that_left_are_not(
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
    fn it_ends_after_the_round_that_makes_enough_ranks_certain() {
        let stop = |seats: usize| {
            let keys = json!({"games": 600, "seats": seats, "stop": "settled top 1"});
            TestContest::new("one-table", keys, 5)
        };
        for seats in [5, 3] {
            let run = stop(seats).by_strength().run(1);
            assert_eq!(run.done, FormatEnd::Settled);
            assert!(run.played.len() % 5 == 0 && run.played.len() < 600, "{}", run.played.len());
            let equal = stop(seats).drawn().run(1);
            assert_eq!((equal.done, equal.played.len()), (FormatEnd::Complete, 600));
            stop(seats).seeded(3).run(1).compare(&stop(seats).seeded(3).run(2));
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
