//! `certamen check CONTEST_DIR`: all entrants, with one report for each author in the author's
//! language.

use super::{CheckRun, evaluation::judge};
use crate::{
    Result, commands,
    exit::ExitStatus,
    say::{check, machine, refusal},
};
use certamen_contest::{ContestError, ContestFile, Folder};
use certamen_game::{Conditions, Language};
use certamen_host::{
    Isolation, LoadedBots, RejectedBot, Workspace, find_bots, timing::TimingRequest,
};
use certamen_i18n::{Context, Localize, labelled, usage};
use certamen_runner::{
    Bot, BotError, BotKind,
    check::{BotCheck, CheckError, CheckReport, refused},
};
use serde_json::json;
use std::{
    collections::BTreeMap,
    fs,
    io::{Write, stdout},
    path::PathBuf,
    slice,
};

impl CheckRun<'_> {
    /// Checks all bots of a contest; the reports are written to its folder, the summary is printed.
    pub(super) fn all_entrants(&self) -> Result<ExitStatus> {
        let (arguments, language) = (self.arguments, self.language);
        let is_limited = arguments.game.is_some()
            || !arguments.options.is_empty()
            || arguments.move_time.is_some()
            || arguments.memory.is_some()
            || arguments.programs_memory.is_some();
        if is_limited {
            return Err(usage(refusal::contest_says(&arguments.bot)));
        }
        let folder = Folder::new(arguments.bot.as_ref());
        let file = ContestFile::read(&folder)?;
        let LoadedBots { bots, rejected_bots } = find_bots(&folder, &file)?;
        let bots: Vec<Bot> = bots.into_iter().filter(Bot::needs_sandbox).collect();
        let workspace = self.contest_workspace(&folder, &file, &bots)?;
        let conditions = conditions(&folder, &file, &workspace, bots.len())?;
        let mut reports: BTreeMap<String, Vec<(&Bot, CheckReport)>> = BTreeMap::new();
        let mut corrections = rejected_bots.len();
        let mut out = stdout().lock();
        for RejectedBot { bot, why } in &rejected_bots {
            let why = why.message().get(language);
            if arguments.output.json {
                writeln!(out, "{}", json!({"bot": bot, "status": "set-aside", "reason": why}))?;
            } else {
                writeln!(out, "{}", labelled(certamen_game::escaped(bot), why).get(language))?;
            }
        }
        for bot in &bots {
            let report = self.report(bot, &file, &workspace, &conditions);
            let report = report.context(refusal::bot(&bot.name))?;
            corrections += report.corrections();
            if arguments.output.json {
                report.json(language).iter().try_for_each(|line| writeln!(out, "{line}"))?;
            } else {
                let codes = report.findings.iter().map(|finding| finding.advice.code());
                let advice = match codes.collect::<Vec<_>>().join(", ") {
                    none if none.is_empty() => machine::fine().get(language),
                    codes => codes,
                };
                let line = labelled(certamen_game::escaped(&report.heading.bot), advice);
                writeln!(out, "{}", line.get(language))?;
            }
            let author = bot.about.author.clone().unwrap_or_else(|| bot.name.clone());
            reports.entry(author).or_default().push((bot, report));
        }
        if bots.is_empty() && rejected_bots.is_empty() && !arguments.output.json {
            writeln!(out, "{}", check::nothing_to_check().get(language))?;
        }
        for path in write_reports(&folder, &file.name, &reports, language)? {
            eprintln!("{}", path.display());
        }
        Ok(if corrections > 0 { ExitStatus::NotPlain } else { ExitStatus::Fine })
    }

    /// Checks one bot, entrant or not, under the contest's conditions.
    pub(super) fn entrant(&self, contest: &str) -> Result<ExitStatus> {
        let folder = Folder::new(contest.as_ref());
        let file = ContestFile::read(&folder)?;
        let given = &self.arguments.bot;
        if let Some(course) = &file.course
            && let Some(file_report) = judge(given, file.game, &course.rules, Some(course.form))
        {
            return self.course_evaluation(&folder, &file, course, file_report);
        }
        let report = match named_player(given, &folder, &file)? {
            Some(bot) => Ok(bot),
            None => Bot::find(given, file.game),
        };
        let report = match report {
            Ok(bot) => {
                let workspace = self.contest_workspace(&folder, &file, slice::from_ref(&bot))?;
                let conditions = conditions(&folder, &file, &workspace, 1)?;
                self.report(&bot, &file, &workspace, &conditions)?
            }
            Err(error @ (BotError::Language { .. } | BotError::NoManifest { .. })) => {
                refused(given, "-", error)?
            }
            Err(error) => return Err(usage(error)),
        };
        self.conclude(&report)
    }

    /// A workspace with the sandbox of a contest, with a warning if there is none.
    pub(super) fn contest_workspace(
        &self,
        folder: &Folder,
        file: &ContestFile,
        bots: &[Bot],
    ) -> Result<Workspace> {
        let isolation = Isolation::of_contest(folder, file, self.sandboxes.clone())?;
        let sandbox = isolation.tested_sandbox(bots)?;
        commands::warn_of_isolation(bots, sandbox.tier(), self.sandboxes.tier, self.language);
        Ok(Workspace::beside_contest(folder, file, sandbox))
    }

    fn report(
        &self,
        bot: &Bot,
        file: &ContestFile,
        workspace: &Workspace,
        conditions: &Conditions,
    ) -> Result<CheckReport, CheckError> {
        let (plan, cache) = (&workspace.plan, &workspace.cache);
        let (options, patience) = (&file.options, self.arguments.patience);
        BotCheck { bot, plan, cache, options, conditions, patience }.report()
    }
}

/// The player over HTTP that `given` names, if the contest has one of this name.
fn named_player(given: &str, folder: &Folder, file: &ContestFile) -> Result<Option<Bot>> {
    let name = given.strip_prefix("http:").filter(|name| file.players.contains_key(*name));
    let Some(name) = name else { return Ok(None) };
    let terms = &file.players[name];
    let is_named = |bot: &Bot| matches!(&bot.kind, BotKind::Http(http) if http.terms == *terms);
    Ok(find_bots(folder, file)?.bots.into_iter().find(is_named))
}

/// The conditions of a contest's matches.
pub(super) fn conditions(
    folder: &Folder,
    file: &ContestFile,
    workspace: &Workspace,
    bots: usize,
) -> Result<Conditions> {
    let (sandbox, write_access) = (&workspace.plan.sandbox, workspace.plan.write_access.clone());
    Ok(TimingRequest { folder, sandbox, write_access, bots }.conditions(file)?)
}

/// Writes one file per author, in the author's language or else the command's.
fn write_reports(
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
    let contest = certamen_game::escaped(contest);
    let mut written = Vec::new();
    for (author, bots) in reports {
        let language = bots.iter().find_map(|(bot, _)| bot.about.lang).unwrap_or(language);
        let shown = certamen_game::escaped(author);
        let mut text = format!("{shown}: {contest}\n{}\n", check::report().get(language));
        for (_, report) in bots {
            text.push('\n');
            text.push_str(&report.text(language));
        }
        let mut path = place.join(format!("{}.txt", file_name(author)));
        if written.contains(&path) {
            path = place.join(format!("{}-{}.txt", file_name(author), written.len()));
        }
        fs::write(&path, text).context(&path)?;
        written.push(path);
    }
    Ok(written)
}

/// A safe file name: authors' names may contain anything, including path separators.
fn file_name(author: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    author.chars().take(60).map(plain).collect()
}
