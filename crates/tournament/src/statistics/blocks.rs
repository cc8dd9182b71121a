//! Matches from the same start, with every order of seats, counted as one: a block.
//!
//! What luck gives one side at a start it gives the other when they change seats, so that matches
//! of a block are not independent of each other, and their sum varies less than that of matches
//! drawn one by one. The counts of a block's results are what testers of chess programs call
//! pentanomial, where a block is two matches: 0, 1/2, 1, 3/2 and 2 points.

use super::{ELO, normal};
use certamen_game::number::Z95;

/// How many blocks came out how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocks {
    /// By half points, from none to all.
    counts: Vec<u64>,
    /// Where both played against others: the half points that these left to them.
    left: Option<Left>,
}

/// What others left to the two who are compared: a difference of strength shows less in points where
/// both win nearly all, or nearly nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Left {
    half_points: u64,
    most: u64,
}

/// An estimate with half the width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BlockEstimate {
    pub value: f64,
    /// The interval reaches so far to either side; none where no block differs, which says nothing
    /// about how far others may.
    pub reach: Option<f64>,
}

/// Points of normalised rating per unit of difference over deviation: where nothing is drawn, near
/// equality, they are Elo points.
pub(super) const NORMALISED: f64 = 2.0 * ELO;

/// No difference is told that is larger.
const MOST_ELO: f64 = 2400.0;

impl Blocks {
    /// None so far, of this many matches each.
    ///
    /// # Panics
    /// A block has a match at least.
    pub fn new(matches: usize) -> Blocks {
        assert!(matches > 0, "a block has a match at least");
        Blocks { counts: vec![0; 2 * matches + 1], left: None }
    }

    /// Adds a block that gave this many half points.
    ///
    /// # Panics
    /// A match gives two half points at most.
    pub fn add(&mut self, half_points: usize) {
        self.counts[half_points] += 1;
    }

    /// None so far, of this many matches each that both play against others.
    pub fn against_others(matches: usize) -> Blocks {
        Blocks { left: Some(Left::default()), ..Blocks::new(matches) }
    }

    /// Adds a block that gave this many half points, where others left this many to both together.
    ///
    /// # Panics
    /// A match gives two half points at most.
    pub fn add_against(&mut self, half_points: usize, left: usize) {
        self.add(half_points);
        let most = 2 * self.matches() as u64;
        let before = self.left.get_or_insert_default();
        before.half_points += left as u64;
        before.most += most;
    }

    pub fn len(&self) -> u64 {
        self.counts.iter().sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn matches(&self) -> usize {
        (self.counts.len() - 1) / 2
    }

    /// How many blocks gave 0, 1, 2 … half points.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The share of all points, from 0 to 1.
    pub fn score(&self) -> f64 {
        self.average(|score| score)
    }

    /// The variance of a block's share of the points.
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        self.average(|score| (score - mean) * (score - mean))
    }

    /// The difference in strength by Elo's formula.
    pub fn elo(&self) -> BlockEstimate {
        let (score, reach) = (self.score(), Z95 * self.error());
        let (low, high) = (self.elo_of(score - reach), self.elo_of(score + reach));
        let varies = self.variance() > 0.0;
        BlockEstimate { value: self.elo_of(score), reach: varies.then_some((high - low) / 2.0) }
    }

    /// The difference in units of what one match varies; nothing where no block differs.
    pub fn normalised_elo(&self) -> BlockEstimate {
        let of_match = (self.variance() * self.matches() as f64).sqrt();
        if of_match == 0.0 {
            return BlockEstimate { value: 0.0, reach: None };
        }
        let reach = Z95 * self.error() / of_match;
        let value = (self.score() - 0.5) / of_match;
        BlockEstimate { value: NORMALISED * value, reach: Some(NORMALISED * reach) }
    }

    /// The probability that it is the stronger one, from these blocks.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let ahead = self.score() - 0.5;
        let deviations = if ahead == 0.0 { 0.0 } else { ahead / self.error() };
        normal::above(-deviations)
    }

    /// The share of the points that a difference of `elo` makes one expect. Against others, it is half
    /// of what it makes of a difference in points, at the level that they leave, and a half.
    pub(super) fn expected(&self, elo: f64) -> f64 {
        let Some(Left { half_points, most }) = self.left else { return expected_score(elo) };
        // Who knows nothing yet takes them for equals.
        let level = elo_of((half_points as f64 + 1.0) / (most as f64 + 2.0));
        let apart = expected_score(level + elo / 2.0) - expected_score(level - elo / 2.0);
        0.5 + apart / 2.0
    }

    /// The difference that makes one expect this share of the points.
    fn elo_of(&self, score: f64) -> f64 {
        if self.left.is_none() {
            return elo_of(score);
        }
        let (mut low, mut high) = (-MOST_ELO, MOST_ELO);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if self.expected(middle) < score { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    }

    fn error(&self) -> f64 {
        (self.variance() / self.len() as f64).sqrt()
    }

    fn average(&self, of: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = self.shares().map(|(score, count)| of(score) * count as f64).sum();
        sum / self.len() as f64
    }

    /// The possible shares of a block's points, and how often each came.
    pub(super) fn shares(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        let all = (self.counts.len() - 1) as f64;
        self.counts.iter().enumerate().map(move |(half, count)| (half as f64 / all, *count))
    }
}

/// How far above the other one is who gets this share of the points: 400 points are ten to one.
fn elo_of(score: f64) -> f64 {
    // Within all that can be told from a million blocks.
    let score = score.clamp(1e-6, 1.0 - 1e-6);
    -ELO * (1.0 / score - 1.0).ln()
}

/// The share of the points that `elo` makes one expect.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(counts: [u64; 5]) -> Blocks {
        Blocks { counts: counts.to_vec(), left: None }
    }

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 0.005
    }

    /// By hand: 20 pairs, mean 0.6, variance 0.04625, deviation of the mean 0.04809.
    #[test]
    fn estimates_follow_from_counts() {
        let blocks = blocks([0, 2, 11, 4, 3]);
        assert_eq!((blocks.len(), blocks.matches()), (20, 2));
        assert!(near(blocks.score(), 0.6));
        assert!(near(blocks.variance(), 0.04625));
        assert!(near(blocks.elo().value, 70.44));
        let reach = Z95 * (0.04625f64 / 20.0).sqrt();
        let width = elo_of(0.6 + reach) - elo_of(0.6 - reach);
        assert!(near(blocks.elo().reach.unwrap(), width / 2.0));
        assert!(near(blocks.normalised_elo().value, 347.436 * 0.1 / 0.0925f64.sqrt()));
        assert!(near(blocks.likelihood_of_superiority(), 0.981));
    }

    #[test]
    fn a_swept_series_stays_finite() {
        let blocks = blocks([0, 0, 0, 0, 7]);
        assert!(blocks.elo().value.is_finite() && blocks.elo().value > 1000.0);
        assert_eq!(blocks.likelihood_of_superiority(), 1.0);
    }

    #[test]
    fn pairs_that_cancel_out_vary_less_than_their_matches() {
        // The first seat always wins: every block is even.
        let even = blocks([0, 0, 50, 0, 0]);
        assert_eq!((even.variance(), even.likelihood_of_superiority()), (0.0, 0.5));
        assert_eq!(even.normalised_elo(), BlockEstimate { value: 0.0, reach: None });
        assert_eq!(even.elo().reach, None);
        // One block alone says nothing of how far others differ.
        assert_eq!(blocks([1, 0, 0, 0, 0]).elo().reach, None);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-300.0, 0.0, 12.5, 400.0] {
            assert!((elo_of(expected_score(elo)) - elo).abs() < 1e-9);
        }
    }
}
