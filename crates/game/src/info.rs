//! The properties of a game that do not depend on a match, and its starter code.

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
    /// A running program, lines on standard input and output.
    Lines,
    /// One run per move, the observation as the only argument.
    Argv,
    /// One run per move, the observation on standard input.
    Stdin,
    /// A running engine of the Go Text Protocol, version 2; for games that have
    /// [`State::gtp`](crate::State::gtp).
    Gtp,
    /// A running engine of the Universal Chess Interface; for games
    /// that its engines know, such as chess.
    Uci,
    /// A running engine of the Chess Engine Communication Protocol, version 2, for the same games.
    Cecp,
}

impl Protocol {
    /// The word of `bot.toml`.
    pub fn word(self) -> &'static str {
        match self {
            Protocol::Lines => "lines",
            Protocol::Argv => "argv",
            Protocol::Stdin => "stdin",
            Protocol::Gtp => "gtp",
            Protocol::Uci => "uci",
            Protocol::Cecp => "cecp",
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What programs may remember between their runs, by the game's announcement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramsMemory {
    /// Nothing: a move depends on the question only.
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

/// When the rules draw lots.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Draws {
    /// Never: a match follows from its options and actions.
    Never,
    /// Only before the first turn.
    AtStart,
    /// In any turn.
    InTurns,
}

/// What is fixed for a game, whatever the match.
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
    pub end_message: Option<&'static str>,
    /// What scores mean.
    pub scoring: Scoring,
    /// How programs are asked unless they say otherwise.
    pub protocol: Protocol,
    /// Time for one move unless the contest says otherwise, grace included.
    pub move_time: Duration,
    /// What programs may remember by default; a contest may decide otherwise in its file.
    pub memory: ProgramsMemory,
    /// Whether a seat may know something that another does not, apart from the actions of a turn in
    /// which several act at once.
    pub hidden: bool,
    /// When the rules draw lots.
    pub draws: Draws,
}

/// Starter code for a bot: one source file that plays legally, for authors to extend. Lines such as
/// `// {{idea}}` are filled with [`Game::starter_note`](crate::Game::starter_note) of `idea`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Starter {
    /// The programming language, as `bot.toml` names it.
    pub language: &'static str,
    /// The name of the source file.
    pub file: &'static str,
    /// The source, its comments left open.
    pub template: &'static str,
}
