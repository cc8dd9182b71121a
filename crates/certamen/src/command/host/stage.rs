//! What is played between tables and for them: random pairings all the time, all against all at
//! times.

use super::{Host, Went};
use crate::{
    command::run::{find_bots, open, plan},
    playing::{Ended, Playing},
    setting,
};
use anyhow::Context;
use contest::{
    Contest, ContestFile, Folder, Kind, MoveTime, Share, Slot,
    championship::{Field, championship},
};
use sandbox::{Sandbox, Tier};
use std::sync::Arc;
use worker::{Bot, Workshop, allowed_cores};

/// A contest that is open, with what its bots need.
pub(super) struct Stage {
    pub(super) contest: Contest,
    pub(super) tier: Tier,
    folder: Folder,
    sandbox: Arc<dyn Sandbox>,
    bots: Vec<Bot>,
}

impl Host<'_> {
    /// Random pairings, among those who take part now.
    pub(super) fn open_ladder(&self) -> anyhow::Result<Stage> {
        let file = ContestFile::read(&self.folder)?;
        let bots = find_bots(&self.folder, &file)?;
        self.open(&self.folder, file, bots, None)
    }

    fn open(
        &self,
        folder: &Folder,
        file: ContestFile,
        bots: Vec<Bot>,
        measured: Option<&Contest>,
    ) -> anyhow::Result<Stage> {
        let weakest: Tier = file.sandbox.minimum_tier.parse()?;
        let asked = format!("{}: key `sandbox.minimum_tier`", folder.contest_file().display());
        let sandbox = setting::tested_sandbox(&bots, self.arguments.tier, weakest, &asked)?;
        let tier = sandbox.tier();
        let known = |share: &Share| measured.and_then(|other| other.needed(share).ok().flatten());
        let contest = open(folder, file, &bots, tier, None, &known)?;
        Ok(Stage { contest, tier, folder: folder.clone(), sandbox, bots })
    }

    /// Plays random pairings until there is something else to do or enough is played.
    pub(super) fn ladder(&mut self) -> anyhow::Result<Went> {
        let mut stage = self.open_ladder()?;
        let base = self.published.last().map_or(0, |publication| publication.matches);
        let waves = self.file.hosting.as_ref().map_or(0, |hosting| hosting.waves.get());
        let wave = stage.contest.entrants().len() as u64 / 2;
        let most = u64::from(waves) * wave;
        let mut rested = false;
        let ended = self.play(&mut stage, &mut |host, contest| {
            rested = contest.is_idle() && contest.planned()?.saturating_sub(base) >= most;
            Ok(rested || host.is_late() || !host.due().is_empty())
        })?;
        Ok(if rested { Went::Done } else { ended.into() })
    }

    /// Plays all against all, and publishes the table once everything is played.
    pub(super) fn championship(&mut self, slot: Slot) -> anyhow::Result<Went> {
        let ladder = self.open_ladder()?;
        let field = Field { bots: self.file.bots.clone(), pairs: Vec::new() };
        let folder = championship(&self.folder, &self.timetable, slot, &field)?;
        let file = ContestFile::read(&folder)?;
        let bots = find_bots(&folder, &file)?;
        let planned = ladder.contest.planned()?;
        let mut stage = self.open(&folder, file, bots, Some(&ladder.contest))?;
        drop(ladder);
        let ended = self.play(&mut stage, &mut |host, _| {
            let before = |other: &Slot| other.kind == Kind::Provisional;
            Ok(host.is_late() || host.due().iter().any(before) || !host.due().contains(&slot))
        })?;
        if let Ended::Done(_) = ended {
            self.publish(slot, &stage, planned)?;
        }
        Ok(ended.into())
    }

    /// Publishes what random pairings have brought.
    pub(super) fn publish_ladder(&mut self, slot: Slot) -> anyhow::Result<Went> {
        let ladder = self.open_ladder()?;
        let planned = ladder.contest.planned()?;
        self.publish(slot, &ladder, planned)?;
        Ok(Went::Paused)
    }

    fn play(
        &mut self,
        stage: &mut Stage,
        pause: &mut dyn FnMut(&Host<'_>, &Contest) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Ended> {
        let file = stage.contest.file();
        let plan = plan(&stage.folder, file, stage.sandbox.clone());
        let workshop = Workshop::new(self.folder.builds(), stage.sandbox.clone());
        let ready = stage.bots.iter().map(|bot| workshop.prepare(bot));
        let ready = ready.collect::<Result<Vec<_>, _>>().context("a player is not to be had")?;
        let jobs = self.arguments.jobs.map_or_else(|| allowed_cores().len(), usize::from);
        let interrupt = &self.interrupt;
        let contest = &mut stage.contest;
        let mut playing = Playing { contest, interrupt, language: self.language, played: 0 };
        playing.go(jobs, plan, ready, true, &mut |contest| pause(self, contest))
    }
}

/// The time for a move as the contest file has it, if it has any.
pub(super) fn move_time(file: &ContestFile) -> Option<String> {
    file.limits.move_time.as_ref().map(|time| match time {
        MoveTime::Share(share) => share.to_string(),
        MoveTime::Fixed(time) => format!("{} ms", time.as_millis()),
    })
}
