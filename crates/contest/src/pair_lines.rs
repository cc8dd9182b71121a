//! A crosstable as JSON Lines: a line for each pair of bots that met.

use crate::{Field, fair_play_lines::TalliedLine};
use certamen_game::number;
use certamen_tournament::{EntrantId, statistics::Model};
use serde::Serialize;

/// What one did against another.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairLine {
    /// Who.
    pub bot: String,
    /// Against whom.
    pub opponent: String,
    /// What it brought.
    #[serde(flatten)]
    pub tally: TalliedLine,
    /// The share that the strengths of all make one expect; null where strengths are not told, or
    /// where they did not meet in twos.
    #[serde(serialize_with = "number::serialize_known")]
    pub expected: Option<f64>,
    /// Whether what came is too far from it to be chance.
    pub odd: Option<bool>,
}

impl Field {
    /// What each did against each, in the order of the table. Where strengths may be told, `model` has
    /// them.
    pub fn pair_lines(&self, model: Option<&Model>) -> Vec<PairLine> {
        let ids = || (0..self.bots.len() as u32).map(EntrantId);
        let pairs = ids().flat_map(|one| {
            ids().filter(move |other| *other != one).map(move |other| (one, other))
        });
        pairs.map(|pair| self.pair_line(model, pair)).collect()
    }

    fn pair_line(&self, model: Option<&Model>, (one, other): (EntrantId, EntrantId)) -> PairLine {
        let expected = model.and_then(|model| self.expected(model, (one, other)));
        PairLine {
            bot: self.bots[one.index()].clone(),
            opponent: self.bots[other.index()].clone(),
            tally: TalliedLine::of(&self.table.against(one, other)),
            expected: expected.as_ref().map(|told| told.share),
            odd: expected.map(|told| told.is_odd),
        }
    }
}
