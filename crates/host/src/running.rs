//! An open contest, with its bots and their workspace.

use crate::{
    Event, HostError, Isolation, Listener, LoadedBots, PlayEnd, PlayLoop, RejectReason,
    RejectedBot, RemoteContest, Sandboxes, StopSignal, Workspace,
    bots::{bot_of, started},
    executor::{Executor, Threads},
    find_bots,
    isolation::runs_programs,
    playing::{JoiningBots, PlayDirective},
    remote::RemoteExecutor,
    timing::TimingRequest,
};
use certamen_contest::{
    Contest, ContestFile, ExcludedBot, Folder, MoveTime, OpenOptions, Openings, RelativeMoveTime,
    draw::Entropy, file::evaluations_key,
};
use certamen_game::{Map, Table, job::SubmissionId};
use certamen_i18n::Localize;
use certamen_runner::{Bot, BotError, BotKind, BuiltBot, EnginePool, Lineup};
use certamen_sandbox::{Sandbox, Tier, Unisolated};
use certamen_store::BotVersion;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

pub struct RunningContest {
    pub contest: Contest,
    /// Its bots, in order of entry.
    pub bots: Vec<Bot>,
    pub ready: Vec<BuiltBot>,
    pub aside: Vec<ExcludedBot>,
    pub workspace: Workspace,
}

/// What to do with bots that cannot enter a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RejectPolicy {
    /// They are excluded, and the others play.
    PlayOthers,
    Refuse,
}

#[derive(Clone, Debug)]
pub enum ExecutionTarget {
    /// Here: its bots are built and tried.
    Here,
    /// By workers, which build and test: nothing of the bots runs here.
    #[cfg(feature = "bus")]
    Elsewhere(crate::Farm),
}

impl ExecutionTarget {
    /// The same, where nothing is waited for once `stop` is set.
    #[must_use]
    #[cfg_attr(not(feature = "bus"), expect(unused_variables, reason = "there is one venue only"))]
    pub fn until(self, stop: &StopSignal) -> ExecutionTarget {
        match self {
            ExecutionTarget::Here => ExecutionTarget::Here,
            #[cfg(feature = "bus")]
            ExecutionTarget::Elsewhere(farm) => ExecutionTarget::Elsewhere(farm.until(stop)),
        }
    }

    /// The workers, if they play.
    #[cfg(feature = "bus")]
    pub fn farm(&self) -> Option<&crate::Farm> {
        match self {
            ExecutionTarget::Here => None,
            ExecutionTarget::Elsewhere(farm) => Some(farm),
        }
    }

    pub fn is_here(&self) -> bool {
        matches!(self, ExecutionTarget::Here)
    }
}

pub struct ContestSetup<'a> {
    pub folder: &'a Folder,
    /// The folder with the builds: its own, or that of the contest that it belongs to.
    pub builds: &'a Folder,
    pub sandboxes: &'a Sandboxes,
    pub seed: Option<u64>,
    /// How long the player that sets the move time needs, if that is known.
    pub needed: Option<Duration>,
    pub jobs: usize,
    pub target: ExecutionTarget,
    pub reject_policy: RejectPolicy,
    pub notify: Listener<'a>,
}

impl ContestSetup<'_> {
    /// Opens the contest, whose file may have more entries than the one in the folder.
    pub fn open(&self, file: ContestFile) -> Result<RunningContest, HostError> {
        #[cfg(feature = "bus")]
        if self.target.farm().is_some() {
            crate::Farm::rules(file.game)?;
        }
        if let Some(rules) = file.rules {
            file.game.limit_processes(rules.processes);
        }
        let LoadedBots { mut bots, mut rejected_bots } = find_bots(self.folder, &file)?;
        // Before bots are built: what is wrong with the file is found at once.
        let openings = Openings::read(self.folder, &file, bots.len())?;
        reject_silent(&file, &mut bots, &mut rejected_bots);
        self.check_secrets(&bots)?;
        let (sandbox, tier) = self.isolation(&file, &bots)?;
        let workspace = self.workspace(&file, &sandbox);
        let (bots, ready): (Vec<Bot>, Vec<BuiltBot>) = if self.target.is_here() {
            let bots = (bots, openings.as_ref());
            let ready = fit(self.folder, &file, &workspace, bots, &mut rejected_bots);
            ready.into_iter().unzip()
        } else {
            (bots, Vec::new())
        };
        let aside: Vec<ExcludedBot> = rejected_bots.iter().map(RejectedBot::to_excluded).collect();
        self.report_rejected(rejected_bots)?;
        let entries: Vec<BotVersion> = bots.iter().map(bot_version).collect();
        let deterministic: Vec<bool> =
            bots.iter().map(|bot| must_be_deterministic(&file, bot)).collect();
        let write_access = workspace.plan.write_access.clone();
        let (folder, sandbox) = (self.folder, &sandbox);
        let measuring = TimingRequest { folder, sandbox, write_access, bots: bots.len() };
        let known = file.clone();
        let mut measure = |share: &RelativeMoveTime| match self.needed {
            Some(needed) => Ok(needed),
            None => match &self.target {
                ExecutionTarget::Here => {
                    measuring.time_needed(&known, share).map_err(|error| error.message())
                }
                #[cfg(feature = "bus")]
                ExecutionTarget::Elsewhere(farm) => {
                    let remote_checks =
                        crate::check_job::RemoteChecks { farm, folder, file: &known, tier };
                    let found = remote_checks.time_needed(share, bots.len(), "hall");
                    found.map_err(|error| error.message())
                }
            },
        };
        let terms = OpenOptions {
            tier,
            elsewhere: !self.target.is_here(),
            seed: self.seed,
            aside: &aside,
            deterministic: &deterministic,
            measure: &mut measure,
            entropy: Entropy::of_system().map_err(HostError::NoRandomness)?,
        };
        let contest = Contest::open(self.folder, file, &entries, terms)?;
        for bot in &bots {
            if let BotKind::Http(http) = &bot.kind {
                http.spending.resume(contest.spent(&bot.name));
            }
        }
        Ok(RunningContest { contest, bots, ready, aside, workspace })
    }

    fn workspace(&self, file: &ContestFile, sandbox: &Arc<dyn Sandbox>) -> Workspace {
        let folders = (self.folder, self.builds);
        #[cfg_attr(not(feature = "bus"), expect(unused_mut))]
        let mut workspace = Workspace::of_contest(folders, file, Arc::clone(sandbox), self.jobs);
        #[cfg(feature = "bus")]
        if let Some(farm) = self.target.farm() {
            workspace.farm = Some(farm.clone());
        }
        workspace
    }

    /// Secrets come from the environment of the host, whose fault it is if one is missing.
    fn check_secrets(&self, bots: &[Bot]) -> Result<(), HostError> {
        for bot in bots {
            if let BotKind::Http(http) = &bot.kind
                && let Err(missing) = http.ready()
            {
                let error = BotError::Secret { bot: bot.name.clone(), variable: missing.variable };
                let path = self.folder.contest_file();
                return Err(HostError::Bots { path, error: Box::new(error) });
            }
        }
        Ok(())
    }

    /// Reports the bots that cannot enter, all at once.
    fn report_rejected(&self, rejected_bots: Vec<RejectedBot>) -> Result<(), HostError> {
        if rejected_bots.is_empty() {
            return Ok(());
        }
        (self.notify)(Event::Excluded(&rejected_bots));
        match self.reject_policy {
            RejectPolicy::PlayOthers => Ok(()),
            RejectPolicy::Refuse => Err(HostError::Unfit(
                rejected_bots.into_iter().map(|rejected_bot| rejected_bot.bot).collect(),
            )),
        }
    }

    /// The sandbox, and the tier that is promised for all matches.
    fn isolation(
        &self,
        file: &ContestFile,
        bots: &[Bot],
    ) -> Result<(Arc<dyn Sandbox>, &'static str), HostError> {
        if self.target.is_here() {
            let sandbox = self.sandbox(file, bots)?;
            let tier = sandbox.tier().letter();
            return Ok((sandbox, tier));
        }
        let sandbox = Arc::new(Unisolated::new());
        let isolation = Isolation::of_contest(self.folder, file, self.sandboxes.clone())?;
        let weakest = isolation.weakest();
        let has_programs = runs_programs(bots) || file.game.tier_of_rules().is_some();
        let tier = if has_programs { weakest } else { sandbox.tier() };
        Ok((sandbox, tier.letter()))
    }

    /// The sandbox for the bots and for the one that sets the move time.
    fn sandbox(&self, file: &ContestFile, bots: &[Bot]) -> Result<Arc<dyn Sandbox>, HostError> {
        let mut programs = bots.to_vec();
        let other = measure(file).filter(|share| share.player(file.game).is_none());
        if let Some(share) = other {
            programs.push(bot_of(self.folder, share, file.game)?);
        }
        Isolation::of_contest(self.folder, file, self.sandboxes.clone())?.tested_sandbox(&programs)
    }
}

/// The bots that can be built and start; the others are reported as rejected.
pub(crate) fn fit(
    folder: &Folder,
    file: &ContestFile,
    workspace: &Workspace,
    (bots, openings): (Vec<Bot>, Option<&Openings>),
    rejected_bots: &mut Vec<RejectedBot>,
) -> Vec<(Bot, BuiltBot)> {
    let built_bots = workspace.cache.build_all(bots);
    rejected_bots.extend(built_bots.failed.into_iter().map(|(bot, error)| RejectedBot {
        bot: bot.name,
        why: RejectReason::Bot(Box::new(error)),
    }));
    let mut ready = built_bots.ready;
    let tier = workspace.plan.sandbox.tier().letter();
    let seats = file.format.table_size(ready.len()) as u8;
    let usual = file.game.info().move_time;
    // An engine may be unable to begin with a position: one opening for each set of options is tried.
    let mut starts: BTreeMap<BTreeSet<String>, Map> = BTreeMap::new();
    for options in openings.into_iter().flat_map(|openings| openings.options(&file.options)) {
        starts.entry(options.keys().cloned().collect()).or_insert(options);
    }
    if starts.is_empty() {
        starts.insert(BTreeSet::new(), file.options.clone());
    }
    for options in starts.into_values() {
        let table = Table::new(file.game).options(options).unnamed(seats);
        let table = table.conditions(file.conditions(usual, tier));
        let (starting, ended) = started(workspace, &folder.scratch(), &table, ready);
        rejected_bots.extend(ended);
        ready = starting;
    }
    ready
}

/// Rejects bots that say nothing of their moves, if a rule of the contest needs that.
pub(crate) fn reject_silent(
    file: &ContestFile,
    bots: &mut Vec<Bot>,
    rejected_bots: &mut Vec<RejectedBot>,
) {
    let Some(key) = evaluations_key(file) else { return };
    let silent = bots.extract_if(.., |bot| !bot.is_engine(file.game));
    rejected_bots.extend(silent.map(|bot| {
        let why = RejectReason::NoEvaluations { bot: bot.name.clone(), key };
        RejectedBot { bot: bot.name, why }
    }));
}

pub(crate) fn bot_version(bot: &Bot) -> BotVersion {
    BotVersion {
        name: bot.name.clone(),
        digest: bot.digest.clone(),
        language: bot.language.clone(),
    }
}

/// Whether equal questions to this bot must get equal answers.
pub(crate) fn must_be_deterministic(file: &ContestFile, bot: &Bot) -> bool {
    let is_program = !matches!(bot.kind, BotKind::Builtin { .. } | BotKind::Http(_));
    bot.is_deterministic() || is_program && file.programs.deterministic.is_required()
}

impl RunningContest {
    pub fn is_here(&self) -> bool {
        #[cfg(feature = "bus")]
        let is_here = self.workspace.farm.is_none();
        #[cfg(not(feature = "bus"))]
        let is_here = true;
        is_here
    }

    pub fn tier(&self) -> Tier {
        self.workspace.plan.sandbox.tier()
    }

    /// The excluded bots, and those that the matches that cannot be played have in common.
    pub fn excluded_names(&self) -> impl Iterator<Item = &str> {
        self.aside.iter().map(|aside| aside.bot.as_str()).chain(self.contest.suspended())
    }

    /// Bots that were seen to keep running when their matches were over.
    pub fn staying(&self) -> Vec<&str> {
        let both = self.bots.iter().zip(&self.ready);
        both.filter(|(_, ready)| ready.is_known_to_stay()).map(|(bot, _)| &*bot.name).collect()
    }

    #[cfg_attr(not(feature = "bus"), expect(clippy::unnecessary_wraps))]
    fn executor(&self) -> Result<Box<dyn Executor>, HostError> {
        #[cfg(feature = "bus")]
        if let Some(farm) = &self.workspace.farm {
            return Ok(Box::new(farm.executor(self)?));
        }
        let bots = self.contest.submissions().iter().copied().zip(self.ready.iter().cloned());
        let bots: BTreeMap<SubmissionId, BuiltBot> = bots.collect();
        let entrants: BTreeMap<SubmissionId, String> = bots
            .iter()
            .filter_map(|(id, built)| match built {
                BuiltBot::Remote(name) => Some((*id, name.clone())),
                _ => None,
            })
            .collect();
        let (plan, observer) = (self.workspace.plan.clone(), self.workspace.observer.clone());
        let lineup = Lineup { plan, bots, observer, engines: EnginePool::default() };
        let threads = Threads::of(&self.workspace, lineup);
        if entrants.is_empty() {
            return Ok(Box::new(threads));
        }
        let remote = self.workspace.remote.clone().unwrap_or_else(RemoteContest::without_site);
        let section = self.contest.file().remote;
        Ok(Box::new(RemoteExecutor::new(threads, remote, section, entrants)))
    }

    /// Plays until the contest is over, or `pause` or `stop` say that it is time to stop; how it
    /// ended, and how many matches were played.
    pub fn play(
        &mut self,
        stop: &StopSignal,
        notify: Listener<'_>,
        pause: &mut dyn FnMut(&Contest) -> Result<bool, HostError>,
    ) -> Result<(PlayEnd, u64), HostError> {
        let mut direct = |contest: &Contest| {
            Ok(if pause(contest)? { PlayDirective::Pause } else { PlayDirective::GoOn })
        };
        self.play_with_newcomers(stop, notify, &mut direct)
    }

    /// The same, where bots may join meanwhile.
    pub(crate) fn play_with_newcomers(
        &mut self,
        stop: &StopSignal,
        notify: Listener<'_>,
        direct: &mut dyn FnMut(&Contest) -> Result<PlayDirective, HostError>,
    ) -> Result<(PlayEnd, u64), HostError> {
        let mut executor = self.executor()?;
        let contest = &mut self.contest;
        let mut play_loop = PlayLoop { contest, stop, notify, played: 0, joined: Vec::new() };
        let ended = play_loop.go(&mut *executor, direct)?;
        let PlayLoop { played, joined, .. } = play_loop;
        for JoiningBots { bots, ready, aside } in joined {
            let names = self.bots.iter().map(|bot| bot.name.clone());
            let mut built: BTreeMap<String, BuiltBot> = names.zip(self.ready.drain(..)).collect();
            built.extend(ready);
            self.ready = bots.iter().filter_map(|bot| built.remove(&bot.name)).collect();
            (self.bots, self.aside) = (bots, aside);
        }
        Ok((ended, played))
    }
}

pub(crate) fn measure(file: &ContestFile) -> Option<&RelativeMoveTime> {
    match &file.limits.move_time {
        Some(MoveTime::Share(share)) => Some(share),
        _ => None,
    }
}
