//! The order by %Ganadas, with the reference players that each bot beats and the mark for it.
//!
//! "Number of reference players that the pair's best player beats in the final table: 5 -> 5
//! points, ... 1 -> 1, none -> 1/2; not in the table -> 0. +1 for a pair with a player on places 1
//! to 5 of the final table, once per pair." To beat is to stand strictly above.

use super::{Column, Ranking, RankingKeys, Standing, WinShare};
use crate::{
    Entrant, FormatClass, History,
    contradiction::{Reason, Soundness, check_names, refuse},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The last place that is worth a point more.
const PREMIUM_PLACES: u32 = 5;
/// With more references the scale stops here.
const MOST: u32 = 5;

/// The ranking, and its keys in a contest file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReferencesBeaten {
    /// The names of the reference players.
    pub references: Vec<String>,
    /// Whether references are passed over when the first five places are counted.
    #[serde(default)]
    pub premium_skips_references: bool,
    /// The bots of each author or pair of authors, who get one mark for the best of them. A bot
    /// that is in none stands for itself.
    #[serde(default)]
    pub pairs: BTreeMap<String, Vec<String>>,
}

impl RankingKeys for ReferencesBeaten {
    fn suits(class: FormatClass) -> bool {
        matches!(class, FormatClass::Even | FormatClass::Uneven)
    }

    fn check(&self) -> Soundness {
        if self.references.is_empty() {
            return refuse("ranking.references", Reason::NoBotNamed);
        }
        Ok(())
    }

    fn check_entrants(&self, names: &[&str], absent: &[&str]) -> Soundness {
        // Without a reference every mark would be another one; without a player only its pair's.
        check_names("ranking.references", &self.references, names)?;
        let bots: Vec<String> = self.pairs.values().flatten().cloned().collect();
        check_names("ranking.pairs", &bots, &[names, absent].concat())
    }
}

impl Ranking for ReferencesBeaten {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        super::by_tally(entrants, history, WinShare::of)
    }

    fn annotate(&self, entrants: &[Entrant], table: &mut [Standing]) {
        let names: Vec<&str> =
            table.iter().map(|line| entrants[line.entrant.index()].name.as_str()).collect();
        let is_reference = |name: &str| self.references.iter().any(|own| own == name);
        let ranks: Vec<Option<u32>> = table.iter().map(|line| line.rank).collect();
        let beaten: Vec<Option<u32>> = ranks
            .iter()
            .map(|rank| {
                let own = (*rank)?;
                let references = names.iter().zip(&ranks).filter(|(name, _)| is_reference(name));
                Some(references.filter(|(_, rank)| rank.is_some_and(|rank| rank > own)).count()
                    as u32)
            })
            .collect();
        let premium = |line: usize| {
            ranks[line].is_some_and(|rank| {
                let passed = |other: &usize| {
                    self.premium_skips_references
                        && is_reference(names[*other])
                        && ranks[*other].is_some_and(|other| other < rank)
                };
                rank - (0..names.len()).filter(passed).count() as u32 <= PREMIUM_PLACES
            })
        };
        for line in 0..table.len() {
            let own = self.lines_of_pair(&names, line);
            // The mark is the team's, and is next to its best player: the first in the table.
            let is_best = own.first() == Some(&line) && !is_reference(names[line]);
            let mark = is_best.then(|| {
                let best = own.iter().filter_map(|line| beaten[*line]).max();
                let extra = own.iter().any(|line| premium(*line));
                best.map_or(0.0, points) + if extra { 1.0 } else { 0.0 }
            });
            let references = beaten[line].filter(|_| !is_reference(names[line])).map(f64::from);
            table[line].columns.extend([(Column::References, references), (Column::Mark, mark)]);
        }
    }
}

impl ReferencesBeaten {
    /// The lines of the pair that owns `line`, which is in order.
    fn lines_of_pair(&self, names: &[&str], line: usize) -> Vec<usize> {
        let owns = |bots: &&Vec<String>| bots.iter().any(|bot| bot == names[line]);
        match self.pairs.values().find(owns) {
            None => vec![line],
            Some(bots) => {
                let own = |line: &usize| bots.iter().any(|bot| bot == names[*line]);
                (0..names.len()).filter(own).collect()
            }
        }
    }
}

/// Points for this many references beaten, by a player that is in the table.
fn points(beaten: u32) -> f64 {
    if beaten == 0 { 0.5 } else { f64::from(beaten.min(MOST)) }
}
