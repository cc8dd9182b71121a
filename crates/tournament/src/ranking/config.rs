//! Rankings as contest files name them.

use super::{
    Borda, ByRating, Copeland, Points, Ranking, RankingKeys, ReferencesBeaten, Schulze, Standing,
    TieBreak, TotalScore, WinShare, Wins,
};
use crate::{
    Detail, Entrant, FormatClass, History,
    registered::{Registered, UnreadableKeys, fields_of},
    statistics::RowComparison,
};
use certamen_game::Map;
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A ranking as contest files name it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RankingConfig {
    /// What the order goes by.
    #[serde(flatten)]
    pub rule: RankingRule,
    /// What decides between equal scores; nothing if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tie_breaks: Vec<TieBreak>,
}

const TIE_BREAKS: &str = "tie_breaks";

#[derive(Deserialize)]
struct TieBreakKeys {
    tie_breaks: Vec<TieBreak>,
}

/// The rankings, each with the name that contest files use.
macro_rules! rankings {
    ($($(#[$says:meta])* $name:literal => $ranking:ident),+ $(,)?) => {
        /// What an order goes by.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize)]
        #[serde(tag = "kind")]
        pub enum RankingRule {
            $($(#[$says])* #[serde(rename = $name)] $ranking($ranking)),+
        }

        $(impl From<$ranking> for RankingConfig {
            fn from(ranking: $ranking) -> RankingConfig {
                RankingConfig { rule: RankingRule::$ranking(ranking), tie_breaks: Vec::new() }
            }
        })+

        impl RankingConfig {
            pub const KINDS: &[Registered] =
                &[$(Registered {
                    name: $name,
                    keys: || [fields_of::<$ranking>(), vec![TIE_BREAKS]].concat(),
                    #[cfg(feature = "schema")]
                    schema: with_tie_breaks::<$ranking>,
                }),+];

            /// The names of those that suit formats of this class.
            pub(crate) fn suiting(class: FormatClass) -> Vec<&'static str> {
                let all = [$(($name, $ranking::suits(class))),+];
                all.into_iter().filter(|(_, suits)| *suits).map(|(name, _)| name).collect()
            }

            /// The names of those of which it can be told when their order is settled.
            pub(crate) fn settling(class: FormatClass) -> Vec<&'static str> {
                let all = [$(($name, $ranking::settles(class))),+];
                all.into_iter().filter(|(_, settles)| *settles).map(|(name, _)| name).collect()
            }
        }

        impl RankingRule {
            fn read(kind: &str, keys: Value) -> Result<RankingRule, UnreadableKeys> {
                let read = match kind {
                    $($name => certamen_game::read(&keys).map(RankingRule::$ranking),)+
                    other => {
                        let known = RankingConfig::KINDS.iter().map(|kind| kind.name).collect();
                        return Err(UnreadableKeys::UnknownKind { kind: other.to_owned(), known });
                    }
                };
                read.map_err(UnreadableKeys::Keys)
            }

            fn kind(&self) -> &'static str {
                match self {
                    $(RankingRule::$ranking(_) => $name),+
                }
            }

            pub(crate) fn suits(&self, class: FormatClass) -> bool {
                match self {
                    $(RankingRule::$ranking(_) => $ranking::suits(class)),+
                }
            }

            pub(crate) fn settles(&self, class: FormatClass) -> bool {
                match self {
                    $(RankingRule::$ranking(_) => $ranking::settles(class)),+
                }
            }

            pub(crate) fn keys(&self) -> &dyn RankingKeys {
                match self {
                    $(RankingRule::$ranking(ranking) => ranking),+
                }
            }

            fn build(&self) -> Box<dyn Ranking> {
                match self {
                    $(RankingRule::$ranking(ranking) => Box::new(ranking.clone())),+
                }
            }
        }
    };
}

rankings! {
    /// The number of matches won.
    "wins" => Wins,
    /// 1 for a win, 1/2 for a draw.
    "points" => Points,
    "total-score" => TotalScore,
    /// The share of matches won, in per cent.
    "win-share" => WinShare,
    /// The same, with marks for the references beaten.
    "references-beaten" => ReferencesBeaten,
    /// Points for each bot left behind at a table.
    "borda" => Borda,
    /// Points for each bot beaten on balance.
    "copeland" => Copeland,
    /// All bots beaten along chains of majorities.
    "schulze" => Schulze,
    /// Estimated strength.
    "rating" => ByRating,
}

impl RankingConfig {
    /// The ranking named `kind`, its other keys read from `rest`.
    pub fn read(kind: &str, mut rest: Map) -> Result<RankingConfig, UnreadableKeys> {
        let tie_breaks = rest.remove(TIE_BREAKS);
        let rule = RankingRule::read(kind, Value::Object(rest))?;
        let tie_breaks = match tie_breaks {
            Some(list) => {
                let keys = Map::from_iter([(TIE_BREAKS.to_owned(), list)]);
                let read: TieBreakKeys =
                    certamen_game::read(&Value::Object(keys)).map_err(UnreadableKeys::Keys)?;
                read.tie_breaks
            }
            None => Vec::new(),
        };
        Ok(RankingConfig { rule, tie_breaks })
    }

    pub fn kind(&self) -> &'static str {
        self.rule.kind()
    }

    pub fn build(&self) -> Box<dyn Ranking> {
        let tie_breaks = self.tie_breaks.clone();
        Box::new(TieBroken { ranking: self.rule.build(), tie_breaks })
    }
}

/// The keys of a ranking and the one that all have.
#[cfg(feature = "schema")]
fn with_tie_breaks<T: JsonSchema>() -> Schema {
    use crate::registered::schema_of;
    let mut schema = schema_of::<T>();
    let mut list = schema_of::<Vec<TieBreak>>();
    list.insert("uniqueItems".to_owned(), Value::Bool(true));
    let properties =
        schema.ensure_object().entry("properties").or_insert_with(|| Value::Object(Map::new()));
    if let Some(properties) = properties.as_object_mut() {
        properties.insert(TIE_BREAKS.to_owned(), list.to_value());
    }
    schema
}

struct TieBroken {
    ranking: Box<dyn Ranking>,
    tie_breaks: Vec<TieBreak>,
}

impl Ranking for TieBroken {
    fn scores(&self, entrants: &[Entrant], history: &History) -> Vec<f64> {
        self.ranking.scores(entrants, history)
    }

    fn detail(&self, seats: usize) -> Detail {
        self.ranking.detail(seats)
    }

    fn measure(&self) -> RowComparison {
        self.ranking.measure()
    }

    fn tie_breaks(&self) -> &[TieBreak] {
        &self.tie_breaks
    }

    fn annotate(&self, entrants: &[Entrant], table: &mut [Standing]) {
        self.ranking.annotate(entrants, table);
    }
}
