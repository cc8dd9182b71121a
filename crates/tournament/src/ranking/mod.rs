//! Rankings: one file each.

mod config;
mod keys;
mod rating;
mod references_beaten;
mod sums;
#[cfg(test)]
mod tests;
mod tie_break;
mod voting;

pub use config::{RankingConfig, RankingRule};
pub(crate) use keys::RankingKeys;
pub use rating::ByRating;
pub use references_beaten::ReferencesBeaten;
pub use sums::{Points, TotalScore, WinShare, Wins};
pub use tie_break::TieBreak;
pub use voting::{Borda, Copeland, Schulze};

use crate::{Detail, Entrant, EntrantId, Format, History, Tally, statistics::RowComparison};
use tie_break::PointsTaken;

#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// From 1; who is equal in all that counts shares a place. None for those who have left.
    pub rank: Option<u32>,
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
            let encounters = PointsTaken::new(history, entrants.len());
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

// The columns of the standings besides results and scores.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    TieBreak(TieBreak),
    /// How many reference players the bot beats.
    References,
    Mark,
    /// How many rounds it was short of winning the knockout.
    RoundsShort,
    /// Its division, from 1.
    Division,
}

impl Column {
    pub fn key(self) -> &'static str {
        match self {
            Column::TieBreak(tie_break) => tie_break.key(),
            Column::References => "references",
            Column::Mark => "mark",
            Column::RoundsShort => "rounds_short",
            Column::Division => "division",
        }
    }
}

// The standings of a contest: ordered by the levels of the format, then by the ranking.

/// The table, best first, of what counts of a history.
pub fn table(
    format: &dyn Format,
    ranking: &dyn Ranking,
    entrants: &[Entrant],
    settled: &History,
) -> Vec<Standing> {
    let mut table = ranking.rank(entrants, &format.counted(settled));
    take_places(format, entrants, settled, &mut table);
    let Some((column, levels)) = format.levels(entrants, settled) else { return table };
    let level = |id: EntrantId| levels[id.index()];
    let active = table.partition_point(|line| line.rank.is_some());
    let ranked = &mut table[..active];
    ranked.sort_by_key(|line| level(line.entrant));
    let before: Vec<(u32, Option<u32>)> =
        ranked.iter().map(|line| (level(line.entrant), line.rank)).collect();
    let mut same = before.windows(2).map(|two| two[0] == two[1]);
    number_places(ranked, |_, _| same.next().unwrap_or(false));
    for line in &mut table {
        // Divisions are numbered from 1.
        let first = u32::from(column == Column::Division);
        let shown = line.rank.map(|_| f64::from(level(line.entrant) + first));
        line.columns.insert(0, (column, shown));
    }
    table
}

/// Takes their places from those of whom nothing is known yet, or whom the table is not about. They
/// stand below the others, above those who have left.
fn take_places(
    format: &dyn Format,
    entrants: &[Entrant],
    settled: &History,
    table: &mut [Standing],
) {
    let has_begun = settled.finished() > 0;
    let holders = format.holders(entrants, settled);
    let active = table.partition_point(|line| line.rank.is_some());
    let keeps = |line: &Standing| {
        let known = line.tally.played > 0 || !has_begun || holders.contains(&line.entrant);
        known && format.is_ranked(&entrants[line.entrant.index()])
    };
    let ranked = &mut table[..active];
    ranked.sort_by_key(|line| !keeps(line));
    let kept = ranked.partition_point(keeps);
    let before: Vec<Option<u32>> = ranked.iter().map(|line| line.rank).collect();
    let mut same = before.windows(2).map(|two| two[0] == two[1]);
    number_places(&mut ranked[..kept], |_, _| same.next().unwrap_or(false));
    for line in &mut ranked[kept..] {
        line.rank = None;
    }
}
