//! How often each finished a match ahead of each other: the majorities that voting methods compare.

use crate::{Detail, History};

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
pub(super) fn detail(seats: usize) -> Detail {
    if seats > 2 { Detail::Matches } else { Detail::Sums }
}
