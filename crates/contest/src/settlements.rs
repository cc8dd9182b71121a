//! Which places of a table are settled.

use crate::{ContestError, Line, Results};
use game::{Outcome, Scoring};
use std::collections::BTreeMap;
use tournament::{
    ranking::Rule,
    statistics::{Moments, Neighbours, Settlement},
};

impl Results {
    /// Of each line of `table` whether it is settled that it stands above the next, by what a match
    /// gives on average: its score where the ranking adds up scores, else a win 1 and a draw 1/2.
    /// None for the last line with a place and for those without one.
    pub fn settlements(&self, table: &[Line]) -> Result<Vec<Option<Settlement>>, ContestError> {
        let matches = self.given()?;
        let mut all = Moments::default();
        for given in &matches {
            all = given.values().fold(all, |sum, value| sum.with(Moments::one(*value)));
        }
        let mean = all.sum / all.count as f64;
        let usual = (all.squares / all.count as f64 - mean * mean).max(0.0);
        let settled = |pair: &[Line]| {
            let [above, below] = pair else { return None };
            below.rank?;
            let neighbours = neighbours(&matches, &above.bot, &below.bot, usual);
            Some(neighbours.gap().settlement())
        };
        Ok((0..table.len()).map(|place| settled(table.get(place..place + 2)?)).collect())
    }

    /// What each match gave whom.
    fn given(&self) -> Result<Vec<BTreeMap<String, f64>>, ContestError> {
        let by_score =
            self.ranking()?.rule == Rule::TotalScore && self.scoring()? == Scoring::Score;
        let mut names = BTreeMap::new();
        let mut given = Vec::new();
        for played in self.matches()? {
            let Some(outcome) = &played.outcome else { continue };
            let mut match_gave = BTreeMap::new();
            for (seat, submission) in played.seats.iter().enumerate() {
                if !names.contains_key(submission) {
                    names.insert(*submission, self.bot(*submission)?);
                }
                let value = if by_score { outcome.scores[seat] } else { points(outcome, seat) };
                match_gave.insert(names[submission].clone(), value);
            }
            given.push(match_gave);
        }
        Ok(given)
    }
}

/// 1 for having most, 1/2 for sharing that, 0 otherwise; what nobody won gives nothing.
fn points(outcome: &Outcome, seat: usize) -> f64 {
    let most = outcome.scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let leaders = outcome.scores.iter().filter(|score| **score == most).count();
    let lost = outcome.scores[seat] < most || outcome.scores.iter().all(|score| *score == 0.0);
    match (lost, leaders) {
        (true, _) => 0.0,
        (false, 1) => 1.0,
        (false, _) => 0.5,
    }
}

fn neighbours(
    matches: &[BTreeMap<String, f64>],
    above: &str,
    below: &str,
    usual: f64,
) -> Neighbours {
    let nothing = Moments::default();
    let mut two = Neighbours {
        above: nothing,
        below: nothing,
        above_together: nothing,
        below_together: nothing,
        usual,
    };
    let add = |sum: &mut Moments, value: f64| *sum = sum.with(Moments::one(value));
    for given in matches {
        match (given.get(above), given.get(below)) {
            (Some(one), Some(other)) => {
                add(&mut two.above_together, *one);
                add(&mut two.below_together, *other);
            }
            (Some(one), None) => add(&mut two.above, *one),
            (None, Some(other)) => add(&mut two.below, *other),
            (None, None) => {}
        }
    }
    two
}
