//! A whole contest by the command, on all cores, compared with loops on all cores that only start
//! the same programs.

use crate::{
    Bench,
    floors::{SPAWN_LOOP, STATIC_BOT},
    samples::Samples,
    table::Figure,
    took::{Took, took},
};
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    thread,
    time::{Duration, Instant},
};

/// Moves of a match: both programs choose the same free square in each turn.
const MOVES: u32 = 2 * 64;

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let matches = bench.of(100, 20);
    let [mut share, mut ours, mut floor] = std::array::from_fn(|_| Samples::default());
    for _ in 0..bench.of(5, 2) {
        let took = contest(bench, matches)?;
        let bare = bare(bench, matches)?;
        let rate = |time: Duration| f64::from(matches * MOVES) / time.as_secs_f64();
        share.push(bare.div_duration_f64(took));
        ours.push(rate(took));
        floor.push(rate(bare));
    }
    Ok(vec![
        Figure::least("moves of a whole contest, to bare starts on all cores", share, 0.8),
        Figure::new("speed of the contest", "moves/s", ours),
        Figure::new("speed of the loops", "moves/s", floor),
    ])
}

/// The command, built beside us.
pub(crate) fn command() -> Result<PathBuf> {
    let command = std::env::current_exe()?.with_file_name("certamen");
    ensure!(command.is_file(), "{}: run `cargo xtask bench`, which builds it", command.display());
    Ok(command)
}

/// A contest of two programs.
fn contest(bench: &Bench, matches: u32) -> Result<Duration> {
    let folder = tempfile::tempdir()?;
    let text = format!(
        "name = \"Bench\"\ngame = \"intervalo\"\nseed = 1\nbots = [\"one\", \"other\"]\n\
         [options]\nsquares = 64\n[format]\nkind = \"round-robin\"\ngames_per_pair = {matches}\n\
         [ranking]\nkind = \"wins\"\n[programs]\nmemory = \"none\"\n"
    );
    fs::write(folder.path().join("contest.toml"), text)?;
    for name in ["one", "other"] {
        let bot = folder.path().join(name);
        fs::create_dir(&bot)?;
        fs::write(bot.join("bot.c"), include_str!("../floors/square_bot.c"))?;
        let build = "[\"/usr/bin/cc\", \"-O2\", \"-static\", \"-o\", \"{out}/bot\", \"{sources}\"]";
        let manifest =
            format!("name = \"{name}\"\nlanguage = \"c\"\nsource = [\"bot.c\"]\nbuild = {build}\n");
        fs::write(bot.join("bot.toml"), manifest)?;
    }
    Ok(play_from_scratch(bench, folder.path())?.wall)
}

/// From before the command starts to after its end, of a contest whose programs are built.
pub(crate) fn play_from_scratch(bench: &Bench, folder: &Path) -> Result<Took> {
    let command = command()?;
    run(bench, &command, folder)?;
    // The second time its programs are built and the machine is known to isolate.
    forget_results(folder)?;
    Ok(took(|| run(bench, &command, folder))?.0)
}

/// Removes what was stored: nothing is played yet.
pub(crate) fn forget_results(contest: &Path) -> Result<()> {
    for entry in fs::read_dir(contest.join(".certamen"))? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("store.")) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Runs a contest to its end.
pub(crate) fn run(bench: &Bench, command: &Path, contest: &Path) -> Result<()> {
    let mut run = Command::new(command);
    // What it knows of the machine is its own: others run other programs meanwhile.
    run.args(["run", "--quiet"]).arg(contest).env("XDG_CACHE_HOME", contest.join(".cache"));
    let output = ended(bench, run)?;
    ensure!(output.status.success(), "certamen run: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// The output of a command on all cores: we are on one, and so is what we start.
pub(crate) fn ended(bench: &Bench, mut command: Command) -> Result<Output> {
    let run = || {
        certamen_runner::pin_to_cores(&bench.cores);
        command.output()
    };
    let ran = thread::scope(|scope| scope.spawn(run).join());
    Ok(ran.map_err(|_| anyhow!("the command panicked"))??)
}

/// As many starts, shared by a loop on each core: the time on the wall.
fn bare(bench: &Bench, matches: u32) -> Result<Duration> {
    let cores = &bench.cores;
    let each = (matches as usize).div_ceil(cores.len()).to_string();
    let started = Instant::now();
    thread::scope(|scope| {
        let loops: Vec<_> = cores
            .iter()
            .map(|core| {
                let each = Path::new(&each);
                scope.spawn(move || {
                    certamen_runner::pin_to_core(*core);
                    bench.floors.run(SPAWN_LOOP, &[each, &bench.floors.path(STATIC_BOT)])
                })
            })
            .collect();
        loops.into_iter().try_for_each(|one| match one.join() {
            Ok(took) => took.map(drop).context("a loop"),
            Err(_) => bail!("a loop panicked"),
        })
    })?;
    Ok(started.elapsed())
}
