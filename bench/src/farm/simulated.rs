//! Machines in a world of their own: how busy ten thousand of them are, and whether contests in which
//! everything goes wrong end as they do without.

use crate::{Bench, samples::Samples, table::Figure, took::took};
use anyhow::{Context, Result};
use certamen_bus::{
    Terms,
    simulated::{SimulatedFarm, SteadyLoad, Trouble},
};
use certamen_contest::{Folder, Results};
use certamen_hall::simulated::{all_alike, endless, live};
use std::{fs, path::Path, time::Duration};

/// How many machines there are.
const MACHINES: usize = 10_000;
/// How long a match takes there.
const EACH: Duration = Duration::from_secs(10);
/// Machines begin one after the other: so long nothing is counted. What is counted is so many times
/// as long as a batch of two matches that none is counted for its half.
const WARM: Duration = Duration::from_secs(60);
/// Of a hundred machines one dies a minute.
const DEATH: Duration = Duration::from_secs(6000);

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let mut figures = many(bench)?;
    figures.push(troubled(bench)?);
    Ok(figures)
}

fn many(bench: &Bench) -> Result<Vec<Figure>> {
    let time = Duration::from_secs(bench.of(600, 120));
    let game = certamen_games::find("footsteps").context("footsteps")?;
    let trouble = Trouble { death: Some(DEATH), ..Trouble::default() };
    let plays = all_alike(EACH, certamen_games::find);
    let farm = SimulatedFarm::new((1, trouble), (MACHINES, 1), &["k"], Terms::usual(), plays);
    let coordination = endless::coordination(game)?;
    let work = |number| endless::work(game, number);
    let load = SteadyLoad { coordination, work: &work, time, warm: WARM };
    let (needed, outcome) = took(|| Ok(load.play(&farm)?))?;
    let [mut busy, mut seconds, mut each] = std::array::from_fn(|_| Samples::default());
    let whole = time.saturating_sub(WARM).as_secs_f64() * MACHINES as f64;
    busy.push(outcome.useful.as_secs_f64() / whole);
    seconds.push(needed.computing.as_secs_f64());
    each.push(needed.computing.as_secs_f64() * 1e3 / outcome.counted as f64);
    let span = format!("10,000 simulated machines, {} s", time.as_secs());
    Ok(vec![
        Figure::new(format!("{span}: busy"), "of the time", busy).at_least(0.95),
        Figure::most(format!("{span}: computing time"), "s", seconds, 60.0),
        Figure::new("computing time of all that, a match", "ms", each),
    ])
}

/// Contests in which everything goes wrong, and whose tables are others than they should be.
fn troubled(bench: &Bench) -> Result<Figure> {
    let seeds = bench.of(100, 5);
    let alone = contest()?;
    live(&Folder::new(alone.path()), (0, Trouble::default()), 0.0, certamen_games::find)?;
    let expected = outcome(alone.path())?;
    let mut wrong = 0_u32;
    for seed in 1..=seeds {
        let place = contest()?;
        let folder = Folder::new(place.path());
        let lived = live(&folder, (seed, Trouble::much()), 0.0, certamen_games::find)?;
        if lived.is_none() || outcome(place.path())? != expected {
            eprintln!("seed {seed}: another table, or none");
            wrong += 1;
        }
    }
    let mut samples = Samples::default();
    samples.push(f64::from(wrong));
    let what = format!("of {seeds} contests in which everything goes wrong, other tables");
    Ok(Figure::most(what, "contests", samples, 0.0))
}

fn contest() -> Result<tempfile::TempDir> {
    let place = tempfile::tempdir()?;
    let text = "name = \"Bench\"\ngame = \"footsteps\"\nseed = 1\n\
        bots = [\"builtin:random\", \"builtin:first\", \"builtin:last\", \"other=builtin:random\"]\n\
        [format]\nkind = \"round-robin\"\ngames_per_pair = 20\n[ranking]\nkind = \"points\"\n";
    fs::write(place.path().join("contest.toml"), text)?;
    Ok(place)
}

/// What came of all matches.
fn outcome(folder: &Path) -> Result<String> {
    let results = Results::open(&Folder::new(folder))?;
    Ok(format!("{:?} {:?}", results.standings()?, results.matches()?))
}
