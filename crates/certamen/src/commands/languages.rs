//! `certamen languages`: tests which languages for bots are installed and how fast they start.

use crate::{
    Result,
    console::OutputArgs,
    exit::ExitStatus,
    print::format::{Alignment, Column, TableFormat, print},
    say::{machine, play, refusal, table},
};
use certamen_game::Language;
use certamen_host::Sandboxes;
use certamen_i18n::{Context, usage};
use certamen_sandbox::{LanguageTest, Languages, Launcher, Sandbox, Tier, ToolError, TrialError};
use clap::Args;
use serde_json::{Value, json};
use std::{
    collections::VecDeque,
    io::Write,
    path::Path,
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

#[derive(Args, Debug)]
pub(crate) struct LanguagesArgs {
    #[arg(value_name = "LANGUAGE")]
    pub(crate) only: Vec<String>,
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

const RUNS: usize = 5;

struct LanguageRow {
    name: String,
    of_bots: certamen_sandbox::Language,
}

enum LanguageFound {
    Installed {
        version: String,
        start: Duration,
    },
    Missing,
    /// It is installed, but its test program does not answer.
    Broken(String),
}

pub(crate) fn languages(
    arguments: &LanguagesArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let known = Languages::built_in();
    for name in &arguments.only {
        known.get(name).map_err(usage)?;
    }
    let only = &arguments.only;
    let wanted =
        known.iter().filter(|(name, _)| only.is_empty() || only.iter().any(|it| it == name));
    let entries: Vec<LanguageRow> = wanted
        .map(|(name, language)| LanguageRow { name: name.to_owned(), of_bots: language.clone() })
        .collect();
    let sandbox = Sandboxes::new(launcher, arguments.tier).any()?;
    let folder = tempfile::tempdir().context(refusal::folder_for_building())?;
    open_to_all(folder.path()).context(folder.path())?;
    let found = try_all(&*sandbox, &entries, folder.path())?;
    let mut out = arguments.output.open();
    if arguments.output.json {
        for (entry, found) in entries.iter().zip(&found) {
            writeln!(out, "{}", card(entry, found))?;
        }
        return Ok(ExitStatus::Fine);
    }
    let columns = [table::language(), machine::suffixes(), machine::version(), machine::start()];
    let columns = columns.map(|words| words.get(language));
    let sides = [Alignment::Text, Alignment::Text, Alignment::Text, Alignment::Number];
    let columns: Vec<Column> =
        columns.into_iter().zip(sides).map(|(heading, side)| Column(heading, side)).collect();
    let rows: Vec<Vec<String>> =
        entries.iter().zip(&found).map(|(entry, found)| row(entry, found, language)).collect();
    let layout = out.layout(TableFormat::Table);
    print(&mut out, layout, &columns, &rows)?;
    if sandbox.tier() == Tier::D {
        eprintln!("{}", play::unisolated().get(language));
    }
    Ok(ExitStatus::Fine)
}

/// Without separate users for programs, compilers run as the current user; otherwise they run as
/// another one, which must be able to read the folder.
fn open_to_all(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder, mode)
}

/// Builds all test programs, as many at a time as there are cores, then runs them one by one, so
/// that they do not disturb each other's timing.
fn try_all(
    sandbox: &dyn Sandbox,
    entries: &[LanguageRow],
    folder: &Path,
) -> Result<Vec<LanguageFound>> {
    let queue: Mutex<VecDeque<usize>> = Mutex::new((0..entries.len()).collect());
    let (sender, built) = mpsc::channel();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut trials: Vec<(usize, Result<LanguageTest, TrialError>)> = thread::scope(|scope| {
        for _ in 0..cores {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move || {
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                    let Some(number) = next else { return };
                    let LanguageRow { name, of_bots } = &entries[number];
                    let folder = folder.join(name);
                    let made = std::fs::create_dir(&folder)
                        .and_then(|()| open_to_all(&folder))
                        .map_err(|error| TrialError::Io { path: folder.clone(), error });
                    let trial = made.and_then(|()| LanguageTest::build(sandbox, of_bots, &folder));
                    if sender.send((number, trial)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        built.iter().collect()
    });
    trials.sort_by_key(|(number, _)| *number);
    trials
        .into_iter()
        .map(|(number, trial)| found(sandbox, &entries[number].of_bots, trial))
        .collect()
}

/// What a trial shows about its language; only a failure on this side is an error.
fn found(
    sandbox: &dyn Sandbox,
    language: &certamen_sandbox::Language,
    trial: Result<LanguageTest, TrialError>,
) -> Result<LanguageFound> {
    let tried = trial.and_then(|trial| Ok((trial.run(sandbox, RUNS)?, language.version()?)));
    match tried {
        Ok((mut took, version)) => {
            took.sort();
            Ok(LanguageFound::Installed { version, start: took[took.len() / 2] })
        }
        Err(TrialError::Tool(ToolError::Missing { .. })) => Ok(LanguageFound::Missing),
        Err(error @ (TrialError::Io { .. } | TrialError::Sandbox(_))) => Err(error.into()),
        Err(error) => {
            Ok(LanguageFound::Broken(certamen_game::escaped(error.to_string().trim_end())))
        }
    }
}

fn row(entry: &LanguageRow, found: &LanguageFound, language: Language) -> Vec<String> {
    let suffixes = entry.of_bots.suffixes.iter().map(|suffix| format!(".{suffix}"));
    let not = |why: &str| format!("{}: {why}", machine::not_installed().get(language));
    let (version, start) = match found {
        LanguageFound::Installed { version, start } => {
            (version.clone(), format!("{:.1} ms", start.as_secs_f64() * 1e3))
        }
        LanguageFound::Missing => (not(&entry.of_bots.package), String::new()),
        LanguageFound::Broken(reason) => {
            (format!("{}: {reason}", machine::does_not_work().get(language)), String::new())
        }
    };
    vec![entry.name.clone(), suffixes.collect::<Vec<_>>().join(" "), version, start]
}

fn card(entry: &LanguageRow, found: &LanguageFound) -> Value {
    let LanguageRow { name, of_bots } = entry;
    let suffixes = &of_bots.suffixes;
    match found {
        LanguageFound::Installed { version, start } => json!({
            "language": name,
            "suffixes": suffixes,
            "installed": true,
            "version": version,
            "start_ms": (start.as_secs_f64() * 1e4).round() / 10.0,
        }),
        LanguageFound::Missing => {
            json!({ "language": name, "suffixes": suffixes, "installed": false, "package": of_bots.package })
        }
        LanguageFound::Broken(reason) => json!({
            "language": name,
            "suffixes": suffixes,
            "installed": false,
            "package": of_bots.package,
            "reason": reason,
        }),
    }
}
