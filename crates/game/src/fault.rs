//! What can go wrong in a match, and whose matter it is.
//!
//! A fault is a player's and is data; a void is ours and the match is played again. What is the
//! operator's matter is an ordinary `Result` elsewhere.

use crate::Void;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a player did wrong.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// No complete answer in time.
    Timeout,
    /// The program ended, or closed its output, without an answer.
    Exit,
    /// The program was ended by a signal of its own making.
    Crash,
    /// The answer is no legal action.
    Illegal,
    /// More output than is allowed.
    Output,
    /// More memory than is allowed.
    Memory,
    /// It tried what the sandbox punishes.
    Security,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 7] = [
        Fault::Timeout,
        Fault::Exit,
        Fault::Crash,
        Fault::Illegal,
        Fault::Output,
        Fault::Memory,
        Fault::Security,
    ];

    /// The word of the record.
    pub fn word(self) -> &'static str {
        match self {
            Fault::Timeout => "timeout",
            Fault::Exit => "exit",
            Fault::Crash => "crash",
            Fault::Illegal => "illegal",
            Fault::Output => "output",
            Fault::Memory => "memory",
            Fault::Security => "security",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Why a player gave no answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Failure {
    /// The player's matter.
    Fault(Fault),
    /// Ours.
    Void(Void),
    /// Nobody's: a person left, and the match stops where it stands.
    Left,
}
