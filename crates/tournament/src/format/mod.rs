//! Who plays whom: one file a format.

mod one_table;
mod round_robin;
#[cfg(test)]
mod testing;

pub use one_table::OneTable;
pub use round_robin::RoundRobin;

use crate::{Entrant, EntrantId, History, Ranking};
use serde::{Deserialize, Deserializer, Serialize, de::Error};

/// A match to be played: who sits where, and the how many-th of its kind it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pairing {
    /// The entrants by seat.
    pub seats: Vec<EntrantId>,
    /// From 0, among the matches of the same entrants on the same seats.
    pub repeat: u32,
}

/// What a format wants next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// These matches, in any order.
    Play(Vec<Pairing>),
    /// Results of matches that are being played.
    Wait,
    /// Nothing: the contest is over.
    Done(Done),
}

/// How a contest came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// Everything was played.
    Complete,
    /// Everything was played as often as is allowed, and the lead is still shared.
    LeadShared,
}

/// Who plays whom: a function of who takes part and of what was played, in whatever order.
pub trait Format: Send + Sync {
    /// At most `wanted` matches that are neither finished nor scheduled in `history`.
    fn next(&self, entrants: &[Entrant], history: &History, wanted: usize) -> Next;

    /// How many matches there will be altogether, as far as is known now.
    fn total(&self, entrants: &[Entrant], history: &History) -> u64;

    /// How often any two who take part meet, as far as is known now.
    fn meetings(&self, entrants: &[Entrant], history: &History) -> u32;

    /// How many entrants are needed at least.
    fn fewest(&self) -> usize {
        2
    }
}

/// A format as contest files name it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum FormatConfig {
    /// Everybody against everybody.
    RoundRobin(RoundRobin),
    /// Everybody at one table.
    OneTable(OneTable),
}

impl FormatConfig {
    /// The names of all formats.
    pub const KINDS: [&str; 2] = ["round-robin", "one-table"];

    /// The format named `kind`, its other keys read from `rest`.
    pub fn read<'de, D: Deserializer<'de>>(kind: &str, rest: D) -> Result<FormatConfig, D::Error> {
        match kind {
            "round-robin" => RoundRobin::deserialize(rest).map(FormatConfig::RoundRobin),
            "one-table" => OneTable::deserialize(rest).map(FormatConfig::OneTable),
            other => {
                let known = FormatConfig::KINDS.join(", ");
                Err(D::Error::custom(format!("unknown kind `{other}`: use {known}")))
            }
        }
    }

    /// The format itself. Who leads, where that matters, is decided by `ranking`.
    pub fn build(&self, ranking: Box<dyn Ranking>) -> Box<dyn Format> {
        match self {
            FormatConfig::RoundRobin(config) => {
                Box::new(round_robin::Schedule::new(*config, ranking))
            }
            FormatConfig::OneTable(config) => Box::new(*config),
        }
    }

    /// How many sit at one table.
    pub fn table_size(&self, entrants: usize) -> usize {
        match self {
            FormatConfig::RoundRobin(_) => 2,
            FormatConfig::OneTable(_) => entrants,
        }
    }
}
