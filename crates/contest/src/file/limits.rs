//! `[limits]`: the section of a contest file about limits.

use super::{move_time::MoveTime, say};
use crate::quantity::{self, QuantityError};
use bytesize::ByteSize;
use certamen_game::{Conditions, job::FileError, record};
use certamen_i18n::Localize;
use serde::Deserialize;
use std::time::Duration;
use toml::Spanned;

/// The maximum number of processes of a bot.
const MOST_PROCESSES: u64 = 4096;

/// `[limits]`, as it is written.
#[derive(Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", schemars(rename = "Limits"))]
pub(super) struct LimitsKeys {
    /// Time for a move; the game's own if absent.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    move_time: Option<Spanned<String>>,
    /// Time for all moves of a bot in a match; no limit if absent.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    match_time: Option<Spanned<String>>,
    /// What each move adds to the time for all moves; nothing if absent.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    increment: Option<Spanned<String>>,
    /// What a living program's first answer may take beyond that.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    start_time: Option<Spanned<String>>,
    /// Memory of a bot, in bytes; 256 MiB if absent.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    memory: Option<Spanned<String>>,
    /// Processes and threads of a bot.
    #[cfg_attr(feature = "schema", schemars(with = "u64", range(min = 1, max = 4096)))]
    processes: Option<Spanned<i64>>,
    /// The longest answer, in bytes.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    output: Option<Spanned<String>>,
    /// What a bot may write, in bytes.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    scratch: Option<Spanned<String>>,
    /// Which machines play, where several do.
    machines: WorkerPolicy,
}

/// Which machines play a contest, where several do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum WorkerPolicy {
    /// All that can play its matches.
    #[default]
    Any,
    /// Those of one class, which may be compared with each other.
    Alike,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The game's own if absent.
    pub move_time: Option<MoveTime>,
    /// Time for all moves of a bot in a match; no limit if absent.
    pub match_time: Option<Duration>,
    /// What each move adds to that.
    pub increment: Option<Duration>,
    /// Additional time for the first answer of a living program.
    pub start_time: Duration,
    /// In bytes; 256 MiB if absent.
    pub memory: Option<u64>,
    pub processes: u64,
    /// The longest answer, in bytes.
    pub output: u64,
    /// What a bot may write, in bytes.
    pub scratch: u64,
    /// Which workers play.
    pub worker_policy: WorkerPolicy,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            move_time: None,
            match_time: None,
            increment: None,
            start_time: Duration::from_millis(record::START_MS),
            memory: None,
            processes: record::PROCESSES,
            output: record::OUTPUT,
            scratch: record::SCRATCH,
            worker_policy: WorkerPolicy::Any,
        }
    }
}

impl Limits {
    /// The conditions of a match with this time for a move.
    pub(crate) fn conditions(&self, move_time: Duration, tier: &str) -> Conditions {
        let usual = Conditions::allowing(
            move_time,
            self.memory.unwrap_or(certamen_game::record::MEMORY),
            tier,
        );
        Conditions {
            match_ms: self.match_time.map(|time| time.as_millis() as u64),
            increment_ms: self.increment.map(|time| time.as_millis() as u64),
            start_ms: self.start_time.as_millis() as u64,
            processes: self.processes,
            output: self.output,
            scratch: self.scratch,
            ..usual.bounded()
        }
    }
}

impl LimitsKeys {
    pub(super) fn read(self, file: &str) -> Result<Limits, FileError> {
        let usual = Limits::default();
        let output = ByteSize::b(16)..=ByteSize::mib(16);
        let scratch = ByteSize::kib(4)..=ByteSize::gib(16);
        if let (Some(increment), None) = (&self.increment, &self.match_time) {
            let fault = FileError::key("limits.increment", say::increment_of_nothing());
            return Err(fault.at(file, &increment.span()));
        }
        Ok(Limits {
            move_time: quantity(file, "move_time", self.move_time, str::parse)?,
            match_time: quantity(file, "match_time", self.match_time, quantity::time)?,
            increment: quantity(file, "increment", self.increment, quantity::time)?,
            start_time: quantity(file, "start_time", self.start_time, quantity::allowance)?
                .unwrap_or(usual.start_time),
            memory: quantity(file, "memory", self.memory, quantity::size)?,
            processes: processes(file, self.processes)?.unwrap_or(usual.processes),
            output: quantity(file, "output", self.output, |text| {
                quantity::size_within(text, output.clone())
            })?
            .unwrap_or(usual.output),
            scratch: quantity(file, "scratch", self.scratch, |text| {
                quantity::size_within(text, scratch.clone())
            })?
            .unwrap_or(usual.scratch),
            worker_policy: self.machines,
        })
    }
}

fn quantity<T>(
    file: &str,
    key: &str,
    given: Option<Spanned<String>>,
    read: impl Fn(&str) -> Result<T, QuantityError>,
) -> Result<Option<T>, FileError> {
    let Some(given) = given else { return Ok(None) };
    read(given.get_ref()).map(Some).map_err(|error| {
        let fault = FileError::key(format!("limits.{key}"), error.message());
        fault.at(file, &given.span())
    })
}

fn processes(file: &str, given: Option<Spanned<i64>>) -> Result<Option<u64>, FileError> {
    let Some(given) = given else { return Ok(None) };
    let (span, given) = (given.span(), given.into_inner());
    let possible = u64::try_from(given).ok().filter(|count| (1..=MOST_PROCESSES).contains(count));
    possible.map(Some).ok_or_else(|| {
        let reason = say::processes(given, MOST_PROCESSES);
        FileError::key("limits.processes", reason).at(file, &span)
    })
}
