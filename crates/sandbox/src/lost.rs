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
#[derive(Debug)]
pub enum TierLossReason {
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
    Building(ErrorCause),
    /// A program that does nothing cannot be run.
    Trying(SandboxError),
    /// It ends in a way that is not its own.
    Ends(ProgramExit),
}

impl Localize for TierLoss {
    fn message(&self) -> Message {
        say::tier_lost(self.tier.letter(), &self.why)
    }
}

impl Localize for TierLossReason {
    fn message(&self) -> Message {
        match self {
            TierLossReason::Platform => say::lost_platform(),
            TierLossReason::NeedsRoot => say::lost_user(),
            TierLossReason::IsRoot => say::lost_root(),
            TierLossReason::IsOpen => say::lost_open(),
            TierLossReason::Groups(missing) => missing.message(),
            TierLossReason::Building(cause) => cause.message(),
            TierLossReason::Trying(error) => error.message(),
            TierLossReason::Ends(end) => say::lost_end(quoted(&format!("{end:?}"))),
        }
    }
}

certamen_i18n::error!(TierLoss);
certamen_i18n::said!(TierLossReason);
