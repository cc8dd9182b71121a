//! A contest that is open, with what its bots need.

use crate::{
    Bench, Ended, HallError, Isolation, Listener, Playing, Stop, bots::bot_of, find_bots,
    measured::Measure,
};
use certamen_contest::{Contest, ContestFile, Folder, MoveTime, Share, Terms, draw::Chance};
use certamen_sandbox::{Sandbox, Tier};
use certamen_speech::Speak;
use certamen_store::Submission;
use certamen_worker::{Bot, Ready};
use std::{sync::Arc, time::Duration};

/// A contest that is open.
pub struct Stage {
    /// The contest.
    pub contest: Contest,
    /// Its bots, in order of entry.
    pub bots: Vec<Bot>,
    /// Where they play.
    pub bench: Bench,
}

/// What it takes to open a contest.
pub struct Opening<'a> {
    /// Its folder.
    pub folder: &'a Folder,
    /// Whose builds are used: its own, or those of the contest that it belongs to.
    pub builds: &'a Folder,
    /// The tier of isolation; the best there is if absent.
    pub tier: Option<Tier>,
    /// What luck comes from, instead of the file's seed.
    pub seed: Option<u64>,
    /// How long whoever sets the time for a move was found to need, if that is known.
    pub needed: Option<Duration>,
    /// How many matches are played side by side.
    pub jobs: usize,
}

impl Opening<'_> {
    /// Opens the contest, whose file may have more entries than the one in the folder.
    pub fn open(&self, file: ContestFile) -> Result<Stage, HallError> {
        let bots = find_bots(self.folder, &file)?;
        let sandbox = self.sandbox(&file, &bots)?;
        let bench =
            Bench::of_contest((self.folder, self.builds), &file, Arc::clone(&sandbox), self.jobs);
        let entries: Vec<Submission> = bots.iter().map(entry).collect();
        let deterministic: Vec<bool> = bots.iter().map(Bot::is_deterministic).collect();
        let scratch = bench.plan.scratch.clone();
        let (folder, sandbox) = (self.folder, &sandbox);
        let measuring = Measure { folder, sandbox, scratch, bots: bots.len() };
        let known = file.clone();
        let mut measure = |share: &Share| match self.needed {
            Some(needed) => Ok(needed),
            None => measuring.time_needed(&known, share).map_err(|error| error.message()),
        };
        let terms = Terms {
            tier: sandbox.tier().letter(),
            seed: self.seed,
            deterministic: &deterministic,
            measure: &mut measure,
            chance: Chance::of_system().map_err(HallError::Luck)?,
        };
        let contest = Contest::open(self.folder, file, &entries, terms)?;
        Ok(Stage { contest, bots, bench })
    }

    /// The sandbox of the bots and of the one whose time is the measure.
    fn sandbox(&self, file: &ContestFile, bots: &[Bot]) -> Result<Arc<dyn Sandbox>, HallError> {
        let mut programs = bots.to_vec();
        let other = measure(file).filter(|share| share.player(file.game).is_none());
        if let Some(share) = other {
            programs.push(bot_of(self.folder, share, file.game)?);
        }
        Isolation::of_contest(self.folder, file, self.tier)?.tested_sandbox(&programs)
    }
}

impl Stage {
    /// The tier of isolation.
    pub fn tier(&self) -> Tier {
        self.bench.plan.sandbox.tier()
    }

    /// Builds what is not built yet.
    pub fn ready(&self) -> Result<Vec<Ready>, HallError> {
        Ok(self.bench.prepare(&self.bots)?)
    }

    /// Plays until the contest is over, or `pause` or `stop` say that it is time to stop; how it
    /// ended, and how many matches were played.
    pub fn play(
        &mut self,
        ready: Vec<Ready>,
        stop: &Stop,
        tell: Listener<'_>,
        pause: &mut dyn FnMut(&Contest) -> Result<bool, HallError>,
    ) -> Result<(Ended, u64), HallError> {
        let mut playing = Playing { contest: &mut self.contest, stop, tell, played: 0 };
        let ended = playing.go(&self.bench, ready, pause)?;
        Ok((ended, playing.played))
    }
}

/// Whose time sets the time for a move, if it is somebody's.
pub(crate) fn measure(file: &ContestFile) -> Option<&Share> {
    match &file.limits.move_time {
        Some(MoveTime::Share(share)) => Some(share),
        _ => None,
    }
}

fn entry(bot: &Bot) -> Submission {
    Submission {
        name: bot.name.clone(),
        digest: bot.digest.clone(),
        language: bot.language.clone(),
    }
}
