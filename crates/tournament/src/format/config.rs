//! Formats as contest files name them.

use super::{
    BracketBox, Divisions, Format, FormatKeys, Gauntlet, Knockout, Ladder, OneTable, RoundRobin,
    Swiss, knockout::KnockoutSchedule,
};
use crate::{
    Entrant, History, Ranking, StopRule,
    registered::{Registered, UnreadableKeys, fields_of},
    statistics::RowComparison,
};
use serde::{Deserialize, Deserializer, Serialize};

/// The formats, each with the name that contest files use.
macro_rules! formats {
    ($($(#[$says:meta])* $name:literal => $format:ident),+ $(,)?) => {
        /// A format as contest files name it.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize)]
        #[serde(tag = "kind")]
        pub enum FormatConfig {
            $($(#[$says])* #[serde(rename = $name)] $format($format)),+
        }

        impl FormatConfig {
            pub const KINDS: &[Registered] =
                &[$(Registered {
                    name: $name,
                    keys: fields_of::<$format>,
                    #[cfg(feature = "schema")]
                    schema: crate::registered::schema_of::<$format>,
                }),+];

            /// The format named `kind`, its other keys read from `rest`.
            pub fn read<'de, D: Deserializer<'de> + Clone>(
                kind: &str,
                rest: D,
            ) -> Result<FormatConfig, UnreadableKeys> {
                check_stop(kind, rest.clone())?;
                let keys = serde_json::Value::deserialize(rest);
                let keys = keys.map_err(|error| {
                    UnreadableKeys::Keys(serde::de::Error::custom(error))
                })?;
                let read = match kind {
                    $($name => certamen_game::read(&keys).map(FormatConfig::$format),)+
                    other => {
                        let known = FormatConfig::KINDS.iter().map(|format| format.name).collect();
                        return Err(UnreadableKeys::UnknownKind { kind: other.to_owned(), known });
                    }
                };
                read.map_err(UnreadableKeys::Keys)
            }

            pub fn kind(&self) -> &'static str {
                match self {
                    $(FormatConfig::$format(_) => $name),+
                }
            }

            pub(crate) fn keys(&self) -> &dyn FormatKeys {
                match self {
                    $(FormatConfig::$format(keys) => keys),+
                }
            }
        }
    };
}

formats! {
    /// All against each other.
    "round-robin" => RoundRobin,
    /// All at one table, or in turns where there are more entrants than seats.
    "one-table" => OneTable,
    /// Challengers against the field.
    "gauntlet" => Gauntlet,
    /// Rounds among equals, no pair twice.
    "swiss" => Swiss,
    /// Who loses is out.
    "knockout" => Knockout,
    /// Matches where they say most, without a fixed end.
    "ladder" => Ladder,
    /// Round robins one above the other, with promotion and relegation.
    "divisions" => Divisions,
}

impl FormatConfig {
    /// The format itself. Who leads, where that matters, is decided by `ranking`, and what is drawn
    /// at random follows from `seed`.
    pub fn build(&self, ranking: Box<dyn Ranking>, seed: u64) -> Box<dyn Format> {
        self.keys().build(ranking, seed)
    }

    /// The series of a knockout; none in other formats. Ranking and seed are those of `build`.
    pub fn bracket(
        &self,
        ranking: Box<dyn Ranking>,
        seed: u64,
        entrants: &[Entrant],
        history: &History,
    ) -> Vec<BracketBox> {
        match self {
            FormatConfig::Knockout(config) => {
                KnockoutSchedule::new(*config, ranking, seed).boxes(entrants, history)
            }
            _ => Vec::new(),
        }
    }

    /// When the contest may end early, if it may.
    pub fn stop(&self) -> Option<StopRule> {
        self.keys().stop()
    }

    /// By what two lines of the table are compared, where the ranking compares by `usual`.
    pub fn measure(&self, usual: RowComparison) -> RowComparison {
        self.keys().measure(usual)
    }

    /// How many sit at one table.
    pub fn table_size(&self, entrants: usize) -> usize {
        self.keys().table_size(entrants)
    }
}

/// Looks at `stop` before the rest is read: readers of files would make a sentence of what is wrong
/// with it, which cannot be said in another language.
fn check_stop<'de, D: Deserializer<'de>>(kind: &str, keys: D) -> Result<(), UnreadableKeys> {
    #[derive(Deserialize)]
    struct StopAlone {
        stop: Option<String>,
    }
    let has_stop =
        |format: &&Registered| format.name == kind && format.keys().contains(&"stop".to_owned());
    if FormatConfig::KINDS.iter().any(|format| has_stop(&format))
        && let Ok(StopAlone { stop: Some(text) }) = StopAlone::deserialize(keys)
    {
        text.parse::<StopRule>().map_err(UnreadableKeys::Stop)?;
    }
    Ok(())
}
