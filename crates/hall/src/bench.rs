//! A place to play: where bots are built, what they may write, the sandbox and the cores.

use crate::{HallError, Venue};
use certamen_contest::{ContestFile, Folder, file::Memory};
use certamen_game::{DynGame, ProgramsMemory};
use certamen_sandbox::Sandbox;
use certamen_worker::{
    Bot, BotError, Floor, Onlooker, Pool, Ready, Scratch, SeatingPlan, Workshop, allowed_cores,
    pin_to_core,
};
use std::sync::Arc;
use tempfile::TempDir;

/// A place to play.
pub struct Bench {
    /// How bots are seated.
    pub plan: SeatingPlan,
    /// Where they are built.
    pub workshop: Workshop,
    /// How many matches are played side by side.
    pub jobs: usize,
    /// The threads that play, where others use them, too; its own if absent.
    pub floor: Option<Arc<Floor>>,
    /// The machines that play instead of threads here, if they do.
    #[cfg(feature = "bus")]
    pub farm: Option<crate::Farm>,
    /// Whoever watches matches that take long.
    pub onlooker: Option<Onlooker>,
    /// Gone with this place, if nothing of it is kept.
    folder: Option<TempDir>,
}

impl Bench {
    /// A place of which nothing is kept, for matches of no contest. They are played one after the
    /// other, on one core, so this thread moves there.
    pub fn alone(
        game: &'static dyn DynGame,
        sandbox: Arc<dyn Sandbox>,
    ) -> Result<Bench, HallError> {
        let bench = Bench::passing(game, sandbox, 1)?;
        bench.stay_on_one_core();
        Ok(bench)
    }

    /// A place of which nothing is kept, for `jobs` matches at a time.
    pub fn passing(
        game: &'static dyn DynGame,
        sandbox: Arc<dyn Sandbox>,
        jobs: usize,
    ) -> Result<Bench, HallError> {
        let folder = tempfile::tempdir().map_err(HallError::NoPlace)?;
        let workshop = Workshop::new(folder.path().join("builds"), Arc::clone(&sandbox));
        let scratch = Scratch::None;
        let plan = SeatingPlan { game, sandbox, scratch };
        let bench = Bench::at(plan, workshop, jobs, Some(folder));
        Ok(bench.remembering(game.info().memory))
    }

    /// The same place, where programs may remember so much instead of what the game lets them; in a
    /// contest its file says it.
    #[must_use]
    pub fn remembering(mut self, memory: ProgramsMemory) -> Bench {
        if let Some(folder) = &self.folder {
            self.plan.scratch = match memory {
                ProgramsMemory::None => Scratch::None,
                ProgramsMemory::Match => Scratch::Below(folder.path().join("scratch")),
            };
        }
        self
    }

    /// The place of the contest in a folder, which keeps what is built for it in another, or the
    /// same.
    pub fn of_contest(
        (folder, builds): (&Folder, &Folder),
        file: &ContestFile,
        sandbox: Arc<dyn Sandbox>,
        jobs: usize,
    ) -> Bench {
        let workshop = Workshop::new(builds.builds(), Arc::clone(&sandbox));
        let scratch = match file.programs.memory {
            Memory::None => Scratch::None,
            Memory::Match => Scratch::Below(folder.scratch()),
            Memory::Pair | Memory::Contest => Scratch::Kept(folder.scratch()),
        };
        let plan = SeatingPlan { game: file.game, sandbox, scratch };
        Bench::at(plan, workshop, jobs, None)
    }

    fn at(plan: SeatingPlan, workshop: Workshop, jobs: usize, folder: Option<TempDir>) -> Bench {
        Bench {
            plan,
            workshop,
            jobs,
            floor: None,
            #[cfg(feature = "bus")]
            farm: None,
            onlooker: None,
            folder,
        }
    }

    /// The same place, whose matches are played where `venue` says.
    #[must_use]
    #[cfg_attr(not(feature = "bus"), expect(unused_mut, reason = "there is one venue only"))]
    pub(crate) fn at_venue(mut self, venue: &Venue) -> Bench {
        match venue {
            Venue::Here => {}
            #[cfg(feature = "bus")]
            Venue::Elsewhere(farm) => self.farm = Some(farm.clone()),
        }
        self
    }

    /// A place in the folder of a contest whose bots are tried one after the other, on one core, so
    /// this thread moves there.
    pub fn beside_contest(folder: &Folder, file: &ContestFile, sandbox: Arc<dyn Sandbox>) -> Bench {
        let mut bench = Bench::of_contest((folder, folder), file, sandbox, 1);
        if bench.plan.scratch != Scratch::None {
            bench.plan.scratch = Scratch::Below(folder.scratch().join("check"));
        }
        bench.stay_on_one_core();
        bench
    }

    /// Moves this thread to the core on which it plays from now on.
    pub fn stay_on_one_core(&self) {
        pin_to_core(allowed_cores()[0]);
    }

    /// A line of matches on the threads that play here.
    pub(crate) fn pool(&self) -> Pool {
        match &self.floor {
            Some(floor) => Pool::on(floor),
            None => Pool::start(self.jobs),
        }
    }

    /// Builds what is not built yet.
    pub fn prepare(&self, bots: &[Bot]) -> Result<Vec<Ready>, BotError> {
        bots.iter().map(|bot| self.workshop.prepare(bot)).collect()
    }
}

/// How many matches are played side by side: as many as were asked for, or one a core.
pub fn jobs(asked: Option<u16>) -> usize {
    asked.map_or_else(|| allowed_cores().len(), usize::from)
}
