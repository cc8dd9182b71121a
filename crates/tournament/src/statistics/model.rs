//! The model of strengths that fits a contest: Bradley and Terry's where all meet in twos, Plackett
//! and Luce's where tables are larger.

use super::{Rating, Reference, bradley_terry, plackett_luce};
use crate::{EntrantId, History, Verdict};

/// A fitted model.
#[derive(Clone, Debug)]
pub enum Model {
    /// For matches of two.
    Twos(bradley_terry::Fit),
    /// For tables of more, and of two among them.
    Many(plackett_luce::Fit),
}

impl Model {
    /// Fits what is in `history`, which must keep single matches where tables are larger than two.
    pub fn of_history(history: &History) -> Model {
        if history.tables().all(|(seats, _)| seats.len() == 2) {
            let blocks = bradley_terry::BlockCounts::of_history(history);
            return Model::Twos(bradley_terry::Fit::of_history(history).with_blocks(&blocks));
        }
        let mut tables: Vec<(&[EntrantId], Vec<f64>)> = Vec::new();
        for (seats, cell) in history.tables() {
            for results in cell.results.values() {
                // What nobody won tells nothing: nobody managed to play.
                if results.iter().any(|result| result.verdict != Verdict::Lost) {
                    tables.push((seats, results.iter().map(|result| result.score).collect()));
                }
            }
        }
        let tables = tables.iter().map(|(seats, scores)| (*seats, &scores[..]));
        Model::Many(plackett_luce::Fit::new(tables))
    }

    /// Everybody's rating, in the order of entry; none of those who met nobody, and none at all from
    /// an anchor who met nobody.
    pub fn ratings(&self, reference: Reference) -> Vec<Rating> {
        match self {
            Model::Twos(fit) => fit.ratings(reference),
            Model::Many(fit) => fit.ratings(reference),
        }
    }

    /// How much stronger `one` is than `other`, in Elo points, and the standard error of that; none
    /// if either met nobody.
    pub fn difference(&self, one: EntrantId, other: EntrantId) -> Option<(f64, f64)> {
        match self {
            Model::Twos(fit) => fit.difference(one, other),
            Model::Many(fit) => fit.difference(one, other),
        }
    }
}
