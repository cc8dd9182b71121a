//! A point for each bot left behind at the table, half a point for each that is equal (Borda).
//!
//! Points add up over all matches, so that it is for formats in which all play equally often.

use super::{Ranking, RankingKeys, pairwise};
use crate::{Detail, Entrant, FormatClass, History, SeatResult};
use serde::{Deserialize, Serialize};

/// The ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Borda {}

impl RankingKeys for Borda {
    fn suits(class: FormatClass) -> bool {
        match class {
            FormatClass::Even | FormatClass::Divisions => true,
            // Byes have no score, and a sum would go to the bot that plays most.
            FormatClass::Rounds | FormatClass::Uneven => false,
        }
    }

    fn settles(_class: FormatClass) -> bool {
        false
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
        pairwise::detail(seats)
    }
}

fn left_behind(results: &[SeatResult], seat: usize) -> f64 {
    let own = results[seat].score;
    let behind = results.iter().filter(|result| result.score < own).count();
    let equal = results.iter().filter(|result| result.score == own).count() - 1;
    behind as f64 + equal as f64 / 2.0
}
