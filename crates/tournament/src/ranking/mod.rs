//! Rankings: one file each.

mod borda;
mod column;
mod config;
mod copeland;
mod keys;
mod pairwise;
mod points;
mod rating;
mod references_beaten;
mod schulze;
mod tie_break;
mod total_score;
mod win_share;
mod wins;

pub use borda::Borda;
pub use column::Column;
pub use config::{RankingConfig, RankingRule};
pub use copeland::Copeland;
pub(crate) use keys::RankingKeys;
pub use points::Points;
pub use rating::ByRating;
pub use references_beaten::ReferencesBeaten;
pub use schulze::Schulze;
pub use tie_break::TieBreak;
pub use total_score::TotalScore;
pub use win_share::WinShare;
pub use wins::Wins;

use crate::{Detail, Edition, Entrant, EntrantId, History, Tally, statistics::RowComparison};
use tie_break::PointsTaken;

/// One line of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// From 1; who is equal in all that counts shares a place. None for those who have left.
    pub rank: Option<u32>,
    /// Who.
    pub entrant: EntrantId,
    /// What all results add up to.
    pub tally: Tally,
    /// What the ranking goes by.
    pub score: f64,
    /// What else there is to say, in order; the same columns in every line.
    pub columns: Vec<(Column, Option<f64>)>,
}

/// An order of the entrants by their results.
pub trait Ranking: Send + Sync {
    /// What the order goes by, one number an entrant; more is better.
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64>;

    /// What it must know of single matches at tables of this many.
    fn detail(&self, _seats: usize) -> Detail {
        Detail::Sums
    }

    /// By what two of its lines are compared when it is asked whether their order is settled.
    fn measure(&self) -> RowComparison {
        RowComparison::Points
    }

    /// What decides between equal scores, the first thing first.
    fn tie_breaks(&self) -> &[TieBreak] {
        &[]
    }

    /// By which formulas tie-breaks are computed.
    fn edition(&self) -> Edition {
        Edition::LATEST
    }

    /// Adds columns to a table that is in order.
    fn annotate(&self, _entrants: &[Entrant], _table: &mut [Standing]) {}

    /// The table, best first. Who is equal shares a place and stands in the order of entry. Those
    /// who have left stand below, without a place.
    fn rank(&self, entrants: &[Entrant], history: &History) -> Vec<Standing> {
        let scores = self.scores(entrants, history);
        let totals = history.totals(entrants.len());
        let lines = (0u32..).map(EntrantId).zip(totals).zip(scores);
        let mut table: Vec<Standing> = lines
            .map(|((entrant, tally), score)| {
                let columns = Vec::new();
                Standing { rank: None, entrant, tally, score, columns }
            })
            .collect();
        let left = |standing: &Standing| !entrants[standing.entrant.index()].is_active();
        table.sort_by(|one, other| {
            left(one).cmp(&left(other)).then(other.score.total_cmp(&one.score))
        });
        let active = table.partition_point(|standing| !left(standing));
        number_places(&mut table[..active], |one, other| one.score == other.score);
        if !self.tie_breaks().is_empty() {
            let encounters = PointsTaken::new(history, entrants.len(), self.edition());
            tie_break::order(&mut table, active, self.tie_breaks(), &encounters);
        }
        self.annotate(entrants, &mut table);
        table
    }
}

/// Numbers the places of a table that is in order; neighbours that are `equal` share one.
pub(crate) fn number_places(
    table: &mut [Standing],
    mut equal: impl FnMut(&Standing, &Standing) -> bool,
) {
    for place in 0..table.len() {
        let shared = place > 0 && equal(&table[place - 1], &table[place]);
        table[place].rank = if shared { table[place - 1].rank } else { Some(place as u32 + 1) };
    }
}

/// The scores of a ranking that goes by sums alone.
fn by_tally(entrants: &[Entrant], history: &History, score: impl Fn(&Tally) -> f64) -> Vec<f64> {
    history.totals(entrants.len()).iter().map(score).collect()
}

#[cfg(test)]
mod tests;
