//! Strengths for choosing matches, fast enough to compute after every few matches.
//!
//! They are those of Bradley and Terry, draws as half a win, with a weak prior and without an
//! advantage of the first seat; `bradley_terry` has the model for tables.

use super::fitted::{Fitted, Slope};
use crate::{EntrantId, History};

/// The standard deviation of strengths before anything is known, in natural logarithms of odds.
const PRIOR: f64 = 2.0;

#[derive(Clone, Debug)]
pub(crate) struct Strengths {
    values: Vec<f64>,
    /// Row by row.
    covariance: Vec<f64>,
}

impl Strengths {
    /// The strengths of `entrants` entrants by their matches of two.
    pub(crate) fn of_history(history: &History, entrants: usize) -> Strengths {
        let mut points = vec![0.0; entrants];
        let mut met: Vec<(usize, usize, f64)> = Vec::new();
        for (seats, cell) in history.tables() {
            if let &[one, other] = seats {
                for (own, tally) in seats.iter().zip(&cell.tallies) {
                    points[own.index()] += tally.won as f64 + tally.drawn as f64 / 2.0;
                }
                // A match that both lost carries no information.
                let decided = cell.tallies.iter().map(|tally| tally.won).sum::<u64>();
                let decided = decided as f64 + cell.tallies[0].drawn as f64;
                met.push((one.index(), other.index(), decided));
            }
        }
        let ids = (0..entrants as u32).map(EntrantId).collect();
        let fitted = Fitted::maximum(ids, 0, |values| slope(values, &points, &met));
        Strengths { values: fitted.parameters, covariance: fitted.covariance }
    }

    /// The strength of one, in natural logarithms of odds; 0 is the middle of what was expected
    /// before.
    pub(crate) fn value(&self, one: usize) -> f64 {
        self.values[one]
    }

    /// The variance of the difference between two strengths.
    pub(crate) fn spread(&self, one: usize, other: usize) -> f64 {
        let at = |row: usize, column: usize| self.covariance[row * self.values.len() + column];
        at(one, one) + at(other, other) - 2.0 * at(one, other)
    }

    /// What a match between two varies: the information it gives on the difference.
    pub(crate) fn variance(&self, one: usize, other: usize) -> f64 {
        let expected = beats(self.values[one] - self.values[other]);
        expected * (1.0 - expected)
    }

    /// What a match between two is expected to say about which is the stronger.
    pub(crate) fn information(&self, one: usize, other: usize) -> f64 {
        let spread = self.spread(one, other);
        let variance = self.variance(one, other) * spread;
        let apart = self.value(one) - self.value(other);
        // How likely it is that they stand the wrong way round, but for a factor.
        let unsure = (-apart * apart / (2.0 * spread)).exp();
        // The deviation that a match takes away, as a share of what there is: of several tried, also
        // the variance and what is left of it, this needs the fewest matches (see `efficiency`).
        (variance / (1.0 + variance)).sqrt() * unsure
    }

    /// Takes into account that two are going to meet, whatever comes of it: the variances shrink.
    pub(crate) fn expect(&mut self, one: usize, other: usize) {
        let size = self.values.len();
        let along: Vec<f64> = (0..size)
            .map(|row| self.covariance[row * size + one] - self.covariance[row * size + other])
            .collect();
        let variance = self.variance(one, other);
        let factor = variance / (1.0 + variance * self.spread(one, other));
        for (row, own) in self.covariance.chunks_exact_mut(size).zip(&along) {
            for (entry, other) in row.iter_mut().zip(&along) {
                *entry -= factor * own * other;
            }
        }
    }
}

/// What a match between any two of `entrants` entrants is expected to say about which is the
/// stronger: a ladder pairs by it.
pub fn expected_information(
    history: &History,
    entrants: usize,
) -> impl Fn(EntrantId, EntrantId) -> f64 + use<> {
    let strengths = Strengths::of_history(history, entrants);
    move |one, other| strengths.information(one.index(), other.index())
}

/// The probability that a player this much stronger wins.
fn beats(ahead: f64) -> f64 {
    1.0 / (1.0 + (-ahead).exp())
}

fn slope(values: &[f64], points: &[f64], met: &[(usize, usize, f64)]) -> Slope {
    let size = values.len();
    let precision = 1.0 / (PRIOR * PRIOR);
    let gradient = values.iter().zip(points).map(|(value, points)| points - value * precision);
    let mut slope = Slope { gradient: gradient.collect(), information: vec![0.0; size * size] };
    for own in 0..size {
        slope.information[own * size + own] = precision;
    }
    for (one, other, matches) in met {
        let (one, other) = (*one, *other);
        let expected = beats(values[one] - values[other]);
        slope.gradient[one] -= matches * expected;
        slope.gradient[other] -= matches * (1.0 - expected);
        let variance = matches * expected * (1.0 - expected);
        for (row, column, sign) in
            [(one, one, 1.0), (other, other, 1.0), (one, other, -1.0), (other, one, -1.0)]
        {
            slope.information[row * size + column] += sign * variance;
        }
    }
    slope
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pairing, SeatResult, Verdict};

    fn strengths(results: &[(u32, u32, u32)], entrants: usize) -> Strengths {
        let mut history = History::default();
        for (winner, loser, times) in results {
            for repeat in 0..*times {
                let seats = vec![EntrantId(*winner), EntrantId(*loser)];
                let result = |verdict| SeatResult { verdict, score: 0.0, faults: 0 };
                let results = [result(Verdict::Won), result(Verdict::Lost)];
                history.finish(&Pairing { seats, repeat }, &results);
            }
        }
        Strengths::of_history(&history, entrants)
    }

    #[test]
    fn who_wins_more_is_stronger_and_who_plays_more_is_surer() {
        let found = strengths(&[(0, 1, 30), (1, 0, 10), (1, 2, 3), (2, 1, 1)], 4);
        assert!(found.value(0) > found.value(1) && found.value(1) > found.value(2));
        assert!(found.spread(0, 1) < found.spread(1, 2));
        assert!(found.spread(1, 2) < found.spread(1, 3));
        assert_eq!(found.value(3), 0.0);
        // 30 of 40, a little less for the prior.
        let expected = beats(found.value(0) - found.value(1));
        assert!((0.72..0.76).contains(&expected), "{expected}");
    }

    #[test]
    fn a_match_of_equals_says_more_than_one_whose_winner_is_known() {
        let mut history = History::default();
        for (winner, loser, repeat) in [(0, 1, 0), (1, 0, 1), (0, 2, 0), (0, 2, 1), (0, 2, 2)] {
            let seats = vec![EntrantId(winner), EntrantId(loser)];
            let result = |verdict| SeatResult { verdict, score: 0.0, faults: 0 };
            let results = [result(Verdict::Won), result(Verdict::Lost)];
            history.finish(&Pairing { seats, repeat }, &results);
        }
        let information = expected_information(&history, 3);
        let [one, two, six] = [0, 1, 2].map(EntrantId);
        assert!(information(one, two) > information(one, six));
        assert_eq!(information(one, two), information(two, one));
    }

    #[test]
    fn who_always_wins_has_a_finite_strength() {
        let found = strengths(&[(0, 1, 10_000)], 2);
        assert!((0..2).all(|one| found.value(one).abs() < 20.0), "{found:?}");
    }

    #[test]
    fn a_match_to_come_makes_surer_as_a_match_of_its_outcome_would() {
        let before = strengths(&[(0, 1, 10), (1, 0, 10), (2, 0, 1)], 3);
        let mut expected = before.clone();
        expected.expect(1, 2);
        assert!(expected.spread(1, 2) < before.spread(1, 2));
        assert!(expected.spread(0, 2) < before.spread(0, 2));
        let spread = before.spread(1, 2);
        let variance = before.variance(1, 2);
        assert!((expected.spread(1, 2) - spread / (1.0 + variance * spread)).abs() < 1e-12);
    }
}
