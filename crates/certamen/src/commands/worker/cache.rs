//! The worker's resources for bots: its sandbox, its build cache, and the bots that are built.

use super::machine::WorkerIdentity;
use crate::{Result, say::farm as say};
use certamen_external::OpenError;
use certamen_farm::{
    Terms, WorkerClient,
    message::{Batch, BatchBot, PlayerSource, WritePolicy},
};
use certamen_game::{DynGame, RulesFaultKind, job::SubmissionId};
use certamen_host::{Sandboxes, check_job::CheckEnvironment};
use certamen_i18n::{Localize, Message, UserError};
use certamen_runner::{
    Bot, BotError, BuildCache, BuiltBot, Bundle, CacheLimits, EnginePool, Lineup, SeatingPlan,
    WriteAccess, note_use,
};
use certamen_sandbox::{Launcher, Sandbox, Tier, TierLoss, Unisolated, doctor};
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// A disk on which this number of bytes cannot be written is full.
const ROOM: usize = 1 << 20;
/// Rules of this many games are open at a time; each has processes of its own.
const MOST_RULES: usize = 16;

pub(super) struct WorkerCache {
    sandbox: Arc<dyn Sandbox>,
    build_cache: BuildCache,
    bundles: PathBuf,
    scratch: PathBuf,
    /// The state of recently used bundles. Each is fetched and built by one slot, without blocking
    /// other bundles.
    bundle_states: Mutex<BTreeMap<String, Arc<Mutex<Option<BundleState>>>>>,
    limits: CacheLimits,
    /// The rules that are open, by the hashes of their bundles, those used last at the end.
    rules: Mutex<Vec<(String, &'static dyn DynGame)>>,
}

struct BundleState {
    at: Instant,
    built: Result<BuiltBot, Message>,
}

pub(super) enum BatchError {
    /// The game or the version of its rules is unknown.
    Unknown,
    /// Workers like this one cannot build the bot.
    Unable { bot: i64, why: Message },
    /// The worker failed; the failure may be temporary.
    Failed(Message),
    /// The bundle with this hash is not available at the moment.
    BundleMissing(String),
}

impl WorkerCache {
    /// The requested sandbox, or the best available, tested before anything runs in it. Bots come
    /// from other people, so they run without isolation only if the operator asks for it.
    pub(super) fn sandbox(launcher: &Launcher, tier: Option<Tier>) -> Result<Arc<dyn Sandbox>> {
        let sandbox = match tier {
            Some(_) => Sandboxes::new(launcher, tier).any()?,
            None => {
                certamen_sandbox::best(launcher).map_err(|tier_loss| not_isolated(&tier_loss))?
            }
        };
        if sandbox.tier() < Tier::D {
            doctor::self_test_cached(sandbox.as_ref())?;
        }
        Ok(sandbox)
    }

    /// Builds are stored in `identity`, up to the limit in `terms`.
    pub(super) fn new(
        sandbox: Arc<dyn Sandbox>,
        identity: &WorkerIdentity,
        terms: &Terms,
    ) -> WorkerCache {
        let WorkerIdentity { cache, builds, name, .. } = identity;
        let limits = CacheLimits { most: terms.cache, fresh: terms.fresh };
        let cache = WorkerCache::within(sandbox, (cache, builds), name, limits);
        // What cannot be removed now is removed later.
        let _ = cache.remove_oldest();
        cache
    }

    fn within(
        sandbox: Arc<dyn Sandbox>,
        (cache, builds): (&Path, &Path),
        name: &str,
        limits: CacheLimits,
    ) -> WorkerCache {
        let build_cache =
            BuildCache::new(builds.to_owned(), Arc::clone(&sandbox)).with_one_compiler();
        let (bundles, scratch) = (cache.join("bundles"), cache.join("scratch").join(name));
        WorkerCache {
            sandbox,
            build_cache,
            bundles,
            scratch,
            bundle_states: Mutex::default(),
            limits,
            rules: Mutex::default(),
        }
    }

    /// How long a build result is valid; other workers may remove builds that are unused for
    /// longer.
    pub(super) fn validity(&self) -> Duration {
        self.limits.fresh / 2
    }

    /// Removes the least recently used builds and bundles if they exceed the limit.
    fn remove_oldest(&self) -> io::Result<()> {
        let classes = self.bundles.with_file_name("builds");
        let entries = fs::read_dir(classes).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        folders.push(self.bundles.clone());
        self.limits.make_room(&folders)
    }

    pub(super) fn tier(&self) -> Tier {
        self.sandbox.tier()
    }

    pub(super) fn lineup(
        &self,
        client: &WorkerClient,
        batch: &Batch,
    ) -> Result<Lineup, BatchError> {
        let game = self.game(client, batch)?;
        let bots = batch.bots.iter();
        let bots = bots.map(|bot| Ok((SubmissionId(bot.id), self.ready(client, bot)?)));
        let bots: BTreeMap<SubmissionId, BuiltBot> = bots.collect::<Result<_, BatchError>>()?;
        let sandbox: Arc<dyn Sandbox> = if batch.runs_programs() {
            Arc::clone(&self.sandbox)
        } else {
            Arc::new(Unisolated::new())
        };
        let write_access = match batch.writing {
            WritePolicy::Nowhere => WriteAccess::None,
            WritePolicy::Match => WriteAccess::Below(self.scratch.clone()),
            WritePolicy::Kept => WriteAccess::Kept(self.scratch.clone()),
        };
        Ok(Lineup {
            plan: SeatingPlan { game, sandbox, write_access },
            bots,
            observer: None,
            engines: EnginePool::default(),
        })
    }

    /// The environment for checks in the slot `slot`.
    pub(super) fn environment(
        &self,
        client: &WorkerClient,
        batch: &Batch,
        slot: usize,
    ) -> Result<CheckEnvironment, BatchError> {
        Ok(CheckEnvironment {
            game: self.game(client, batch)?,
            sandbox: Arc::clone(&self.sandbox),
            cache: self.build_cache.clone(),
            scratch: self.scratch.join(format!("urgent-{slot}")),
        })
    }

    /// The game of a batch, in the same version: built in, or opened from the bundle of its rules.
    fn game(
        &self,
        client: &WorkerClient,
        batch: &Batch,
    ) -> Result<&'static dyn DynGame, BatchError> {
        let Some(rules) = &batch.program else {
            let built_in = certamen_games::find_rules(&batch.game, None);
            let same = built_in.filter(|game| game.info().version == batch.rules);
            return same.ok_or(BatchError::Unknown);
        };
        let mut open = lock(&self.rules);
        if let Some(known) = open.iter().position(|(id, _)| *id == rules.id) {
            let entry = open.remove(known);
            let game = entry.1;
            open.push(entry);
            return Ok(game);
        }
        let bytes = client.bundle(&self.bundles, &rules.id, rules.parts);
        let bytes = bytes.map_err(|_| BatchError::BundleMissing(rules.id.clone()))?;
        note_use(&self.bundles.join(&rules.id));
        let unable = |why: Message| BatchError::Unable {
            bot: batch.bots.first().map_or(0, |bot| bot.id),
            why: say::no_rules(&batch.game, why),
        };
        let opened = certamen_external::open_bundle(&self.sandbox, &bytes);
        let game = opened.map_err(|error| match (is_temporary(&error), self.try_disk()) {
            (true, _) => BatchError::Failed(error.message()),
            (false, Err(full)) => BatchError::Failed(full),
            (false, Ok(())) => unable(error.message()),
        })?;
        let info = game.info();
        if (info.slug, info.version) != (&*batch.game, batch.rules)
            || game.rules_source() != rules.source
        {
            close(game);
            return Err(unable(say::other_rules()));
        }
        if open.len() == MOST_RULES {
            close(open.remove(0).1);
        }
        open.push((rules.id.clone(), game));
        Ok(game)
    }

    pub(super) fn bot(&self, client: &WorkerClient, bot: &BatchBot) -> Result<Bot, BatchError> {
        let PlayerSource::Bundle { id, parts } = &bot.player else {
            return Err(BatchError::Unknown);
        };
        let bytes = client.bundle(&self.bundles, id, *parts);
        let bytes = bytes.map_err(|_| BatchError::BundleMissing(id.clone()))?;
        unpack(&bytes, bot).ok_or(BatchError::Unknown)
    }

    fn ready(&self, client: &WorkerClient, bot: &BatchBot) -> Result<BuiltBot, BatchError> {
        let (id, parts) = match &bot.player {
            PlayerSource::House { name, arguments } => {
                return Ok(BuiltBot::Builtin { name: name.clone(), arguments: arguments.clone() });
            }
            PlayerSource::Bundle { id, parts } => (id, *parts),
        };
        let built = self.build_once(id, || {
            let bytes = client.bundle(&self.bundles, id, parts);
            let bytes = bytes.map_err(|_| BatchError::BundleMissing(id.clone()))?;
            note_use(&self.bundles.join(id));
            self.build(&bytes, bot)
        })?;
        built.map_err(|why| BatchError::Unable { bot: bot.id, why })
    }

    /// The build result of a bundle, which is built if necessary. Callers that need the same bundle
    /// wait for it; others do not.
    fn build_once(
        &self,
        id: &str,
        build: impl FnOnce() -> Result<Result<BuiltBot, Message>, BatchError>,
    ) -> Result<Result<BuiltBot, Message>, BatchError> {
        let bundle_states = Arc::clone(lock(&self.bundle_states).entry(id.to_owned()).or_default());
        let mut bundle_states = lock(&bundle_states);
        if let Some(BundleState { built, .. }) = bundle_states
            .as_ref()
            .filter(|bundle_states| bundle_states.at.elapsed() < self.validity())
        {
            return Ok(built.clone());
        }
        let built = build()?;
        *bundle_states = Some(BundleState { at: Instant::now(), built: built.clone() });
        // What cannot be removed now is removed later.
        let _ = self.remove_oldest();
        Ok(built)
    }

    /// The built bot, or why workers like this one cannot build it.
    fn build(&self, bytes: &[u8], bot: &BatchBot) -> Result<Result<BuiltBot, Message>, BatchError> {
        let Some(found) = unpack(bytes, bot) else { return Ok(Err(say::strange_batch())) };
        match self.build_cache.prepare(&found) {
            Ok(ready) => Ok(Ok(ready)),
            Err(error) if error.is_of_this_machine() => Err(BatchError::Failed(error.message())),
            // A compiler reports a full disk in its own words, so the disk is tested.
            Err(error) => match self.try_disk() {
                Ok(()) => Ok(Err(error.message())),
                Err(full) => Err(BatchError::Failed(full)),
            },
        }
    }

    /// Whether the disk has room for a compiler's output.
    fn try_disk(&self) -> Result<(), Message> {
        let path = self.bundles.with_file_name(format!("room-{}", std::process::id()));
        let tried = fs::write(&path, vec![0; ROOM]);
        // The file was not created or is not needed any more.
        let _ = fs::remove_file(&path);
        tried.map_err(|error| BotError::Io { path, error }.message())
    }
}

fn lock<T>(inside: &Mutex<T>) -> MutexGuard<'_, T> {
    // No operation under a lock leaves the data inconsistent.
    inside.lock().unwrap_or_else(PoisonError::into_inner)
}

fn not_isolated(tier_loss: &[TierLoss]) -> UserError {
    let reasons = tier_loss.iter().map(Localize::message).reduce(say::and);
    UserError::new(say::not_isolated(reasons.unwrap_or_else(|| Message::verbatim(""))))
}

fn unpack(bytes: &[u8], bot: &BatchBot) -> Option<Bot> {
    let bundle: Bundle = serde_json::from_slice(bytes).ok()?;
    bundle.bot(&bot.name, bot.digest.as_deref().unwrap_or_default())
}

/// Whether the rules may open another time: their program was slow, or could not be started.
fn is_temporary(error: &OpenError) -> bool {
    let OpenError::Rules(void) = error else { return false };
    void.rules_fault().is_none_or(|fault| fault.kind == RulesFaultKind::Timeout)
}

/// Ends the processes of rules that were opened from a bundle.
fn close(game: &dyn DynGame) {
    if let Some(digest) = game.rules_source().rules_digest {
        certamen_external::close(&digest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::job::BotSpec;
    use std::{sync::mpsc, thread};

    #[test]
    fn if_nothing_can_be_written_the_worker_failed_and_not_the_bot() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("uno.py");
        fs::write(&source, "while True: print(1)\n").unwrap();
        let spec: BotSpec = source.to_str().unwrap().parse().unwrap();
        let bot = Bot::of(&spec, certamen_games::find("footsteps").unwrap()).unwrap();
        let bytes = serde_json::to_vec(&Bundle::of(&bot).unwrap()).unwrap();
        let id = blake3::hash(&bytes).to_hex().to_string();
        let (name, digest) = (bot.name.clone(), Some(bot.digest.clone()));
        let player = PlayerSource::Bundle { id, parts: 1 };
        let bot = BatchBot { id: 1, name, digest, player };
        let cache = folder.path().join("cache");
        let limits = CacheLimits { most: 0, fresh: Duration::ZERO };
        let builds = cache.join("builds").join("k");
        let worker =
            WorkerCache::within(Arc::new(Unisolated::new()), (&cache, &builds), "one", limits);
        fs::write(&cache, "no folder").unwrap();
        assert!(matches!(worker.build(&bytes, &bot), Err(BatchError::Failed(_))));
        fs::remove_file(&cache).unwrap();
        assert!(matches!(worker.build(&bytes, &bot), Ok(Ok(_))), "the disk is writable again");
        let built = || fs::read_dir(&builds).unwrap().count();
        assert_eq!(built(), 1);
        worker.remove_oldest().unwrap();
        assert_eq!(built(), 0, "the limit is 0");
    }

    #[test]
    fn a_built_bot_does_not_wait_for_another_build() {
        let folder = tempfile::tempdir().unwrap();
        let (cache, builds) = (folder.path().join("cache"), folder.path().join("cache/builds/k"));
        let limits = CacheLimits { most: 1 << 20, fresh: Duration::from_secs(60) };
        fs::create_dir_all(cache.join("bundles")).unwrap();
        let worker =
            WorkerCache::within(Arc::new(Unisolated::new()), (&cache, &builds), "one", limits);
        let ready = || BuiltBot::Builtin { name: "first".to_owned(), arguments: [].into() };
        let ((begins, begun), (ends, ended)) = (mpsc::channel(), mpsc::channel::<()>());
        thread::scope(|scope| {
            let worker = &worker;
            scope.spawn(move || {
                worker.build_once("slow", || {
                    begins.send(()).unwrap();
                    ended.recv().unwrap();
                    Ok(Ok(ready()))
                })
            });
            begun.recv().unwrap();
            assert!(matches!(worker.build_once("quick", || Ok(Ok(ready()))), Ok(Ok(_))));
            ends.send(()).unwrap();
            let again = worker.build_once("slow", || unreachable!("it is built once"));
            assert!(matches!(again, Ok(Ok(_))));
        });
    }
}
