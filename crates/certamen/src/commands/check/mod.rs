//! `certamen check`: checks a bot, or all entrants of a contest, and reports what is wrong.

mod entrants;
mod evaluation;
mod replay_audit;

use super::play::{move_time, options, with_programs_memory};
use crate::{
    Result, commands, console::Output, exit::ExitStatus, flags::ProgramsKeep, say::refusal,
};
use certamen_contest::MoveTime;
use certamen_game::{
    Conditions, DynGame, Language, Map, Table,
    job::{BotSource, BotSpec},
};
use certamen_host::{Isolation, Sandboxes, Workspace};
use certamen_i18n::usage;
use certamen_portal::course::SourceRules;
use certamen_runner::{
    Bot, BotError,
    check::{BotCheck, CheckReport, refused},
};
use certamen_sandbox::Launcher;
use clap::Args;
use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
    thread,
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
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn check(
    arguments: &CheckArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let sandboxes = Sandboxes::new(launcher, arguments.tier);
    let once = || try_once(arguments, language, &sandboxes);
    if arguments.watch { watch(arguments, language, once) } else { once() }
}

fn try_once(
    arguments: &CheckArgs,
    language: Language,
    sandboxes: &Sandboxes,
) -> Result<ExitStatus> {
    if let Some(from) = &arguments.from {
        return replay_audit::ask(arguments, from, language, sandboxes);
    }
    if let Some(contest) = &arguments.contest {
        return entrants::check_one(arguments, contest, language, sandboxes);
    }
    if Path::new(&arguments.bot).join("contest.toml").is_file() {
        return entrants::check(arguments, language, sandboxes);
    }
    let Some(slug) = &arguments.game else {
        return Err(usage(refusal::which_game(&arguments.bot)));
    };
    let game = commands::find_game(slug)?;
    let rules = SourceRules { assignment: arguments.assignment, ..SourceRules::default() };
    if let Some(file_report) = evaluation::judge(&arguments.bot, game, &rules, None) {
        return evaluation::check(arguments, game, &file_report, (language, sandboxes));
    }
    let report = check_bot(arguments, game, language, sandboxes)?;
    print_report(&report, arguments, language)?;
    Ok(if report.corrections() > 0 { ExitStatus::NotPlain } else { ExitStatus::Fine })
}

fn check_bot(
    arguments: &CheckArgs,
    game: &'static dyn DynGame,
    language: Language,
    sandboxes: &Sandboxes,
) -> Result<CheckReport> {
    let options = options(&arguments.options)?;
    start_is_possible(game, &options)?;
    let bot = match Bot::find(&arguments.bot, game) {
        Ok(bot) => bot,
        Err(error @ (BotError::Language { .. } | BotError::NoManifest { .. })) => {
            return Ok(refused(&arguments.bot, "-", error)?);
        }
        Err(error) => return Err(usage(error)),
    };
    let bots = std::slice::from_ref(&bot);
    let sandbox = Isolation::of_user(sandboxes.clone()).sandbox(bots)?;
    commands::warn_unisolated(bots, sandbox.tier(), language);
    let seats = usize::from(*game.info().seats.start());
    let limit = move_time(arguments.move_time.as_ref(), seats, game, &options, language)?;
    let memory = arguments.memory.unwrap_or(certamen_game::record::MEMORY);
    let conditions = Conditions::allowing(limit, memory, sandbox.tier().to_string());
    let workspace =
        with_programs_memory(Workspace::headless(game, sandbox)?, arguments.programs_memory);
    let (bot, plan, cache) = (&bot, &workspace.plan, &workspace.cache);
    let (options, conditions, patience) = (&options, &conditions, arguments.patience);
    Ok(BotCheck { bot, plan, cache, options, conditions, patience }.report()?)
}

/// Rejects options with which no match can start.
fn start_is_possible(game: &dyn DynGame, options: &Map) -> Result<()> {
    let table = Table::new(game).options(options.clone());
    certamen_game::arbiter::Arbiter::start(game, table).map(drop).map_err(usage)
}

fn print_report(report: &CheckReport, arguments: &CheckArgs, language: Language) -> Result<()> {
    let mut out = if arguments.json { Output::of_data() } else { Output::of_text() };
    if arguments.warnings && !report.warnings.is_empty() {
        let words = serde_json::json!({"bot": report.heading.bot, "compiler": report.warnings});
        if arguments.json {
            writeln!(out, "{words}")?;
        } else {
            write!(out, "{}", report.warnings_text(language))?;
        }
    }
    if arguments.json {
        for line in report.json(language) {
            writeln!(out, "{line}")?;
        }
    } else {
        write!(out, "{}", report.text(language))?;
    }
    Ok(())
}

const LOOK: Duration = Duration::from_millis(250);
const DEEP: usize = 8;

/// The modification time and the length of each file.
type Saved = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Calls `once` now and after each change. Returns when it is interrupted, or at once if there is
/// nothing that could change.
pub(super) fn watch(
    arguments: &CheckArgs,
    language: Language,
    once: impl Fn() -> Result<ExitStatus>,
) -> Result<ExitStatus> {
    let path = match BotSpec::read(&arguments.bot, Path::exists)?.source {
        BotSource::Path { path } | BotSource::Evaluation { path } => path,
        BotSource::House { .. } | BotSource::Human => return once(),
    };
    loop {
        // Read before the check: a file saved during it causes another check.
        let saved = saved_files(&path);
        if let Err(error) = once() {
            eprintln!("{}", error.get(language));
        }
        while saved == saved_files(&path) {
            thread::sleep(LOOK);
        }
    }
}

fn saved_files(path: &Path) -> Saved {
    let mut saved = Saved::new();
    find_files(path, DEEP, &mut saved);
    saved
}

fn find_files(path: &Path, deep: usize, saved: &mut Saved) {
    let Ok(about) = fs::metadata(path) else { return };
    if !about.is_dir() {
        saved.insert(path.to_owned(), (about.modified().ok(), about.len()));
        return;
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    for entry in entries.filter(|_| deep > 0) {
        find_files(&entry.path(), deep - 1, saved);
    }
}
