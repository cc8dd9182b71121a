//! Two entrants, one above the other, and what their matches gave them: how far they are apart.

use super::certainty::Gap;

/// What matches gave one entrant. Matches of a block count together: what they vary is what the sum
/// of a block varies.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Moments {
    count: u64,
    /// The sum of what each gave.
    sum: f64,
    /// The sum over the blocks: of what each gave, squared; that times its matches; those squared.
    squares: f64,
    products: f64,
    sizes: f64,
}

/// Two entrants, one above the other, who are compared by what a match gives them on average.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Neighbours {
    /// What the upper one got from matches without the lower one.
    pub above: Moments,
    /// What the lower one got from matches without the upper one.
    pub below: Moments,
    /// What the upper one got from matches of both, with any others at the table.
    pub above_together: Moments,
    /// What the lower one got from the same matches.
    pub below_together: Moments,
    /// The variance of a match among all entrants: few equal results do not prove that there are
    /// no others, and so matches of this variance are added to what was seen.
    pub usual: f64,
    pub added: f64,
}

impl Neighbours {
    /// How far they are apart.
    pub fn gap(&self) -> Gap {
        let above = self.above.with(self.above_together);
        let below = self.below.with(self.below_together);
        let (n, m) = (above.count as f64, below.count as f64);
        let (one, other) = (above.variance(self), below.variance(self));
        // What one gets more, the other may have less of: the deviations add up at most.
        let apart = one.sqrt() + other.sqrt();
        let together = self.above_together.count as f64;
        let variance = self.above.count as f64 * one / (n * n)
            + self.below.count as f64 * other / (m * m)
            + together * apart * apart / (n.min(m) * n.min(m));
        let difference = above.sum / n - below.sum / m;
        let matches = self.above.count + self.below.count + self.above_together.count;
        Gap { difference, variance, matches }
    }
}

impl Moments {
    /// Those of one match that gave `value`.
    pub fn one(value: f64) -> Moments {
        Moments::block(1, value)
    }

    /// Those of a block of this many matches that gave `sum` altogether.
    pub fn block(matches: u64, sum: f64) -> Moments {
        let size = matches as f64;
        Moments {
            count: matches,
            sum,
            squares: sum * sum,
            products: sum * size,
            sizes: size * size,
        }
    }

    #[must_use]
    pub fn with(self, other: Moments) -> Moments {
        Moments {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
            products: self.products + other.products,
            sizes: self.sizes + other.sizes,
        }
    }

    /// The variance of one match as it was seen, 0 if there is none.
    pub fn spread(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.seen() / self.count as f64 }
    }

    /// The variance of one match, against any opponent: not less than it is against each alone.
    fn variance(&self, Neighbours { usual, added, .. }: &Neighbours) -> f64 {
        (self.seen() + added * usual) / (self.count as f64 + added)
    }

    /// The sum, over the blocks, of the squared distance from what this many matches give on
    /// average: the variance of a ratio of sums, with blocks as its units (K.-Y. Liang and S.
    /// Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73, 1986).
    fn seen(&self) -> f64 {
        let mean = if self.count == 0 { 0.0 } else { self.sum / self.count as f64 };
        (self.squares - 2.0 * mean * self.products + mean * mean * self.sizes).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::certainty::RankCertainty, *};
    use certamen_game::Rng;

    /// Two who met with these results of the upper one, 1 or 0, and met others besides.
    fn neighbours(above: Moments, below: Moments, mutual: Moments) -> Neighbours {
        let Moments { count, sum, .. } = mutual;
        let lost = count as f64 - sum;
        Neighbours {
            above,
            below,
            above_together: mutual,
            below_together: Moments { sum: lost, squares: lost, products: lost, ..mutual },
            usual: 0.25,
            added: 2.0,
        }
    }

    fn lot(rng: &mut Rng, chance: f64) -> Moments {
        let lot = rng.below(1 << 53) as f64 / (1u64 << 53) as f64;
        Moments::one(if lot < chance { 1.0 } else { 0.0 })
    }

    /// Whether the two were ever called settled when looked at after every round, and when first.
    /// Each meets the other and two third parties in a round, with these chances to win.
    fn first_settled(chances: [f64; 3], rounds: u32, rng: &mut Rng) -> Option<u32> {
        let [against_other, one, other] = chances;
        let (mut above, mut below, mut mutual) = Default::default();
        (1..=rounds).find(|_| {
            mutual = Moments::with(mutual, lot(rng, against_other));
            above = Moments::with(above, lot(rng, one).with(lot(rng, 0.9)));
            below = Moments::with(below, lot(rng, other).with(lot(rng, 0.9)));
            neighbours(above, below, mutual).gap().settlement() == RankCertainty::Settled
        })
    }

    #[test]
    fn equals_are_hardly_ever_called_certain() {
        let contests = 300;
        let wrong = (0..contests)
            .filter(|contest| {
                let rng = &mut Rng::of_turn(3, *contest);
                first_settled([0.5, 0.4, 0.4], 1000, rng).is_some()
            })
            .count();
        // Half of the mistakes are the other way round, so 2.5 % is what is allowed.
        assert!(wrong <= contests as usize / 40, "{wrong} of {contests}");
    }

    #[test]
    fn a_real_difference_becomes_certain() {
        for contest in 0..50 {
            let rng = &mut Rng::of_turn(4, contest);
            let rounds = first_settled([0.7, 0.7, 0.4], 1000, rng);
            assert!(rounds.is_some_and(|rounds| rounds > 2), "{rounds:?}");
        }
    }

    #[test]
    fn few_equal_results_make_nothing_certain() {
        let swept =
            |count: u64| (0..count).fold(Moments::default(), |sum, _| sum.with(Moments::one(1.0)));
        let two = |count| neighbours(Moments::default(), Moments::default(), swept(count)).gap();
        assert_ne!(two(3).settlement(), RankCertainty::Settled);
        assert_eq!(two(30).settlement(), RankCertainty::Settled);
    }

    #[test]
    fn blocks_vary_as_a_whole() {
        let sum = |values: &[f64], size: usize| {
            values.chunks(size).fold(Moments::default(), |sum, block| {
                sum.with(Moments::block(block.len() as u64, block.iter().sum()))
            })
        };
        // The first seat always wins: matches vary, pairs of them do not.
        let values = [1.0, 0.0, 1.0, 0.0, 1.0, 0.0];
        assert_eq!(sum(&values, 1).spread(), 0.25);
        assert_eq!(sum(&values, 2).spread(), 0.0);
        // Both matches of a pair end alike: it is as if there were half as many.
        let values = [1.0, 1.0, 0.0, 0.0];
        assert_eq!(sum(&values, 1).spread(), 0.25);
        assert_eq!(sum(&values, 2).spread(), 0.5);
    }
}
