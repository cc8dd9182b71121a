//! Where matches are played: the build cache, the writable folders, the sandbox and the cores.

use crate::{HostError, RemoteContest};
use certamen_contest::{ContestFile, Folder, file::Memory};
use certamen_game::{DynGame, ProgramsMemory};
use certamen_runner::{
    Bot, BotError, BuildCache, BuiltBot, CorePool, MatchObserver, PoolHandle, SeatingPlan,
    WriteAccess, allowed_cores, pin_to_core,
};
use certamen_sandbox::Sandbox;
use std::sync::Arc;
use tempfile::TempDir;

pub struct Workspace {
    pub plan: SeatingPlan,
    pub cache: BuildCache,
    pub jobs: usize,
    /// The threads that play, where others use them, too; its own if absent.
    pub pool: Option<Arc<CorePool>>,
    /// Where matches with players on other machines are played, if a site can be reached.
    pub remote: Option<RemoteContest>,
    /// The workers that play instead of threads here, if any.
    #[cfg(feature = "bus")]
    pub farm: Option<crate::Farm>,
    /// An observer of matches that take long.
    pub observer: Option<MatchObserver>,
    /// Removed with this workspace, if nothing of it is kept.
    folder: Option<TempDir>,
}

impl Workspace {
    /// A temporary workspace for matches outside a contest. They are played one after the other, on
    /// one core, so this thread moves there.
    pub fn headless(
        game: &'static dyn DynGame,
        sandbox: Arc<dyn Sandbox>,
    ) -> Result<Workspace, HostError> {
        let workspace = Workspace::passing(game, sandbox, 1)?;
        workspace.stay_on_one_core();
        Ok(workspace)
    }

    /// A temporary workspace, for `jobs` matches at a time.
    pub fn passing(
        game: &'static dyn DynGame,
        sandbox: Arc<dyn Sandbox>,
        jobs: usize,
    ) -> Result<Workspace, HostError> {
        let folder = tempfile::tempdir().map_err(HostError::NoPlace)?;
        let cache = BuildCache::new(folder.path().join("builds"), Arc::clone(&sandbox));
        let write_access = WriteAccess::None;
        let plan = SeatingPlan { game, sandbox, write_access };
        let workspace = Workspace::at(plan, cache, jobs, Some(folder));
        Ok(workspace.remembering(game.info().memory))
    }

    /// The same workspace, with this memory for bots instead of what the game allows; in a contest
    /// its file says it.
    #[must_use]
    pub fn remembering(mut self, memory: ProgramsMemory) -> Workspace {
        if let Some(folder) = &self.folder {
            self.plan.write_access = match memory {
                ProgramsMemory::None => WriteAccess::None,
                ProgramsMemory::Match => WriteAccess::Below(folder.path().join("scratch")),
            };
        }
        self
    }

    /// The workspace of the contest in a folder, with its builds in another, or the same.
    pub fn of_contest(
        (folder, builds): (&Folder, &Folder),
        file: &ContestFile,
        sandbox: Arc<dyn Sandbox>,
        jobs: usize,
    ) -> Workspace {
        let cache = BuildCache::new(builds.builds(), Arc::clone(&sandbox));
        let write_access = match file.programs.memory {
            Memory::None => WriteAccess::None,
            Memory::Match => WriteAccess::Below(folder.scratch()),
            Memory::Pair | Memory::Contest => WriteAccess::Kept(folder.scratch()),
        };
        let plan = SeatingPlan { game: file.game, sandbox, write_access };
        Workspace::at(plan, cache, jobs, None)
    }

    fn at(plan: SeatingPlan, cache: BuildCache, jobs: usize, folder: Option<TempDir>) -> Workspace {
        Workspace {
            plan,
            cache,
            jobs,
            pool: None,
            remote: None,
            #[cfg(feature = "bus")]
            farm: None,
            observer: None,
            folder,
        }
    }

    /// A workspace in the folder of a contest whose bots are tested one after the other, on one
    /// core, so this thread moves there.
    pub fn beside_contest(
        folder: &Folder,
        file: &ContestFile,
        sandbox: Arc<dyn Sandbox>,
    ) -> Workspace {
        let mut workspace = Workspace::of_contest((folder, folder), file, sandbox, 1);
        if workspace.plan.write_access != WriteAccess::None {
            workspace.plan.write_access = WriteAccess::Below(folder.scratch().join("check"));
        }
        workspace.stay_on_one_core();
        workspace
    }

    /// Moves this thread to the core on which it plays from now on.
    pub fn stay_on_one_core(&self) {
        pin_to_core(allowed_cores()[0]);
    }

    /// A line of matches on the threads that play here.
    pub(crate) fn pool(&self) -> PoolHandle {
        match &self.pool {
            Some(floor) => PoolHandle::on(floor),
            None => PoolHandle::start(self.jobs),
        }
    }

    pub fn prepare(&self, bots: &[Bot]) -> Result<Vec<BuiltBot>, BotError> {
        bots.iter().map(|bot| self.cache.prepare(bot)).collect()
    }
}

/// How many matches are played at a time: as many as configured, or one a core.
pub fn jobs(asked: Option<u16>) -> usize {
    asked.map_or_else(|| allowed_cores().len(), usize::from)
}
