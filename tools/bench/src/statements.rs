//! How often the command's statements about a contest are true, tested from outside: contests of
//! equals, and bots whose strength is known exactly.
//!
//! The fixed seeds of the tests check each estimate by itself; this plays whole contests.

use crate::{Bench, samples::Samples, table::Figure, whole::command};
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::{fs, path::Path, process::Command};

/// Equals, all by lots. Seats of a block share their luck but where programs may remember.
const EQUALS: &str = "builtin:random";
/// The difference that `compare` looks for, and the share of matches that it means for the bots of
/// `coin_bot.c`, in thousandths: 1/2 + 140/1000 is the expectation of 100 Elo points.
const LOOKED_FOR: (&str, u32) = ("100", 280);

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let fields = field(bench.of(120, 6))?;
    let held = |what: &str, at: usize| {
        let samples = fields.iter().map(|held| held[at]).collect::<Vec<_>>();
        let mean = samples.iter().sum::<f64>() / samples.len().max(1) as f64;
        Figure::new(format!("{what} of six equals hold the truth"), "of 1", one(mean))
    };
    let mut figures = vec![
        held("strengths of `field`", 0).at_least(0.92),
        held("shares of the equilibrium of `field`", 1).at_least(0.92),
        held("shares by alpha-rank of `field`", 2).at_least(0.92),
        held("cycles at 95 % of `field`, where none are,", 3).at_least(0.95),
        held("marks of `matrix --expected`, where none are due,", 4).at_least(0.92),
        held("shares of the seats of `--fair-play`", 5).at_least(0.92),
    ];
    for (bots, cycles, contests) in [(2, 300, 100), (4, 120, 80), (8, 40, 60)] {
        let format = format!("kind = \"round-robin\"\ngames_per_pair = {}\n", 2 * cycles);
        let wrong = settled(bench.of(contests, 5), bots, &(format + "stop = \"settled\"\n"))?;
        let what = format!("contests of {bots} equals, looked at {cycles} times, a place settled");
        figures.push(Figure::most(what, "of 1", one(wrong), 0.05));
    }
    let ladder = "kind = \"ladder\"\nmatches = 400\nstop = \"settled\"\n";
    let wrong = settled(bench.of(60, 5), 4, ladder)?;
    let what = "ladders of 4 equals, 400 matches, a place settled";
    figures.push(Figure::most(what, "of 1", one(wrong), 0.05));
    figures.extend(compared(bench.of(100, 4))?);
    Ok(figures)
}

fn one(value: f64) -> Samples {
    [value].into_iter().collect()
}

/// What the command prints with these arguments, as lines of JSON.
fn printed(arguments: &[&str]) -> Result<Vec<Value>> {
    let output = Command::new(command()?).args(arguments).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    // What is undecided or not plain has a code of its own; what was refused prints nothing.
    ensure!(!output.stdout.is_empty(), "{arguments:?}: {said}");
    let lines = std::str::from_utf8(&output.stdout)?.lines();
    Ok(lines.map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// Plays a contest of equals in `folder`.
fn play(folder: &Path, bots: u32, format: &str, seed: u32) -> Result<()> {
    let ranking = if format.contains("ladder") { "rating" } else { "points" };
    let names: Vec<String> = (0..bots).map(|bot| format!("\"p{bot}={EQUALS}\"")).collect();
    let text = format!(
        "name = \"Equals\"\ngame = \"footsteps\"\nseed = {seed}\nbots = [{}]\n[format]\n{format}\
         [programs]\nmemory = \"pair\"\n[ranking]\nkind = \"{ranking}\"\n",
        names.join(", ")
    );
    fs::write(folder.join("contest.toml"), text)?;
    let path = folder.to_str().context("the folder has a name")?;
    printed(&["run", path, "--json", "--quiet"]).map(drop)
}

/// Of each contest, how much of what is said is true: the statements in the order of the figures.
fn field(contests: u32) -> Result<Vec<[f64; 6]>> {
    let judged = |seed| {
        let folder = tempfile::tempdir()?;
        play(folder.path(), 6, "kind = \"round-robin\"\ngames_per_pair = 30\n", seed)?;
        let path = folder.path().to_str().context("the folder has a name")?;
        let lines = printed(&["field", path, "--format", "json"])?;
        let bots: Vec<_> = lines.iter().collect();
        let share = |key: &str, truth: f64| holding(&bots, &|line| within(&line[key], truth));
        let matrix = printed(&["matrix", path, "--expected", "--format", "json"])?;
        let seats = printed(&["standings", path, "--fair-play", "--format", "json"])?;
        let seats: Vec<_> = seats.iter().filter(|line| line.get("share").is_some()).collect();
        let marked = matrix.iter().any(|line| line["odd"] == true);
        Ok([
            holding(&bots, &|line| between(line, 0.0)),
            share("nash_interval", 1.0 / 6.0),
            share("alpha_rank_interval", 1.0 / 6.0),
            f64::from(u8::from(!reports_cycles(path)?)),
            f64::from(u8::from(!marked)),
            holding(&seats, &|line| between(line, 0.5)),
        ])
    };
    (1..=contests).map(judged).collect()
}

/// Whether any cycle of three is reported, which is at 95 % or above.
fn reports_cycles(path: &str) -> Result<bool> {
    let output = Command::new(command()?).args(["field", path, "--lang", "en"]).output()?;
    let output = String::from_utf8(output.stdout)?;
    let line = output.lines().find(|line| line.starts_with("cycles of three"));
    Ok(!line.context("no line about cycles")?.ends_with(": 0"))
}

/// The share of lines of which something holds.
fn holding(lines: &[&Value], is_true: &dyn Fn(&Value) -> bool) -> f64 {
    lines.iter().filter(|line| is_true(line)).count() as f64 / lines.len().max(1) as f64
}

fn between(line: &Value, truth: f64) -> bool {
    line["low"].as_f64() <= Some(truth) && Some(truth) <= line["high"].as_f64()
}

fn within(interval: &Value, truth: f64) -> bool {
    interval[0].as_f64() <= Some(truth) && Some(truth) <= interval[1].as_f64()
}

/// The share of contests of equals in which any place is called settled.
fn settled(contests: u32, bots: u32, format: &str) -> Result<f64> {
    let mut wrong = 0;
    for seed in 1..=contests {
        let folder = tempfile::tempdir()?;
        play(folder.path(), bots, format, seed)?;
        let path = folder.path().to_str().context("the folder has a name")?;
        let lines = printed(&["standings", path, "--settled", "--format", "json"])?;
        wrong += u32::from(lines.iter().any(|line| line["settled"] == true));
    }
    Ok(f64::from(wrong) / f64::from(contests))
}

/// How often `compare` errs where there is no difference, and where there is the one it looks for.
fn compared(tests: u32) -> Result<[Figure; 2]> {
    let (elo, more) = LOOKED_FOR;
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("bot.c"), include_str!("../floors/coin_bot.c"))?;
    let errs = |thousandths: u32, error: &str| {
        let bots = [("new", 360 + thousandths), ("old", 360)].map(|(name, share)| {
            bot(folder.path(), name, share).map(|path| format!("{name}={path}"))
        });
        let [new, old] = bots;
        let (new, old) = (new?, old?);
        let mut wrong = 0;
        for seed in 1..=tests {
            let seed = seed.to_string();
            let given = ["compare", &new, &old, "--game", "footsteps", "--elo1", elo, "--json"];
            let found = printed(&[&given[..], &["--seed", &seed, "--tier", "D"]].concat())?;
            let answer = found.last().context("nothing was printed")?;
            wrong += u32::from(answer["answer"] == error);
        }
        Ok::<_, anyhow::Error>(one(f64::from(wrong) / f64::from(tests)))
    };
    let none = "tests of `compare` that call an equal better";
    let found = "tests of `compare` that call one 100 Elo better not better";
    Ok([
        Figure::most(none, "of 1", errs(0, "better")?, 0.05),
        Figure::most(found, "of 1", errs(more, "not-better")?, 0.05),
    ])
}

/// A bot that succeeds in this many thousandths of its matches.
fn bot(folder: &Path, name: &str, thousandths: u32) -> Result<String> {
    let bot = folder.join(format!("{name}-{thousandths}"));
    fs::create_dir_all(&bot)?;
    fs::copy(folder.join("bot.c"), bot.join("bot.c"))?;
    let text = format!(
        "name = \"{name}\"\nlanguage = \"c\"\nsource = [\"bot.c\"]\n\
         run = [\"{{out}}/bot\", \"{thousandths}\"]\n\
         build = [\"/usr/bin/cc\", \"-O2\", \"-o\", \"{{out}}/bot\", \"{{sources}}\"]\n"
    );
    fs::write(bot.join("bot.toml"), text)?;
    Ok(bot.to_str().context("the folder has a name")?.to_owned())
}
