//! Workers that play the matches of a contest.

use crate::{HostError, RunningContest, StopSignal, runs_programs};
use certamen_contest::{
    Folder,
    file::{Memory, WorkerPolicy},
};
use certamen_farm::{
    BundleParts, ClassBinding, ContestJob, ContestSecret, Coordinator, FarmView, QueueDepth, Terms,
    Transport, UrgentJobs, layout,
    message::{BatchRules, Heartbeat, PlayerSource, WorkerState, WritePolicy},
};
use certamen_game::{DynGame, job::SubmissionId};
use certamen_portal::{FarmStatus, QueueStatus};
use certamen_runner::{Bot, BotKind, Bundle};
use certamen_tournament::FormatConfig;
use rustix::time::{ClockId, clock_gettime};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::Arc,
    time::Duration,
};

/// How long messages of workers that have arrived are read.
const READING: Duration = Duration::from_millis(10);
/// The largest rules that workers fetch, in bytes.
pub(crate) const MOST_OF_RULES: usize = 46 << 20;
/// The tier for jobs that need no isolation.
pub(crate) const NO_TIER: &str = "D";

#[derive(Clone)]
pub struct Farm {
    transport: Arc<dyn Transport>,
    terms: Arc<Terms>,
    audit: f64,
    stop: StopSignal,
}

impl Farm {
    /// The workers behind `transport`. Of matches between repeatable bots, this share is replayed
    /// on another worker, from 0 to 1.
    pub fn new(transport: Arc<dyn Transport>, terms: Terms, audit: f64) -> Farm {
        Farm { transport, terms: Arc::new(terms), audit, stop: StopSignal::default() }
    }

    /// The same, where nothing is waited for once `stop` is set.
    #[must_use]
    pub fn until(self, stop: &StopSignal) -> Farm {
        Farm { stop: stop.clone(), ..self }
    }

    /// The rules of a game as they are sent, if they are a program, with their files.
    pub(crate) fn rules(
        game: &dyn DynGame,
    ) -> Result<Option<(BatchRules, BundleParts)>, HostError> {
        let Some(bytes) = game.rules_bundle() else { return Ok(None) };
        if bytes.len() > MOST_OF_RULES {
            return Err(HostError::RulesNotSendable { game: game.info().slug });
        }
        let parts = BundleParts::of(bytes);
        let source = game.rules_source();
        let rules = BatchRules { source, id: parts.id.clone(), parts: parts.count() };
        Ok(Some((rules, parts)))
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// The sender of urgent jobs for the contest in `folder`; jobs for one purpose are done one
    /// after the other.
    pub(crate) fn urgent_jobs(
        &self,
        folder: &Folder,
        purpose: &str,
    ) -> Result<UrgentJobs, HostError> {
        let secret = ContestSecret::keep(&folder.bus());
        let secret = secret.map_err(|error| HostError::Bus(error.into()))?.apart(purpose);
        Ok(UrgentJobs::begin(Arc::clone(&self.transport), secret, *self.terms)?)
    }

    /// Reports workers and their queues regularly until the stop signal.
    pub fn watch(&self, notify: &dyn Fn(FarmStatus)) {
        let mut view = None;
        while !self.is_stopped() {
            if view.is_none() {
                // Without the server nothing is known.
                view = FarmView::begin(&*self.transport).ok();
            }
            if let Some(view) = &mut view {
                view.listen(READING, self.terms.silence);
                notify(status(view));
            }
            // Messages wait meanwhile.
            self.stop.rest(self.terms.heartbeat);
        }
    }

    /// How many matches of a contest the workers that answer now play at a time: those that are
    /// paused, suspended or isolate too little play none.
    pub(crate) fn slots(&self, running: &RunningContest) -> Result<usize, HostError> {
        let suspended = running.contest.suspended_machines()?;
        let heartbeats = certamen_farm::ping(&*self.transport)?;
        let plays = |heartbeat: &&Heartbeat| {
            let works =
                heartbeat.state == WorkerState::Works && !suspended.contains(&heartbeat.worker);
            works && *heartbeat.tier <= *weakest(running)
        };
        Ok(heartbeats.iter().filter(plays).map(Heartbeat::for_matches).sum())
    }

    pub(crate) fn executor(&self, running: &RunningContest) -> Result<Coordinator, HostError> {
        let ids = running.contest.submissions().iter().copied();
        let mut bundles = Vec::new();
        let mut bots = BTreeMap::new();
        for (id, bot) in ids.zip(&running.bots) {
            bots.insert(id, supplied(bot, &mut bundles)?);
        }
        let rules = Farm::rules(running.contest.file().game)?;
        let rules = rules.map(|(rules, parts)| {
            bundles.push(parts);
            rules
        });
        // Built-in players, whose RNG is the match's, play alike on every worker, too.
        let plays_alike = |bot: &Bot| {
            let is_repeatable =
                matches!(bot.kind, BotKind::Builtin { .. }) || bot.is_deterministic();
            self.audit > 0.0 && is_repeatable
        };
        let file = running.contest.file();
        let secret = ContestSecret::keep(&running.contest.folder().bus());
        let contest_job = ContestJob {
            secret: secret.map_err(|error| HostError::Bus(error.into()))?,
            game: file.game,
            rules,
            weakest: weakest(running).to_owned(),
            policy: write_policy(file.programs.memory),
            bots,
            bundles,
            repeatable: submissions_of(running, plays_alike),
            declared: submissions_of(running, Bot::is_deterministic),
            audit: self.audit,
            suspended: running.contest.suspended_machines()?,
            level: match &file.format {
                FormatConfig::Ladder(_) => layout::LADDERS,
                _ => layout::RUNS,
            },
            class_binding: match file.limits.worker_policy {
                WorkerPolicy::Any => None,
                // Workers must be like those that played before.
                WorkerPolicy::Alike => Some(
                    running
                        .contest
                        .class_of_machines()?
                        .map_or(ClassBinding::Largest, ClassBinding::Class),
                ),
            },
            terms: *self.terms,
        };
        let mut coordinator = Coordinator::begin(Arc::clone(&self.transport), contest_job)?;
        running.contest.each_played_elsewhere(|machine, seats, scores, is_late| {
            coordinator.remember(machine, seats, scores, is_late);
        })?;
        coordinator.judge();
        Ok(coordinator)
    }
}

impl fmt::Debug for Farm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Farm").finish_non_exhaustive()
    }
}

/// The minimum isolation level of workers: the level that is promised for all matches.
fn weakest(running: &RunningContest) -> &str {
    let has_programs =
        runs_programs(&running.bots) || running.contest.file().game.tier_of_rules().is_some();
    if has_programs { &running.contest.conditions().tier } else { NO_TIER }
}

/// The submissions of the bots for which `is_one` holds; none if bots remember other matches.
fn submissions_of(
    running: &RunningContest,
    is_one: impl Fn(&Bot) -> bool,
) -> BTreeSet<SubmissionId> {
    if running.contest.file().programs.memory.lives_on() {
        return BTreeSet::new();
    }
    let both = running.contest.submissions().iter().zip(&running.bots);
    both.filter(|(_, bot)| is_one(bot)).map(|(id, _)| *id).collect()
}

fn status(view: &FarmView) -> FarmStatus {
    let queue = |((class, level), depth): ((String, u8), QueueDepth)| QueueStatus {
        class,
        level,
        batches: depth.batches,
        seconds: depth.oldest.as_secs_f64(),
    };
    let slots = view.slots().into_iter().map(|(state, count)| (state.to_owned(), count));
    // The CPU time of this process: that of the threads that run contests.
    let computed = clock_gettime(ClockId::ProcessCPUTime);
    FarmStatus {
        queues: view.queues().into_iter().map(queue).collect(),
        slots: slots.collect(),
        computed: computed.tv_sec as f64 + computed.tv_nsec as f64 / 1e9,
    }
}

/// A bot as it is sent; a program's files are sent separately.
fn supplied(bot: &Bot, bundles: &mut Vec<BundleParts>) -> Result<PlayerSource, HostError> {
    match &bot.kind {
        BotKind::Builtin { name, arguments } => {
            Ok(PlayerSource::House { name: name.clone(), arguments: arguments.clone() })
        }
        BotKind::Program(_)
        | BotKind::Evaluation(_)
        | BotKind::Http(_)
        | BotKind::Human
        | BotKind::Remote => {
            let (player_source, parts) = bundled(bot)?;
            bundles.push(parts);
            Ok(player_source)
        }
    }
}

/// The files of a bot, as they are sent, and the reference to them.
pub(crate) fn bundled(bot: &Bot) -> Result<(PlayerSource, BundleParts), HostError> {
    let bundle = Bundle::of(bot).ok_or_else(|| HostError::NotSendable { bot: bot.name.clone() })?;
    let bytes = serde_json::to_vec(&bundle).expect("files and words are plain data");
    let parts = BundleParts::of(bytes);
    Ok((PlayerSource::Bundle { id: parts.id.clone(), parts: parts.count() }, parts))
}

/// Where workers let bots write that may remember this.
pub(crate) fn write_policy(memory: Memory) -> WritePolicy {
    match memory {
        Memory::None => WritePolicy::Nowhere,
        Memory::Match => WritePolicy::Match,
        Memory::Pair | Memory::Contest => WritePolicy::Kept,
    }
}
