//! The choice of a sandbox: the one of a level, or the best one that is available.

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

/// The weakest tier that is used by default: a program runs as root only if the user asked for that
/// tier by name.
pub fn weakest_default_tier() -> Tier {
    if rustix::process::geteuid().is_root() { Tier::C } else { Tier::D }
}

/// The best sandbox that isolates, or why each is unavailable. Tier D is never chosen by default:
/// the user must ask for it.
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
