//! Finds published bots for a replay: identified by their digests and not by their names, seated as
//! they were in the matches of an export.

use crate::{HostError, Isolation, Sandboxes, Workspace};
use certamen_contest::{Replayer, file::Memory};
use certamen_game::job::BotSpec;
use certamen_game::{Budget, DynGame, Player, ProgramsMemory, Rng, Seat, Table};
use certamen_i18n::{Localize, Message};
use certamen_runner::{Bot, BuiltBot, PlayerFactory, SeatSetup};
use std::{
    collections::BTreeMap,
    fs,
    hash::{BuildHasher, RandomState},
    path::{Path, PathBuf},
    time::Duration,
};

/// By how many times an answer may take longer than in the contest: the machine is another.
const PATIENCE: u32 = 10;
/// Extra time on top, whatever the limit.
const REST: Duration = Duration::from_secs(2);
/// The parts of a whole in which a share is given.
const WHOLE: u64 = 1_000_000;

/// Bots in a folder, which replay an unpredictable share of the matches.
pub struct ReplayBots {
    folder: PathBuf,
    sandboxes: Sandboxes,
    share: u64,
    rng: Rng,
    found: Option<FoundBots>,
}

struct FoundBots {
    workspace: Workspace,
    bots: BTreeMap<String, Bot>,
    ready: BTreeMap<String, Option<BuiltBot>>,
}

impl ReplayBots {
    /// The bots in `folder`, in this share of the matches.
    pub fn new(folder: &Path, share: f64, sandboxes: Sandboxes) -> ReplayBots {
        // A host that knew which matches are looked at would forge the others.
        let rng = Rng::of_turn(RandomState::new().hash_one(()), 0);
        let share = (share * WHOLE as f64).round() as u64;
        ReplayBots { folder: folder.to_owned(), sandboxes, share, rng, found: None }
    }

    fn find(
        &self,
        game: &'static dyn DynGame,
        memory: ProgramsMemory,
    ) -> Result<FoundBots, HostError> {
        let io = |error| HostError::Io { path: self.folder.clone(), error };
        let mut bots = BTreeMap::new();
        for entry in fs::read_dir(&self.folder).map_err(io)? {
            let path = entry.map_err(io)?.path();
            // A file that is not a bot of this game is not one that played.
            if let Ok(spec) = BotSpec::read(&path.to_string_lossy(), Path::exists)
                && let Ok(bot) = Bot::of_unlinked(&spec, game)
                && !bot.digest.is_empty()
            {
                bots.insert(bot.digest.clone(), bot);
            }
        }
        let all: Vec<Bot> = bots.values().cloned().collect();
        let sandbox = Isolation::of_user(self.sandboxes.clone()).tested_sandbox(&all)?;
        let workspace = Workspace::headless(game, sandbox)?.remembering(memory);
        Ok(FoundBots { workspace, bots, ready: BTreeMap::new() })
    }
}

impl Replayer for ReplayBots {
    fn open(&mut self, game: &'static dyn DynGame, memory: Memory) -> Result<(), Message> {
        let memory = match memory {
            Memory::None => ProgramsMemory::None,
            Memory::Match => ProgramsMemory::Match,
            // Exports do not contain the memory of bots, so these cannot be replayed.
            Memory::Pair | Memory::Contest => return Ok(()),
        };
        let found = self.find(game, memory).map_err(|error| error.message())?;
        self.found = Some(found);
        Ok(())
    }

    fn wants(&mut self) -> bool {
        self.rng.below(WHOLE) < self.share
    }

    fn player(&mut self, table: &Table, seat: Seat, digest: &str) -> Option<Box<dyn Player>> {
        let FoundBots { workspace, bots, ready } = self.found.as_mut()?;
        let bot = bots.get(digest)?;
        let built =
            ready.entry(digest.to_owned()).or_insert_with(|| workspace.cache.prepare(bot).ok());
        let setup = SeatSetup { table, seat, bot: built.as_ref()?, folder: &[] };
        let factory = PlayerFactory { plan: &workspace.plan, place: seat.index() };
        factory.player(&setup, &workspace.plan.sandbox).ok()
    }

    fn budget(&self, table: &Table) -> Budget {
        let time = table.conditions.move_time().saturating_mul(PATIENCE) + REST;
        Budget { cpu: time, wall: time }
    }
}
