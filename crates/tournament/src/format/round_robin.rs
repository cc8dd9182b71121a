//! All against each other, seats swapped, the whole leg again while the lead is shared or
//! the order is not settled.

use super::{
    BoundedCount, Format, FormatClass, FormatEnd, FormatKeys, MOST_MATCHES, Next, Pair, Pairing,
};
use crate::{
    Detail, Entrant, EntrantId, History, Meetings, OnDisqualified, Ranking, StopRule,
    contradiction::{Reason, Soundness, refuse},
};
use serde::{Deserialize, Serialize};
use std::{collections::HashMap, num::NonZeroU32};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RoundRobin {
    /// How often each pair meets in a cycle.
    pub games_per_pair: NonZeroU32,
    /// Whether everything is played again while several share the lead.
    pub replay_ties: bool,
    /// How many cycles there are at most.
    pub max_cycles: NonZeroU32,
    /// Repeat legs until this much is certain; one leg if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopRule>,
}

impl Default for RoundRobin {
    fn default() -> RoundRobin {
        let twenty = NonZeroU32::new(20).expect("20 is not 0");
        RoundRobin {
            games_per_pair: NonZeroU32::MIN,
            replay_ties: false,
            max_cycles: twenty,
            stop: None,
        }
    }
}

impl FormatKeys for RoundRobin {
    fn class(&self) -> FormatClass {
        FormatClass::Even
    }

    fn counts(&self) -> Vec<BoundedCount> {
        vec![
            BoundedCount::new("format.games_per_pair", self.games_per_pair, MOST_MATCHES),
            BoundedCount::new("format.max_cycles", self.max_cycles, 1_000),
        ]
    }

    fn policies(&self) -> &'static [OnDisqualified] {
        &OnDisqualified::ALL
    }

    fn build(&self, ranking: Box<dyn Ranking>, _seed: u64) -> Box<dyn Format> {
        Box::new(RoundRobinSchedule::new(*self, ranking))
    }

    fn check(&self) -> Soundness {
        if self.stop.is_some() && self.replay_ties {
            return refuse("format.stop", Reason::ReplayTiesAndStop);
        }
        Ok(())
    }

    fn stop(&self) -> Option<StopRule> {
        self.stop
    }
}

pub(super) struct RoundRobinSchedule {
    config: RoundRobin,
    ranking: Box<dyn Ranking>,
}

impl RoundRobinSchedule {
    pub(super) fn new(config: RoundRobin, ranking: Box<dyn Ranking>) -> RoundRobinSchedule {
        RoundRobinSchedule { config, ranking }
    }

    /// The cycle that is being played, from 1: the first, or the last that any pair has reached, so
    /// that in the end all have met equally often.
    fn cycle(&self, most: u32) -> u32 {
        most.div_ceil(self.config.games_per_pair.get()).max(1)
    }

    /// How the contest ends after this many whole legs; none if another one is to be played.
    fn done(&self, entrants: &[Entrant], history: &History, cycle: u32) -> Option<FormatEnd> {
        let last = cycle >= self.config.max_cycles.get();
        if let Some(stop) = self.config.stop {
            let settled = stop.is_settled(&*self.ranking, entrants, history);
            return if settled {
                Some(FormatEnd::Settled)
            } else {
                last.then_some(FormatEnd::Complete)
            };
        }
        let is_lead_shared = || {
            let table = self.ranking.rank(entrants, history);
            table.iter().filter(|standing| standing.rank == Some(1)).count() > 1
        };
        if !self.config.replay_ties || !is_lead_shared() {
            return Some(FormatEnd::Complete);
        }
        last.then_some(FormatEnd::LeadShared)
    }
}

impl Format for RoundRobinSchedule {
    fn next(&self, entrants: &[Entrant], history: &History, wanted: usize) -> Next {
        // A bot that is left alone has no opponent to wait for.
        if pair_count(entrants) == 0 {
            return Next::Done(FormatEnd::Complete);
        }
        let per_cycle = self.config.games_per_pair.get();
        let (most, fewest) = progress(entrants, history);
        let mut cycle = self.cycle(most);
        if fewest >= cycle * per_cycle {
            if let Some(done) = self.done(entrants, history, cycle) {
                return Next::Done(done);
            }
            cycle += 1;
        }
        let all = pairs(entrants).flat_map(|pair| pair.missing(history, cycle * per_cycle));
        let pairings: Vec<Pairing> = all.take(wanted).collect();
        if pairings.is_empty() { Next::Wait } else { Next::Play(pairings) }
    }

    fn detail(&self) -> Detail {
        if self.config.stop.is_some() { Detail::Matches } else { Detail::Sums }
    }

    fn total(&self, entrants: &[Entrant], history: &History) -> u64 {
        let (most, _) = progress(entrants, history);
        let each = u64::from(self.cycle(most) * self.config.games_per_pair.get());
        let left = |id: &EntrantId| !entrants[id.index()].is_active();
        let with_those_who_left = history.tables().filter(|(seats, _)| seats.iter().any(left));
        pair_count(entrants) * each
            + with_those_who_left.map(|(_, cell)| u64::from(cell.finished.len())).sum::<u64>()
    }

    fn meetings(&self, entrants: &[Entrant], history: &History) -> Meetings {
        let (most, _) = progress(entrants, history);
        Meetings::AllPairs(self.cycle(most) * self.config.games_per_pair.get())
    }
}

/// The state of all pairs: the most matches that a pair has been given, and the fewest that one
/// has finished.
fn progress(entrants: &[Entrant], history: &History) -> (u32, u32) {
    let active = |id: &EntrantId| entrants[id.index()].is_active();
    let mut pairs: HashMap<[EntrantId; 2], (u32, u32)> = HashMap::new();
    for (seats, cell) in history.tables() {
        if let &[one, other] = seats
            && active(&one)
            && active(&other)
        {
            let (scheduled, finished) = pairs.entry([one.min(other), one.max(other)]).or_default();
            *scheduled += cell.scheduled.len();
            *finished += cell.finished.len();
        }
    }
    let most = pairs.values().map(|pair| pair.0).max().unwrap_or(0);
    let fewest = match pair_count(entrants) {
        0 => u32::MAX,
        all if all > pairs.len() as u64 => 0,
        _ => pairs.values().map(|pair| pair.1).min().unwrap_or(0),
    };
    (most, fewest)
}

/// How many pairs there are among those who take part.
fn pair_count(entrants: &[Entrant]) -> u64 {
    let active = entrants.iter().filter(|entrant| entrant.is_active()).count() as u64;
    active * active.saturating_sub(1) / 2
}

/// All pairs of those who take part, each in the order in which they sit down first.
fn pairs(entrants: &[Entrant]) -> impl Iterator<Item = Pair> {
    let id = |index: usize| EntrantId(index as u32);
    let active = move |index: &usize| entrants[*index].is_active();
    (0..entrants.len()).filter(active).flat_map(move |low| {
        let others = (low + 1..entrants.len()).filter(active);
        others.map(move |high| Pair::of(id(low), id(high)))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{TestContest, entrants};
    use super::*;
    use crate::{
        OnDisqualified, RankingConfig, SeatResult, Status, Verdict, history::looked_up,
        ranking::Wins,
    };
    use certamen_game::Fault;
    use proptest::prelude::*;
    use serde_json::json;

    fn schedule(games_per_pair: u32, replay_ties: bool, max_cycles: u32) -> RoundRobinSchedule {
        let [games_per_pair, max_cycles] =
            [games_per_pair, max_cycles].map(|number| NonZeroU32::new(number).unwrap());
        let config = RoundRobin { games_per_pair, replay_ties, max_cycles, stop: None };
        RoundRobinSchedule::new(config, RankingConfig::from(Wins {}).build())
    }

    fn trial(count: usize, games: u32, max_cycles: u32) -> TestContest {
        let replay = max_cycles > 1;
        let keys = json!({
            "games_per_pair": games, "replay_ties": replay, "max_cycles": max_cycles
        });
        TestContest::new("round-robin", keys, count)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn all_pairs_meet_equally_often(
            count in 2usize..12, games in 1u32..7, seed: u64, order: u64,
        ) {
            let run = trial(count, games, 1).seeded(seed).run(order);
            for one in 0..count {
                for other in 0..one {
                    prop_assert_eq!(run.met(one, other), games);
                }
            }
            let sat_first = |entrant| run.seats_of(entrant).0;
            let (most, fewest) =
                ((0..count).map(sat_first).max().unwrap(), (0..count).map(sat_first).min().unwrap());
            prop_assert!(most - fewest <= games % 2);
        }

        #[test]
        fn no_match_is_lost_or_doubled_in_any_order_of_completion(
            count in 2usize..8, games in 1u32..5, cycles in 1u32..4, seed: u64, order: u64,
        ) {
            let one = trial(count, games, cycles).seeded(seed).run(order);
            one.compare(&trial(count, games, cycles).seeded(seed).run(!order));
            prop_assert_eq!(one.played.len() % (count * (count - 1) / 2), 0);
        }

        #[test]
        fn late_entrants_are_met_and_those_that_left_are_not(
            count in 3usize..8, games in 1u32..4, seed: u64, order: u64,
        ) {
            for policy in OnDisqualified::ALL {
                let run = trial(count, games, 1).seeded(seed).offences(policy, 12).run(order);
                run.check_departures();
            }
            let late = trial(count, games, 1).seeded(seed).late(order % 20).run(order);
            prop_assert_eq!(late.played.len(), games as usize * count * (count - 1) / 2);
        }
    }

    #[test]
    fn a_shared_lead_replays_the_whole_cycle_and_is_bounded() {
        let run = |max_cycles| {
            let cycle_pairs = [[0, 1], [1, 2], [2, 0]].map(|seats| seats.map(EntrantId));
            let (entrants, mut history) = (entrants(3), History::default());
            let format = schedule(1, max_cycles > 1, max_cycles);
            let mut played = 0;
            loop {
                let pairings = match format.next(&entrants, &history, 100) {
                    Next::Play(pairings) => pairings,
                    other => return (played, other),
                };
                for pairing in pairings {
                    // Three entrants that beat each other in a cycle never come apart.
                    let first = cycle_pairs.contains(&[pairing.seats[0], pairing.seats[1]]);
                    let result = |won| SeatResult {
                        verdict: if won { Verdict::Won } else { Verdict::Lost },
                        score: 0.0,
                        faults: 0,
                    };
                    history.finish(&pairing, &[result(first), result(!first)]);
                    played += 1;
                }
            }
        };
        assert_eq!(run(4), (12, Next::Done(FormatEnd::LeadShared)));
        assert_eq!(run(1), (3, Next::Done(FormatEnd::Complete)));
    }

    #[test]
    fn it_ends_when_enough_ranks_are_certain_or_after_the_last_cycle() {
        let stop = |stop: &str, cycles: u32| {
            let keys = json!({"games_per_pair": 2, "max_cycles": cycles, "stop": stop});
            TestContest::new("round-robin", keys, 4)
        };
        let run = stop("settled", 100).by_strength().run(1);
        assert_eq!((run.done, run.places()), (FormatEnd::Settled, vec![1, 2, 3, 4]));
        let cycles = run.played.len() / 12;
        assert!((2..100).contains(&cycles), "{cycles}");
        // The first place alone is settled earlier, and nothing is where all are equal.
        assert!(stop("settled top 1", 100).by_strength().run(1).played.len() <= run.played.len());
        let equal = stop("settled top 1", 9).drawn().run(1);
        assert_eq!((equal.done, equal.played.len()), (FormatEnd::Complete, 9 * 12));
        let drawn_by_lot = stop("settled", 30).seeded(5);
        drawn_by_lot.clone().run(1).compare(&drawn_by_lot.run(2));
    }

    #[test]
    fn the_last_entrant_waits_for_no_one() {
        let keys = json!({"games_per_pair": 2, "max_cycles": 9, "stop": "settled top 1"});
        let format = TestContest::new("round-robin", keys, 3);
        for (seed, order) in (0..40).map(|seed| (seed, !seed)) {
            let policy = OnDisqualified::StrikeMatches;
            let run = format.clone().seeded(seed).offences(policy, 3).run(order);
            run.check_departures();
        }
        let (mut entrants, history) = (entrants(2), History::default());
        entrants[0].status = Status::Disqualified(crate::Cause::Fault(Fault::Crash));
        let next = schedule(1, true, 3).next(&entrants, &history, 9);
        assert_eq!(next, Next::Done(FormatEnd::Complete));
    }

    #[test]
    fn disqualified_entrants_are_not_paired() {
        let (mut entrants, history) = (entrants(4), History::default());
        entrants[2].status = Status::Disqualified(crate::Cause::Fault(Fault::Crash));
        let Next::Play(pairings) = schedule(2, false, 1).next(&entrants, &history, 99) else {
            panic!("nothing to play")
        };
        assert_eq!(pairings.len(), 6);
        assert!(pairings.iter().all(|pairing| !pairing.seats.contains(&EntrantId(2))));
    }

    #[test]
    fn scheduling_100_000_matches_takes_linear_time() {
        let entrants = entrants(448);
        let format = schedule(1, true, 2);
        let mut history = History::default();
        let Next::Play(pairings) = format.next(&entrants, &history, usize::MAX) else { panic!() };
        assert_eq!(pairings.len(), 100_128);
        for pairing in &pairings {
            history.schedule(pairing);
        }
        assert_eq!(format.next(&entrants, &history, usize::MAX), Next::Wait);
        let steps = looked_up::so_far() / pairings.len() as u64;
        assert!(steps <= 16, "{steps} cells looked up for each match");
    }

    #[test]
    fn pairs_that_met_in_the_other_order_are_not_scheduled_again() {
        let (entrants, mut history) = (entrants(3), History::default());
        for seats in [[1, 0], [1, 2], [0, 2]] {
            let seats = seats.map(EntrantId).to_vec();
            history.finish(&Pairing { seats, repeat: 0 }, &[]);
        }
        let config = RoundRobin::default();
        let format = RoundRobinSchedule::new(config, Box::new(Wins {}));
        assert_eq!(format.next(&entrants, &history, 10), Next::Done(FormatEnd::Complete));
    }
}
