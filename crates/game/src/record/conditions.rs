//! The limits and policies under which a match is played, as its header has them.

use crate::{Adjudication, Map};
use serde::{Deserialize, Serialize};
use std::{
    num::{NonZeroU32, NonZeroU64},
    time::Duration,
};

/// The default allowance for starting up, in milliseconds.
pub const START_MS: u64 = 5_000;
/// The default memory of a bot, in bytes.
pub const MEMORY: u64 = 256 << 20;
/// The default number of processes and threads.
pub const PROCESSES: u64 = 32;
/// The default length of an answer, in bytes.
pub const OUTPUT: u64 = 64 << 10;
/// The default size of what a program may write, in bytes.
pub const SCRATCH: u64 = 16 << 20;

/// The default number of turns of a match.
pub const TURNS: u64 = 1_000_000;
/// The default size of all turns in a record, in bytes.
pub const BYTES: u64 = 8 << 20;

/// The limits a match was played under, and how far they were enforced. Default values are not
/// written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Conditions {
    /// Time for a move, in milliseconds, rounded up.
    pub move_ms: u64,
    /// The same in microseconds, if it is not a whole number of milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_us: Option<u64>,
    /// Memory of a bot, in bytes.
    pub memory: u64,
    /// The tier of isolation, A to D.
    pub tier: String,
    /// Who decides what a fault means.
    #[serde(default, skip_serializing_if = "OnFault::is_game")]
    pub on_fault: OnFault,
    /// Time for all moves of one seat together, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_ms: Option<u64>,
    /// What each move of a seat adds to that, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
    /// Extra time for a running program's first answer, uncharged, in milliseconds.
    #[serde(default = "usual::<START_MS>", skip_serializing_if = "is_usual::<START_MS>")]
    pub start_ms: u64,
    /// Processes and threads of a bot.
    #[serde(default = "usual::<PROCESSES>", skip_serializing_if = "is_usual::<PROCESSES>")]
    pub processes: u64,
    /// The longest answer, in bytes.
    #[serde(default = "usual::<OUTPUT>", skip_serializing_if = "is_usual::<OUTPUT>")]
    pub output: u64,
    /// What a bot may write, in bytes.
    #[serde(default = "usual::<SCRATCH>", skip_serializing_if = "is_usual::<SCRATCH>")]
    pub scratch: u64,
    /// Whether bots are stopped outside their turns, where the tier can do that.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub freeze: bool,
    /// The most turns; no limit if absent, as in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<u64>,
    /// The most bytes of all lines of turns; no limit if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// After the match, one in this many turns is asked again; none if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_again: Option<NonZeroU64>,
    /// The most replies that any remote seat may give in a turn; 1 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempts: Option<NonZeroU32>,
    /// Time for delays of the network, for each remote seat in the match, in milliseconds; absent
    /// without players that connect to a site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowance_ms: Option<u64>,
    /// When the match is decided before the rules end it; never if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudication: Option<Adjudication>,
    /// How long the processes of engines live.
    #[serde(default, skip_serializing_if = "ProgramLife::is_match")]
    pub life: ProgramLife,
    /// Keys that this version does not know.
    #[serde(flatten)]
    pub extra: Map,
}

impl Conditions {
    /// Conditions with defaults in all other respects.
    pub fn usual(move_ms: u64, memory: u64, tier: impl Into<String>) -> Conditions {
        Conditions {
            move_ms,
            move_us: None,
            memory,
            tier: tier.into(),
            on_fault: OnFault::Game,
            match_ms: None,
            increment_ms: None,
            start_ms: START_MS,
            processes: PROCESSES,
            output: OUTPUT,
            scratch: SCRATCH,
            freeze: true,
            turns: None,
            bytes: None,
            asked_again: None,
            attempts: None,
            allowance_ms: None,
            adjudication: None,
            life: ProgramLife::Match,
            extra: Map::new(),
        }
    }

    /// The same with a time in microseconds; fractions of one are dropped.
    pub fn allowing(move_time: Duration, memory: u64, tier: impl Into<String>) -> Conditions {
        let micros = u64::try_from(move_time.as_micros()).unwrap_or(u64::MAX);
        let move_us = (!micros.is_multiple_of(1_000)).then_some(micros);
        Conditions { move_us, ..Conditions::usual(micros.div_ceil(1_000), memory, tier) }
    }

    /// The same with another time for a move.
    #[must_use]
    pub fn with_move_time(self, move_time: Duration) -> Conditions {
        let Conditions { move_ms, move_us, .. } = Conditions::allowing(move_time, 0, "");
        Conditions { move_ms, move_us, ..self }
    }

    /// The time for a move.
    pub fn move_time(&self) -> Duration {
        self.move_us.map_or(Duration::from_millis(self.move_ms), Duration::from_micros)
    }

    /// The most replies in a turn.
    pub fn attempts(&self) -> u32 {
        self.attempts.map_or(1, NonZeroU32::get)
    }

    /// Whether both notations of the time for a move agree.
    pub fn agrees(&self) -> bool {
        self.move_us.is_none_or(|us| us.div_ceil(1_000) == self.move_ms)
    }

    /// The same with limits that end every match.
    #[must_use]
    pub fn bounded(self) -> Conditions {
        Conditions { turns: Some(TURNS), bytes: Some(BYTES), ..self }
    }
}

/// Who decides what a fault means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum OnFault {
    /// The rules: they answer it, or the match is lost.
    #[default]
    Game,
    /// Nothing: the match is lost, even where the rules have an answer.
    Forfeit,
}

impl OnFault {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
    fn is_game(&self) -> bool {
        *self == OnFault::Game
    }
}

/// How long the process of an engine lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ProgramLife {
    /// A match: each one begins with a new process.
    #[default]
    Match,
    /// At most the contest: the process may have played other matches of it.
    Contest,
}

impl ProgramLife {
    /// Whether it is the default; for `skip_serializing_if`.
    pub fn is_match(&self) -> bool {
        *self == ProgramLife::Match
    }
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_yes(value: &bool) -> bool {
    *value
}

fn usual<const VALUE: u64>() -> u64 {
    VALUE
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_usual<const VALUE: u64>(value: &u64) -> bool {
    *value == VALUE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_values_other_than_defaults_are_written() {
        let usual = Conditions::usual(1000, 268_435_456, "A");
        let text = serde_json::to_string(&usual).unwrap();
        assert_eq!(text, r#"{"move_ms":1000,"memory":268435456,"tier":"A"}"#);
        assert_eq!(serde_json::from_str::<Conditions>(&text).unwrap(), usual);
        let unusual = Conditions {
            on_fault: OnFault::Forfeit,
            match_ms: Some(60_000),
            start_ms: 0,
            processes: 1,
            output: 99,
            scratch: 7,
            ..usual
        };
        let text = serde_json::to_string(&unusual).unwrap();
        let more = r#""on_fault":"forfeit","match_ms":60000,"start_ms":0,"processes":1,"output":99,"scratch":7}"#;
        assert!(text.ends_with(more), "{text}");
        assert_eq!(serde_json::from_str::<Conditions>(&text).unwrap(), unusual);
    }

    #[test]
    fn microseconds_are_added_if_milliseconds_are_inexact() {
        let text = |micros| {
            let conditions = Conditions::allowing(Duration::from_nanos(micros), 1, "A");
            assert!(conditions.agrees(), "{micros}");
            serde_json::to_string(&conditions).unwrap()
        };
        assert_eq!(text(2_000_999), r#"{"move_ms":2,"memory":1,"tier":"A"}"#);
        assert_eq!(text(687_900), r#"{"move_ms":1,"move_us":687,"memory":1,"tier":"A"}"#);
        let read = |text| serde_json::from_str::<Conditions>(text).unwrap();
        let short = read(r#"{"move_ms":1,"move_us":687,"memory":1,"tier":"A"}"#);
        assert_eq!(short.move_time(), Duration::from_micros(687));
        assert!(!read(r#"{"move_ms":2,"move_us":687,"memory":1,"tier":"A"}"#).agrees());
    }

    #[test]
    fn unknown_fault_policies_are_rejected() {
        let text = r#"{"move_ms":1,"memory":1,"tier":"A","on_fault":"shrug"}"#;
        let error = serde_json::from_str::<Conditions>(text).unwrap_err().to_string();
        assert!(error.contains("unknown variant `shrug`"), "{error}");
    }
}
