//! Ways of estimating strengths from results, with their errors.

use super::contest::{ELO, Held, Truth, played};
use certamen_tournament::History;

/// The width of the prior as tables have it, in log-odds.
const WIDE: f64 = 800.0 / ELO;
/// How often a ladder is played again on the strengths that were found.
const AGAIN: u64 = 20;

/// A strength in log-odds from the mean, and its standard error.
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

/// A way of estimating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Estimating {
    /// As tables do, the errors from the curvature.
    Plain,
    /// The prior is as wide as the field seems to be.
    FieldsWidth,
    /// Bias and errors from ladders that are played again on what was found.
    PlayedAgain,
    /// Both.
    FieldsWidthPlayedAgain,
}

impl Estimating {
    pub(crate) const ALL: [Estimating; 4] = [
        Estimating::Plain,
        Estimating::FieldsWidth,
        Estimating::PlayedAgain,
        Estimating::FieldsWidthPlayedAgain,
    ];

    pub(crate) fn of(self, history: &History, size: usize, held: Held) -> Vec<Estimate> {
        let fit = |history: &History| match self {
            Estimating::Plain | Estimating::PlayedAgain => Fit::of(history, size, WIDE),
            _ => Fit::of_field(history, size),
        };
        let found = fit(history);
        match self {
            Estimating::Plain | Estimating::FieldsWidth => found.estimates(),
            _ => {
                let truth = Truth { strengths: found.strengths.clone() };
                let again = |number: u64| {
                    let again = played(&truth, Held { seed: held.seed * 1000 + number, ..held });
                    fit(&again).strengths
                };
                let all: Vec<Vec<f64>> = (1..=AGAIN).map(again).collect();
                corrected(&found.strengths, &all)
            }
        }
    }
}

/// What was found without its bias, as that shows where the truth is what was found.
fn corrected(found: &[f64], again: &[Vec<f64>]) -> Vec<Estimate> {
    let count = again.len() as f64;
    let one = |place: usize| {
        let mean = again.iter().map(|all| all[place]).sum::<f64>() / count;
        let squares = again.iter().map(|all| (all[place] - mean).powi(2)).sum::<f64>();
        Estimate { value: 2.0 * found[place] - mean, error: (squares / (count - 1.0)).sqrt() }
    };
    (0..found.len()).map(one).collect()
}

/// Strengths as tables have them.
pub(crate) fn plain(history: &History, size: usize) -> Vec<f64> {
    Fit::of(history, size, WIDE).strengths
}

/// The model of Bradley and Terry at the maximum of its posterior.
struct Fit {
    strengths: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Fit {
    fn of(history: &History, size: usize, width: f64) -> Fit {
        let mut won = vec![vec![0.0; size]; size];
        for (seats, cell) in history.cells() {
            let [one, other] = [seats[0].index(), seats[1].index()];
            won[one][other] += cell.tallies[0].won as f64;
            won[other][one] += cell.tallies[1].won as f64;
        }
        let mut strengths = vec![0.0; size];
        let mut covariance = Vec::new();
        for _ in 0..30 {
            let precision = 1.0 / (width * width);
            let mut information = vec![vec![0.0; size]; size];
            let mut gradient: Vec<f64> =
                strengths.iter().map(|strength| -strength * precision).collect();
            for one in 0..size {
                information[one][one] += precision;
                for other in (0..size).filter(|other| *other != one) {
                    let met = won[one][other] + won[other][one];
                    let ahead: f64 = strengths[one] - strengths[other];
                    let expected = 1.0 / (1.0 + (-ahead).exp());
                    gradient[one] += won[one][other] - met * expected;
                    information[one][one] += met * expected * (1.0 - expected);
                    information[one][other] -= met * expected * (1.0 - expected);
                }
            }
            covariance = inverse(information);
            let step = |row: &Vec<f64>| row.iter().zip(&gradient).map(|(a, b)| a * b).sum::<f64>();
            let steps: Vec<f64> = covariance.iter().map(step).collect();
            let longest = steps.iter().fold(0.0_f64, |most, step| most.max(step.abs()));
            let scale = if longest > 2.0 { 2.0 / longest } else { 1.0 };
            strengths.iter_mut().zip(&steps).for_each(|(strength, step)| *strength += scale * step);
            if longest < 1e-9 {
                break;
            }
        }
        let mean = strengths.iter().sum::<f64>() / size as f64;
        for strength in &mut strengths {
            *strength -= mean;
        }
        Fit { strengths, covariance }
    }

    /// With a prior as wide as strengths and what is not known of them together.
    fn of_field(history: &History, size: usize) -> Fit {
        let mut width = WIDE;
        for _ in 0..20 {
            let fit = Fit::of(history, size, width);
            let squares: f64 = fit.strengths.iter().map(|strength| strength * strength).sum();
            let unsure: f64 = fit.estimates().iter().map(|one| one.error * one.error).sum();
            width = ((squares + unsure) / (size as f64 - 1.0)).sqrt().max(0.01);
        }
        Fit::of(history, size, width)
    }

    /// From the mean of all.
    fn estimates(&self) -> Vec<Estimate> {
        let size = self.strengths.len() as f64;
        let all: f64 = self.covariance.iter().flatten().sum::<f64>() / (size * size);
        let one = |(place, value): (usize, &f64)| {
            let row = &self.covariance[place];
            let variance = row[place] - 2.0 * row.iter().sum::<f64>() / size + all;
            Estimate { value: *value, error: variance.max(0.0).sqrt() }
        };
        self.strengths.iter().enumerate().map(one).collect()
    }
}

/// The inverse of a matrix that is positive definite.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (place, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == place))));
    }
    for place in 0..size {
        let pivot = matrix[place][place];
        matrix[place].iter_mut().for_each(|entry| *entry /= pivot);
        let own = matrix[place].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(other, _)| *other != place) {
            let factor = row[place];
            row.iter_mut().zip(&own).for_each(|(entry, own)| *entry -= factor * own);
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}
