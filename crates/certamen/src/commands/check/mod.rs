//! `certamen check`: checks a bot, or all entrants of a contest, and reports what is wrong.

mod entrants;
mod evaluation;
mod replay_audit;

use super::play::{move_time, options, with_programs_memory};
use crate::{
    Result, commands,
    console::{OutputArgs, folder_watcher},
    exit::ExitStatus,
    flags::ProgramsKeep,
    say::refusal,
};
use certamen_contest::MoveTime;
use certamen_game::{
    Conditions, DynGame, Language, Map, Table,
    job::{BotSource, BotSpec},
};
use certamen_host::{Isolation, Sandboxes, StopSignal, Workspace, bot_folders};
use certamen_i18n::usage;
use certamen_portal::course::SourceRules;
use certamen_runner::{
    Bot, BotError,
    check::{BotCheck, CheckReport, refused},
};
use certamen_sandbox::{Launcher, Sandbox};
use clap::Args;
use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
    slice,
    sync::Arc,
    time::{Duration, SystemTime},
};

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[arg(value_name = "BOT|CONTEST_DIR")]
    pub(crate) bot: String,
    #[arg(long)]
    pub(crate) game: Option<String>,
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "options", "move_time", "memory", "programs_memory", "from"])]
    pub(crate) contest: Option<String>,
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    #[arg(long, value_name = "TIME")]
    pub(crate) move_time: Option<MoveTime>,
    #[arg(long, value_parser = certamen_contest::quantity::size, value_name = "SIZE")]
    pub(crate) memory: Option<u64>,
    #[arg(long, value_enum)]
    pub(crate) programs_memory: Option<ProgramsKeep>,
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    #[arg(long, value_parser = certamen_contest::quantity::time, default_value = "6s", value_name = "TIME")]
    pub(crate) patience: Duration,
    #[arg(long, default_value_t, value_name = "RULE")]
    pub(crate) assignment: certamen_portal::course::Assignment,
    #[arg(long, value_name = "RECORD#TURN", conflicts_with_all = ["options", "move_time", "memory", "programs_memory"])]
    pub(crate) from: Option<String>,
    #[arg(long)]
    pub(crate) watch: bool,
    #[arg(long)]
    pub(crate) warnings: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(crate) fn check(
    arguments: &CheckArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let check =
        CheckRun { arguments, language, sandboxes: Sandboxes::new(launcher, arguments.tier) };
    if arguments.watch { check.watch() } else { check.once() }
}

/// A run of the command. Its methods are in a file for each kind of check.
struct CheckRun<'a> {
    arguments: &'a CheckArgs,
    language: Language,
    sandboxes: Sandboxes,
}

impl CheckRun<'_> {
    fn once(&self) -> Result<ExitStatus> {
        let arguments = self.arguments;
        if let Some(from) = &arguments.from {
            return self.ask_again(from);
        }
        if let Some(contest) = &arguments.contest {
            return self.entrant(contest);
        }
        if Path::new(&arguments.bot).join("contest.toml").is_file() {
            return self.all_entrants();
        }
        let Some(slug) = &arguments.game else {
            return Err(usage(refusal::which_game(&arguments.bot)));
        };
        let game = commands::find_game(slug)?;
        let rules = SourceRules { assignment: arguments.assignment, ..SourceRules::default() };
        if let Some(file_report) = evaluation::judge(&arguments.bot, game, &rules, None) {
            return self.evaluation(game, &file_report);
        }
        self.conclude(&self.bot(game)?)
    }

    fn bot(&self, game: &'static dyn DynGame) -> Result<CheckReport> {
        let arguments = self.arguments;
        let options = options(&arguments.options)?;
        start_is_possible(game, &options)?;
        let bot = match Bot::find(&arguments.bot, game) {
            Ok(bot) => bot,
            Err(error @ (BotError::Language { .. } | BotError::NoManifest { .. })) => {
                return Ok(refused(&arguments.bot, "-", error)?);
            }
            Err(error) => return Err(usage(error)),
        };
        let sandbox = self.sandbox(slice::from_ref(&bot))?;
        let seats = usize::from(*game.info().seats.start());
        let conditions = self.conditions(game, seats, &options, &*sandbox)?;
        let workspace =
            with_programs_memory(Workspace::headless(game, sandbox)?, arguments.programs_memory);
        let (bot, plan, cache) = (&bot, &workspace.plan, &workspace.cache);
        let (options, conditions, patience) = (&options, &conditions, arguments.patience);
        Ok(BotCheck { bot, plan, cache, options, conditions, patience }.report()?)
    }

    /// The sandbox for bots outside contests, with a warning if there is none.
    fn sandbox(&self, bots: &[Bot]) -> Result<Arc<dyn Sandbox>> {
        let sandbox = Isolation::of_user(self.sandboxes.clone()).sandbox(bots)?;
        commands::warn_of_isolation(bots, sandbox.tier(), self.sandboxes.tier, self.language);
        Ok(sandbox)
    }

    /// The conditions of matches outside contests.
    fn conditions(
        &self,
        game: &'static dyn DynGame,
        seats: usize,
        options: &Map,
        sandbox: &dyn Sandbox,
    ) -> Result<Conditions> {
        let limit = self.arguments.move_time.as_ref();
        let limit = move_time(limit, seats, game, options, self.language)?;
        let memory = self.arguments.memory.unwrap_or(certamen_game::record::MEMORY);
        Ok(Conditions::allowing(limit, memory, sandbox.tier().to_string()))
    }

    /// Prints the report about a bot.
    fn conclude(&self, report: &CheckReport) -> Result<ExitStatus> {
        let CheckArgs { output, warnings, .. } = self.arguments;
        let mut out = output.open();
        let shows_warnings = *warnings && !report.warnings.is_empty();
        if output.json {
            let bot = &report.heading.bot;
            let words = serde_json::json!({"bot": bot, "compiler": report.warnings});
            let lines = shows_warnings.then_some(words).into_iter();
            let lines = lines.chain(report.json(self.language));
            lines.into_iter().try_for_each(|line| writeln!(out, "{line}"))?;
        } else {
            if shows_warnings {
                write!(out, "{}", report.warnings_text(self.language))?;
            }
            write!(out, "{}", report.text(self.language))?;
        }
        Ok(if report.corrections() > 0 { ExitStatus::NotPlain } else { ExitStatus::Fine })
    }

    /// `--watch`: checks now and each time one of the bot's files is saved. Returns when it is
    /// interrupted, or at once if there is nothing that could change.
    fn watch(&self) -> Result<ExitStatus> {
        let path = match BotSpec::read(&self.arguments.bot, Path::exists)?.source {
            BotSource::Path { path } | BotSource::Evaluation { path } => path,
            BotSource::Builtin { .. } | BotSource::Http { .. } | BotSource::Human => {
                return self.once();
            }
        };
        let (watcher, stop) = (folder_watcher(self.language), StopSignal::default());
        loop {
            // Read before the check: a file saved during it causes another check.
            let saved = saved_files(&path);
            if let Err(error) = self.once() {
                eprintln!("{}", error.get(self.language));
            }
            let is_saved = || (saved != saved_files(&path)).then_some(());
            watcher.look_until(&stop, || bot_folders(&path), is_saved);
        }
    }
}

/// Rejects options with which no match can start.
fn start_is_possible(game: &dyn DynGame, options: &Map) -> Result<()> {
    let table = Table::new(game).options(options.clone());
    certamen_game::arbiter::Arbiter::start(game, table).map(drop).map_err(usage)
}

/// The modification time and the length of each file.
type SavedFiles = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

const DEEP: usize = 8;

fn saved_files(path: &Path) -> SavedFiles {
    let mut files = SavedFiles::new();
    add_files(path, DEEP, &mut files);
    files
}

fn add_files(path: &Path, deep: usize, files: &mut SavedFiles) {
    let Ok(about) = fs::metadata(path) else { return };
    if !about.is_dir() {
        files.insert(path.to_owned(), (about.modified().ok(), about.len()));
        return;
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    for entry in entries.filter(|_| deep > 0) {
        add_files(&entry.path(), deep - 1, files);
    }
}
