//! Errors of strengths at tables of many that do not believe in independent choices: tables of the same
//! bots with the same number are one block, and what blocks vary is what they say, as for matches of two.
//!
//! A table's order holds many choices, and bots whose scores move together, or that are wilder than
//! others, make them carry less information than the model assumes.

use super::{Fit, Offer, Slope, choices_of};
use crate::{EntrantId, statistics::fitted::Fitted};
use std::collections::BTreeMap;

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
        let Slope { information: mut told, .. } =
            Slope::of_priors(&self.fitted.parameters, self.fitted.entrants.len());
        // Parameters fit what they are fitted to: residuals are too small by this much.
        let correction = count as f64 / (count - size) as f64;
        for choices in blocks.values_mut() {
            // The order of history changes no digit.
            choices.sort_unstable();
            let pull = self.pull(choices);
            for (row, one) in &pull {
                for (column, other) in &pull {
                    told[row * size + column] += correction * one * other;
                }
            }
        }
        let Fit { fitted: Fitted { entrants, parameters, covariance }, ties } = self;
        let covariance = Fitted::around(&covariance, &told, size);
        Fit { fitted: Fitted { entrants, parameters, covariance }, ties }
    }

    /// The score of a block: the slope of its likelihood, by parameter.
    fn pull(&self, choices: &[Offer]) -> BTreeMap<usize, f64> {
        let mut pull = BTreeMap::new();
        for choice in choices {
            let Some(selection) = self.selection(choice) else { continue };
            for (place, told) in selection.scores(&self.fitted.parameters, &self.ties) {
                *pull.entry(place).or_default() += told;
            }
        }
        pull
    }
}
