//! One choice of one or several from those that are left, and what it says about all strengths.
//!
//! All sets of n that could have been chosen are counted by the elementary symmetric polynomials of
//! the strengths, not one by one.

use super::Slope;

/// A choice that was made this many times. Entrants are places in the list of parameters.
pub(super) struct Selection {
    pub(super) all: Vec<usize>,
    pub(super) chosen: Vec<usize>,
    pub(super) times: f64,
}

/// Of what probabilities are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ChancesOf {
    /// That each of all is chosen.
    Each,
    /// And that two are, which takes longer.
    Pairs,
}

/// The probability that this many are chosen together, and which are among them.
struct Chances {
    /// How many are chosen, and the parameter that their tie has, if it is one.
    size: usize,
    inclination: Option<usize>,
    /// That this many are chosen.
    together: f64,
    /// That this many are chosen and each of all is among them.
    each: Vec<f64>,
    /// That this many are chosen and both are among them, row by row, where that is needed.
    both: Vec<f64>,
}

impl Selection {
    /// Adds its score, if the parameters are these and ties are of these sizes.
    pub(super) fn add_to(&self, slope: &mut Slope, parameters: &[f64], ties: &[usize]) {
        let all = self.all.len();
        let chances = self.chances(parameters, ties, ChancesOf::Pairs);
        let expected = expected(all, &chances);
        let size = parameters.len();
        let mut add = |row: usize, column: usize, value: f64| {
            slope.information[row * size + column] += self.times * value;
        };
        for row in 0..all {
            for column in 0..all {
                let together = chances.iter().map(|chance| {
                    chance.both[row * all + column] / (chance.size * chance.size) as f64
                });
                let value = together.sum::<f64>() - expected[row] * expected[column];
                add(self.all[row], self.all[column], value);
            }
        }
        for chance in &chances {
            let Some(tie) = chance.inclination else { continue };
            for (place, mean) in
                self.all.iter().zip(&expected).zip(&chance.each).map(|((place, expected), each)| {
                    (*place, each / chance.size as f64 - chance.together * expected)
                })
            {
                // Only the lower triangle is read, and inclinations come last.
                add(tie, place, mean);
            }
            for other in &chances {
                let Some(with) = other.inclination else { continue };
                let same = if tie == with { chance.together } else { 0.0 };
                add(tie, with, same - chance.together * other.together);
            }
        }
        for (place, value) in self.pull(&expected, &chances) {
            slope.gradient[place] += value;
        }
    }

    /// The slope of its likelihood alone, by parameter; a parameter may come several times.
    pub(super) fn scores(&self, parameters: &[f64], ties: &[usize]) -> Vec<(usize, f64)> {
        let chances = self.chances(parameters, ties, ChancesOf::Each);
        self.pull(&expected(self.all.len(), &chances), &chances)
    }

    /// What came, less what was to be expected.
    fn pull(&self, expected: &[f64], chances: &[Chances]) -> Vec<(usize, f64)> {
        let less =
            self.all.iter().zip(expected).map(|(at, expected)| (*at, -self.times * expected));
        let share = self.times / self.chosen.len() as f64;
        let came = self.chosen.iter().map(|place| (*place, share));
        let tied = chances.iter().filter_map(|chance| {
            let came = f64::from(u8::from(chance.size == self.chosen.len()));
            Some((chance.inclination?, self.times * (came - chance.together)))
        });
        less.chain(came).chain(tied).collect()
    }

    /// The probabilities of all choices, by how many are chosen.
    fn chances(&self, parameters: &[f64], ties: &[usize], wanted: ChancesOf) -> Vec<Chances> {
        let inclinations = parameters.len() - ties.len();
        let strengths = self.all.iter().map(|place| parameters[*place]);
        // All odds of a choice have this factor, whatever the size of the set.
        let highest = strengths.clone().fold(f64::NEG_INFINITY, f64::max);
        let strengths: Vec<f64> = strengths.map(|strength| strength - highest).collect();
        let sizes = std::iter::once((1, None)).chain(
            ties.iter().enumerate().map(|(index, size)| (*size, Some(inclinations + index))),
        );
        let mut chances: Vec<Chances> = sizes
            .filter(|(size, _)| *size <= strengths.len())
            .map(|(size, inclination)| {
                let odds = inclination.map_or(1.0, |place| parameters[place].exp());
                odds_of(&strengths, (size, inclination), odds, wanted)
            })
            .collect();
        let sum: f64 = chances.iter().map(|chance| chance.together).sum();
        for chance in &mut chances {
            chance.together /= sum;
            chance.each.iter_mut().chain(&mut chance.both).for_each(|odds| *odds /= sum);
        }
        chances
    }
}

/// How far each is moved by what is to be expected: each of a chosen set of n moves its own strength
/// by 1/n.
fn expected(all: usize, chances: &[Chances]) -> Vec<f64> {
    let mut expected = vec![0.0; all];
    for chance in chances {
        for (sum, each) in expected.iter_mut().zip(&chance.each) {
            *sum += each / chance.size as f64;
        }
    }
    expected
}

/// The odds of all sets of `size`, whose tie has this inclination.
fn odds_of(
    strengths: &[f64],
    (size, inclination): (usize, Option<usize>),
    odds: f64,
    wanted: ChancesOf,
) -> Chances {
    let all = strengths.len();
    let factors: Vec<f64> =
        strengths.iter().map(|strength| (strength / size as f64).exp()).collect();
    let (mut each, mut both) = (vec![0.0; all], vec![0.0; all * all]);
    for one in 0..all {
        let others: Vec<f64> =
            factors.iter().enumerate().filter(|(at, _)| *at != one).map(|(_, f)| *f).collect();
        let own = odds * factors[one];
        each[one] = own * polynomials(&others, size - 1)[size - 1];
        both[one * all + one] = each[one];
        if size < 2 || wanted == ChancesOf::Each {
            continue;
        }
        for (place, left_out) in without_each(&others, size - 2).into_iter().enumerate() {
            let other = place + usize::from(place >= one);
            both[one * all + other] = own * factors[other] * left_out;
        }
    }
    let together = odds * polynomials(&factors, size)[size];
    Chances { size, inclination, together, each, both }
}

/// The elementary symmetric polynomials of `factors` up to `degree`.
fn polynomials(factors: &[f64], degree: usize) -> Vec<f64> {
    let mut found = vec![0.0; degree + 1];
    found[0] = 1.0;
    for factor in factors {
        multiply(&mut found, *factor);
    }
    found
}

/// One factor more.
fn multiply(polynomials: &mut [f64], factor: f64) {
    for degree in (1..polynomials.len()).rev() {
        polynomials[degree] += factor * polynomials[degree - 1];
    }
}

/// The polynomial of `degree` of all factors but one, for each of them: from those before it and
/// those behind it, since dividing one out again would lose digits.
fn without_each(factors: &[f64], degree: usize) -> Vec<f64> {
    let mut behind = vec![polynomials(&[], degree)];
    for factor in factors.iter().rev() {
        let mut next = behind.last().expect("there is the empty one").clone();
        multiply(&mut next, *factor);
        behind.push(next);
    }
    let mut before = polynomials(&[], degree);
    let count = factors.len();
    let product = |before: &[f64], behind: &[f64]| -> f64 {
        before.iter().zip(behind.iter().rev()).map(|(a, b)| a * b).sum()
    };
    (0..count)
        .map(|place| {
            let found = product(&before, &behind[count - 1 - place]);
            multiply(&mut before, factors[place]);
            found
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_count_sets() {
        // Of 2, 3, 5: pairs 6 + 10 + 15, all three 30.
        assert_eq!(polynomials(&[2.0, 3.0, 5.0], 3), [1.0, 10.0, 31.0, 30.0]);
        assert_eq!(without_each(&[2.0, 3.0, 5.0], 2), [15.0, 10.0, 6.0]);
        assert_eq!(without_each(&[2.0, 3.0, 5.0], 0), [1.0, 1.0, 1.0]);
    }

    #[test]
    fn chances_add_up() {
        let choice = Selection { all: vec![0, 1, 2, 3], chosen: vec![1], times: 1.0 };
        let parameters = [0.3, -0.2, 1.1, 0.0, -0.5, -1.5];
        let chances = choice.chances(&parameters, &[2, 3], ChancesOf::Pairs);
        let sum: f64 = chances.iter().map(|chance| chance.together).sum();
        assert!((sum - 1.0).abs() < 1e-12);
        for chance in &chances {
            let size = chance.size as f64;
            let each: f64 = chance.each.iter().sum();
            assert!((each - size * chance.together).abs() < 1e-12, "{size}");
            let both: f64 = chance.both.iter().sum();
            assert!((both - size * size * chance.together).abs() < 1e-12, "{size}");
        }
    }
}
