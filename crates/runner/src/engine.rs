//! How an engine is asked: the table `[engine]` of `bot.toml`.

use crate::say;
use certamen_game::{Protocol, escaped, job::FileError};
use certamen_i18n::Message;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// What an engine may use for a move, and its own options.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct EngineSettings {
    /// The positions that it may look at for a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub nodes: Option<u64>,
    /// How many plies it may look ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
    pub depth: Option<u32>,
    /// The time that it is told for a move, such as `100 ms` or `1.5s`; by default a little less than
    /// the move time of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_time: Option<String>,
    /// The engine's own options, by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, EngineValue>,
}

/// The value of an option of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum EngineValue {
    /// `true` or `false`; a button is pressed by `true`.
    Truth(bool),
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
}

impl fmt::Display for EngineValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineValue::Truth(truth) => truth.fmt(f),
            EngineValue::Number(number) => number.fmt(f),
            EngineValue::Text(text) => f.write_str(text),
        }
    }
}

/// The longest name and value of an option, in bytes.
const LONGEST: usize = 4096;
/// The farthest that an engine can be told to look.
const DEEPEST: u32 = 1000;

impl EngineSettings {
    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        *self == EngineSettings::default()
    }

    /// Refuses what cannot be sent to an engine, and settings of a bot that is not one.
    pub(crate) fn check(&self, protocol: Option<Protocol>) -> Result<(), FileError> {
        let refuse = |key: &str, reason: Message| Err(FileError::key(key, reason));
        if self.is_empty() {
            return Ok(());
        }
        if !matches!(protocol, Some(Protocol::Uci | Protocol::Cecp)) {
            return refuse("engine", say::engine_of_no_engine());
        }
        if protocol == Some(Protocol::Cecp) && self.nodes.is_some() {
            return refuse("engine.nodes", say::no_nodes_of_cecp());
        }
        if self.nodes == Some(0) {
            return refuse("engine.nodes", say::at_least_one());
        }
        if self.depth.is_some_and(|depth| !(1..=DEEPEST).contains(&depth)) {
            return refuse("engine.depth", say::engine_depth(DEEPEST));
        }
        if self.move_time.is_some() && self.milliseconds().is_none() {
            return refuse("engine.move_time", say::engine_move_time());
        }
        // A line of its own would be another command.
        let plain = |text: &str| text.len() <= LONGEST && !text.contains(char::is_control);
        let wrong = self.options.iter().find(|(name, value)| {
            name.trim().is_empty() || !plain(name) || !plain(&value.to_string())
        });
        match wrong {
            Some((name, _)) => {
                refuse("engine.options", say::value(escaped(name), say::engine_option_text()))
            }
            None => Ok(()),
        }
    }

    /// `move_time` in milliseconds; `None` if there is none, or it is no time of a millisecond to an
    /// hour.
    pub(crate) fn milliseconds(&self) -> Option<u64> {
        let text = self.move_time.as_deref()?.trim();
        let end = text.find(|each: char| !each.is_ascii_digit() && each != '.')?;
        let (number, unit) = text.split_at(end);
        let number: f64 = number.parse().ok()?;
        let milliseconds = match unit.trim_start() {
            "ms" => number,
            "s" => number * 1e3,
            "min" => number * 60e3,
            _ => return None,
        };
        (1.0..=3_600_000.0).contains(&milliseconds).then_some(milliseconds as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, protocol: Protocol) -> Option<String> {
        let settings: EngineSettings = toml::from_str(text).unwrap();
        settings.check(Some(protocol)).err().map(|error| error.to_string())
    }

    #[test]
    fn settings_that_engines_understand_are_taken() {
        let text = "nodes = 1\ndepth = 1000\nmove_time = \"1.5s\"\n\
            [options]\nHash = 16\nPonder = false\n\"Syzygy Path\" = \"<empty>\"\n";
        assert_eq!(refused(text, Protocol::Uci), None);
        assert_eq!(refused("", Protocol::Lines), None);
        let settings: EngineSettings = toml::from_str(text).unwrap();
        assert_eq!(settings.milliseconds(), Some(1500));
        let shown: Vec<String> = settings.options.values().map(ToString::to_string).collect();
        assert_eq!(shown, ["16", "false", "<empty>"]);
    }

    #[test]
    fn others_are_refused_by_key() {
        for (text, key) in [
            ("nodes = 0", "engine.nodes"),
            ("depth = 0", "engine.depth"),
            ("depth = 1001", "engine.depth"),
            ("move_time = \"5\"", "engine.move_time"),
            ("move_time = \"0 ms\"", "engine.move_time"),
            ("move_time = \"2 h\"", "engine.move_time"),
            ("move_time = \"é\"", "engine.move_time"),
            ("[options]\n\"\" = 1", "engine.options"),
            ("[options]\nHash = \"1\\nquit\"", "engine.options"),
            ("[options]\n\"a\\nb\" = 1", "engine.options"),
        ] {
            let found = refused(text, Protocol::Uci).unwrap_or_else(|| panic!("{text}"));
            assert!(found.contains(&format!("`{key}`")), "{text}: {found}");
        }
        assert!(refused("nodes = 1", Protocol::Cecp).unwrap().contains("`engine.nodes`"));
        assert_eq!(refused("depth = 3", Protocol::Cecp), None);
        assert!(refused("nodes = 1", Protocol::Lines).unwrap().contains("`engine`"));
        assert!(toml::from_str::<EngineSettings>("hash = 16").is_err());
        assert!(toml::from_str::<EngineSettings>("nodes = -1").is_err());
    }
}
