//! Whether an order is certain: a test that may be evaluated after every match.
//!
//! Looked at again and again, an ordinary 95 % interval is wrong much more often than one time in
//! twenty. The bound used here holds at all times together. It is a mixture over all sizes of the
//! difference: with the information I (one over the variance of the estimate) and the information r
//! at which it is tightest, an estimate farther from nothing than
//! `sqrt((I + r) * ln((I + r) / (r * alpha^2))) / I`
//! turns up with a probability below alpha at any time, ever
//! (H. Robbins, "Statistical methods related to the law of the iterated logarithm", 1970;
//! I. Waudby-Smith and others, "Time-uniform central limit theory and asymptotic confidence
//! sequences", 2024, for estimated variances). Turned round, it says at which alpha an estimate lies just
//! on the bound: the probability of being so far off by chance.

/// The probability of ever calling an order settled that is not, each by itself.
const ALPHA: f64 = 0.05;

/// The number of matches at which the bound is tightest.
const TIGHTEST: f64 = 30.0;

/// Beyond this many further matches nothing can be said.
const HORIZON: u64 = 1_000_000;

/// How far two entrants are apart, and how well that is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gap {
    /// What the upper one has more, on average or as a rating.
    pub difference: f64,
    pub variance: f64,
    pub matches: u64,
}

/// What is known of the order of two entrants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RankCertainty {
    /// They are in the right order: with 95 %, however often one looks.
    Settled,
    /// They are where they are for good: whatever could still be played was played before.
    Exact,
    /// About this many more matches of the two will make it certain, if they go on like this.
    About(u64),
    /// Nothing distinguishes them so far, or not within a million matches.
    Open,
}

impl RankCertainty {
    /// Whether nothing more is waited for.
    pub fn is_final(self) -> bool {
        matches!(self, RankCertainty::Settled | RankCertainty::Exact)
    }
}

impl Gap {
    /// Whether the order is settled, looked at by itself.
    pub fn settlement(&self) -> RankCertainty {
        self.settlement_at(ALPHA)
    }

    /// The probability of ever being so far apart by chance; 1 where nothing distinguishes the two.
    pub(super) fn by_chance(&self) -> f64 {
        let of_one = 1.0 / (self.variance * self.matches as f64);
        if !of_one.is_finite() || self.difference.is_nan() || self.difference <= 0.0 {
            return 1.0;
        }
        let (information, tightest) = (of_one * self.matches as f64, of_one * TIGHTEST);
        let sum = information + tightest;
        let far = self.difference * information;
        ((sum / tightest).sqrt() * (-far * far / (2.0 * sum)).exp()).min(1.0)
    }

    /// Whether the order is settled with so little probability of being wrong.
    pub(super) fn settlement_at(&self, alpha: f64) -> RankCertainty {
        if self.difference.is_nan() || self.difference <= 0.0 || self.matches == 0 {
            return RankCertainty::Open;
        }
        if self.is_settled_after(self.matches, alpha) {
            return RankCertainty::Settled;
        }
        if !self.is_settled_after(self.matches.saturating_add(HORIZON), alpha) {
            return RankCertainty::Open;
        }
        let (mut few, mut enough) = (0, HORIZON);
        while enough - few > 1 {
            let middle = few + (enough - few) / 2;
            if self.is_settled_after(self.matches + middle, alpha) {
                enough = middle;
            } else {
                few = middle;
            }
        }
        RankCertainty::About(enough)
    }

    /// Whether the same difference after this many matches would be certain.
    fn is_settled_after(&self, matches: u64, alpha: f64) -> bool {
        let of_one = 1.0 / (self.variance * self.matches as f64);
        if !of_one.is_finite() {
            return false;
        }
        let (information, tightest) = (of_one * matches as f64, of_one * TIGHTEST);
        let sum = information + tightest;
        let bound = (sum * (sum / (tightest * alpha * alpha)).ln()).sqrt() / information;
        self.difference >= bound
    }
}

// Many rows reported at once: none of those reported as certain may be in the wrong order.
//
// Each line has the probability of being so far apart by chance. The smallest of m counts as settled
// if it is below a part in m of what is allowed, the next below a part in m - 1, and so on until one is
// not (S. Holm, "A simple sequentially rejective multiple test procedure", 1979). It asks nothing of
// how lines depend on each other, and where all must be settled, as for a contest that ends by it, the
// last of them is asked what one alone would be.

/// What is allowed for all lines together. The bound is one for many matches; with this, equals are
/// called settled in less than one of twenty contests that are looked at after each of a thousand cycles.
const ALPHA_TOGETHER: f64 = 0.04;

/// What is known of lines that are said together.
pub(super) fn together(gaps: &[Gap]) -> Vec<RankCertainty> {
    let mut places: Vec<(f64, usize)> =
        gaps.iter().enumerate().map(|(place, gap_of)| (gap_of.by_chance(), place)).collect();
    places.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let mut settled = vec![RankCertainty::Open; gaps.len()];
    let mut left = gaps.len();
    for (_, place) in places {
        settled[place] = gaps[place].settlement_at(ALPHA_TOGETHER / left as f64);
        // From the first one on that is not settled, all are asked the same.
        left -= usize::from(settled[place] == RankCertainty::Settled);
    }
    settled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(difference: f64, variance: f64, matches: u64) -> RankCertainty {
        Gap { difference, variance, matches }.settlement()
    }

    #[test]
    fn the_bound_and_the_probability_are_inverse() {
        for (difference, variance, matches) in [(0.5, 0.01, 25), (0.3, 0.005, 80), (0.05, 0.02, 9)]
        {
            let gap = Gap { difference, variance, matches };
            let chance = gap.by_chance();
            assert!(chance < 1.0 || difference < 0.1, "{chance}");
            if chance < 1.0 {
                assert_eq!(gap.settlement_at(chance * 1.001), RankCertainty::Settled);
                assert_ne!(gap.settlement_at(chance * 0.999), RankCertainty::Settled);
            }
        }
        assert_eq!(Gap { difference: -1.0, variance: 0.01, matches: 9 }.by_chance(), 1.0);
        assert_eq!(Gap { difference: 1.0, variance: 0.0, matches: 9 }.by_chance(), 1.0);
    }

    #[test]
    fn the_number_of_missing_matches_is_estimated() {
        assert_eq!(gap(0.0, 0.01, 25), RankCertainty::Open);
        assert_eq!(gap(-0.1, 0.01, 25), RankCertainty::Open);
        assert_eq!(gap(0.3, 0.01, 0), RankCertainty::Open);
        assert_eq!(gap(f64::NAN, 0.01, 25), RankCertainty::Open);
        assert_eq!(gap(1e-9, 0.01, 25), RankCertainty::Open);
        assert_eq!(gap(1.0, 0.01, 25), RankCertainty::Settled);
        let RankCertainty::About(more) = gap(0.2, 0.01, 25) else { panic!("near, and not there") };
        // After that many it is settled, one match earlier it is not.
        let later = |more: u64| gap(0.2, 0.25 / (25 + more) as f64, 25 + more);
        assert_eq!(later(more), RankCertainty::Settled);
        assert_ne!(later(more - 1), RankCertainty::Settled);
    }

    fn gap_of(difference: f64) -> Gap {
        Gap { difference, variance: 0.01, matches: 400 }
    }

    #[test]
    fn a_single_row_has_the_usual_bound() {
        for difference in [0.1, 0.2, 0.3, 0.5] {
            let alone = gap_of(difference).settlement_at(ALPHA_TOGETHER);
            assert_eq!(together(&[gap_of(difference)]), [alone]);
        }
        assert!(together(&[]).is_empty());
    }

    #[test]
    fn many_rows_have_a_stricter_bound() {
        // Just enough alone.
        let mut enough = 0.2;
        while gap_of(enough).settlement_at(ALPHA_TOGETHER) != RankCertainty::Settled {
            enough += 0.001;
        }
        let clear = gap_of(1.0);
        assert_eq!(together(&[clear, gap_of(enough), clear]), [RankCertainty::Settled; 3]);
        // Two that are just enough are not, said together.
        let both = together(&[gap_of(enough), gap_of(enough)]);
        assert!(both.iter().all(|known| matches!(known, RankCertainty::About(_))), "{both:?}");
    }
}
