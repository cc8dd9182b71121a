//! Strengths that were fitted all at once, with their covariances; the fitting is elsewhere.

use super::{ELO, Rating, Reference, cholesky::Cholesky, normal};
use crate::EntrantId;
use certamen_game::Rng;

/// Deviation of the prior of a strength, in log-odds: 800 Elo points.
pub(super) const STRENGTH_DEVIATION: f64 = 800.0 / ELO;
/// Deviation of the priors of what else a model has, in log-odds.
pub(super) const CUSTOM_DEVIATION: f64 = 3.0;
/// Newton's method needs about ten steps; more than this means numbers out of all range.
const MOST_STEPS: usize = 100;
/// At most this many ratings are drawn to see which bots could be first, and of this many bots.
const DRAWN: usize = 4_000;
const MOST_DRAWN: usize = 150;
/// Steps in log-odds below which the maximum is found.
const PRECISION: f64 = 1e-10;

/// Strengths and what else a model has, at the maximum of the posterior.
#[derive(Clone, Debug)]
pub(super) struct Fitted {
    /// Who is rated, in the order of entry.
    pub(super) entrants: Vec<EntrantId>,
    /// The log-strengths of the entrants, then what else the model has.
    pub(super) parameters: Vec<f64>,
    /// Their covariances, row by row.
    pub(super) covariance: Vec<f64>,
}

/// The gradient of the log-posterior, and its information: the negative second derivatives.
pub(super) struct Slope {
    pub(super) gradient: Vec<f64>,
    pub(super) information: Vec<f64>,
}

impl Slope {
    /// Those of the priors: `entrants` strengths come first.
    pub(super) fn of_priors(parameters: &[f64], entrants: usize) -> Slope {
        let size = parameters.len();
        let mut slope = Slope { gradient: vec![0.0; size], information: vec![0.0; size * size] };
        for (place, parameter) in parameters.iter().enumerate() {
            let deviation = if place < entrants { STRENGTH_DEVIATION } else { CUSTOM_DEVIATION };
            slope.gradient[place] = -parameter / (deviation * deviation);
            slope.information[place * size + place] = 1.0 / (deviation * deviation);
        }
        slope
    }
}

impl Fitted {
    /// The one maximum of a concave log-posterior of `entrants` and `more` parameters besides, by
    /// Newton's method.
    pub(super) fn maximum(
        entrants: Vec<EntrantId>,
        more: usize,
        slope: impl Fn(&[f64]) -> Slope,
    ) -> Fitted {
        let size = entrants.len() + more;
        let mut parameters = vec![0.0; size];
        for _ in 0..MOST_STEPS {
            let Slope { gradient, information } = slope(&parameters);
            let factor = Cholesky::new(information, size).expect("the prior is positive definite");
            let step = factor.solve(&gradient);
            let longest = step.iter().fold(0.0f64, |longest, part| longest.max(part.abs()));
            // A step of more than two units of log-odds may overshoot where the curve flattens out.
            let scale = if longest > 2.0 { 2.0 / longest } else { 1.0 };
            for (parameter, part) in parameters.iter_mut().zip(&step) {
                *parameter += scale * part;
            }
            if longest < PRECISION {
                break;
            }
        }
        let Slope { information, .. } = slope(&parameters);
        let factor = Cholesky::new(information, size).expect("the prior is positive definite");
        Fitted { entrants, parameters, covariance: factor.inverse() }
    }

    /// The covariance `1/I V 1/I` around what varies as `information` says, with the model's own `covariance`
    /// 1/I (P. Huber, "The behavior of maximum likelihood estimates under nonstandard conditions",
    /// 1967). Both matrices are symmetric.
    pub(super) fn around(covariance: &[f64], information: &[f64], size: usize) -> Vec<f64> {
        product(&product(covariance, information, size), covariance, size)
    }

    /// Where in the list of parameters `entrant` stands.
    pub(super) fn place(&self, entrant: EntrantId) -> Option<usize> {
        self.entrants.binary_search(&entrant).ok()
    }

    /// All ratings, in the order of entry; none at all from an anchor that is not rated.
    pub(super) fn ratings(&self, reference: Reference) -> Vec<Rating> {
        let count = self.entrants.len();
        let weights = match reference {
            Reference::Mean => vec![1.0 / count as f64; count],
            Reference::Anchor(anchor) => {
                let Some(place) = self.place(anchor) else { return Vec::new() };
                (0..count).map(|other| f64::from(u8::from(other == place))).collect()
            }
        };
        let size = self.parameters.len();
        let with_reference: Vec<f64> = (0..count)
            .map(|row| dot(&self.covariance[row * size..row * size + count], &weights))
            .collect();
        let of_reference = dot(&with_reference, &weights);
        let origin = dot(&self.parameters[..count], &weights);
        (0..count)
            .map(|place| {
                let own = self.covariance[place * size + place];
                let variance = own - 2.0 * with_reference[place] + of_reference;
                Rating {
                    entrant: self.entrants[place],
                    elo: ELO * (self.parameters[place] - origin),
                    error: ELO * variance.max(0.0).sqrt(),
                }
            })
            .collect()
    }

    /// The ratings as they could be as well, drawn at random this many times; none where what is
    /// known of them is no distribution.
    fn drawn(&self, times: usize, rng: &mut Rng) -> Option<Vec<Vec<f64>>> {
        let (count, size) = (self.entrants.len(), self.parameters.len());
        let rows = self.covariance.chunks_exact(size).take(count);
        let own = rows.flat_map(|row| row[..count].iter().copied()).collect();
        let factor = Cholesky::new(own, count)?;
        let one = |rng: &mut Rng| {
            let lots: Vec<f64> = (0..count).map(|_| normal::lot(rng)).collect();
            let apart = factor.spread(&lots);
            self.parameters.iter().zip(apart).map(|(middle, apart)| middle + apart).collect()
        };
        Some((0..times).map(|_| one(rng)).collect())
    }

    /// How probable it is that each is the strongest; none where too many are rated to find out.
    pub(super) fn firsts(&self) -> Option<Vec<(EntrantId, f64)>> {
        if self.entrants.len() > MOST_DRAWN {
            return None;
        }
        let rng = &mut Rng::of_turn(self.entrants.len() as u64, 1);
        let mut first = vec![0u32; self.entrants.len()];
        for strengths in self.drawn(DRAWN, rng)? {
            let best = strengths.iter().enumerate().max_by(|one, other| one.1.total_cmp(other.1));
            first[best?.0] += 1;
        }
        let shares = first.into_iter().map(|times| f64::from(times) / DRAWN as f64);
        Some(self.entrants.iter().copied().zip(shares).collect())
    }

    /// How much stronger `one` is than `other`, in Elo points, and the standard error of that; none
    /// if either is not rated.
    pub(super) fn difference(&self, one: EntrantId, other: EntrantId) -> Option<(f64, f64)> {
        let (one, other) = (self.place(one)?, self.place(other)?);
        let at = |row, column| self.covariance[row * self.parameters.len() + column];
        let variance = at(one, one) + at(other, other) - 2.0 * at(one, other);
        let elo = ELO * (self.parameters[one] - self.parameters[other]);
        Some((elo, ELO * variance.max(0.0).sqrt()))
    }
}

/// The product of two matrices, the second of which is symmetric.
fn product(one: &[f64], other: &[f64], size: usize) -> Vec<f64> {
    let rows = one.chunks_exact(size);
    rows.flat_map(|row| other.chunks_exact(size).map(move |column| dot(row, column))).collect()
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}
