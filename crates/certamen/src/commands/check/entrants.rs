//! `certamen check CONTEST_DIR`: all entrants, with one report for each author in the author's
//! language.

use super::{CheckArgs, evaluation};
use crate::{
    Result, commands,
    exit::ExitStatus,
    say::{check, machine, refusal},
};
use certamen_contest::{ContestError, ContestFile, Folder};
use certamen_game::Language;
use certamen_host::{
    Isolation, LoadedBots, RejectedBot, Sandboxes, Workspace, find_bots, timing::TimingRequest,
};
use certamen_i18n::{Context, Localize, labelled, usage};
use certamen_runner::{
    Bot, BotError,
    check::{BotCheck, CheckReport, refused},
};
use serde_json::json;
use std::{
    collections::BTreeMap,
    fs,
    io::{Write, stdout},
    path::PathBuf,
    slice,
};

/// Checks all bots of a contest; the reports are written to its folder, the summary is printed.
pub(super) fn check(
    arguments: &CheckArgs,
    language: Language,
    sandboxes: &Sandboxes,
) -> Result<ExitStatus> {
    let given = [arguments.game.is_some(), !arguments.options.is_empty()];
    let limits = [arguments.move_time.is_some(), arguments.memory.is_some()];
    let limited = limits.contains(&true) || arguments.programs_memory.is_some();
    if given.contains(&true) || limited {
        let contest = &arguments.bot;
        return Err(usage(refusal::contest_says(contest)));
    }
    let folder = Folder::new(arguments.bot.as_ref());
    let file = ContestFile::read(&folder)?;
    let LoadedBots { bots, rejected_bots } = find_bots(&folder, &file)?;
    let bots: Vec<Bot> = bots.into_iter().filter(Bot::needs_sandbox).collect();
    let isolation = Isolation::of_contest(&folder, &file, sandboxes.clone())?;
    let sandbox = isolation.tested_sandbox(&bots)?;
    commands::warn_unisolated(&bots, sandbox.tier(), language);
    let workspace = Workspace::beside_contest(&folder, &file, sandbox);
    let plan = &workspace.plan;
    let (sandbox, write_access) = (&plan.sandbox, plan.write_access.clone());
    let measure = TimingRequest { folder: &folder, sandbox, write_access, bots: bots.len() };
    let conditions = measure.conditions(&file)?;
    let mut reports: BTreeMap<String, Vec<(&Bot, CheckReport)>> = BTreeMap::new();
    let mut corrections = rejected_bots.len();
    print_unfit(&rejected_bots, arguments.json, language)?;
    for bot in &bots {
        let (cache, options) = (&workspace.cache, &file.options);
        let (conditions, patience) = (&conditions, arguments.patience);
        let examination = BotCheck { bot, plan, cache, options, conditions, patience };
        let report = examination.report().context(refusal::bot(&bot.name))?;
        corrections += report.corrections();
        summary(&report, arguments.json, language)?;
        let author = bot.about.author.clone().unwrap_or_else(|| bot.name.clone());
        reports.entry(author).or_default().push((bot, report));
    }
    if bots.is_empty() && rejected_bots.is_empty() && !arguments.json {
        writeln!(stdout(), "{}", check::nothing_to_check().get(language))?;
    }
    for path in write(&folder, &file.name, &reports, language)? {
        eprintln!("{}", path.display());
    }
    Ok(if corrections > 0 { ExitStatus::NotPlain } else { ExitStatus::Fine })
}

/// Checks one bot, entrant or not, under the contest's conditions.
pub(super) fn check_one(
    arguments: &CheckArgs,
    contest: &str,
    language: Language,
    sandboxes: &Sandboxes,
) -> Result<ExitStatus> {
    let folder = Folder::new(contest.as_ref());
    let file = ContestFile::read(&folder)?;
    if let Some(course) = &file.course
        && let Some(file_report) =
            evaluation::judge(&arguments.bot, file.game, &course.rules, Some(course.form))
    {
        let place = (&folder, &file, course);
        return evaluation::check_as(arguments, place, file_report, (language, sandboxes));
    }
    let report = match Bot::find(&arguments.bot, file.game) {
        Ok(bot) => tried(arguments, &folder, &file, &bot, (language, sandboxes))?,
        Err(error @ (BotError::Language { .. } | BotError::NoManifest { .. })) => {
            refused(&arguments.bot, "-", error)?
        }
        Err(error) => return Err(usage(error)),
    };
    super::print_report(&report, arguments, language)?;
    Ok(if report.corrections() > 0 { ExitStatus::NotPlain } else { ExitStatus::Fine })
}

fn tried(
    arguments: &CheckArgs,
    folder: &Folder,
    file: &ContestFile,
    bot: &Bot,
    (language, sandboxes): (Language, &Sandboxes),
) -> Result<CheckReport> {
    let isolation = Isolation::of_contest(folder, file, sandboxes.clone())?;
    let sandbox = isolation.tested_sandbox(slice::from_ref(bot))?;
    commands::warn_unisolated(slice::from_ref(bot), sandbox.tier(), language);
    let workspace = Workspace::beside_contest(folder, file, sandbox);
    let (plan, cache) = (&workspace.plan, &workspace.cache);
    let (sandbox, write_access) = (&plan.sandbox, plan.write_access.clone());
    let measure = TimingRequest { folder, sandbox, write_access, bots: 1 };
    let conditions = &measure.conditions(file)?;
    let (options, patience) = (&file.options, arguments.patience);
    Ok(BotCheck { bot, plan, cache, options, conditions, patience }.report()?)
}

fn print_unfit(rejected_bots: &[RejectedBot], json: bool, language: Language) -> Result<()> {
    let mut out = stdout().lock();
    for RejectedBot { bot, why } in rejected_bots {
        let why = why.message().get(language);
        if json {
            writeln!(out, "{}", json!({"bot": bot, "status": "set-aside", "reason": why}))?;
        } else {
            writeln!(out, "{}", labelled(certamen_game::escaped(bot), why).get(language))?;
        }
    }
    Ok(())
}

fn summary(report: &CheckReport, json: bool, language: Language) -> Result<()> {
    let mut out = stdout().lock();
    if json {
        report.json(language).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        return Ok(());
    }
    let advice: Vec<String> = report.findings.iter().map(|finding| finding.advice.code()).collect();
    let advice = match advice.len() {
        0 => machine::fine().get(language),
        _ => advice.join(", "),
    };
    let told = labelled(certamen_game::escaped(&report.heading.bot), advice);
    Ok(writeln!(out, "{}", told.get(language))?)
}

/// One file per author, in the author's language or else the command's.
fn write(
    folder: &Folder,
    contest: &str,
    reports: &BTreeMap<String, Vec<(&Bot, CheckReport)>>,
    language: Language,
) -> Result<Vec<PathBuf>> {
    let place = folder.written().join("reports");
    let emptied = match fs::remove_dir_all(&place) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => fs::create_dir_all(&place),
    };
    emptied.map_err(|error| ContestError::of_writing(&place, error))?;
    let mut written = Vec::new();
    for (author, bots) in reports {
        let own = bots.iter().find_map(|(bot, _)| bot.about.lang);
        let language = own.unwrap_or(language);
        let (author_shown, contest) =
            (certamen_game::escaped(author), certamen_game::escaped(contest));
        let mut said = format!("{author_shown}: {contest}\n{}\n", check::report().get(language));
        for (_, report) in bots {
            said.push('\n');
            said.push_str(&report.text(language));
        }
        let mut path = place.join(format!("{}.txt", file_name(author)));
        if written.contains(&path) {
            path = place.join(format!("{}-{}.txt", file_name(author), written.len()));
        }
        fs::write(&path, said).context(&path)?;
        written.push(path);
    }
    Ok(written)
}

/// A safe file name: authors' names may contain anything, including path separators.
fn file_name(author: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    author.chars().take(60).map(plain).collect()
}
