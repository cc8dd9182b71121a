//! Strengths to choose matches by, quick enough to be asked for after every few matches.
//!
//! They are those of Bradley and Terry, draws as half a win, with a weak prior and without an
//! advantage of the first seat; `bradley_terry` has the model for tables.
//! The most likely strengths are found by Newton's method one entrant at a time. Variances are
//! those of each strength if the others were known.

use crate::History;

/// The standard deviation of strengths before anything is known, in natural logarithms of odds.
const PRIOR: f64 = 2.0;
/// Sweeps over all entrants at most, and the change that no longer matters.
const SWEEPS: usize = 100;
const ENOUGH: f64 = 1e-6;

/// How strong somebody is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Strength {
    /// In natural logarithms of odds; 0 is the middle of what was expected before.
    pub(crate) value: f64,
    /// How unsure that is: its variance.
    pub(crate) variance: f64,
}

impl Strength {
    /// The probability that it beats `other`.
    pub(crate) fn beats(self, other: Strength) -> f64 {
        1.0 / (1.0 + (other.value - self.value).exp())
    }
}

/// The strengths of `entrants` entrants by their matches of two.
pub(crate) fn strengths(history: &History, entrants: usize) -> Vec<Strength> {
    let mut points = vec![0.0; entrants];
    let mut met: Vec<Vec<(usize, f64)>> = vec![Vec::new(); entrants];
    for (seats, cell) in history.tables() {
        if let &[one, other] = seats {
            for (own, against, tally) in
                [(one, other, &cell.tallies[0]), (other, one, &cell.tallies[1])]
            {
                points[own.index()] += tally.won as f64 + tally.drawn as f64 / 2.0;
                met[own.index()].push((against.index(), tally.played as f64));
            }
        }
    }
    let mut found = vec![Strength { value: 0.0, variance: PRIOR * PRIOR }; entrants];
    for _ in 0..SWEEPS {
        let mut change: f64 = 0.0;
        for own in 0..entrants {
            let (slope, information) = likelihood(&found, own, points[own], &met[own]);
            let step = (slope / information).clamp(-1.0, 1.0);
            found[own].value += step;
            found[own].variance = 1.0 / information;
            change = change.max(step.abs());
        }
        if change < ENOUGH {
            break;
        }
    }
    found
}

/// The slope of the logarithm of the likelihood at the strength of `own`, and its curvature.
fn likelihood(found: &[Strength], own: usize, points: f64, met: &[(usize, f64)]) -> (f64, f64) {
    let precision = 1.0 / (PRIOR * PRIOR);
    let mut slope = points - found[own].value * precision;
    let mut information = precision;
    for (other, matches) in met {
        let expected = found[own].beats(found[*other]);
        slope -= matches * expected;
        information += matches * expected * (1.0 - expected);
    }
    (slope, information)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EntrantId, Pairing, SeatResult, Verdict};

    fn history(results: &[(u32, u32, u32)]) -> History {
        let mut history = History::default();
        for (winner, loser, times) in results {
            for repeat in 0..*times {
                let seats = vec![EntrantId(*winner), EntrantId(*loser)];
                let result = |verdict| SeatResult { verdict, score: 0.0, faults: 0 };
                let results = [result(Verdict::Won), result(Verdict::Lost)];
                history.finish(&Pairing { seats, repeat }, &results);
            }
        }
        history
    }

    #[test]
    fn who_wins_more_is_stronger_and_who_plays_more_is_surer() {
        let found = strengths(&history(&[(0, 1, 30), (1, 0, 10), (1, 2, 3), (2, 1, 1)]), 4);
        assert!(found[0].value > found[1].value && found[1].value > found[2].value);
        assert!(found[0].variance < found[2].variance && found[2].variance < found[3].variance);
        assert_eq!(found[3], Strength { value: 0.0, variance: PRIOR * PRIOR });
        // 30 of 40, a little less for the prior.
        let expected = found[0].beats(found[1]);
        assert!((0.72..0.76).contains(&expected), "{expected}");
    }

    #[test]
    fn who_always_wins_has_a_finite_strength() {
        let found = strengths(&history(&[(0, 1, 10_000)]), 2);
        assert!(found.iter().all(|strength| strength.value.abs() < 20.0), "{found:?}");
    }
}
