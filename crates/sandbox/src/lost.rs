//! Why a tier is unavailable on this machine.

use crate::{ErrorCause, ProgramExit, SandboxError, Tier, groups::NoGroups, say};
use certamen_i18n::{Localize, Message, quoted};

/// Why there is no isolation of a tier here.
#[derive(Debug)]
pub struct TierLoss {
    /// What was tried.
    pub tier: Tier,
    /// What failed, and what would help.
    pub why: TierLossReason,
}

/// What failed.
#[derive(Debug, Localize)]
#[localize(display)]
pub enum TierLossReason {
    /// It is made for another machine.
    #[localize(say::lost_platform())]
    Platform,
    /// Only root can give programs a user of their own.
    #[localize(say::lost_user())]
    NeedsRoot,
    /// Root has the strongest tier or none.
    #[localize(say::lost_root())]
    IsRoot,
    /// That tier isolates nothing.
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
    /// It ends in a way that is not its own.
    #[localize(say::lost_end(quoted(&format!("{_0:?}"))))]
    Ends(ProgramExit),
}

impl Localize for TierLoss {
    fn message(&self) -> Message {
        say::tier_lost(self.tier.letter(), &self.why)
    }
}

certamen_i18n::error!(TierLoss);
