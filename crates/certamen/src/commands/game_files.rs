//! `certamen check-game` and `certamen new-game`: for authors of rules.

use super::{play, rules::split};
use crate::{
    Result,
    exit::{ExitStatus, harmless},
    say::{check, rules as say},
};
use certamen_external::{CheckOptions, CheckReport, Finding, OpenError, PositionView};
use certamen_game::Language;
use certamen_host::Sandboxes;
use certamen_i18n::{Context, Localize, UserError, labelled, usage};
use certamen_sandbox::{Launcher, Tier};
use clap::{Args, builder::PossibleValuesParser};
use serde_json::{Value, json};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args, Debug)]
pub(crate) struct CheckGameArgs {
    #[arg(value_name = "PATH[:VARIANT]")]
    pub(crate) game: String,
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) seats: Option<u8>,
    #[arg(long, value_parser = certamen_contest::quantity::time, default_value = "20s", value_name = "TIME")]
    pub(crate) time: Duration,
    #[arg(long)]
    pub(crate) tier: Option<Tier>,
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn check_game(
    arguments: &CheckGameArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let sandbox = Sandboxes::new(launcher, arguments.tier).any()?;
    let options = CheckOptions {
        options: play::options(&arguments.options)?,
        seats: arguments.seats,
        time: arguments.time,
    };
    let path = Path::new(&arguments.game);
    let (file, variant) = split(&arguments.game, Path::new(""));
    let checked = certamen_external::check(&sandbox, Path::new(file), variant, &options);
    let report = checked
        .map_err(|error| match error {
            OpenError::Options(error) => usage(error),
            error => UserError::new(error.message()),
        })
        .context(path)?;
    let mut out = stdout().lock();
    if arguments.json {
        writeln!(out, "{}", as_json(&report, language))?;
    } else {
        print(&mut out, path, &report, language)?;
    }
    Ok(if report.findings.is_empty() || report.passed() {
        ExitStatus::Fine
    } else {
        ExitStatus::NotPlain
    })
}

fn print(
    out: &mut impl Write,
    path: &Path,
    report: &CheckReport,
    language: Language,
) -> Result<()> {
    for PositionView { seat, observation, shown } in &report.views {
        let who = match seat {
            Some(seat) => labelled(say::seat(*seat), harmless(observation)),
            None => labelled(say::spectators(), ""),
        };
        writeln!(out, "{}", who.get(language).trim_end())?;
        for line in shown.lines() {
            writeln!(out, "  {}", harmless(line))?;
        }
    }
    for finding in &report.findings {
        let fact = finding.fact.get(language);
        let kind = if finding.is_warning { say::warning() } else { say::finding() };
        writeln!(out, "{} {}: {}", kind.get(language), finding.code, harmless(&fact))?;
        if let Some(place) = place(finding) {
            writeln!(out, "  {}", place.get(language))?;
        }
        for line in &finding.lines {
            writeln!(out, "  {}", harmless(line))?;
        }
        if let Some(hint) = &finding.hint {
            writeln!(out, "  {}", hint.get(language))?;
        }
    }
    let verdict = if report.passed() { say::passed() } else { say::not_passed() };
    let verdict = verdict.get(language);
    let counts = say::tried(report.matches, report.turns, report.repeated).get(language);
    writeln!(out, "{}", labelled(path, format!("{verdict} ({counts})")).get(language))?;
    Ok(())
}

fn place(finding: &Finding) -> Option<certamen_i18n::Message> {
    Some(say::found_at(finding.seed?, finding.turn?))
}

fn as_json(report: &CheckReport, language: Language) -> Value {
    let finding = |finding: &Finding| {
        json!({
            "code": finding.code,
            "warning": finding.is_warning,
            "fact": finding.fact.get(language),
            "turn": finding.turn,
            "seed": finding.seed,
            "lines": finding.lines,
            "hint": finding.hint.as_ref().map(|hint| hint.get(language)),
        })
    };
    json!({
        "game": report.game,
        "digest": report.digest,
        "passed": report.passed(),
        "matches": report.matches,
        "turns": report.turns,
        "repeated": report.repeated,
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
    })
}

#[derive(Args, Debug)]
pub(crate) struct NewGameArgs {
    pub(crate) slug: String,
    #[arg(
        short,
        long,
        default_value = "python",
        value_parser = PossibleValuesParser::new(certamen_external::starter_languages())
    )]
    pub(crate) language: String,
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
}

/// Writes one file with rules that pass `check-game`; never over another file.
pub(crate) fn new_game(arguments: &NewGameArgs, language: Language) -> Result<ExitStatus> {
    let NewGameArgs { slug, language: programmed, folder } = arguments;
    if !certamen_external::is_slug(slug) {
        return Err(usage(say::no_slug(slug)));
    }
    let (name, text) = certamen_external::starter(programmed, slug)
        .expect("other languages are refused when they are read");
    std::fs::create_dir_all(folder).context(folder)?;
    let path = folder.join(name);
    let mut file = match OpenOptions::new().write(true).create_new(true).open(&path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(UserError::new(say::exists(&path)));
        }
        file => file.context(&path)?,
    };
    file.write_all(text.as_bytes()).context(&path)?;
    let mut out = stdout().lock();
    let shown = path.strip_prefix(".").unwrap_or(&path).display().to_string();
    let shown = crate::console::quoted(&shown);
    writeln!(out, "{} {shown}", check::written().get(language))?;
    let command = format!("certamen check-game {shown}");
    writeln!(out, "{}", labelled(check::try_it(), command).get(language))?;
    Ok(ExitStatus::Fine)
}
