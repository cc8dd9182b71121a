//! Ratings with their certainty, shares of the field, and cycles.

use super::{
    table::{Cell, Table},
    words,
};
use crate::Field;
use certamen_game::number;
use certamen_i18n::Message;
use certamen_tournament::{
    EntrantId,
    statistics::{
        Rating, Reference,
        field::{Cycle, Level, alpha_rank, cycles, nash_weights},
    },
};
use serde::{Serialize, Serializer};

/// The rating of a bot, in Elo points from the mean of all.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Strength {
    /// The bot.
    pub bot: String,
    /// Its rating; null where it is unknown, or meaningful for the order only.
    #[serde(serialize_with = "number::serialize_known")]
    pub elo: Option<f64>,
    /// The lower bound of its 95 % interval.
    #[serde(serialize_with = "number::serialize_known")]
    pub low: Option<f64>,
    /// The upper bound of its 95 % interval.
    #[serde(serialize_with = "number::serialize_known")]
    pub high: Option<f64>,
}

impl Strength {
    pub fn new(bot: &str, rating: Option<&Rating>) -> Strength {
        let interval = rating.map(Rating::interval);
        Strength {
            bot: bot.to_owned(),
            elo: rating.map(|rating| rating.elo),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
        }
    }

    /// Half the width of the interval.
    pub fn reach(&self) -> Option<f64> {
        Some(self.high? - self.elo?)
    }
}

/// The places of ratings, the strongest first and the unknown last.
pub fn strongest_first(ratings: &[Option<Rating>]) -> Vec<usize> {
    let elo = |place: &usize| ratings[*place].map_or(f64::NEG_INFINITY, |rating| rating.elo);
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|one, other| elo(other).total_cmp(&elo(one)));
    order
}

/// A cycle: each of three bots beats the next, and the last the first.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CycleLine {
    /// Their names, beginning with the highest-ranked.
    pub bots: [String; 3],
    /// The joint certainty, in percent, of all cycles with this number.
    pub percent: f64,
    /// Whether it can only end so.
    #[serde(skip)]
    pub is_exact: bool,
}

/// A bot among all.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FieldLine {
    #[serde(flatten)]
    pub strength: Strength,
    /// Its share in the equilibrium of choosing a bot.
    #[serde(serialize_with = "number::serialize")]
    nash: f64,
    /// The 95 % interval of that, where it is known.
    #[serde(serialize_with = "serialize_range")]
    nash_interval: Option<[f64; 2]>,
    #[serde(serialize_with = "number::serialize")]
    alpha_rank: f64,
    #[serde(serialize_with = "serialize_range")]
    alpha_rank_interval: Option<[f64; 2]>,
    /// The probability that it is stronger than the next one.
    #[serde(serialize_with = "number::serialize_known")]
    above_next: Option<f64>,
    /// The probability that it is stronger than all others.
    #[serde(serialize_with = "number::serialize_known")]
    first: Option<f64>,
    #[serde(skip)]
    pub rating: Option<Rating>,
}

#[expect(clippy::ref_option, reason = "serde passes references to fields")]
fn serialize_range<S: Serializer>(
    range: &Option<[f64; 2]>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    range.map(|range| range.map(number::json)).serialize(serializer)
}

impl FieldLine {
    /// The lines as a table; intervals of shares are for people only.
    pub fn table(lines: &[FieldLine], with_intervals: bool) -> Table {
        let share = move |value: f64, range: Option<[f64; 2]>| {
            let Some([low, high]) = range.filter(|_| with_intervals) else {
                return Cell::rounded(100.0 * value, 1);
            };
            format!("{:.1} ({:.0}-{:.0})", 100.0 * value, 100.0 * low, 100.0 * high).into()
        };
        let percent = |value: Option<f64>| Cell::rounded(value.map(|value| 100.0 * value), 1);
        let name = Message::verbatim;
        Table::of(lines)
            .text("bot", words::bot(), |line| &line.strength.bot)
            .number("elo", name("Elo"), |line| Cell::rounded(line.strength.elo, 0))
            .number("reach", name("±95 %"), |line| Cell::rounded(line.strength.reach(), 0))
            .number("nash", name("Nash %"), |line| share(line.nash, line.nash_interval))
            .number("alpha_rank", name("alpha-rank %"), |line| {
                share(line.alpha_rank, line.alpha_rank_interval)
            })
            .number("above_next", words::above_next_share(), |line| percent(line.above_next))
            .number("first", words::first_share(), |line| percent(line.first))
            .build()
    }
}

impl Field {
    /// The bots, the strongest first; without `has_ratings` only in the order of these.
    pub fn lines(&self, reference: Reference, has_ratings: bool) -> Vec<FieldLine> {
        let model = self.model();
        let (found, firsts) = (model.ratings(reference), model.firsts().unwrap_or_default());
        let place = |id: EntrantId| found.iter().find(|rating| rating.entrant == id).copied();
        let ratings: Vec<Option<Rating>> =
            (0..self.bots.len() as u32).map(|id| place(EntrantId(id))).collect();
        let (nash, alpha) = (nash_weights(&self.table), alpha_rank(&self.table));
        let (nash_ranges, alpha_ranges) = (self.shares(nash_weights), self.shares(alpha_rank));
        let order = strongest_first(&ratings);
        let next = order.iter().skip(1).map(|place| ratings[*place]).chain([None]);
        let lines = order.iter().zip(next).map(|(&place, next)| {
            let rating = ratings[place].filter(|_| has_ratings);
            let id = EntrantId(place as u32);
            let above = |next: Rating| model.superiority(rating?.entrant, next.entrant);
            let first = firsts.iter().find(|(one, _)| *one == id).map(|(_, share)| *share);
            FieldLine {
                strength: Strength::new(&self.bots[place], rating.as_ref()),
                nash: nash[place],
                nash_interval: nash_ranges.as_ref().map(|ranges| ranges[place]),
                alpha_rank: alpha[place],
                alpha_rank_interval: alpha_ranges.as_ref().map(|ranges| ranges[place]),
                above_next: next.and_then(above),
                first: first.filter(|_| has_ratings),
                rating,
            }
        });
        lines.collect()
    }

    /// Cycles of bots that beat each other, the most certain first.
    pub fn cycles(&self) -> Vec<CycleLine> {
        let found = cycles(&self.table, |one, other| self.drawn.is_exact(one, other));
        let line = |cycle: Cycle| CycleLine {
            bots: cycle.members.map(|id| self.bots[id.index()].clone()),
            percent: cycle.level.percent(),
            is_exact: cycle.level == Level::Exact,
        };
        found.into_iter().map(line).collect()
    }
}
