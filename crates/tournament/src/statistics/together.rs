//! Many rows reported at once: none of those reported as certain may be in the wrong order.
//!
//! Each line has the probability of being so far apart by chance. The smallest of m counts as settled
//! if it is below a part in m of what is allowed, the next below a part in m - 1, and so on until one is
//! not (S. Holm, "A simple sequentially rejective multiple test procedure", 1979). It asks nothing of
//! how lines depend on each other, and where all must be settled, as for a contest that ends by it, the
//! last of them is asked what one alone would be.

use super::certainty::{Gap, RankCertainty};

/// What is allowed for all lines together. The bound is one for many matches; with this, equals are
/// called settled in less than one of twenty contests that are looked at after each of a thousand cycles.
const ALPHA: f64 = 0.04;

/// What is known of lines that are said together.
pub(super) fn together(gaps: &[Gap]) -> Vec<RankCertainty> {
    let mut places: Vec<(f64, usize)> =
        gaps.iter().enumerate().map(|(place, gap)| (gap.by_chance(), place)).collect();
    places.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let mut told = vec![RankCertainty::Open; gaps.len()];
    let mut left = gaps.len();
    for (_, place) in places {
        told[place] = gaps[place].settlement_at(ALPHA / left as f64);
        // From the first one on that is not settled, all are asked the same.
        left -= usize::from(told[place] == RankCertainty::Settled);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(difference: f64) -> Gap {
        Gap { difference, variance: 0.01, matches: 400 }
    }

    #[test]
    fn one_line_is_asked_what_it_would_be_alone() {
        for difference in [0.1, 0.2, 0.3, 0.5] {
            let alone = gap(difference).settlement_at(ALPHA);
            assert_eq!(together(&[gap(difference)]), [alone]);
        }
        assert!(together(&[]).is_empty());
    }

    #[test]
    fn of_many_more_is_asked_and_the_clear_ones_ask_nothing_of_the_last() {
        // Just enough alone.
        let mut enough = 0.2;
        while gap(enough).settlement_at(ALPHA) != RankCertainty::Settled {
            enough += 0.001;
        }
        let clear = gap(1.0);
        assert_eq!(together(&[clear, gap(enough), clear]), [RankCertainty::Settled; 3]);
        // Two that are just enough are not, said together.
        let both = together(&[gap(enough), gap(enough)]);
        assert!(both.iter().all(|known| matches!(known, RankCertainty::About(_))), "{both:?}");
    }
}
