//! The model of strengths that fits a contest: Bradley and Terry's where all meet in twos, Plackett
//! and Luce's where tables are larger.

use super::{Rating, Reference, bradley_terry, normal, plackett_luce};
use crate::{EntrantId, History, Verdict};

#[derive(Clone, Debug)]
pub enum Model {
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
        let mut tables: Vec<(&[EntrantId], u32, Vec<f64>)> = Vec::new();
        for (seats, cell) in history.tables() {
            for (number, results) in &cell.results {
                // A match that no one won carries no information: no bot managed to play.
                if results.iter().any(|result| result.verdict != Verdict::Lost) {
                    let scores = results.iter().map(|result| result.score);
                    tables.push((seats, *number, scores.collect()));
                }
            }
        }
        let tables = tables.iter().map(|(seats, number, scores)| (*seats, *number, &scores[..]));
        Model::of_tables(tables)
    }

    /// Fits tables of many, each told as who sat there, the number of the match, and their scores.
    pub fn of_tables<'a>(
        tables: impl Iterator<Item = (&'a [EntrantId], u32, &'a [f64])> + Clone,
    ) -> Model {
        let orders = tables.clone().map(|(seats, _, scores)| (seats, scores));
        Model::Many(plackett_luce::Fit::new(orders).with_blocks(tables))
    }

    /// All ratings, in the order of entry; none for entrants without opponents, and none at all
    /// from an anchor without opponents.
    pub fn ratings(&self, reference: Reference) -> Vec<Rating> {
        match self {
            Model::Twos(fit) => fit.ratings(reference),
            Model::Many(fit) => fit.ratings(reference),
        }
    }

    /// How probable it is that each is the strongest, as far as the matches show; none where too
    /// many are rated to find out.
    pub fn firsts(&self) -> Option<Vec<(EntrantId, f64)>> {
        match self {
            Model::Twos(fit) => fit.firsts(),
            Model::Many(fit) => fit.firsts(),
        }
    }

    /// How probable it is that `one` is stronger than `other`, as far as the matches show; none if
    /// either has met no opponent.
    pub fn superiority(&self, one: EntrantId, other: EntrantId) -> Option<f64> {
        let (ahead, error) = self.difference(one, other)?;
        let deviations = if ahead == 0.0 { 0.0 } else { ahead / error };
        Some(normal::above(-deviations))
    }

    /// What a match between two is expected to give the first seat, a draw being a half, and how much
    /// that varies, where all meet in twos; none if either has met no opponent.
    pub fn expected(&self, first: EntrantId, second: EntrantId) -> Option<(f64, f64)> {
        let Model::Twos(fit) = self else { return None };
        let [won, drawn, _] = fit.forecast(first, second)?;
        let mean = won + drawn / 2.0;
        Some((mean, won + drawn / 4.0 - mean * mean))
    }

    /// How much stronger `one` is than `other`, in Elo points, and the standard error of that; none
    /// if either has met no opponent.
    pub fn difference(&self, one: EntrantId, other: EntrantId) -> Option<(f64, f64)> {
        match self {
            Model::Twos(fit) => fit.difference(one, other),
            Model::Many(fit) => fit.difference(one, other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bradley_terry::Encounters;
    use certamen_game::Rng;

    /// A round robin of four equals with this many matches a pair and order of seats.
    fn equals(matches: u64, rng: &mut Rng) -> Model {
        let pairs = (0..4u32).flat_map(|one| (0..4).map(move |other| (one, other)));
        let pairs = pairs.filter(|(one, other)| one != other);
        let met: Vec<_> = pairs
            .map(|(one, other)| {
                let won = (0..matches).map(|_| rng.below(2)).sum();
                let met = Encounters { won, drawn: 0, lost: matches - won };
                ((EntrantId(one), EntrantId(other)), met)
            })
            .collect();
        Model::Twos(bradley_terry::Fit::new(met))
    }

    /// Over many contests of equals each is first in a quarter, whatever one contest makes believe, and
    /// who is told to be ahead with 95 % is so by chance, on one side or the other, in a tenth.
    #[test]
    fn probabilities_are_as_often_right_as_they_say() {
        let contests = 300;
        let (mut sure, mut first) = (0, 0.0);
        for contest in 0..contests {
            let model = equals(15, &mut Rng::of_turn(41, contest));
            let firsts = model.firsts().unwrap();
            assert!((firsts.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
            first += firsts[0].1;
            let ahead = model.superiority(EntrantId(2), EntrantId(3)).unwrap();
            sure += u32::from(!(0.05..=0.95).contains(&ahead));
        }
        let (first, sure) = (first / contests as f64, f64::from(sure) / contests as f64);
        assert!((first - 0.25).abs() < 0.04, "{first}");
        assert!((0.05..=0.15).contains(&sure), "{sure}");
    }

    #[test]
    fn what_is_expected_adds_up_to_what_was_won() {
        let met = [((0, 1), [60, 10, 30]), ((1, 2), [55, 5, 40]), ((2, 0), [20, 10, 70])];
        let met = met.map(|((one, other), [won, drawn, lost])| {
            ((EntrantId(one), EntrantId(other)), Encounters { won, drawn, lost })
        });
        let model = Model::Twos(bradley_terry::Fit::new(met));
        // Of the first bot: 65 of 100 on the first seat, 75 of 100 on the second.
        let own = model.expected(EntrantId(0), EntrantId(1)).unwrap().0;
        let back = 1.0 - model.expected(EntrantId(2), EntrantId(0)).unwrap().0;
        assert!((100.0 * (own + back) - 140.0).abs() < 0.5, "{own} {back}");
    }
}
