//! Who did what against whom in a contest.

use crate::{ContestError, Results};
use certamen_game::Luck;
use certamen_tournament::statistics::field::Resampling;
use certamen_tournament::{
    Crosstable, EntrantId, FormatConfig, Verdict,
    statistics::{
        Model, Rating, Reference,
        bradley_terry::{self, BlockCounts, Encounters},
        plackett_luce,
    },
};
use std::collections::{BTreeMap, HashSet};

/// A contest's crosstable, in the order of its standings. Matches that only repeat others count once.
#[derive(Clone, Debug)]
pub struct Field {
    /// The bots' names, best first.
    pub bots: Vec<String>,
    /// What each did against each.
    pub table: Crosstable,
    /// The same with the order of seats: the first named sat before the second.
    pub encounters: BTreeMap<(EntrantId, EntrantId), Encounters>,
    /// How matches of two with the same number came out together.
    pub blocks: BlockCounts,
    /// The matches by who sat there: what is drawn again to see how sure a share is.
    pub(crate) drawn: Resampling,
    /// The tables of more than two, who sat there and their scores.
    pub tables: Vec<(Vec<EntrantId>, Vec<f64>)>,
}

impl Field {
    /// The strengths: by Plackett and Luce's model where tables are larger than two.
    pub fn model(&self) -> Model {
        if self.tables.is_empty() {
            let encounters = self.encounters.iter().map(|(seats, met)| (*seats, *met));
            return Model::Twos(bradley_terry::Fit::new(encounters).with_blocks(&self.blocks));
        }
        let tables = self.tables.iter().map(|(seats, scores)| (&seats[..], &scores[..]));
        Model::Many(plackett_luce::Fit::new(tables))
    }

    /// The strength of each bot, where it is known: those that met nobody have none.
    pub fn ratings(&self) -> Vec<Option<Rating>> {
        let mut ratings = vec![None; self.bots.len()];
        for rating in self.model().ratings(Reference::Mean) {
            if let Some(place) = ratings.get_mut(rating.entrant.index()) {
                *place = Some(rating)
                    .filter(|rating| rating.elo.is_finite() && rating.error.is_finite());
            }
        }
        ratings
    }
}

impl Field {
    /// Where the shares that `measure` makes of a crosstable lie in 95 of 100 contests whose blocks are
    /// drawn from those of this one; none where it would take too long.
    pub fn shares(&self, measure: fn(&Crosstable) -> Vec<f64>) -> Option<Vec<[f64; 2]>> {
        let size = self.bots.len();
        (size <= MOST_RESAMPLED).then(|| {
            let mut luck = Luck::of_turn(size as u64, 95);
            self.drawn.intervals(size, measure, &mut luck)
        })
    }
}

/// Shares of more bots are told without intervals.
const MOST_RESAMPLED: usize = 24;

impl Results<'_> {
    /// Whether strengths are for the order only: a ladder lets those meet who look near each other, so
    /// that every gap is measured up to a lucky moment.
    pub fn is_ladder(&self) -> bool {
        matches!(self.meta.regulations.format, FormatConfig::Ladder(_))
    }

    /// The crosstable of the matches played among those who take part now.
    pub fn field(&self) -> Result<Field, ContestError> {
        self.field_without(&[])
    }

    /// The same as if these bots and their matches had never been there.
    pub fn field_without(&self, left_out: &[String]) -> Result<Field, ContestError> {
        let bots = self.standings()?.into_iter().map(|line| line.bot);
        let bots: Vec<String> = bots.filter(|bot| !left_out.contains(bot)).collect();
        let places: BTreeMap<&str, EntrantId> =
            bots.iter().map(String::as_str).zip((0..).map(EntrantId)).collect();
        let mut known = BTreeMap::new();
        let mut encounters = BTreeMap::new();
        let mut table = Crosstable::new(bots.len());
        let (mut twos, mut tables, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        let mut drawn = Resampling::default();
        let deterministic = &self.meta.known;
        for played in self.counted()? {
            let Some(outcome) = &played.outcome else { continue };
            if played.faults == 0 && deterministic.repeats(&played.seats) {
                let scores: Vec<u64> = outcome.scores.iter().map(|score| score.to_bits()).collect();
                if !seen.insert((played.seats.clone(), played.turns, scores)) {
                    continue;
                }
            }
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
                let exact = played.faults == 0 && deterministic.repeats(&played.seats);
                drawn.add((&seats, &outcome.scores), played.repeat, exact);
                table.add_match(&seats, &outcome.scores);
                meet(&mut encounters, &seats, &outcome.scores);
                if let &[first, second] = &seats[..]
                    && let Some(verdict) = first_seat(&outcome.scores)
                {
                    twos.push(([first, second], played.repeat, verdict));
                }
                if seats.len() > 2 && outcome.scores.iter().any(|score| *score != 0.0) {
                    tables.push((seats, outcome.scores.clone()));
                }
            }
        }
        Ok(Field { bots, table, encounters, blocks: BlockCounts::new(twos), drawn, tables })
    }
}

/// What a match of two was for the first seat. What nobody won tells nothing.
fn first_seat(scores: &[f64]) -> Option<Verdict> {
    let &[own, other] = scores else { return None };
    (own != 0.0 || other != 0.0).then_some(if own > other {
        Verdict::Won
    } else if own == other {
        Verdict::Drawn
    } else {
        Verdict::Lost
    })
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
