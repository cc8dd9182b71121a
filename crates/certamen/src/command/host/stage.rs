//! What is played between tables and for them: random pairings all the time, all against all at
//! times.

use super::{Host, Went};
use crate::{
    command::run::{Opening, bot_of, find_bots, plan},
    playing::{Ended, Playing},
    setting,
};
use anyhow::Context;
use certamen_contest::{Contest, ContestFile, Folder, MoveTime, Share};
use certamen_hall::{
    Kind, Slot,
    championship::{Field, championship},
};
use certamen_sandbox::{Sandbox, Tier};
use certamen_worker::{Bot, Workshop, allowed_cores};
use std::sync::Arc;

/// A contest that is open, with what its bots need.
pub(super) struct Stage {
    pub(super) contest: Contest,
    folder: Folder,
    pub(super) sandbox: Arc<dyn Sandbox>,
    bots: Vec<Bot>,
}

impl Host<'_> {
    /// Random pairings, among those who take part now.
    pub(super) fn open_ladder(&self) -> anyhow::Result<Stage> {
        let mut file = self.file.clone();
        file.bots.extend(self.entrants()?.bots);
        self.open(&self.folder, file, None)
    }

    fn open(
        &self,
        folder: &Folder,
        file: ContestFile,
        ladder: Option<&Contest>,
    ) -> anyhow::Result<Stage> {
        let bots = find_bots(folder, &file)?;
        let weakest: Tier = file.sandbox.minimum_tier.parse()?;
        let asked = format!("{}: key `sandbox.minimum_tier`", folder.contest_file().display());
        let mut programs = bots.clone();
        let other = measure(&file).filter(|share| share.player(file.game).is_none());
        if let Some(share) = other {
            programs.push(bot_of(folder, share, file.game)?);
        }
        let sandbox = setting::tested_sandbox(&programs, self.arguments.tier, weakest, &asked)?;
        // One measure for all matches, wherever they are played.
        let needed =
            ladder.and_then(|ladder| ladder.needed(measure(ladder.file())?).ok().flatten());
        let opening = Opening { folder, bots: &bots, sandbox: &sandbox, seed: None, needed };
        let contest = opening.open(file)?;
        Ok(Stage { contest, folder: folder.clone(), sandbox, bots })
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
            Ok(rested || host.is_late() || !host.due().is_empty() || host.has_news())
        })?;
        Ok(if rested { Went::Done } else { ended.into() })
    }

    /// Plays all against all, and publishes the table once everything is played.
    pub(super) fn championship(&mut self, slot: Slot) -> anyhow::Result<Went> {
        let ladder = self.open_ladder()?;
        let entrants = self.entrants()?;
        let mut bots = self.file.bots.clone();
        bots.extend(entrants.bots);
        let field = Field { bots, pairs: entrants.pairs };
        let folder = championship(&self.folder, &self.timetable, slot, &field)?;
        let file = ContestFile::read(&folder)?;
        let planned = ladder.contest.planned()?;
        let mut stage = self.open(&folder, file, Some(&ladder.contest))?;
        drop(ladder);
        let ended = self.play(&mut stage, &mut |host, _| {
            let before = |other: &Slot| other.kind == Kind::Provisional;
            let due = host.due();
            let other = due.iter().any(before) || !due.contains(&slot) || host.has_news();
            Ok(host.is_late() || other)
        })?;
        if let Ended::Done(_) = ended {
            if slot.kind == Kind::Final {
                self.write_marks(&stage)?;
            }
            self.publish(slot, &stage, planned)?;
            // Random pairings go on before the next table, as they do if we are started anew here.
            return Ok(Went::Paused);
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
        let language = self.language;
        // Tables and receptions are told, one match after the other is not.
        let mut playing = Playing { contest, interrupt, language, quiet: true, played: 0 };
        let ended = playing.go(jobs, plan, ready, &mut |contest| pause(self, contest))?;
        self.note_departures(&stage.contest)?;
        Ok(ended)
    }
}

/// Whose time sets the time for a move, if it is somebody's.
fn measure(file: &ContestFile) -> Option<&Share> {
    match &file.limits.move_time {
        Some(MoveTime::Share(share)) => Some(share),
        _ => None,
    }
}

/// The time for a move as the contest file has it, if it has any.
pub(super) fn move_time(file: &ContestFile) -> Option<String> {
    file.limits.move_time.as_ref().map(|time| match time {
        MoveTime::Share(share) => share.to_string(),
        MoveTime::Fixed(time) => format!("{} ms", time.as_millis()),
    })
}
