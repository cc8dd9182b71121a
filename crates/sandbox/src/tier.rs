//! How strongly a sandbox really isolates.

use crate::say;
use certamen_i18n::{Localize, Message};
use std::{fmt, str::FromStr};

/// The isolation levels, from the strongest to none at all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tier {
    /// Namespaces, control groups, a second user.
    A,
    /// Namespaces without control groups.
    B,
    /// File system and network closed, nothing else.
    C,
    /// No isolation: the project's own programs only.
    D,
}

impl Tier {
    /// Its letter in records and contest files.
    pub fn letter(self) -> &'static str {
        match self {
            Tier::A => "A",
            Tier::B => "B",
            Tier::C => "C",
            Tier::D => "D",
        }
    }
}

/// The letter of an unknown tier.
#[derive(Debug)]
pub struct UnknownTier(String);

impl Localize for UnknownTier {
    fn message(&self) -> Message {
        say::tier_unknown(&self.0)
    }
}

certamen_i18n::error!(UnknownTier);

impl FromStr for Tier {
    type Err = UnknownTier;

    fn from_str(letter: &str) -> Result<Tier, UnknownTier> {
        let all = [Tier::A, Tier::B, Tier::C, Tier::D];
        let known = all.into_iter().find(|tier| tier.letter() == letter);
        known.ok_or_else(|| UnknownTier(letter.to_owned()))
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letter())
    }
}
