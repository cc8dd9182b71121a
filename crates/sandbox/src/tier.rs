//! The isolation levels.

use crate::{ErrorCause, ProgramExit, SandboxError, groups::NoGroups, say};
use certamen_i18n::{Localize, Message, quoted};
use std::{fmt, str::FromStr};

/// The isolation levels, from the strongest to none at all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tier {
    /// Namespaces, control groups, a second user.
    A,
    /// Namespaces without control groups.
    B,
    /// Only the file system and the network are closed.
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

/// Not the letter of a tier.
#[derive(Debug, Localize)]
#[localize(error)]
#[localize(say::tier_unknown(_0))]
pub struct UnknownTier(String);

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

/// Why a tier is unavailable on this machine.
#[derive(Debug)]
pub struct TierLoss {
    /// The tier.
    pub tier: Tier,
    /// What failed, and the remedy.
    pub why: TierLossReason,
}

/// What failed.
#[derive(Debug, Localize)]
#[localize(display)]
pub enum TierLossReason {
    /// The zygote is not made for this kind of machine.
    #[localize(say::lost_platform())]
    Platform,
    /// Only root can give programs a user of their own.
    #[localize(say::lost_user())]
    NeedsRoot,
    /// Root cannot use tier B.
    #[localize(say::lost_root())]
    IsRoot,
    /// Tiers C and D have no namespaces.
    #[localize(say::lost_open())]
    IsOpen,
    /// Control groups cannot limit anything.
    #[localize(transparent)]
    Groups(NoGroups),
    /// No sandbox can be built.
    #[localize(transparent)]
    Building(ErrorCause),
    /// A program that does nothing cannot be run.
    #[localize(transparent)]
    Trying(SandboxError),
    /// A program that does nothing ends in a wrong way.
    #[localize(say::lost_end(quoted(&format!("{_0:?}"))))]
    Ends(ProgramExit),
}

impl Localize for TierLoss {
    fn message(&self) -> Message {
        say::tier_lost(self.tier.letter(), &self.why)
    }
}

certamen_i18n::error!(TierLoss);
