//! The cost of silent and broken programs, and whether a busy machine makes an honest one late.

use crate::{
    Bench,
    course::under_load,
    samples::Samples,
    table::Figure,
    whole::{command, ended, run},
};
use anyhow::{Result, ensure};
use std::{fs, path::Path, process::Command, time::Instant};

/// Bots that are there in each field.
const HOUSE: &str = "\"builtin:first\", \"builtin:last\", \"builtin:random\"";
const STOPS: &str =
    "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)\nprint(1, flush=True)\n";
const SLEEPS: &str = "import time\nwhile True:\n    time.sleep(2.9)\n    print(1, flush=True)\n    if input() == 'fin': break\n";
const UNFLUSHED: &str = "while True:\n    print(1)\n    if input() == 'fin': break\n";
const BROKEN: &str = "import nothing_of_that_name\n";
/// Computes for 5 ms before each answer.
const THINKS: &str = "import time\nwhile True:\n    end = time.process_time() + 0.005\n    \
    while time.process_time() < end: pass\n    print(1, flush=True)\n    if input() == 'fin': break\n";
/// Matches of the one that thinks.
const MATCHES: u32 = 1_000;

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let command = command()?;
    let times = bench.of(5, 1);
    let play = |bot: &'static str| {
        timed(bench, times, |folder| {
            fs::write(folder.join("bot.py"), bot)?;
            let mut play = Command::new(&command);
            play.args(["play", "footsteps", "bot.py", "builtin:first", "--quiet"]);
            Ok(play)
        })
    };
    let honest = play("while True:\n    print(1, flush=True)\n    if input() == 'fin': break\n")?;
    let (stops, sleeps, broken) = (play(STOPS)?, play(SLEEPS)?, checked(bench, times)?);
    let mut late = Samples::default();
    late.push(f64::from(faults_under_load(bench)?));
    let thinker = format!("of {} matches of one that thinks, faults under load", matches(bench));
    Ok(vec![
        Figure::most(
            "nine bots, three silent or broken, all against all",
            "s",
            field(bench)?,
            12.9,
        ),
        Figure::new("a match of 50 turns of one that answers, by `play`", "s", honest),
        Figure::most("a match against one that stops itself", "s", stops, 0.7),
        Figure::most("a match against one that sleeps 2.9 s a move", "s", sleeps, 3.0),
        Figure::most("`check` of one that fails at once", "s", broken, 1.0),
        Figure::most(thinker, "faults", late, 0.0),
    ])
}

/// How long a command takes, from before its start to after its end, which need not be a good one.
fn timed(
    bench: &Bench,
    times: u32,
    mut command: impl FnMut(&Path) -> Result<Command>,
) -> Result<Samples> {
    let mut samples = Samples::default();
    // The first time the machine is found to isolate.
    for number in 0..=times {
        let folder = tempfile::tempdir()?;
        let mut command = command(folder.path())?;
        command.current_dir(folder.path());
        let started = Instant::now();
        ended(bench, command)?;
        if number > 0 {
            samples.push(started.elapsed().as_secs_f64());
        }
    }
    Ok(samples)
}

fn checked(bench: &Bench, times: u32) -> Result<Samples> {
    let command = command()?;
    timed(bench, times, |folder| {
        fs::write(folder.join("bot.py"), BROKEN)?;
        let mut check = Command::new(&command);
        check.args(["check", "bot.py", "--game", "footsteps"]);
        Ok(check)
    })
}

/// The field that once took 129 s.
fn field(bench: &Bench) -> Result<Samples> {
    let command = command()?;
    timed(bench, bench.of(3, 1), |folder| {
        let bots =
            [("silent", "while True: input()\n"), ("unflushed", UNFLUSHED), ("broken", BROKEN)];
        fs::create_dir(folder.join("bots"))?;
        for (name, source) in bots {
            fs::write(folder.join(format!("bots/{name}.py")), source)?;
        }
        for bid in 1..=3 {
            let source = format!(
                "while True:\n    print({bid}, flush=True)\n    if input() == 'fin': break\n"
            );
            fs::write(folder.join(format!("bots/bids{bid}.py")), source)?;
        }
        write_contest(folder, &format!("\"bots/*\", {HOUSE}"), 1, "")?;
        let mut run = Command::new(&command);
        run.args(["run", "--quiet", "."]);
        Ok(run)
    })
}

fn matches(bench: &Bench) -> u32 {
    bench.of(MATCHES, 100)
}

/// How many faults one that thinks commits while loops load every core.
fn faults_under_load(bench: &Bench) -> Result<u32> {
    let (command, folder) = (command()?, tempfile::tempdir()?);
    fs::write(folder.path().join("thinks.py"), THINKS)?;
    let limits = "[options]\npoints = 9\n[limits]\nmove_time = \"100 ms\"\n";
    write_contest(folder.path(), "\"thinks.py\", \"builtin:first\"", matches(bench), limits)?;
    under_load(bench, || run(bench, &command, folder.path()))?;
    let mut list = Command::new(command);
    list.args(["matches", "--format", "json"]).arg(folder.path());
    let listed = String::from_utf8(list.output()?.stdout)?;
    let count = listed.lines().count();
    ensure!(count == matches(bench) as usize, "{count} matches");
    Ok(listed.lines().filter(|line| !line.contains("\"faults\":0,")).count() as u32)
}

fn write_contest(folder: &Path, bots: &str, games: u32, more: &str) -> Result<()> {
    let text = format!(
        "name = \"Bench\"\ngame = \"footsteps\"\nbots = [{bots}]\n{more}\
         [format]\nkind = \"round-robin\"\ngames_per_pair = {games}\n[ranking]\nkind = \"wins\"\n"
    );
    Ok(fs::write(folder.join("contest.toml"), text)?)
}
