//! A sequential test of two strengths that ends as early as possible: Wald's, on blocks.
//!
//! It weighs how likely the blocks are if the new one is `elo1` stronger against how likely they
//! are if it is only `elo0` stronger, each with the distribution of results that fits best among
//! those of that mean (M. Van den Bergh, "A practical introduction to the GSPRT", 2018). The test
//! ends when the logarithm of the ratio leaves its bounds, and it may be looked at at any time.

use super::blocks::Blocks;

/// What is compared, and how often the answer may be wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SequentialTest {
    /// Not better: this many Elo points stronger, or less.
    pub elo0: f64,
    /// Better: this many Elo points stronger, or more.
    pub elo1: f64,
    /// The probability of "better" for one that is `elo0` stronger.
    pub alpha: f64,
    /// The probability of "not better" for one that is `elo1` stronger.
    pub beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestDecision {
    /// The new one is better.
    Better,
    /// It is not.
    NotBetter,
    /// Nothing yet.
    Undecided,
}

/// This many imagined blocks at either end are added to those that were played: nothing that did
/// not happen yet is impossible.
const THOUGHT_OF: f64 = 1e-3;

impl SequentialTest {
    pub fn ratio(&self, blocks: &Blocks) -> f64 {
        if blocks.is_empty() {
            return 0.0;
        }
        let mut seen: Vec<(f64, f64)> =
            blocks.shares().map(|(share, count)| (share, count as f64)).collect();
        let last = seen.len() - 1;
        seen[0].1 += THOUGHT_OF;
        seen[last].1 += THOUGHT_OF;
        let (low, high) = (blocks.expected(self.elo0), blocks.expected(self.elo1));
        let (weak, strong) = (tilt(&seen, low), tilt(&seen, high));
        // The best distribution of a mean gives a result a share of what was seen of it that
        // falls with its distance from the mean; what was seen is the same on both sides.
        seen.iter()
            .map(|(share, count)| {
                let weak = (1.0 + weak * (share - low)).ln();
                let strong = (1.0 + strong * (share - high)).ln();
                count * (weak - strong)
            })
            .sum()
    }

    /// The ratios at which the test ends: below the first not better, above the second better.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    pub fn answer(&self, blocks: &Blocks) -> TestDecision {
        let (low, high) = self.bounds();
        match self.ratio(blocks) {
            ratio if ratio >= high => TestDecision::Better,
            ratio if ratio <= low => TestDecision::NotBetter,
            _ => TestDecision::Undecided,
        }
    }
}

/// The tilt t at which the likeliest distribution of this mean is `count / (1 + t (x - mean))`:
/// where the sum of `count (x - mean) / (1 + t (x - mean))`, which falls in t, is nothing.
fn tilt(seen: &[(f64, f64)], mean: f64) -> f64 {
    let pull = |t: f64| -> f64 {
        seen.iter().map(|(x, count)| count * (x - mean) / (1.0 + t * (x - mean))).sum()
    };
    // Shares lie between 0 and 1, and both ends are among them.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if pull(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::blocks::expected_score;
    use certamen_game::Rng;

    const TEST: SequentialTest = SequentialTest { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };

    fn blocks(counts: [u64; 5]) -> Blocks {
        let mut blocks = Blocks::new(2);
        for (half_points, count) in counts.into_iter().enumerate() {
            (0..count).for_each(|_| blocks.add(half_points));
        }
        blocks
    }

    #[test]
    fn wins_only_have_the_binomial_probability() {
        // Of n matches all won, the ratio is n times the logarithm of the shares.
        let mut swept = Blocks::new(1);
        (0..40).for_each(|_| swept.add(2));
        let expected = 40.0 * (expected_score(50.0) / 0.5).ln();
        assert!((TEST.ratio(&swept) - expected).abs() < 0.05, "{}", TEST.ratio(&swept));
    }

    #[test]
    fn large_samples_have_the_normal_probability() {
        let many = blocks([50, 250, 500, 400, 250]);
        let (low, high) = (expected_score(0.0), expected_score(50.0));
        let normal = many.len() as f64 * (high - low) * (2.0 * many.score() - low - high)
            / (2.0 * many.variance());
        assert!((TEST.ratio(&many) / normal - 1.0).abs() < 0.1, "{}", TEST.ratio(&many));
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let (low, high) = TEST.bounds();
        assert!((low + 2.944).abs() < 0.001 && (high - 2.944).abs() < 0.001);
        assert_eq!(TEST.answer(&Blocks::new(2)), TestDecision::Undecided);
        assert_eq!(TEST.answer(&blocks([0, 0, 10, 60, 60])), TestDecision::Better);
        assert_eq!(TEST.answer(&blocks([60, 60, 10, 0, 0])), TestDecision::NotBetter);
    }

    /// How often the test says better, and how often not, of 400 tests of such a difference.
    fn answers(elo: f64) -> (u32, u32) {
        let (mut better, mut not) = (0, 0);
        for series in 0..400 {
            let mut rng = Rng::of_turn(11, series);
            let mut blocks = Blocks::new(2);
            let answer = loop {
                let mut won = || {
                    let lot = rng.below(1 << 53) as f64 / (1u64 << 53) as f64;
                    2 * usize::from(lot < expected_score(elo))
                };
                blocks.add(won() + won());
                match TEST.answer(&blocks) {
                    TestDecision::Undecided => {}
                    answer => break answer,
                }
            };
            better += u32::from(answer == TestDecision::Better);
            not += u32::from(answer == TestDecision::NotBetter);
        }
        (better, not)
    }

    /// How often tests against others give each answer, and the mean of what they find after this
    /// many blocks, when the new one is this much stronger than the old one, and both than the
    /// others.
    fn against_others(elo: f64, above: f64) -> (u32, u32, f64) {
        let (mut better, mut not, mut found) = (0, 0, 0.0);
        for series in 0..300 {
            let mut rng = Rng::of_turn(12, series);
            let mut blocks = Blocks::against_others(4);
            let mut answer = TestDecision::Undecided;
            let mut share = |elo: f64| {
                let lot = rng.below(1 << 53) as f64 / (1u64 << 53) as f64;
                2 * usize::from(lot < expected_score(elo))
            };
            while answer == TestDecision::Undecided || blocks.len() < 400 {
                let new = share(above + elo) + share(above + elo);
                let old = share(above) + share(above);
                blocks.add_against(new + 4 - old, new + old);
                if answer == TestDecision::Undecided {
                    answer = TEST.answer(&blocks);
                }
            }
            better += u32::from(answer == TestDecision::Better);
            not += u32::from(answer == TestDecision::NotBetter);
            found += blocks.elo().value / 300.0;
        }
        (better, not, found)
    }

    #[test]
    fn test_decisions_are_as_reliable_as_stated() {
        for above in [0.0, 150.0] {
            let (wrong, _, _) = against_others(0.0, above);
            let (_, missed, found) = against_others(50.0, above);
            assert!((found - 50.0).abs() < 5.0, "{above}: {found}");
            // Fifteen of 300 on average; twenty-six are three deviations more.
            assert!(wrong <= 26 && missed <= 26, "{above}: {wrong} {missed}");
        }
        let (_, _, found) = against_others(100.0, 0.0);
        assert!((found - 100.0).abs() < 6.0, "{found}");
    }

    #[test]
    fn it_is_wrong_as_rarely_as_it_promises() {
        // Twenty of 400 are allowed on average; thirty-three are three deviations more.
        let (wrong, _) = answers(0.0);
        let (_, missed) = answers(50.0);
        assert!(wrong <= 33 && missed <= 33, "{wrong} {missed}");
    }
}
