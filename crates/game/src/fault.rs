//! What a player can do wrong in a match: a fault belongs to the player, and is data.

use crate::say;
use certamen_i18n::Localize;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a player did wrong.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Localize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// No complete answer in time.
    #[localize(say::fault_timeout())]
    Timeout,
    /// The program ended, or closed its output, without an answer.
    #[localize(say::fault_exit())]
    Exit,
    /// The program was ended by a signal of its own making.
    #[localize(say::fault_crash())]
    Crash,
    /// The answer is no legal action.
    #[localize(say::fault_illegal())]
    Illegal,
    /// More output than is allowed.
    #[localize(say::fault_output())]
    Output,
    /// More memory than is allowed.
    #[localize(say::fault_memory())]
    Memory,
    /// It tried what the sandbox punishes.
    #[localize(say::fault_security())]
    Security,
}

/// For people; records have [`Fault::word`].
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
