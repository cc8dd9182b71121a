//! What a player can do wrong in a match: a fault belongs to the player, and is data.

use crate::say;
use certamen_i18n::{Localize, Message};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a player did wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// For people; records have [`Fault::word`].
impl Localize for Fault {
    fn message(&self) -> Message {
        match self {
            Fault::Timeout => say::fault_timeout(),
            Fault::Exit => say::fault_exit(),
            Fault::Crash => say::fault_crash(),
            Fault::Illegal => say::fault_illegal(),
            Fault::Output => say::fault_output(),
            Fault::Memory => say::fault_memory(),
            Fault::Security => say::fault_security(),
        }
    }
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
