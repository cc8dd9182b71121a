//! The section of a contest file that speaks of limits.

use crate::{MoveTime, quantity};
use bytesize::ByteSize;
use certamen_game::{Conditions, record};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, de::Error};
use std::time::Duration;

/// The most processes that a bot can be allowed.
const MOST_PROCESSES: u64 = 4096;

/// `[limits]`
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Time for a move; the game's own if absent.
    #[serde(deserialize_with = "move_time")]
    #[schemars(with = "String")]
    pub move_time: Option<MoveTime>,
    /// Time for all moves of a bot in a match; no limit if absent.
    #[serde(deserialize_with = "time")]
    #[schemars(with = "String")]
    pub match_time: Option<Duration>,
    /// What a living program's first answer may take beyond that.
    #[serde(deserialize_with = "allowance")]
    #[schemars(with = "String")]
    pub start_time: Duration,
    /// Memory of a bot, in bytes; 256 MiB if absent.
    #[serde(deserialize_with = "memory")]
    #[schemars(with = "String")]
    pub memory: Option<u64>,
    /// Processes and threads of a bot.
    #[serde(deserialize_with = "processes")]
    #[schemars(range(min = 1, max = 4096))]
    pub processes: u64,
    /// The longest answer, in bytes.
    #[serde(deserialize_with = "output")]
    #[schemars(with = "String")]
    pub output: u64,
    /// What a bot may write, in bytes.
    #[serde(deserialize_with = "scratch")]
    #[schemars(with = "String")]
    pub scratch: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            move_time: None,
            match_time: None,
            start_time: Duration::from_millis(record::START_MS),
            memory: None,
            processes: record::PROCESSES,
            output: record::OUTPUT,
            scratch: record::SCRATCH,
        }
    }
}

impl Limits {
    /// The conditions of a match, once it is known how long a move may take.
    pub(crate) fn conditions(&self, move_ms: u64, tier: &str) -> Conditions {
        let usual = Conditions::usual(move_ms, self.memory.unwrap_or(256 << 20), tier);
        Conditions {
            match_ms: self.match_time.map(|time| time.as_millis() as u64),
            start_ms: self.start_time.as_millis() as u64,
            processes: self.processes,
            output: self.output,
            scratch: self.scratch,
            ..usual
        }
    }
}

/// Reads a text by `read`; errors name the key.
fn text<'de, D: Deserializer<'de>, T>(
    key: &str,
    deserializer: D,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    read(&text).map_err(|reason| D::Error::custom(format!("key `limits.{key}`: {reason}")))
}

fn move_time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<MoveTime>, D::Error> {
    text("move_time", deserializer, |text| text.parse().map(Some))
}

fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    text("match_time", deserializer, |text| quantity::time(text).map(Some))
}

fn allowance<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    text("start_time", deserializer, quantity::allowance)
}

fn memory<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    text("memory", deserializer, |text| quantity::size(text).map(Some))
}

fn output<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let possible = ByteSize::b(16)..=ByteSize::mib(16);
    text("output", deserializer, |text| quantity::size_within(text, possible.clone()))
}

fn scratch<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let possible = ByteSize::kib(4)..=ByteSize::gib(16);
    text("scratch", deserializer, |text| quantity::size_within(text, possible.clone()))
}

fn processes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let given = i64::deserialize(deserializer)?;
    let possible = u64::try_from(given).ok().filter(|count| (1..=MOST_PROCESSES).contains(count));
    possible.ok_or_else(|| {
        let reason = format!("{given} are not possible, 1 to {MOST_PROCESSES} are");
        D::Error::custom(format!("key `limits.processes`: {reason}"))
    })
}
