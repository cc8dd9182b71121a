//! Why a tier is not to be had on this machine.

use crate::{Cause, End, SandboxError, Tier, groups::NoGroups, say};
use certamen_speech::{Message, Speak, quoted};

/// Why there is no isolation of a tier here.
#[derive(Debug)]
pub struct Lost {
    /// What was tried.
    pub tier: Tier,
    /// What failed, and what would help.
    pub why: WhyLost,
}

/// What failed.
#[derive(Debug)]
pub enum WhyLost {
    /// It is made for another machine.
    Platform,
    /// Only root can give programs a user of their own.
    NeedsRoot,
    /// Root has the strongest tier or none.
    IsRoot,
    /// That tier isolates nothing.
    IsOpen,
    /// Control groups cannot limit anything.
    Groups(NoGroups),
    /// No sandbox can be built.
    Building(Cause),
    /// A program that does nothing cannot be run.
    Trying(SandboxError),
    /// It ends in a way that is not its own.
    Ends(End),
}

impl Speak for Lost {
    fn message(&self) -> Message {
        say::tier_lost(self.tier.letter(), &self.why)
    }
}

impl Speak for WhyLost {
    fn message(&self) -> Message {
        match self {
            WhyLost::Platform => say::lost_platform(),
            WhyLost::NeedsRoot => say::lost_user(),
            WhyLost::IsRoot => say::lost_root(),
            WhyLost::IsOpen => say::lost_open(),
            WhyLost::Groups(missing) => missing.message(),
            WhyLost::Building(cause) => cause.message(),
            WhyLost::Trying(error) => error.message(),
            WhyLost::Ends(end) => say::lost_end(quoted(&format!("{end:?}"))),
        }
    }
}

certamen_speech::error!(Lost);
certamen_speech::said!(WhyLost);
