//! Rankings by voting methods, which count each match as votes: Borda, Copeland and Schulze.

use super::{Ranking, RankingKeys};
use crate::{Detail, Entrant, EntrantId, FormatClass, History, SeatResult};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A point for each bot left behind at the table, half a point for each that is equal (Borda).
///
/// Points add up over all matches, so that it is for formats in which all play equally often.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Borda {}

impl RankingKeys for Borda {
    fn suits(class: FormatClass) -> bool {
        // Byes have no score, and a sum would go to the bot that plays most.
        matches!(class, FormatClass::Even | FormatClass::Divisions)
    }
}

impl Ranking for Borda {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        let mut scores = vec![0.0; entrants.len()];
        for (seats, cell) in history.cells() {
            if seats.len() <= 2 {
                for (entrant, tally) in seats.iter().zip(&cell.tallies) {
                    scores[entrant.index()] += tally.won as f64 + tally.drawn as f64 / 2.0;
                }
                continue;
            }
            for results in cell.results.values() {
                for (seat, entrant) in seats.iter().enumerate() {
                    scores[entrant.index()] += left_behind(results, seat);
                }
            }
        }
        scores
    }

    fn detail(&self, seats: usize) -> Detail {
        match_detail(seats)
    }
}

fn left_behind(results: &[SeatResult], seat: usize) -> f64 {
    let own = results[seat].score;
    let behind = results.iter().filter(|result| result.score < own).count();
    let equal = results.iter().filter(|result| result.score == own).count() - 1;
    behind as f64 + equal as f64 / 2.0
}

/// A point for each bot beaten in more matches than lost against, half a point for a balance
/// (Copeland); a bot that was never met counts nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Copeland {}

impl RankingKeys for Copeland {
    fn suits(class: FormatClass) -> bool {
        matches!(class, FormatClass::Even | FormatClass::Uneven | FormatClass::Divisions)
    }
}

impl Ranking for Copeland {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        let ahead = victories(history, entrants.len());
        let mut scores = vec![0.0; entrants.len()];
        for [one, other] in met(history) {
            let (own, theirs) =
                (ahead[one.index()][other.index()], ahead[other.index()][one.index()]);
            let share = match own.cmp(&theirs) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
            scores[one.index()] += share;
            scores[other.index()] += 1.0 - share;
        }
        scores
    }

    fn detail(&self, seats: usize) -> Detail {
        match_detail(seats)
    }
}

/// All pairs that finished a match together.
fn met(history: &History) -> BTreeSet<[EntrantId; 2]> {
    let mut pairs = BTreeSet::new();
    for (seats, _) in history.tables().filter(|(_, cell)| !cell.finished.is_empty()) {
        for (place, one) in seats.iter().enumerate() {
            pairs.extend(seats[..place].iter().map(|other| [*one.min(other), *one.max(other)]));
        }
    }
    pairs
}

/// Whom one beats directly or through others, along the strongest chains of majorities (Schulze).
///
/// Markus Schulze, "A new monotonic, clone-independent, reversal symmetric, and
/// Condorcet-consistent single-winner election method" (2011), with winning votes. The score is the
/// number of entrants beaten so; as that relation is transitive, the score orders as it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Schulze {}

impl RankingKeys for Schulze {
    fn suits(class: FormatClass) -> bool {
        matches!(class, FormatClass::Even | FormatClass::Uneven | FormatClass::Divisions)
    }
}

impl Ranking for Schulze {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        let ahead = victories(history, entrants.len());
        let strength = strongest_chains(&ahead);
        let active: Vec<usize> =
            (0..entrants.len()).filter(|index| entrants[*index].is_active()).collect();
        let beaten = |one: usize| {
            active.iter().filter(|other| strength[one][**other] > strength[**other][one]).count()
        };
        (0..entrants.len()).map(|index| beaten(index) as f64).collect()
    }

    fn detail(&self, seats: usize) -> Detail {
        match_detail(seats)
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

// How often each finished a match ahead of each other: the majorities that voting methods compare.

/// For each entrant how often it finished ahead of each other one.
pub(super) fn victories(history: &History, entrants: usize) -> Vec<Vec<u64>> {
    let mut ahead = vec![vec![0; entrants]; entrants];
    for (seats, cell) in history.tables() {
        if let &[one, other] = seats {
            ahead[one.index()][other.index()] += cell.tallies[0].won;
            ahead[other.index()][one.index()] += cell.tallies[1].won;
            continue;
        }
        for results in cell.results.values() {
            for (own, mine) in seats.iter().zip(results) {
                for (against, theirs) in seats.iter().zip(results) {
                    ahead[own.index()][against.index()] += u64::from(mine.score > theirs.score);
                }
            }
        }
    }
    ahead
}

/// What must be known of single matches: nothing where two sit at a table.
fn match_detail(seats: usize) -> Detail {
    if seats > 2 { Detail::Matches } else { Detail::Sums }
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
