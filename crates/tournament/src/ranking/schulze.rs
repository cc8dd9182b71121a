//! Whom one beats directly or through others, along the strongest chains of majorities (Schulze).
//!
//! Markus Schulze, "A new monotonic, clone-independent, reversal symmetric, and
//! Condorcet-consistent single-winner election method" (2011), with winning votes. The score is the
//! number of entrants beaten so; as that relation is transitive, the score orders as it does.

use super::{Ranking, RankingKeys, pairwise};
use crate::{Detail, Entrant, FormatClass, History};
use serde::{Deserialize, Serialize};

/// The ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Schulze {}

impl RankingKeys for Schulze {
    fn suits(class: FormatClass) -> bool {
        match class {
            FormatClass::Even | FormatClass::Uneven | FormatClass::Divisions => true,
            FormatClass::Rounds => false,
        }
    }

    fn settles(_class: FormatClass) -> bool {
        false
    }
}

impl Ranking for Schulze {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        let ahead = pairwise::victories(history, entrants.len());
        let strength = strongest_chains(&ahead);
        let active: Vec<usize> =
            (0..entrants.len()).filter(|index| entrants[*index].is_active()).collect();
        let beaten = |one: usize| {
            active.iter().filter(|other| strength[one][**other] > strength[**other][one]).count()
        };
        (0..entrants.len()).map(|index| beaten(index) as f64).collect()
    }

    fn detail(&self, seats: usize) -> Detail {
        pairwise::detail(seats)
    }
}

/// How strong the strongest chain from each to each is; a chain is as strong as its weakest link.
fn strongest_chains(ahead: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let count = ahead.len();
    let link = |one: usize, other: usize| {
        let (own, theirs) = (ahead[one][other], ahead[other][one]);
        if own > theirs { own } else { 0 }
    };
    let mut strength: Vec<Vec<u64>> =
        (0..count).map(|one| (0..count).map(|other| link(one, other)).collect()).collect();
    for through in 0..count {
        let onward = strength[through].clone();
        for row in &mut strength {
            let reached = row[through];
            for (direct, next) in row.iter_mut().zip(&onward) {
                *direct = (*direct).max(reached.min(*next));
            }
        }
    }
    strength
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_article_comes_out() {
        // Section 3.1, example 1: four alternatives, A beats D beats C beats B along chains.
        let ahead = [[0, 8, 14, 10], [13, 0, 6, 2], [7, 15, 0, 12], [11, 19, 9, 0]];
        let strength = strongest_chains(&ahead.map(|row| row.to_vec()));
        let beats = |one: usize, other: usize| strength[one][other] > strength[other][one];
        let scores = (0..4).map(|one| (0..4).filter(|other| beats(one, *other)).count());
        // D, A, C, B.
        assert_eq!(scores.collect::<Vec<_>>(), [2, 0, 1, 3]);
    }
}
