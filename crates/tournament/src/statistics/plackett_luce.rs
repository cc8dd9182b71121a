//! Strengths of entrants that meet at tables of many: the model of Plackett and Luce with ties as
//! Davidson and Luce have them, fitted all at once.
//!
//! The order of a table is a row of choices: who has most is chosen from all, who has most of the
//! others from those, and so on (R. D. Luce, "Individual choice behavior", 1959; R. L. Plackett, "The
//! analysis of permutations", Applied Statistics 24, 1975). Several who share a place are chosen
//! together: with the log-strengths a, a set of n of them has odds `exp(d(n) + (sum of a) / n)`, where
//! d(1) is 0 and the other d are inclinations to tie (D. Firth, I. Kosmidis and H. Turner,
//! "Davidson-Luce model for multi-item choice with ties", 2019). At tables of two this is Davidson's
//! model of draws, without an advantage of the first seat.
//!
//! The logarithm of the likelihood is concave, so that Newton's method finds the one maximum, and
//! choices are sorted before they are added up: the order of history changes no digit.

mod choice;
#[cfg(test)]
mod tests;

use super::{
    Rating, Reference,
    fitted::{Fitted, Slope},
};
use crate::EntrantId;
use choice::Selection;
use std::collections::{BTreeMap, BTreeSet};

/// Ties of more than this many are left out: they mean that a game says nothing about them (no seat
/// got anything), and what they cost to weigh grows fast.
const MOST_TIED: usize = 8;

/// What there was to choose from and who was chosen, each in the order of entry.
type Offer = (Vec<EntrantId>, Vec<EntrantId>);

#[derive(Clone, Debug)]
pub struct Fit {
    /// The log-strengths, then the inclinations to tie.
    fitted: Fitted,
    /// How many share a place in each of the ties that came.
    ties: Vec<usize>,
}

impl Fit {
    /// Fits the strengths of all who sat at `tables`, each told as who sat there and their scores in
    /// the same order. Tables of one, tables at which a bot sat twice, and scores that are no
    /// numbers carry no information.
    pub fn new<'a>(tables: impl IntoIterator<Item = (&'a [EntrantId], &'a [f64])>) -> Fit {
        let mut choices: BTreeMap<Offer, u64> = BTreeMap::new();
        for (seats, scores) in tables {
            for choice in choices_of(seats, scores) {
                *choices.entry(choice).or_default() += 1;
            }
        }
        let entrants: BTreeSet<EntrantId> =
            choices.keys().flat_map(|(all, _)| all.iter().copied()).collect();
        let entrants: Vec<EntrantId> = entrants.into_iter().collect();
        let tied = choices.keys().map(|(_, chosen)| chosen.len()).filter(|count| *count > 1);
        let ties: Vec<usize> = tied.collect::<BTreeSet<_>>().into_iter().collect();
        let places = |ids: &[EntrantId]| -> Vec<usize> {
            let place = |id| entrants.binary_search(id).expect("all who sat are listed");
            ids.iter().map(place).collect()
        };
        let choices: Vec<Selection> = choices
            .iter()
            .map(|((all, chosen), times)| Selection {
                all: places(all),
                chosen: places(chosen),
                times: *times as f64,
            })
            .collect();
        let count = entrants.len();
        let fitted = Fitted::maximum(entrants, ties.len(), |parameters| {
            let mut slope = Slope::of_priors(parameters, count);
            for choice in &choices {
                choice.add_to(&mut slope, parameters, &ties);
            }
            slope
        });
        Fit { fitted, ties }
    }

    /// A choice by places in the list of parameters; none if an entrant is not rated.
    fn selection(&self, (all, chosen): &Offer) -> Option<Selection> {
        let places = |ids: &[EntrantId]| -> Option<Vec<usize>> {
            ids.iter().map(|id| self.fitted.place(*id)).collect()
        };
        Some(Selection { all: places(all)?, chosen: places(chosen)?, times: 1.0 })
    }

    /// All ratings, in the order of entry. An entrant without a table has none; an anchor that sat
    /// at none is no anchor: then there is no rating at all.
    pub fn ratings(&self, reference: Reference) -> Vec<Rating> {
        self.fitted.ratings(reference)
    }

    /// How probable it is that each is the strongest, as far as the matches show; none where too
    /// many are rated to find out.
    pub fn firsts(&self) -> Option<Vec<(EntrantId, f64)>> {
        self.fitted.firsts()
    }

    /// How much stronger `one` is than `other`, in Elo points, and the standard error of that; none
    /// if either sat at no table.
    pub fn difference(&self, one: EntrantId, other: EntrantId) -> Option<(f64, f64)> {
        self.fitted.difference(one, other)
    }

    /// The inclinations to tie, as logarithms of odds, by how many share a place.
    pub fn inclinations(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let found = &self.fitted.parameters[self.fitted.entrants.len()..];
        self.ties.iter().copied().zip(found.iter().copied())
    }
}

/// The choices of a table, each as all there are to choose from and the chosen ones, in the order of
/// entry. The last one alone is no choice.
fn choices_of(seats: &[EntrantId], scores: &[f64]) -> Vec<Offer> {
    let distinct: BTreeSet<EntrantId> = seats.iter().copied().collect();
    let sound = seats.len() == scores.len() && scores.iter().all(|score| score.is_finite());
    if !sound || distinct.len() != seats.len() {
        return Vec::new();
    }
    let mut left: Vec<(EntrantId, f64)> =
        seats.iter().copied().zip(scores.iter().copied()).collect();
    left.sort_by(|(one, own), (other, score)| score.total_cmp(own).then(one.cmp(other)));
    let mut choices = Vec::new();
    while left.len() > 1 {
        let most = left[0].1;
        let tied = left.iter().take_while(|(_, score)| *score == most).count();
        if tied <= MOST_TIED {
            let ids = |some: &[(EntrantId, f64)]| {
                let mut ids: Vec<EntrantId> = some.iter().map(|(id, _)| *id).collect();
                ids.sort_unstable();
                ids
            };
            choices.push((ids(&left), ids(&left[..tied])));
        }
        left.drain(..tied);
    }
    choices
}

// Errors of strengths at tables of many that do not believe in independent choices: tables of the same
// bots with the same number are one block, and what blocks vary is what they say, as for matches of two.
//
// A table's order holds many choices, and bots whose scores move together, or that are wilder than
// others, make them carry less information than the model assumes.

/// There must be this many blocks for each parameter: the variance of few is worth nothing.
const BLOCKS_A_PARAMETER: usize = 5;

impl Fit {
    /// The same strengths with errors by blocks, where there are enough of them. Tables are told as who
    /// sat there, the number of the match, and the scores in the same order.
    #[must_use]
    pub fn with_blocks<'a>(
        self,
        tables: impl IntoIterator<Item = (&'a [EntrantId], u32, &'a [f64])>,
    ) -> Fit {
        let mut blocks: BTreeMap<(Vec<EntrantId>, u32), Vec<Offer>> = BTreeMap::new();
        for (seats, number, scores) in tables {
            let mut sorted = seats.to_vec();
            sorted.sort_unstable();
            blocks.entry((sorted, number)).or_default().extend(choices_of(seats, scores));
        }
        blocks.retain(|_, choices| !choices.is_empty());
        let (size, count) = (self.fitted.parameters.len(), blocks.len());
        if count < BLOCKS_A_PARAMETER * size {
            return self;
        }
        let Slope { mut information, .. } =
            Slope::of_priors(&self.fitted.parameters, self.fitted.entrants.len());
        // Parameters fit what they are fitted to: residuals are too small by this much.
        let correction = count as f64 / (count - size) as f64;
        for choices in blocks.values_mut() {
            // The order of history changes no digit.
            choices.sort_unstable();
            let pull = self.pull(choices);
            for (row, one) in &pull {
                for (column, other) in &pull {
                    information[row * size + column] += correction * one * other;
                }
            }
        }
        let Fit { fitted: Fitted { entrants, parameters, covariance }, ties } = self;
        let covariance = Fitted::around(&covariance, &information, size);
        Fit { fitted: Fitted { entrants, parameters, covariance }, ties }
    }

    /// The score of a block: the slope of its likelihood, by parameter.
    fn pull(&self, choices: &[Offer]) -> BTreeMap<usize, f64> {
        let mut pull = BTreeMap::new();
        for choice in choices {
            let Some(selection) = self.selection(choice) else { continue };
            for (place, score) in selection.scores(&self.fitted.parameters, &self.ties) {
                *pull.entry(place).or_default() += score;
            }
        }
        pull
    }
}
