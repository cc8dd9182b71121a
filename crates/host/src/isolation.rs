//! The sandbox in which bots run: the one that was asked for, or the best available.

use crate::{HostError, TierRequirement};
use certamen_contest::{ContestFile, Folder, entry::SubmissionIndex};
use certamen_game::DynGame;
use certamen_runner::Bot;
use certamen_sandbox::{IsolationAdvice, Launcher, Sandbox, Tier, Unisolated, doctor};
use std::sync::Arc;

/// Where sandboxes come from: the right to make them, and the tier that is wanted.
#[derive(Clone, Debug)]
pub struct Sandboxes {
    /// The right to make them, which `main` gets before anything else happens.
    pub launcher: Launcher,
    /// The requested level; the best available if absent.
    pub tier: Option<Tier>,
}

impl Sandboxes {
    /// Of this level, or the best available.
    pub fn new(launcher: &Launcher, tier: Option<Tier>) -> Sandboxes {
        Sandboxes { launcher: launcher.clone(), tier }
    }

    /// The configured level, or else the best available, for our own programs.
    pub fn any(&self) -> Result<Arc<dyn Sandbox>, HostError> {
        let tier = match self.tier {
            Some(tier) => tier,
            None => match certamen_sandbox::best(&self.launcher) {
                Ok(found) => return Ok(found),
                Err(_) => Tier::D,
            },
        };
        self.of_tier(tier, TierRequirement::OfUser(tier))
    }

    fn of_tier(&self, tier: Tier, wish: TierRequirement) -> Result<Arc<dyn Sandbox>, HostError> {
        certamen_sandbox::of_tier(&self.launcher, tier)
            .map_err(|tier_loss| HostError::Tier { wish, tier_loss })
    }
}

#[derive(Clone, Debug)]
pub struct Isolation {
    sandboxes: Sandboxes,
    /// The minimum isolation level.
    weakest: Tier,
    asked: TierRequirement,
}

impl Isolation {
    /// The best level available, or the one that a user named.
    pub fn of_user(sandboxes: Sandboxes) -> Isolation {
        let weakest = sandboxes.tier.unwrap_or_else(certamen_sandbox::weakest_default_tier);
        Isolation { sandboxes, weakest, asked: TierRequirement::OfUser(weakest) }
    }

    /// The best level available, for an evaluation function of a user.
    pub fn of_evaluation(launcher: &Launcher) -> Isolation {
        let sandboxes = Sandboxes::new(launcher, None);
        let weakest = certamen_sandbox::weakest_default_tier();
        Isolation { sandboxes, weakest, asked: TierRequirement::OfEvaluation }
    }

    pub fn of_contest(
        folder: &Folder,
        file: &ContestFile,
        sandboxes: Sandboxes,
    ) -> Result<Isolation, HostError> {
        let weakest = file.sandbox.minimum_tier.parse().map_err(HostError::UnknownTier)?;
        let asked = TierRequirement::OfContest(folder.contest_file());
        let isolation = Isolation { sandboxes, weakest, asked };
        let were_sent =
            file.entries.is_some() && !SubmissionIndex::read(folder)?.taking_part().is_empty();
        let isolation = if were_sent { isolation.for_untrusted() } else { isolation };
        isolation.check_rules(file.game)?;
        Ok(isolation)
    }

    /// Rules that are a program run in the level that is demanded of bots.
    fn check_rules(&self, game: &dyn DynGame) -> Result<(), HostError> {
        let Some(tier) = game.tier_of_rules() else { return Ok(()) };
        let have: Tier = tier.parse().map_err(HostError::UnknownTier)?;
        if have <= self.weakest {
            return Ok(());
        }
        let advice = match self.sandboxes.tier {
            // Another level may well be available.
            Some(_) => None,
            None => IsolationAdvice::on_this_machine(have),
        };
        Err(HostError::WeakTier { asked: self.asked.clone(), weakest: self.weakest, have, advice })
    }

    /// Whatever the contest file says, submissions of untrusted authors never run without
    /// isolation.
    pub(crate) fn for_untrusted(self) -> Isolation {
        Isolation { weakest: self.weakest.min(Tier::C), ..self }
    }

    /// The minimum isolation level.
    pub(crate) fn weakest(&self) -> Tier {
        self.weakest
    }

    /// The sandbox for `bots`. Built-in players need none.
    pub fn sandbox(&self, bots: &[Bot]) -> Result<Arc<dyn Sandbox>, HostError> {
        if !runs_programs(bots) {
            return Ok(Arc::new(Unisolated::new()));
        }
        let Isolation { sandboxes, weakest, asked } = self;
        let wish = sandboxes.tier.map_or_else(|| asked.clone(), TierRequirement::OfUser);
        let found = match sandboxes.tier {
            Some(tier) => sandboxes.of_tier(tier, wish)?,
            None => match certamen_sandbox::best(&sandboxes.launcher) {
                Ok(found) => found,
                // Isolation is not required: the available level is used, and reported.
                Err(_) if *weakest == Tier::D => sandboxes.of_tier(Tier::D, wish)?,
                Err(tier_loss) => {
                    let (weakest, advice) = (*weakest, IsolationAdvice::on_this_machine(Tier::D));
                    return Err(HostError::NoTier { wish, weakest, tier_loss, advice });
                }
            },
        };
        if found.tier() > *weakest {
            let (asked, have) = (asked.clone(), found.tier());
            let advice = match sandboxes.tier {
                // Another level may well be available.
                Some(_) => None,
                None => IsolationAdvice::on_this_machine(have),
            };
            return Err(HostError::WeakTier { asked, weakest: *weakest, have, advice });
        }
        Ok(found)
    }

    /// Like `sandbox`, and tested unless that was done since the machine started: a level that
    /// fails the test is not used.
    pub fn tested_sandbox(&self, bots: &[Bot]) -> Result<Arc<dyn Sandbox>, HostError> {
        let sandbox = self.sandbox(bots)?;
        if sandbox.tier() < Tier::D {
            doctor::self_test_cached(sandbox.as_ref()).map_err(HostError::SelfTest)?;
        }
        Ok(sandbox)
    }
}

pub fn runs_programs(bots: &[Bot]) -> bool {
    bots.iter().any(Bot::needs_sandbox)
}
