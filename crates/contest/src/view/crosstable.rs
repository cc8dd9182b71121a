//! The crosstable: what each bot did against each other.

use super::{
    table::{Cell, Table},
    words,
};
use crate::Field;
use certamen_game::number;
use certamen_tournament::{
    Against, EntrantId,
    statistics::{Model, normal},
};
use serde::Serialize;

/// What matches brought to one side of them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TalliedLine {
    /// How many there were.
    pub played: u64,
    /// Of them won.
    pub won: u64,
    /// Of them drawn.
    pub drawn: u64,
    /// Of them lost.
    pub lost: u64,
    /// The share of the points; null of no match.
    #[serde(serialize_with = "number::serialize_known")]
    pub share: Option<f64>,
    /// Where that lies with a probability of 95 %: not below.
    #[serde(serialize_with = "number::serialize_known")]
    pub low: Option<f64>,
    /// And not above.
    #[serde(serialize_with = "number::serialize_known")]
    pub high: Option<f64>,
}

impl TalliedLine {
    pub(crate) fn of(against: &Against) -> TalliedLine {
        let interval = against.interval();
        TalliedLine {
            played: against.played(),
            won: against.won,
            drawn: against.drawn,
            lost: against.lost,
            share: against.share(),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
        }
    }
}

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
    // Chance explains it in at most one of twenty contests, all pairs together.
    pub odd: Option<bool>,
}

impl PairLine {
    /// The lines as a table.
    pub fn table(lines: &[PairLine]) -> Table {
        Table::of(lines)
            .text("bot", words::bot(), |line| &line.bot)
            .text("opponent", words::opponent(), |line| &line.opponent)
            .number("played", words::played(), |line| line.tally.played)
            .number("won", words::won(), |line| line.tally.won)
            .number("drawn", words::drawn(), |line| line.tally.drawn)
            .number("lost", words::lost(), |line| line.tally.lost)
            .number("share", words::share(), |line| Cell::rounded(line.tally.share, 4))
            .number("low", words::low(), |line| Cell::rounded(line.tally.low, 4))
            .number("high", words::high(), |line| Cell::rounded(line.tally.high, 4))
            .number("expected", words::expected(), |line| Cell::rounded(line.expected, 4))
            .build()
    }
}

impl Field {
    /// A line for each pair of bots, in the order of the standings; `model` gives the expected
    /// shares.
    pub fn pair_lines(&self, model: Option<&Model>) -> Vec<PairLine> {
        let ids = || (0..self.bots.len() as u32).map(EntrantId);
        let pairs = ids().flat_map(|one| {
            ids().filter(move |other| *other != one).map(move |other| (one, other))
        });
        pairs.map(|(one, other)| self.pair_line(model, one, other)).collect()
    }

    /// What `one` did against `other`, which may be the same.
    pub fn pair_line(&self, model: Option<&Model>, one: EntrantId, other: EntrantId) -> PairLine {
        let expected = model.and_then(|model| self.expected(model, one, other));
        PairLine {
            bot: self.bots[one.index()].clone(),
            opponent: self.bots[other.index()].clone(),
            tally: TalliedLine::of(&self.table.against(one, other)),
            expected: expected.map(|expected| expected.share),
            odd: expected.map(|expected| expected.is_odd),
        }
    }

    /// The expected share of one against another by the ratings of `model`; `None` if they did not
    /// meet in matches of two.
    fn expected(&self, model: &Model, one: EntrantId, other: EntrantId) -> Option<ExpectedShare> {
        let (mut count, mut points, mut mean, mut variance) = (0.0, 0.0, 0.0, 0.0);
        for (seats, is_first) in [((one, other), true), ((other, one), false)] {
            let Some(met) = self.encounters.get(&seats) else { continue };
            let matches = (met.won + met.drawn + met.lost) as f64;
            let (expected, varies) = model.expected(seats.0, seats.1)?;
            let of_first = met.won as f64 + met.drawn as f64 / 2.0;
            let own = |first: f64, all: f64| if is_first { first } else { all - first };
            count += matches;
            points += own(of_first, matches);
            mean += own(matches * expected, matches);
            variance += matches * varies;
        }
        let pairs = (self.bots.len() * (self.bots.len() - 1) / 2) as f64;
        let deviations = (points - mean).abs() / variance.sqrt();
        let is_odd = 2.0 * normal::above(deviations) * pairs <= 0.05;
        (count > 0.0).then(|| ExpectedShare { share: mean / count, is_odd })
    }
}

#[derive(Clone, Copy)]
struct ExpectedShare {
    share: f64,
    is_odd: bool,
}
