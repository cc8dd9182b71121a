//! Contests of every format between built-in players, on fifty workers with all kinds of faults:
//! they must come to the matches and the table of one machine without any bus.

use super::seeds::each_seed;
use crate::{Bench, samples::Samples, table::Figure, whole::command};
use anyhow::{Context, Result, ensure};
use certamen_contest::{Folder, Results};
use certamen_farm::simulated::FaultPlan;
use certamen_host::simulated::live_on;
use std::{fs, path::Path};

/// How many machines there are, and how many matches each plays side by side.
const MACHINES: (usize, usize) = (50, 1);
/// Game, format, ranking and what else the file of a contest says.
const FORMATS: [(&str, &str, &str, &str); 12] = [
    ("footsteps", "kind = \"round-robin\"\ngames_per_pair = 20", "points", ""),
    ("footsteps", "kind = \"round-robin\"\ngames_per_pair = 6", "points", PAIR),
    ("footsteps", "kind = \"round-robin\"\ngames_per_pair = 2", "points", CONTEST),
    (
        "footsteps",
        "kind = \"round-robin\"\nmax_cycles = 12\nstop = \"settled top 1\"",
        "points",
        "",
    ),
    ("footsteps", "kind = \"round-robin\"\nreplay_ties = true\nmax_cycles = 4", "wins", ""),
    ("footsteps", "kind = \"swiss\"\nrounds = 4\ngames_per_round = 4", "points", ""),
    (
        "footsteps",
        "kind = \"gauntlet\"\nchallengers = [\"random\"]\ngames_per_pair = 40",
        "points",
        "",
    ),
    ("footsteps", "kind = \"knockout\"\nelimination = \"double\"\nbest_of = 5", "wins", ""),
    ("footsteps", "kind = \"ladder\"\nmatches = 90", "rating", ""),
    ("footsteps", "kind = \"divisions\"\nsize = 3\npromoted = 1\nseasons = 3", "points", ""),
    ("coins", "kind = \"one-table\"\ngames = 60", "total-score", "[options]\nrounds = 4"),
    ("minoria", "kind = \"one-table\"\nseats = 3\ngames = 120", "borda", ""),
];
const PAIR: &str = "[programs]\nmemory = \"pair\"";
const CONTEST: &str = "[programs]\nmemory = \"contest\"";
/// Who plays.
const BOTS: &str = "\"builtin:random\", \"builtin:first\", \"builtin:last\", \
    \"d=builtin:random\", \"e=builtin:first\", \"f=builtin:random\"";

/// How many contests end otherwise than they should.
pub(super) fn figure(bench: &Bench) -> Result<Figure> {
    let seeds = bench.of(1000, 24);
    let expected: Vec<String> = (0..FORMATS.len()).map(alone).collect::<Result<_>>()?;
    let wrong = each_seed(bench, seeds, |seed| {
        let at = seed as usize % FORMATS.len();
        let place = contest(at)?;
        let (folder, world) = (Folder::new(place.path()), (seed, FaultPlan::much()));
        let result = live_on(MACHINES, &folder, world, 0.0, certamen_games::find)?;
        Ok(result.is_none_or(|result| result.is_incomplete)
            || outcome(place.path())? != expected[at])
    })?;
    for (seed, _) in wrong.iter().filter(|(_, is_wrong)| *is_wrong) {
        eprintln!(
            "seed {seed}: another table, or none: {:?}",
            FORMATS[*seed as usize % FORMATS.len()]
        );
    }
    let mut samples = Samples::default();
    samples.push(wrong.iter().filter(|(_, is_wrong)| *is_wrong).count() as f64);
    let kinds = FORMATS.len();
    let what = format!("of {seeds} contests of {kinds} kinds where all goes wrong, other tables");
    Ok(Figure::most(what, "contests", samples, 0.0))
}

/// The result on one machine.
fn alone(at: usize) -> Result<String> {
    let place = contest(at)?;
    let mut run = std::process::Command::new(command()?);
    run.arg("run").arg(place.path()).arg("--quiet").stdout(std::process::Stdio::null());
    let ended = run.status().context("certamen run")?;
    ensure!(ended.success(), "certamen run: {ended}");
    outcome(place.path())
}

fn contest(at: usize) -> Result<tempfile::TempDir> {
    let (game, format, ranking, more) = FORMATS[at];
    let place = tempfile::tempdir()?;
    let text = format!(
        "name = \"Bench\"\ngame = \"{game}\"\nseed = 1\nbots = [{BOTS}]\n\
         [format]\n{format}\n[ranking]\nkind = \"{ranking}\"\n{more}\n"
    );
    fs::write(place.path().join("contest.toml"), text)?;
    Ok(place)
}

/// The result of all matches.
fn outcome(folder: &Path) -> Result<String> {
    let results = Results::open(&Folder::new(folder))?;
    Ok(format!("{:?} {:?}", results.standings()?, results.matches()?))
}
