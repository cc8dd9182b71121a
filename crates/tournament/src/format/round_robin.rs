//! Everybody against everybody, seats swapped, the whole cycle again while the lead is shared.

use super::{Done, Format, Next, Pairing};
use crate::{Entrant, EntrantId, History, Ranking, Repeats};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// The keys of a contest file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RoundRobin {
    /// How often each pair meets in a cycle.
    pub games_per_pair: NonZeroU32,
    /// Whether everything is played again while several share the lead.
    pub replay_ties: bool,
    /// How many cycles there are at most.
    pub max_cycles: NonZeroU32,
}

impl Default for RoundRobin {
    fn default() -> RoundRobin {
        let twenty = NonZeroU32::new(20).expect("20 is not 0");
        RoundRobin { games_per_pair: NonZeroU32::MIN, replay_ties: false, max_cycles: twenty }
    }
}

/// The format.
pub(super) struct Schedule {
    config: RoundRobin,
    ranking: Box<dyn Ranking>,
}

impl Schedule {
    pub(super) fn new(config: RoundRobin, ranking: Box<dyn Ranking>) -> Schedule {
        Schedule { config, ranking }
    }

    /// The cycle that is being played, from 1: the first, or the last that any pair has reached, so
    /// that in the end all have met equally often.
    fn cycle(&self, most: u32) -> u32 {
        most.div_ceil(self.config.games_per_pair.get()).max(1)
    }

    fn lead_is_shared(&self, entrants: &[Entrant], history: &History) -> bool {
        let table = self.ranking.rank(entrants, history);
        table.iter().filter(|standing| standing.rank == Some(1)).count() > 1
    }
}

impl Format for Schedule {
    fn next(&self, entrants: &[Entrant], history: &History, wanted: usize) -> Next {
        let per_cycle = self.config.games_per_pair.get();
        let (most, fewest) = progress(entrants, history);
        let mut cycle = self.cycle(most);
        if fewest >= cycle * per_cycle {
            if !self.config.replay_ties || !self.lead_is_shared(entrants, history) {
                return Next::Done(Done::Complete);
            }
            if cycle >= self.config.max_cycles.get() {
                return Next::Done(Done::LeadShared);
            }
            cycle += 1;
        }
        let all = pairs(entrants).flat_map(|pair| pair.missing(history, cycle * per_cycle));
        let pairings: Vec<Pairing> = all.take(wanted).collect();
        if pairings.is_empty() { Next::Wait } else { Next::Play(pairings) }
    }

    fn total(&self, entrants: &[Entrant], history: &History) -> u64 {
        let each = u64::from(self.meetings(entrants, history));
        let left = |id: &EntrantId| !entrants[id.index()].is_active();
        let with_those_who_left = history.cells().filter(|(seats, _)| seats.iter().any(left));
        pairs(entrants).count() as u64 * each
            + with_those_who_left.map(|(_, cell)| u64::from(cell.finished.len())).sum::<u64>()
    }

    fn meetings(&self, entrants: &[Entrant], history: &History) -> u32 {
        let (most, _) = progress(entrants, history);
        self.cycle(most) * self.config.games_per_pair.get()
    }
}

/// The state of all pairs: the most matches that a pair has been given, and the fewest that one
/// has finished.
fn progress(entrants: &[Entrant], history: &History) -> (u32, u32) {
    let (mut most, mut fewest) = (0, u32::MAX);
    for pair in pairs(entrants) {
        let cells = pair.orders().map(|seats| history.cell(&seats));
        let count = |cell: Option<&crate::Cell>| {
            cell.map_or((0, 0), |cell| (cell.scheduled.len(), cell.finished.len()))
        };
        let [(first, ended), (second, ended_too)] = cells.map(count);
        most = most.max(first + second);
        fewest = fewest.min(ended + ended_too);
    }
    (most, fewest)
}

/// Two entrants, in the order in which they sit down first.
#[derive(Clone, Copy)]
struct Pair([EntrantId; 2]);

impl Pair {
    /// Both orders in which they can sit.
    fn orders(self) -> [[EntrantId; 2]; 2] {
        let Pair([first, second]) = self;
        [[first, second], [second, first]]
    }

    /// The matches they need until they have met `target` times, seats swapped from one to the next.
    fn missing(self, history: &History, target: u32) -> impl Iterator<Item = Pairing> {
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
}

/// All pairs of those who take part, each in the order in which they sit down first.
fn pairs(entrants: &[Entrant]) -> impl Iterator<Item = Pair> {
    let id = |index: usize| EntrantId(index as u32);
    let active = move |index: &usize| entrants[*index].is_active();
    (0..entrants.len()).filter(active).flat_map(move |low| {
        (low + 1..entrants.len()).filter(active).map(move |high| {
            // With one match a pair, everybody sits first about half of the time.
            Pair(if (high - low) % 2 == 1 { [id(low), id(high)] } else { [id(high), id(low)] })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{entrants, run};
    use super::*;
    use crate::{
        Status,
        ranking::{RankingConfig, Wins},
    };
    use game::Fault;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn schedule(games_per_pair: u32, replay_ties: bool, max_cycles: u32) -> Schedule {
        let [games_per_pair, max_cycles] =
            [games_per_pair, max_cycles].map(|number| NonZeroU32::new(number).unwrap());
        let config = RoundRobin { games_per_pair, replay_ties, max_cycles };
        Schedule::new(config, RankingConfig::Wins.build())
    }

    proptest! {
        #[test]
        fn everybody_meets_everybody_equally_often(
            count in 2usize..12, games in 1u32..7, batch in 1usize..40, seed: u64,
        ) {
            let (played, _) = run(&schedule(games, false, 20), count, batch, seed);
            let mut met: HashMap<[u32; 2], u32> = HashMap::new();
            let mut sat_first = vec![0i64; count];
            for pairing in &played {
                let mut pair = [pairing.seats[0].0, pairing.seats[1].0];
                pair.sort_unstable();
                *met.entry(pair).or_default() += 1;
                sat_first[pairing.seats[0].index()] += 1;
            }
            prop_assert_eq!(met.len(), count * (count - 1) / 2);
            prop_assert!(met.values().all(|times| *times == games));
            let spread = sat_first.iter().max().unwrap() - sat_first.iter().min().unwrap();
            prop_assert!(spread <= i64::from(games % 2), "{:?}", sat_first);
        }

        #[test]
        fn no_match_is_lost_or_doubled_in_any_order_of_completion(
            count in 2usize..8, games in 1u32..5, batch in 1usize..20, seed: u64, other: u64,
        ) {
            let sorted = |seed, batch| {
                let (mut played, _) = run(&schedule(games, true, 3), count, batch, seed);
                played.sort_by_key(|p| (p.seats.clone(), p.repeat));
                played
            };
            let one = sorted(seed, batch);
            prop_assert!(one.windows(2).all(|two| two[0] != two[1]));
            prop_assert_eq!(one, sorted(other, batch + 7));
        }
    }

    #[test]
    fn a_shared_lead_replays_the_whole_cycle_and_is_bounded() {
        // Three entrants that beat each other in a circle never come apart.
        let (played, done) = run(&schedule(1, true, 4), 3, 100, 1);
        assert_eq!((played.len(), done), (12, Done::LeadShared));
        let (played, done) = run(&schedule(1, false, 4), 3, 100, 1);
        assert_eq!((played.len(), done), (3, Done::Complete));
    }

    #[test]
    fn who_is_disqualified_is_paired_no_more() {
        let (mut entrants, history) = (entrants(4), History::default());
        entrants[2].status = Status::Disqualified(Fault::Crash);
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
        let steps = history.looked_up() / pairings.len() as u64;
        assert!(steps <= 16, "{steps} cells looked up for each match");
    }

    #[test]
    fn pairs_that_sat_the_other_way_round_are_not_asked_again() {
        let (entrants, mut history) = (entrants(3), History::default());
        for seats in [[1, 0], [1, 2], [0, 2]] {
            let seats = seats.map(EntrantId).to_vec();
            history.finish(&Pairing { seats, repeat: 0 }, &[]);
        }
        let config = RoundRobin::default();
        let format = Schedule::new(config, Box::new(Wins));
        assert_eq!(format.next(&entrants, &history, 10), Next::Done(Done::Complete));
    }
}
