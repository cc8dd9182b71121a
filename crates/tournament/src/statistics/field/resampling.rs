//! Contests drawn from the blocks of one that was played: how far a share could have been another.
//!
//! Shares of an equilibrium jump where crosstables hardly change, so that no formula has their errors.
//! Blocks are drawn again among those with the same bots, with one more that went the other way round:
//! what was seen once is not certain (B. Efron, "Bootstrap methods", 1979).

use crate::{Crosstable, EntrantId};
use certamen_game::Rng;
use std::collections::BTreeMap;

/// This many contests are drawn.
const CONTESTS: usize = 120;

/// A match: who sat there, and the scores.
type Result = (Vec<EntrantId>, Vec<f64>);

/// The blocks of a contest by who took part in them.
#[derive(Clone, Debug, Default)]
pub struct Resampling(BTreeMap<Vec<EntrantId>, ResampledBlocks>);

/// Blocks of the same bots.
#[derive(Clone, Debug, Default)]
struct ResampledBlocks {
    by_number: BTreeMap<u32, Vec<Result>>,
    /// Whether another contest would bring the same.
    exact: bool,
}

impl Resampling {
    /// Adds a match of this number; `exact` if it would always end like this.
    pub fn add(&mut self, (seats, scores): (&[EntrantId], &[f64]), number: u32, exact: bool) {
        let mut bots = seats.to_vec();
        bots.sort_unstable();
        let blocks = self.0.entry(bots).or_default();
        blocks.exact = exact;
        blocks.by_number.entry(number).or_default().push((seats.to_vec(), scores.to_vec()));
    }

    /// Whether two would always end as they did.
    pub fn is_exact(&self, one: EntrantId, other: EntrantId) -> bool {
        self.0.get(&vec![one.min(other), one.max(other)]).is_some_and(|blocks| blocks.exact)
    }

    /// Where the shares of each of `size` bots by `measure` lie in 95 of 100 contests.
    pub fn intervals(
        &self,
        size: usize,
        measure: fn(&Crosstable) -> Vec<f64>,
        rng: &mut Rng,
    ) -> Vec<[f64; 2]> {
        let contests: Vec<Vec<f64>> =
            (0..CONTESTS).map(|_| measure(&self.contest(size, rng))).collect();
        let of = |bot: usize| {
            let mut shares: Vec<f64> = contests.iter().map(|shares| shares[bot]).collect();
            shares.sort_unstable_by(f64::total_cmp);
            [shares[CONTESTS / 40], shares[CONTESTS - 1 - CONTESTS / 40]]
        };
        (0..size).map(of).collect()
    }

    fn contest(&self, size: usize, rng: &mut Rng) -> Crosstable {
        let mut table = Crosstable::new(size);
        for ResampledBlocks { by_number, exact } in self.0.values() {
            let seen: Vec<&Vec<Result>> = by_number.values().collect();
            for own in &seen {
                let lot = rng.below(seen.len() as u64 + 1) as usize;
                let reversed = !exact && lot == seen.len();
                let drawn = if *exact || reversed { own } else { seen[lot] };
                for (seats, scores) in drawn {
                    let sign = if reversed { -1.0 } else { 1.0 };
                    let scores: Vec<f64> = scores.iter().map(|score| sign * score).collect();
                    table.add_match(seats, &scores);
                }
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::field::{alpha_rank, nash_weights};

    /// Equals, or one that always wins, each this many blocks against each.
    fn played(blocks: u32, strongest: Option<u32>, rng: &mut Rng) -> Resampling {
        let mut drawn = Resampling::default();
        for one in 0..4u32 {
            for other in 0..one {
                for number in 0..blocks {
                    for seats in [[one, other], [other, one]] {
                        let first = match strongest {
                            Some(strong) if seats.contains(&strong) => seats[0] == strong,
                            _ => rng.below(2) == 0,
                        };
                        let scores = if first { [1.0, 0.0] } else { [0.0, 1.0] };
                        drawn.add((&seats.map(EntrantId), &scores), number, false);
                    }
                }
            }
        }
        drawn
    }

    #[test]
    fn shares_of_equals_are_uncertain() {
        let mut rng = Rng::of_turn(5, 5);
        let (mut held, mut all) = (0, 0);
        for _ in 0..5 {
            let drawn = played(50, None, &mut rng);
            let intervals = drawn.intervals(4, nash_weights, &mut rng);
            // None of four equals is known to have more than half, nor nothing.
            held += intervals.iter().filter(|[low, high]| *low < 0.5 && *high > 0.25).count();
            all += 4;
            let alpha = drawn.intervals(4, alpha_rank, &mut rng);
            assert!(alpha.iter().any(|[low, high]| high - low > 0.2), "{alpha:?}");
        }
        assert!(20 * held >= 17 * all, "{held} of {all}");
    }

    #[test]
    fn an_entrant_that_always_wins_has_the_whole_share() {
        let mut rng = Rng::of_turn(6, 6);
        let drawn = played(50, Some(2), &mut rng);
        let [low, high] = drawn.intervals(4, nash_weights, &mut rng)[2];
        assert!(low > 0.99 && high > 0.99, "{low} {high}");
    }

    #[test]
    fn repeatable_results_are_exact() {
        let mut drawn = Resampling::default();
        for seats in [[0, 1], [1, 2], [2, 0]] {
            drawn.add((&seats.map(EntrantId), &[1.0, 0.0]), 0, true);
        }
        for [low, high] in drawn.intervals(3, nash_weights, &mut Rng::of_turn(1, 1)) {
            assert!((low - 1.0 / 3.0).abs() < 1e-3 && high - low < 1e-9, "{low} {high}");
        }
    }
}
