//! Which sandbox there is: tried, never assumed.

use crate::{Confined, Isolated, Launcher, Sandbox, Tier, TierLoss, Unisolated};
use std::sync::Arc;

/// The sandbox of exactly this tier, or why there is none.
pub fn of_tier(launcher: &Launcher, tier: Tier) -> Result<Arc<dyn Sandbox>, TierLoss> {
    Ok(match tier {
        Tier::A | Tier::B => Arc::new(Isolated::of_tier(launcher, tier)?),
        Tier::C => Arc::new(Confined::open(launcher)?),
        Tier::D => Arc::new(Unisolated::new()),
    })
}

/// The weakest tier that is taken where nobody names one: a program is root only where somebody asked
/// for it by name.
pub fn weakest_unasked() -> Tier {
    if rustix::process::geteuid().is_root() { Tier::C } else { Tier::D }
}

/// The best sandbox that isolates at all, or why each is not to be had. Tier D is never taken by
/// itself: whoever wants it says so.
pub fn best(launcher: &Launcher) -> Result<Arc<dyn Sandbox>, Vec<TierLoss>> {
    let mut tier_loss = Vec::new();
    for tier in [Tier::A, Tier::B, Tier::C] {
        match of_tier(launcher, tier) {
            Ok(sandbox) => return Ok(sandbox),
            Err(reason) => tier_loss.push(reason),
        }
    }
    Err(tier_loss)
}
