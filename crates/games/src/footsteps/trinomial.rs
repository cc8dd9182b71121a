//! The interval of the mean of results that are 1, 0 or -1, honest where all of them are equal.
//!
//! It is Tango's score interval: all differences between the probabilities of 1 and of -1 that a
//! test with the variance of that very difference does not refuse (T. Tango, "Equivalence test and
//! confidence interval for the difference in proportions for the paired-sample design", Statistics in
//! Medicine 17, 1998). Where every result is 1 it is Wilson's.

use certamen_game::number::Z95;

/// Where the mean lies with a probability of 95 %: the lower and the upper end, from -1 to 1. Of
/// nothing nothing is known.
pub fn interval(ones: u32, noughts: u32, minus_ones: u32) -> (f64, f64) {
    let count = f64::from(ones) + f64::from(noughts) + f64::from(minus_ones);
    if count == 0.0 {
        return (-1.0, 1.0);
    }
    let (ones, minus_ones) = (f64::from(ones), f64::from(minus_ones));
    let mean = (ones - minus_ones) / count;
    let refused = |difference: f64| {
        let variance = count * variance(count, ones, minus_ones, difference);
        let apart = ones - minus_ones - count * difference;
        apart * apart > Z95 * Z95 * variance
    };
    (end(mean, -1.0, &refused), end(mean, 1.0, &refused))
}

/// The variance of a result, in the likeliest distribution of this difference.
fn variance(count: f64, ones: f64, minus_ones: f64, difference: f64) -> f64 {
    let a = 2.0 * count;
    let b = (2.0 * count - ones + minus_ones) * difference - ones - minus_ones;
    let c = -minus_ones * difference * (1.0 - difference);
    let rarer = ((b * b - 4.0 * a * c).max(0.0).sqrt() - b) / (2.0 * a);
    (2.0 * rarer + difference * (1.0 - difference)).max(0.0)
}

/// How far from `mean` one can go towards `edge` before it is refused.
fn end(mean: f64, edge: f64, refused: &impl Fn(f64) -> bool) -> f64 {
    let (mut held, mut lost) = (mean, edge);
    if !refused(edge) {
        return edge;
    }
    for _ in 0..60 {
        let middle = f64::midpoint(held, lost);
        if refused(middle) {
            lost = middle;
        } else {
            held = middle;
        }
    }
    f64::midpoint(held, lost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::Rng;

    fn check(counts: [u32; 3], low: f64, high: f64) {
        let [ones, noughts, minus_ones] = counts;
        let found = interval(ones, noughts, minus_ones);
        assert!((found.0 - low).abs() < 1e-4 && (found.1 - high).abs() < 1e-4, "{found:?}");
        let back = interval(minus_ones, noughts, ones);
        assert!((back.0 + high).abs() < 1e-4 && (back.1 + low).abs() < 1e-4, "{back:?}");
    }

    #[test]
    fn equal_results_have_the_interval_of_wilson() {
        // Wilson's lower end of n of n is n / (n + z²): twice that less 1.
        let z = Z95 * Z95;
        check([200, 0, 0], (200.0 - z) / (200.0 + z), 1.0);
        check([1, 0, 0], (1.0 - z) / (1.0 + z), 1.0);
        check([0, 0, 0], -1.0, 1.0);
        // Nothing but draws: either might come in a share of z² / (n + z²).
        check([0, 200, 0], -z / (200.0 + z), z / (200.0 + z));
    }

    #[test]
    fn large_samples_are_normal() {
        let (low, high) = interval(5000, 2000, 3000);
        let reach = Z95 * ((0.8 - 0.04) / 10_000.0f64).sqrt();
        assert!((low - 0.2 + reach).abs() < 1e-3 && (high - 0.2 - reach).abs() < 1e-3);
    }

    /// Also where results are nearly always the same, which is where the usual interval is empty.
    #[test]
    fn it_holds_the_truth_nineteen_times_of_twenty() {
        for (seed, [one, minus]) in
            [[0.99, 0.005], [0.7, 0.2], [0.02, 0.01], [0.5, 0.5]].into_iter().enumerate()
        {
            let mut rng = Rng::of_turn(12, seed as u64);
            let studies = 2000;
            let held = (0..studies)
                .filter(|_| {
                    let mut counts = [0; 3];
                    for _ in 0..100 {
                        let lot = rng.below(1 << 53) as f64 / (1u64 << 53) as f64;
                        counts[if lot < one { 0 } else { 1 + usize::from(lot < one + minus) }] += 1;
                    }
                    let (low, high) = interval(counts[0], counts[1], counts[2]);
                    (low..=high).contains(&(one - minus))
                })
                .count();
            let share = held as f64 / f64::from(studies);
            assert!((0.93..=0.995).contains(&share), "{one} {minus}: {share}");
        }
    }
}
