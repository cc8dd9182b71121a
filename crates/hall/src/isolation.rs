//! The sandbox in which programs are run: the one that was asked for, or the best there is.

use crate::{HallError, say};
use certamen_contest::{ContestFile, Folder};
use certamen_sandbox::{Launcher, Sandbox, Tier, Unisolated, doctor};
use certamen_speech::Message;
use certamen_worker::Bot;
use std::sync::{Arc, OnceLock};

static LAUNCHER: OnceLock<Launcher> = OnceLock::new();

/// Keeps the right to make sandboxes, which `main` gets before anything else happens.
pub fn keep(launcher: Launcher) {
    // There is one `main`.
    let _ = LAUNCHER.set(launcher);
}

/// The right to make sandboxes.
pub fn launcher() -> &'static Launcher {
    LAUNCHER.get().expect("`main` keeps it first of all")
}

/// How isolated programs must be.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// The tier that is wanted; the best there is if absent.
    pub tier: Option<Tier>,
    /// The weakest that will do.
    pub weakest: Tier,
    /// What asks for that.
    pub asked: Message,
}

impl Isolation {
    /// Whatever there is, or the tier that a user named.
    pub fn of_user(tier: Option<Tier>) -> Isolation {
        let weakest = tier.unwrap_or(Tier::D);
        Isolation { tier, weakest, asked: option(weakest) }
    }

    /// What a contest file asks for.
    pub fn of_contest(
        folder: &Folder,
        file: &ContestFile,
        tier: Option<Tier>,
    ) -> Result<Isolation, HallError> {
        let weakest = file.sandbox.minimum_tier.parse().map_err(HallError::UnknownTier)?;
        Ok(Isolation { tier, weakest, asked: say::minimum_tier(folder.contest_file()) })
    }

    /// The sandbox for `bots`. House players need none.
    pub fn sandbox(&self, bots: &[Bot]) -> Result<Arc<dyn Sandbox>, HallError> {
        if !runs_programs(bots) {
            return Ok(Arc::new(Unisolated::new()));
        }
        let wish = self.tier.map_or_else(|| self.asked.clone(), option);
        let found = match self.tier {
            Some(tier) => of_tier(tier, wish)?,
            None => match certamen_sandbox::best(launcher()) {
                Ok(found) => found,
                // Nobody asks for isolation: what is there is used, and said.
                Err(_) if self.weakest == Tier::D => of_tier(Tier::D, wish)?,
                Err(lost) => {
                    return Err(HallError::NoTier { wish, weakest: self.weakest, lost });
                }
            },
        };
        if found.tier() > self.weakest {
            let (asked, have) = (self.asked.clone(), found.tier());
            return Err(HallError::WeakTier { asked, weakest: self.weakest, have });
        }
        Ok(found)
    }

    /// Likewise, and tried with canaries unless that was done since the machine started: what does
    /// not hold is not used.
    pub fn tested_sandbox(&self, bots: &[Bot]) -> Result<Arc<dyn Sandbox>, HallError> {
        let sandbox = self.sandbox(bots)?;
        if sandbox.tier() < Tier::D {
            doctor::self_test_cached(sandbox.as_ref()).map_err(HallError::SelfTest)?;
        }
        Ok(sandbox)
    }
}

/// The sandbox of `tier`, or the best there is here, for programs of our own.
pub fn any_sandbox(tier: Option<Tier>) -> Result<Arc<dyn Sandbox>, HallError> {
    let tier = match tier {
        Some(tier) => tier,
        None => match certamen_sandbox::best(launcher()) {
            Ok(found) => return Ok(found),
            Err(_) => Tier::D,
        },
    };
    of_tier(tier, option(tier))
}

/// Whether any of them is a program.
pub fn runs_programs(bots: &[Bot]) -> bool {
    bots.iter().any(Bot::needs_sandbox)
}

fn of_tier(tier: Tier, wish: Message) -> Result<Arc<dyn Sandbox>, HallError> {
    certamen_sandbox::of_tier(launcher(), tier).map_err(|lost| HallError::Tier { wish, lost })
}

/// How users write the wish for a tier.
fn option(tier: Tier) -> Message {
    Message::verbatim(format!("--tier {tier}"))
}
