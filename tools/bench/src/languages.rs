//! The cost of starting a program in each language: in the sandbox and with our flags, compared
//! with the interpreter alone.

use crate::{Bench, floors::START_LOOP, samples::Samples, table::Figure};
use anyhow::{Context, Result, anyhow};
use certamen_sandbox::{Isolated, Language, LanguageTest, Languages, Sandbox, TrialError};
use std::{
    ffi::{OsStr, OsString},
    fs::Permissions,
    os::unix::fs::PermissionsExt,
    path::Path,
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
    let sandbox = Isolated::open(&bench.launcher).map_err(|tier_loss| anyhow!("{tier_loss}"))?;
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
) -> Result<Option<[Figure; 4]>> {
    let folder = tempfile::tempdir()?;
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
    let trial = match LanguageTest::build(sandbox, language, folder.path()) {
        Err(TrialError::Tool(error)) => {
            eprintln!("{name}: {error}");
            return Ok(None);
        }
        trial => trial?,
    };
    let program = &trial.program;
    let own: Vec<OsString> =
        program.command.iter().filter(|word| !is_ours(word)).cloned().collect();
    let mut cell = sandbox.create_cell(program)?;
    let [mut to_own, mut to_same, mut computing, mut passed] =
        std::array::from_fn(|_| Samples::default());
    for round in 0..=bench.of(40, 8) {
        let started = Instant::now();
        let run = LanguageTest::ask(&mut *cell)?;
        let wall = started.elapsed();
        let (same, plain) = (bare(bench, &program.command)?, bare(bench, &own)?);
        // The first of all finds its files on the disk.
        if round > 0 {
            to_own.push(run.charged.div_duration_f64(plain));
            to_same.push(run.charged.div_duration_f64(same));
            computing.push(run.charged.as_secs_f64() * 1e3);
            passed.push(wall.as_secs_f64() * 1e3);
        }
    }
    let title = format!("{name}: computing time of a start, to the interpreter's own");
    Ok(Some([
        match name {
            "python" => Figure::ratio(title, to_own, 1.1),
            _ => Figure::new(title, "times", to_own),
        },
        Figure::new(format!("{name}: the same, to one with our flags"), "times", to_same),
        Figure::new(format!("{name}: computing time of a start"), "ms", computing),
        Figure::new(format!("{name}: a start"), "ms", passed),
    ]))
}

fn is_ours(word: &OsStr) -> bool {
    let word = word.to_string_lossy();
    OURS.iter().any(|flag| if flag.len() == 2 { word == *flag } else { word.starts_with(flag) })
}

/// The computing time of a run without any sandbox.
fn bare(bench: &Bench, command: &[OsString]) -> Result<Duration> {
    let words = ["1", LanguageTest::INPUT.trim_end(), LanguageTest::ANSWER].map(OsString::from);
    let argument = OsString::from(LanguageTest::ARGUMENT);
    let words: Vec<&Path> = words.iter().chain(command).chain([&argument]).map(Path::new).collect();
    Ok(bench.floors.run(START_LOOP, &words)?.time)
}
