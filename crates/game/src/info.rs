//! The properties of a game that do not depend on a match.

use certamen_i18n::Message;
use serde::{Deserialize, Serialize};
use std::{fmt, ops::RangeInclusive, time::Duration};

/// What scores mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// 1, 1/2 and 0.
    WinLoss,
    /// Points; more is better.
    Score,
}

/// What the numbers in the answers of a game are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// Places, which a program may count from another number than the game.
    Places,
    /// Amounts: one more is another answer.
    Amounts,
}

/// How a program is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// A living program, lines on standard input and output.
    Lines,
    /// One run a move, the observation as the only argument.
    Argv,
    /// One run a move, the observation on standard input.
    Stdin,
    /// A living engine of the Go Text Protocol, version 2; for games that have
    /// [`State::gtp`](crate::State::gtp).
    Gtp,
}

impl Protocol {
    /// The word of `bot.toml`.
    pub fn word(self) -> &'static str {
        match self {
            Protocol::Lines => "lines",
            Protocol::Argv => "argv",
            Protocol::Stdin => "stdin",
            Protocol::Gtp => "gtp",
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a game's announcement lets a program keep from one of its runs or matches to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramsMemory {
    /// Nothing: a move depends on what is asked alone.
    None,
    /// What it writes while a match lasts.
    Match,
}

impl ProgramsMemory {
    /// The word of `contest.toml`.
    pub fn word(self) -> &'static str {
        match self {
            ProgramsMemory::None => "none",
            ProgramsMemory::Match => "match",
        }
    }
}

/// A game's card.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// The name on the command line and in records: lower case, no blanks.
    pub slug: &'static str,
    /// The name for people.
    pub title: Message,
    /// How many can play.
    pub seats: RangeInclusive<u8>,
    /// The version of the rules, from 1: records of another version replay only where
    /// [`Game::replays`](crate::Game::replays) says so.
    pub version: u32,
    /// The line that informs a running program that the match is over.
    pub farewell: Option<&'static str>,
    /// What scores mean.
    pub scoring: Scoring,
    /// How programs are asked unless they say otherwise.
    pub protocol: Protocol,
    /// Time for one move unless the contest says otherwise, grace included.
    pub move_time: Duration,
    /// What programs may remember by default. A contest says it in its file.
    pub memory: ProgramsMemory,
}
