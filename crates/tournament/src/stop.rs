//! When a contest may end before everything is played: as soon as its ranks are certain.

use crate::{
    Entrant, EntrantId, History, Ranking, Standing, say,
    statistics::{RankCertainty, RowPairs, settlements},
};
use certamen_i18n::{Localize, Message};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{fmt, num::NonZeroU32, str::FromStr};

/// What of the table must be settled, as contest files say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopRule {
    /// `settled`: every place.
    Settled,
    /// `settled top N`: the entrants on the first N ranks, and their order.
    SettledTop(NonZeroU32),
}

/// A text that says nothing of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAStop {
    text: String,
}

impl Localize for NotAStop {
    fn message(&self) -> Message {
        say::not_a_stop(&self.text)
    }
}

certamen_i18n::error!(NotAStop);

#[cfg(feature = "schema")]
impl JsonSchema for StopRule {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Stop".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^settled( top [1-9][0-9]*)?$" })
    }
}

impl StopRule {
    /// Whether lines of a table, of each of which it is told whether it is settled that it stands above
    /// the next, are what is waited for.
    pub fn is_reached(self, settlements: &[Option<RankCertainty>]) -> bool {
        let gaps = settlements.len().saturating_sub(1);
        let counted = gaps.min(self.places());
        gaps > 0
            && settlements[..counted].iter().all(|gap| gap.is_some_and(RankCertainty::is_final))
    }

    /// How many of the first lines are waited for.
    pub fn places(self) -> usize {
        match self {
            StopRule::Settled => usize::MAX,
            StopRule::SettledTop(places) => places.get() as usize,
        }
    }

    /// Whether the order by `ranking` is settled as far as is asked.
    pub(crate) fn is_settled(
        self,
        ranking: &dyn Ranking,
        entrants: &[Entrant],
        history: &History,
    ) -> bool {
        let order = order(&ranking.rank(entrants, history));
        let lines = RowPairs { measure: ranking.measure(), first: self.places() };
        self.is_reached(&settlements(&order, history, lines))
    }
}

/// Those who have a place in a table, best first.
pub fn order(table: &[Standing]) -> Vec<EntrantId> {
    table.iter().filter(|line| line.rank.is_some()).map(|line| line.entrant).collect()
}

impl fmt::Display for StopRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopRule::Settled => f.write_str("settled"),
            StopRule::SettledTop(places) => write!(f, "settled top {places}"),
        }
    }
}

impl FromStr for StopRule {
    type Err = NotAStop;

    fn from_str(text: &str) -> Result<StopRule, NotAStop> {
        let number = match text.strip_prefix("settled") {
            Some("") => return Ok(StopRule::Settled),
            Some(rest) => rest.strip_prefix(" top ").and_then(|number| number.parse().ok()),
            None => None,
        };
        number.map(StopRule::SettledTop).ok_or_else(|| NotAStop { text: text.to_owned() })
    }
}

impl Serialize for StopRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StopRule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StopRule, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_are_read_as_they_are_written() {
        for text in ["settled", "settled top 1", "settled top 12"] {
            assert_eq!(text.parse::<StopRule>().unwrap().to_string(), text);
        }
        for wrong in ["", "Settled", "settled top", "settled top 0", "settled top -1", "settled 3"]
        {
            assert!(wrong.parse::<StopRule>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_the_ranks_that_count_are_waited_for() {
        use RankCertainty::{Open, Settled};
        let check = |stop: &str, gaps: &[Option<RankCertainty>], expected: bool| {
            assert_eq!(stop.parse::<StopRule>().unwrap().is_reached(gaps), expected, "{stop}");
        };
        check("settled top 1", &[Some(Settled), Some(Open), None], true);
        check("settled top 2", &[Some(Settled), Some(Open), None], false);
        check("settled", &[Some(Settled), Some(Settled), None], true);
        check("settled top 9", &[Some(Settled), Some(Settled), None], true);
        // A bot that is alone ranks above no other, and nothing is settled by that.
        check("settled", &[None], false);
        check("settled", &[], false);
    }
}
