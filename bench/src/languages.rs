//! What a program's start takes in each language: in the sandbox and with our flags, against the
//! interpreter as it starts by itself.

use crate::{Bench, samples::Samples, table::Figure};
use anyhow::{Context, Result, anyhow, ensure};
use sandbox::{Isolated, Language, Languages, Program, Sandbox, Trial, TrialError};
use std::{
    ffi::{OsStr, OsString},
    fs::Permissions,
    io::{Read, Write},
    os::unix::fs::PermissionsExt,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// How the flags begin that are ours: without them an interpreter starts as it does by itself.
const OURS: &[&str] = &[
    "-XX:",
    "-Xshare:",
    "-Xmx",
    "--disable-gems",
    "-W0",
    "-s",
    "-E",
    "--vanilla",
    "--max-old-space-size",
    "-d",
    "display_errors=",
];

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let sandbox = Isolated::open().map_err(|lost| anyhow!("{lost}"))?;
    eprintln!("isolated in tier {}", sandbox.tier());
    let mut figures = Vec::new();
    for (name, language) in Languages::built_in().iter() {
        // Compilers take seconds.
        let compiled = !language.build.is_empty() && !matches!(name, "c" | "python");
        if bench.of(true, !compiled) {
            figures.extend(
                compare(bench, &sandbox, name, language)
                    .with_context(|| name.to_owned())?
                    .into_iter()
                    .flatten(),
            );
        }
    }
    Ok(figures)
}

fn compare(
    bench: &Bench,
    sandbox: &Isolated,
    name: &str,
    language: &Language,
) -> Result<Option<[Figure; 3]>> {
    let folder = tempfile::tempdir()?;
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
    let trial = match Trial::build(sandbox, name, language, folder.path()) {
        Err(TrialError::Tool(error)) => {
            eprintln!("{name}: {error}");
            return Ok(None);
        }
        trial => trial?,
    };
    let program = &trial.program;
    let own: Vec<OsString> =
        program.command.iter().filter(|word| !is_ours(word)).cloned().collect();
    let mut cell = sandbox.house(program)?;
    let [mut to_own, mut to_same, mut ours] = std::array::from_fn(|_| Samples::default());
    for round in 0..bench.of(40, 8) + 1 {
        let started = Instant::now();
        Trial::ask(&mut *cell)?;
        let passed = started.elapsed();
        let (same, plain) = (bare(program, &program.command)?, bare(program, &own)?);
        // The first of all finds its files on the disk.
        if round > 0 {
            to_own.push(passed.div_duration_f64(plain));
            to_same.push(passed.div_duration_f64(same));
            ours.push(passed.as_secs_f64() * 1e3);
        }
    }
    let to_own_title = format!("{name}: a start, to the interpreter's own");
    Ok(Some([
        if name == "python" {
            Figure::ratio(to_own_title, to_own, 1.1)
        } else {
            Figure::new(to_own_title, "times", to_own)
        },
        Figure::new(format!("{name}: the same, to one with our flags"), "times", to_same),
        Figure::new(format!("{name}: a start"), "ms", ours),
    ]))
}

fn is_ours(word: &OsStr) -> bool {
    let word = word.to_string_lossy();
    OURS.iter().any(|flag| if flag.len() == 2 { word == *flag } else { word.starts_with(flag) })
}

/// A run without any sandbox: its time.
fn bare(program: &Program, command: &[OsString]) -> Result<Duration> {
    let (tool, arguments) = command.split_first().context("no command")?;
    let started = Instant::now();
    let mut child = Command::new(tool)
        .args(arguments)
        .arg(Trial::ARGUMENT)
        .current_dir(&program.directory)
        .env_clear()
        .envs(program.environment.iter().cloned())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    child.stdin.take().context("no input")?.write_all(Trial::INPUT.as_bytes())?;
    let mut answer = String::new();
    child.stdout.take().context("no output")?.read_to_string(&mut answer)?;
    child.wait()?;
    let passed = started.elapsed();
    ensure!(answer.trim_end() == Trial::ANSWER, "it answers {answer:?}");
    Ok(passed)
}
