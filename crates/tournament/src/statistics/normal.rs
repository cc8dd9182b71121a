//! The normal distribution.

use certamen_game::Rng;

/// The probability of a value above this many deviations.
pub fn above(deviations: f64) -> f64 {
    libm::erfc(deviations / std::f64::consts::SQRT_2) / 2.0
}

/// A lot (G. Box and M. Muller, 1958).
pub(super) fn lot(rng: &mut Rng) -> f64 {
    let share = |rng: &mut Rng| (rng.below(1 << 53) as f64 + 0.5) / (1u64 << 53) as f64;
    let (far, round) = ((-2.0 * share(rng).ln()).sqrt(), std::f64::consts::TAU * share(rng));
    far * round.cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_samples_have_the_right_distribution() {
        let rng = &mut Rng::of_turn(1, 1);
        let lots: Vec<f64> = (0..20_000).map(|_| lot(rng)).collect();
        for deviations in [-1.5, 0.0, 0.5, 2.0] {
            let share = lots.iter().filter(|lot| **lot > deviations).count() as f64 / 20_000.0;
            assert!((share - above(deviations)).abs() < 0.01, "{deviations}: {share}");
        }
    }
}
