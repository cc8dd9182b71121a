//! How a match ended.

use crate::{Fault, Map, Seat, Seats, number};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Termination {
    /// By the rules of the game.
    #[default]
    Normal,
    /// A player failed to act.
    Forfeit,
    /// By a limit on its length.
    Limit,
}

impl Termination {
    /// The word in records.
    pub fn word(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Forfeit => "forfeit",
            Termination::Limit => "limit",
        }
    }
}

/// The result of a match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// One score per seat: 1, 1/2 or 0, or points, by the [`Scoring`](crate::Scoring).
    #[serde(serialize_with = "number::serialize_list")]
    pub scores: Vec<f64>,
    /// Why it ended.
    pub termination: Termination,
    /// The seats that failed to act, when it was forfeited.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<Seat>,
    /// The fault of the first of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Fault>,
    /// Facts of the game: points, stones, rounds.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub detail: Map,
    /// Keys that this version does not know.
    #[serde(flatten)]
    pub extra: Map,
}

impl Outcome {
    /// An end by the rules with one score per seat.
    pub fn scored(scores: impl Into<Vec<f64>>) -> Outcome {
        Outcome { scores: scores.into(), ..Outcome::default() }
    }

    /// An end of a game of two by comparing what each seat has: more wins, equal is a draw.
    pub fn compared<T: PartialOrd>(first: &T, second: &T) -> Outcome {
        Outcome::scored(if first > second {
            [1.0, 0.0]
        } else if first < second {
            [0.0, 1.0]
        } else {
            [0.5, 0.5]
        })
    }

    /// A win of `winner` in a game of two.
    pub fn won_by(winner: Seat) -> Outcome {
        Outcome::scored(if winner == Seat(0) { [1.0, 0.0] } else { [0.0, 1.0] })
    }

    /// A win, at a table of `count`, of all but `losers`; no winner if all of them lose.
    pub fn lost_by(losers: Seats, count: u8) -> Outcome {
        let score = |seat| if losers.contains(Seat(seat)) { 0.0 } else { 1.0 };
        Outcome::scored((0..count).map(score).collect::<Vec<_>>())
    }

    /// The same outcome with one more detail; `value` must be representable in JSON.
    #[must_use]
    pub fn with_detail(mut self, key: &str, value: impl Serialize) -> Outcome {
        let value = serde_json::to_value(value).expect("details are plain data");
        self.detail.insert(key.to_owned(), value);
        self
    }

    /// A detail, if it is there and of this type.
    pub fn detail_as<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        serde_json::from_value(self.detail.get(key)?.clone()).ok()
    }

    /// The seats with the best score.
    pub fn leaders(&self) -> Vec<usize> {
        leaders(&self.scores)
    }

    /// The winner of a game of two, if it has one.
    pub fn winner_of_two(&self) -> Option<Seat> {
        match (&self.scores[..], &self.leaders()[..]) {
            ([_, _], [0]) => Some(Seat(0)),
            ([_, _], [1]) => Some(Seat(1)),
            _ => None,
        }
    }

    /// The same outcome with another termination.
    #[must_use]
    pub fn with_termination(mut self, termination: Termination) -> Outcome {
        self.termination = termination;
        self
    }
}

/// The seats with the most points.
pub(crate) fn leaders(points: &[f64]) -> Vec<usize> {
    let best = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (0..points.len()).filter(|seat| points[*seat] >= best).collect()
}
