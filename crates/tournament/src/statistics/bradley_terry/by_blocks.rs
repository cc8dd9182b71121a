//! Errors of fitted strengths that assume independent blocks, not independent matches.
//!
//! The two matches of a block have one start, and what it gives one side it gives the other when they
//! change seats. With the information I that the model has and the variance V of what the blocks
//! show, the covariance is `1/I V 1/I` (P. Huber, "The behavior of maximum likelihood estimates
//! under nonstandard conditions", 1967): the strengths stay what they are.

use super::{Fit, probabilities};
use crate::{
    EntrantId, History, Verdict,
    statistics::fitted::{Fitted, Slope},
};
use std::collections::BTreeMap;

/// How the blocks of all pairs came out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BlockCounts(BTreeMap<[EntrantId; 2], BTreeMap<BlockResults, u64>>);

/// What the first seat got where the lower entrant sat first, and where the higher one did.
type BlockResults = [Option<Verdict>; 2];

/// There must be this many blocks for each parameter: the variance of few is worth nothing.
const BLOCKS_A_PARAMETER: usize = 3;

impl BlockCounts {
    /// Those of matches of two, each told as who sat where, the number of the match, and what the
    /// first seat got. Matches alone in their block are blocks, too.
    pub fn new(matches: impl IntoIterator<Item = ([EntrantId; 2], u32, Verdict)>) -> BlockCounts {
        let mut blocks: BTreeMap<([EntrantId; 2], u32), BlockResults> = BTreeMap::new();
        for ([first, second], number, verdict) in matches {
            let pair = [first.min(second), first.max(second)];
            blocks.entry((pair, number)).or_default()[usize::from(first > second)] = Some(verdict);
        }
        let mut counts = BlockCounts::default();
        for ((pair, _), results) in blocks {
            *counts.0.entry(pair).or_default().entry(results).or_default() += 1;
        }
        counts
    }

    /// Those of the single matches that `history` keeps.
    pub fn of_history(history: &History) -> BlockCounts {
        let matches = history.tables().filter_map(|(seats, cell)| {
            let &[first, second] = seats else { return None };
            Some(cell.results.iter().filter_map(move |(number, results)| {
                // A match that both lost carries no information.
                let won = results.iter().any(|result| result.verdict != Verdict::Lost);
                won.then(|| ([first, second], *number, results[0].verdict))
            }))
        });
        BlockCounts::new(matches.flatten())
    }

    fn len(&self) -> u64 {
        self.0.values().flat_map(BTreeMap::values).sum()
    }

    fn has_whole_ones(&self) -> bool {
        self.0.values().flat_map(BTreeMap::keys).any(|results| results.iter().all(Option::is_some))
    }
}

impl Fit {
    /// The same strengths with errors by blocks, where there are enough of them and they have both
    /// orders of seats.
    #[must_use]
    pub fn with_blocks(self, blocks: &BlockCounts) -> Fit {
        let size = self.fitted.parameters.len();
        let count = blocks.len() as usize;
        if !blocks.has_whole_ones() || count < BLOCKS_A_PARAMETER * size {
            return self;
        }
        let Fitted { entrants, parameters, covariance } = self.fitted;
        // The variance of the prior is as it states.
        let Slope { information: mut told, .. } = Slope::of_priors(&parameters, entrants.len());
        // Parameters fit what they are fitted to: residuals are too small by this much.
        let correction = count as f64 / (count - size) as f64;
        for (pair, results) in &blocks.0 {
            let [Ok(low), Ok(high)] = pair.map(|id| entrants.binary_search(&id)) else { continue };
            for (results, times) in results {
                let scores = scores(&parameters, low, high, *results);
                for (row, one) in scores {
                    for (column, other) in scores {
                        told[row * size + column] += correction * *times as f64 * one * other;
                    }
                }
            }
        }
        let covariance = Fitted::around(&covariance, &told, size);
        Fit { fitted: Fitted { entrants, parameters, covariance } }
    }
}

/// The score of a block: the slope of its likelihood, by parameter.
fn scores(parameters: &[f64], low: usize, high: usize, results: BlockResults) -> [(usize, f64); 4] {
    let (advantage, inclination) = (parameters.len() - 2, parameters.len() - 1);
    let [mut of_low, mut of_first, mut of_draws] = [0.0; 3];
    for (turned, verdict) in results.iter().enumerate() {
        let Some(verdict) = verdict else { continue };
        let [first, second, sign] = if turned == 0 { [low, high, 1] } else { [high, low, 0] };
        let [win, draw, _] = probabilities(parameters, first, second);
        let got = match verdict {
            Verdict::Won => 1.0,
            Verdict::Drawn => 0.5,
            Verdict::Lost => 0.0,
        };
        let ahead = got - win - draw / 2.0;
        of_low += if sign == 1 { ahead } else { -ahead };
        of_first += ahead;
        of_draws += f64::from(u8::from(*verdict == Verdict::Drawn)) - draw;
    }
    [(low, of_low), (high, -of_low), (advantage, of_first), (inclination, of_draws)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{ELO, Reference, bradley_terry::Encounters};
    use certamen_game::Rng;

    /// Six entrants 40 points apart, all this many blocks against each other. With `luck_of_start`
    /// the start of a block makes one seat this much stronger, in Elo points.
    fn simulated(blocks: u32, luck_of_start: f64, rng: &mut Rng) -> (Fit, BlockCounts) {
        let mut share = || rng.below(1 << 53) as f64 / (1u64 << 53) as f64;
        let mut matches = Vec::new();
        for high in 0..6u32 {
            for low in 0..high {
                for number in 0..blocks {
                    let start = if share() < 0.5 { luck_of_start } else { -luck_of_start };
                    for seats in [[low, high], [high, low]] {
                        let ahead = (f64::from(seats[0]) - f64::from(seats[1])) * 40.0 + start;
                        let won = share() < 1.0 / (1.0 + (-ahead / ELO).exp());
                        let verdict = if won { Verdict::Won } else { Verdict::Lost };
                        matches.push((seats.map(EntrantId), number, verdict));
                    }
                }
            }
        }
        let cells = matches.iter().map(|(seats, _, verdict)| {
            let won = u64::from(*verdict == Verdict::Won);
            ((seats[0], seats[1]), Encounters { won, drawn: 0, lost: 1 - won })
        });
        (Fit::new(cells), BlockCounts::new(matches.iter().copied()))
    }

    /// The share of intervals that hold the truth.
    fn coverage(luck_of_start: f64, by_blocks: bool) -> f64 {
        let (mut held, truth) = (0, truth(luck_of_start));
        let contests = 400;
        for contest in 0..contests {
            let (fit, blocks) = simulated(20, luck_of_start, &mut Rng::of_turn(9, contest));
            let fit = if by_blocks { fit.with_blocks(&blocks) } else { fit };
            let (difference, error) = fit.difference(EntrantId(5), EntrantId(0)).unwrap();
            held += u32::from((difference - truth).abs() < certamen_game::number::Z95 * error);
        }
        f64::from(held) / contests as f64
    }

    /// How far the last is above the first, as any number of matches would say: the luck of the start
    /// flattens strengths.
    fn truth(luck_of_start: f64) -> f64 {
        let seats = (0..6u32).flat_map(|one| (0..6u32).map(move |other| [one, other]));
        let cells = seats.filter(|seats| seats[0] != seats[1]).map(|seats| {
            let ahead = (f64::from(seats[0]) - f64::from(seats[1])) * 40.0;
            let chance = |start: f64| 0.5 / (1.0 + (-(ahead + start) / ELO).exp());
            let won = 1e9 * (chance(luck_of_start) + chance(-luck_of_start));
            let met = Encounters { won: won as u64, drawn: 0, lost: (1e9 - won) as u64 };
            ((EntrantId(seats[0]), EntrantId(seats[1])), met)
        });
        Fit::new(cells).difference(EntrantId(5), EntrantId(0)).unwrap().0
    }

    #[test]
    fn by_blocks_intervals_hold_the_truth_where_starts_decide() {
        for start in [0.0, 500.0] {
            let share = coverage(start, true);
            assert!((0.92..=0.975).contains(&share), "{start}: {share}");
        }
        // The model alone thinks that it knows far less than it does.
        assert!(coverage(500.0, false) > 0.985);
    }

    #[test]
    fn few_blocks_and_matches_alone_change_nothing() {
        let (fit, blocks) = simulated(1, 0.0, &mut Rng::of_turn(1, 2));
        assert_eq!(
            fit.clone().with_blocks(&blocks).ratings(Reference::Mean),
            fit.ratings(Reference::Mean)
        );
        let (fit, _) = simulated(20, 0.0, &mut Rng::of_turn(1, 2));
        let alone = (0..500).map(|number| ([EntrantId(0), EntrantId(1)], number, Verdict::Won));
        let alone = BlockCounts::new(alone);
        assert_eq!(
            fit.clone().with_blocks(&alone).ratings(Reference::Mean),
            fit.ratings(Reference::Mean)
        );
    }
}
