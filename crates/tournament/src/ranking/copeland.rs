//! A point for each bot beaten in more matches than lost against, half a point for a balance
//! (Copeland); a bot that was never met counts nothing.

use super::{Ranking, RankingKeys, pairwise};
use crate::{Detail, Entrant, EntrantId, FormatClass, History};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Copeland {}

impl RankingKeys for Copeland {
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

impl Ranking for Copeland {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        let ahead = pairwise::victories(history, entrants.len());
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
        pairwise::detail(seats)
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
