//! The sandbox in which programs are run: the one that was asked for, or the best there is.

use crate::{HallError, say};
use certamen_contest::{ContestFile, Folder, entry::Roster};
use certamen_sandbox::{Launcher, Sandbox, Tier, Unisolated, doctor};
use certamen_speech::{Message, Speak};
use certamen_worker::Bot;
use std::{path::PathBuf, sync::Arc};

/// Where sandboxes come from: the right to make them, and the tier that is wanted.
#[derive(Clone, Debug)]
pub struct Sandboxes {
    /// The right to make them, which `main` gets before anything else happens.
    pub launcher: Launcher,
    /// The tier that is wanted; the best there is if absent.
    pub tier: Option<Tier>,
}

impl Sandboxes {
    /// Of this tier, or the best there is.
    pub fn new(launcher: &Launcher, tier: Option<Tier>) -> Sandboxes {
        Sandboxes { launcher: launcher.clone(), tier }
    }

    /// The one that is wanted, or else the best there is here, for programs of our own.
    pub fn any(&self) -> Result<Arc<dyn Sandbox>, HallError> {
        let tier = match self.tier {
            Some(tier) => tier,
            None => match certamen_sandbox::best(&self.launcher) {
                Ok(found) => return Ok(found),
                Err(_) => Tier::D,
            },
        };
        self.of_tier(tier, TierWish::OfUser(tier))
    }

    fn of_tier(&self, tier: Tier, wish: TierWish) -> Result<Arc<dyn Sandbox>, HallError> {
        certamen_sandbox::of_tier(&self.launcher, tier)
            .map_err(|lost| HallError::Tier { wish, lost })
    }
}

/// What asks for a tier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TierWish {
    /// A user, on the command line.
    OfUser(Tier),
    /// A contest file.
    OfContest(PathBuf),
    /// An evaluation that somebody wrote.
    OfEvaluation,
}

impl Speak for TierWish {
    fn message(&self) -> Message {
        match self {
            TierWish::OfUser(tier) => say::tier_flag(tier.letter()),
            TierWish::OfContest(path) => say::minimum_tier(path),
            TierWish::OfEvaluation => say::bot_flag(),
        }
    }
}

certamen_speech::said!(TierWish);

/// How isolated programs must be.
#[derive(Clone, Debug)]
pub struct Isolation {
    sandboxes: Sandboxes,
    /// The weakest tier that will do.
    weakest: Tier,
    /// What asks for that.
    asked: TierWish,
}

impl Isolation {
    /// Whatever there is, or the tier that a user named.
    pub fn of_user(sandboxes: Sandboxes) -> Isolation {
        let weakest = sandboxes.tier.unwrap_or_else(certamen_sandbox::weakest_unasked);
        Isolation { sandboxes, weakest, asked: TierWish::OfUser(weakest) }
    }

    /// Whatever there is, for an evaluation that somebody wrote.
    pub fn of_evaluation(launcher: &Launcher) -> Isolation {
        let sandboxes = Sandboxes::new(launcher, None);
        let weakest = certamen_sandbox::weakest_unasked();
        Isolation { sandboxes, weakest, asked: TierWish::OfEvaluation }
    }

    /// What a contest file asks for.
    pub fn of_contest(
        folder: &Folder,
        file: &ContestFile,
        sandboxes: Sandboxes,
    ) -> Result<Isolation, HallError> {
        let weakest = file.sandbox.minimum_tier.parse().map_err(HallError::UnknownTier)?;
        let asked = TierWish::OfContest(folder.contest_file());
        let isolation = Isolation { sandboxes, weakest, asked };
        let were_sent = file.entries.is_some() && !Roster::read(folder)?.taking_part().is_empty();
        Ok(if were_sent { isolation.for_strangers() } else { isolation })
    }

    /// Whatever a file says, what strangers sent is not run without any isolation.
    pub(crate) fn for_strangers(self) -> Isolation {
        Isolation { weakest: self.weakest.min(Tier::C), ..self }
    }

    /// The weakest tier that will do.
    pub(crate) fn weakest(&self) -> Tier {
        self.weakest
    }

    /// The sandbox for `bots`. House players need none.
    pub fn sandbox(&self, bots: &[Bot]) -> Result<Arc<dyn Sandbox>, HallError> {
        if !runs_programs(bots) {
            return Ok(Arc::new(Unisolated::new()));
        }
        let Isolation { sandboxes, weakest, asked } = self;
        let wish = sandboxes.tier.map_or_else(|| asked.clone(), TierWish::OfUser);
        let found = match sandboxes.tier {
            Some(tier) => sandboxes.of_tier(tier, wish)?,
            None => match certamen_sandbox::best(&sandboxes.launcher) {
                Ok(found) => found,
                // Nobody asks for isolation: what is there is used, and said.
                Err(_) if *weakest == Tier::D => sandboxes.of_tier(Tier::D, wish)?,
                Err(lost) => {
                    return Err(HallError::NoTier { wish, weakest: *weakest, lost });
                }
            },
        };
        if found.tier() > *weakest {
            let (asked, have) = (asked.clone(), found.tier());
            return Err(HallError::WeakTier { asked, weakest: *weakest, have });
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

/// Whether any of them is a program.
pub fn runs_programs(bots: &[Bot]) -> bool {
    bots.iter().any(Bot::needs_sandbox)
}
