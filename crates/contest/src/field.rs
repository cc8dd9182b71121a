//! Who did what against whom in a contest.

use crate::{ContestError, Results};
use std::collections::BTreeMap;
use tournament::{Crosstable, EntrantId, statistics::bradley_terry::Encounters};

/// A contest's crosstable, in the order of its standings.
#[derive(Clone, Debug)]
pub struct Field {
    /// The bots' names, best first.
    pub bots: Vec<String>,
    /// What each did against each.
    pub table: Crosstable,
    /// The same with the order of seats: the first named sat before the second.
    pub encounters: BTreeMap<(EntrantId, EntrantId), Encounters>,
}

impl Results {
    /// The crosstable of the matches played among those who take part now.
    pub fn field(&self) -> Result<Field, ContestError> {
        let bots: Vec<String> = self.standings()?.into_iter().map(|line| line.bot).collect();
        let places: BTreeMap<&str, EntrantId> =
            bots.iter().map(String::as_str).zip((0..).map(EntrantId)).collect();
        let mut known = BTreeMap::new();
        let mut encounters = BTreeMap::new();
        let mut table = Crosstable::new(bots.len());
        for played in self.matches()? {
            let Some(outcome) = &played.outcome else { continue };
            let mut seats = Vec::with_capacity(played.seats.len());
            for submission in &played.seats {
                let place = if let Some(place) = known.get(submission) {
                    *place
                } else {
                    let place = places.get(self.bot(*submission)?.as_str()).copied();
                    known.insert(*submission, place);
                    place
                };
                seats.extend(place);
            }
            if seats.len() == outcome.scores.len() {
                table.add_match(&seats, &outcome.scores);
                meet(&mut encounters, &seats, &outcome.scores);
            }
        }
        Ok(Field { bots, table, encounters })
    }
}

/// Notes who had more than whom at a table of any size. What nobody won tells nothing.
fn meet(
    encounters: &mut BTreeMap<(EntrantId, EntrantId), Encounters>,
    seats: &[EntrantId],
    scores: &[f64],
) {
    let nobody_won = scores.iter().all(|score| *score == 0.0);
    if nobody_won {
        return;
    }
    for (place, (one, own)) in seats.iter().zip(scores).enumerate() {
        for (other, score) in seats.iter().zip(scores).skip(place + 1) {
            let met = encounters.entry((*one, *other)).or_default();
            met.won += u64::from(own > score);
            met.drawn += u64::from(own == score);
            met.lost += u64::from(own < score);
        }
    }
}
