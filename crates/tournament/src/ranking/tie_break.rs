//! Tie-breaks between equal scores.
//!
//! Points are 1 for a match won and 1/2 for one drawn, whatever the ranking counts; byes give their
//! holder points and nothing to anybody else; for Buchholz and Sonneborn-Berger they are matches
//! against a dummy, as FIDE has it.

use super::{Column, Standing};
use crate::{EntrantId, History, Tally};
use serde::{Deserialize, Serialize};

/// What decides between equal scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// The sum of the points of all opponents, each as often as it was met.
    Buchholz,
    /// The points of those it beat and half of those it drew with.
    SonnebornBerger,
    /// The points from matches among those who are equal so far.
    DirectEncounter,
    /// The number of matches won.
    MostWins,
}

impl TieBreak {
    pub const ALL: [TieBreak; 4] = [
        TieBreak::Buchholz,
        TieBreak::SonnebornBerger,
        TieBreak::DirectEncounter,
        TieBreak::MostWins,
    ];

    /// Its name in a contest file.
    pub(crate) fn name(self) -> &'static str {
        match self {
            TieBreak::Buchholz => "buchholz",
            TieBreak::SonnebornBerger => "sonneborn-berger",
            TieBreak::DirectEncounter => "direct-encounter",
            TieBreak::MostWins => "most-wins",
        }
    }

    pub fn key(self) -> &'static str {
        match self {
            TieBreak::Buchholz => "buchholz",
            TieBreak::SonnebornBerger => "sonneborn_berger",
            TieBreak::DirectEncounter => "direct_encounter",
            TieBreak::MostWins => "most_wins",
        }
    }
}

/// The points that each got from each.
pub(super) struct PointsTaken {
    points: Vec<f64>,
    /// For each entrant: opponent, matches against it, points from them.
    opponents: Vec<Vec<(EntrantId, f64, f64)>>,
}

impl PointsTaken {
    /// Those of `entrants` entrants; tables of more than two count for none.
    /// A round without an opponent has a dummy, who ends with as many points as the one who waited.
    pub(super) fn new(history: &History, entrants: usize) -> PointsTaken {
        let mut opponents = vec![Vec::new(); entrants];
        for (seats, cell) in history.tables() {
            if let &[one, other] = seats {
                for (own, against, tally) in
                    [(one, other, &cell.tallies[0]), (other, one, &cell.tallies[1])]
                {
                    let entry = (against, tally.played as f64, points(tally));
                    opponents[own.index()].push(entry);
                }
            }
        }
        for (seats, cell) in history.cells() {
            if let (&[alone], [tally]) = (seats, &cell.tallies[..]) {
                opponents[alone.index()].push((alone, tally.played as f64, points(tally)));
            }
        }
        let points = history.totals(entrants).iter().map(points).collect();
        PointsTaken { points, opponents }
    }

    fn value(&self, tie_break: TieBreak, line: &Standing, group: &[EntrantId]) -> Option<f64> {
        let opponents = self.opponents[line.entrant.index()].iter();
        let points = |opponent: &EntrantId| self.points[opponent.index()];
        match tie_break {
            TieBreak::Buchholz => Some(opponents.map(|(id, met, _)| met * points(id)).sum()),
            TieBreak::SonnebornBerger => Some(opponents.map(|(id, _, got)| got * points(id)).sum()),
            TieBreak::MostWins => Some(line.tally.won as f64),
            // A single bot has no one to compare with.
            TieBreak::DirectEncounter if group.len() < 2 => None,
            TieBreak::DirectEncounter => {
                let others = |id: &EntrantId| *id != line.entrant && group.contains(id);
                let within = opponents.filter(|(id, ..)| others(id));
                Some(within.map(|(_, _, got)| got).sum())
            }
        }
    }
}

/// Puts those who share a place in order, the first `active` lines of the table, and says by what.
pub(super) fn order(
    table: &mut [Standing],
    active: usize,
    tie_breaks: &[TieBreak],
    encounters: &PointsTaken,
) {
    let (ranked, left) = table.split_at_mut(active);
    for tie_break in tie_breaks {
        for group in ranked.chunk_by_mut(|one, other| one.rank == other.rank) {
            let ids: Vec<EntrantId> = group.iter().map(|line| line.entrant).collect();
            for line in group.iter_mut() {
                let value = encounters.value(*tie_break, line, &ids);
                line.columns.push((Column::TieBreak(*tie_break), value));
            }
            group.sort_by(|one, other| last(other).total_cmp(&last(one)));
            number_within(group);
        }
        for line in left.iter_mut() {
            line.columns.push((Column::TieBreak(*tie_break), None));
        }
    }
}

/// Numbers the places of those who shared one and are in order now.
fn number_within(group: &mut [Standing]) {
    let Some(first) = group[0].rank else { return };
    for place in 1..group.len() {
        let shared = last(&group[place]) == last(&group[place - 1]);
        group[place].rank = if shared { group[place - 1].rank } else { Some(first + place as u32) };
    }
}

fn last(line: &Standing) -> f64 {
    line.columns.last().and_then(|(_, value)| *value).unwrap_or(0.0)
}

fn points(tally: &Tally) -> f64 {
    tally.won as f64 + tally.drawn as f64 / 2.0
}
