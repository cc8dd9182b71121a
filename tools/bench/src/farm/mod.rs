//! Several workers: a contest through a real server on this machine, and many workers in simulated
//! worlds.

mod ended;
mod killed;
mod memory;
mod place;
mod seeds;
mod simulated;
mod troubled;
mod trust;

use crate::{
    Bench,
    samples::Samples,
    table::Figure,
    took::{Took, took},
};
use anyhow::{Context, Result};
use place::{Attempts, FarmPlace, House, Sleeping};
use std::time::Duration;

/// How many matches are played side by side where their programs sleep, and on how many machines.
const SLOTS: (usize, usize) = (16, 4);
/// How long a lease is.
const LEASE: f64 = 10.0;
/// How many machines are killed.
const VICTIMS: usize = 20;

/// What is simulated.
pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    // First of all, while this process is small.
    let memory = memory::figures(bench)?;
    certamen_runner::pin_to_cores(&bench.cores);
    let mut figures = simulated::figures(bench)?;
    figures.extend(memory);
    figures.push(ended::figure(bench)?);
    figures.extend(trust::figures(bench)?);
    figures.push(troubled::figure(bench)?);
    certamen_runner::pin_to_core(bench.core);
    Ok(figures)
}

/// What goes through a real server.
pub(crate) fn through_a_server(bench: &Bench) -> Result<Vec<Figure>> {
    // Server, coordinator and machines have all cores, as they would.
    certamen_runner::pin_to_cores(&bench.cores);
    let mut figures = vec![sleeping(bench)?];
    figures.extend(short(bench)?);
    figures.push(one_slot(bench)?);
    figures.push(begun_again()?);
    figures.push(killed::figure(bench)?);
    certamen_runner::pin_to_core(bench.core);
    Ok(figures)
}

/// How busy many slots are whose programs sleep.
fn sleeping(bench: &Bench) -> Result<Figure> {
    let (slots, machines) = SLOTS;
    let mut busy = Samples::default();
    for _ in 0..bench.of(3, 1) {
        let place = FarmPlace::begin(1)?;
        place.write_sleeping(Sleeping {
            each: Duration::from_millis(100),
            games: bench.of(1280, 320),
        })?;
        let _workers: Vec<_> = (0..machines)
            .map(|at| place.worker(&format!("m{at}"), slots))
            .collect::<Result<_>>()?;
        place.run()?;
        busy.push(place.attempts()?.busy() / (slots * machines) as f64);
    }
    Ok(Figure::new("64 slots of sleeping programs: busy", "of the time", busy).at_least(0.95))
}

/// Short matches: how many, and what the coordinator computes for each.
fn short(bench: &Bench) -> Result<[Figure; 2]> {
    let games = bench.of(20_000, 4_000);
    let [mut speed, mut computing] = std::array::from_fn(|_| Samples::default());
    for _ in 0..bench.of(3, 1) {
        let place = FarmPlace::begin(1)?;
        place.write_house(House { games })?;
        let _workers = [place.worker("one", 1)?, place.worker("two", 1)?];
        let (Took { computing: own, .. }, ()) = took(|| place.run())?;
        let attempts = place.attempts()?;
        speed.push(attempts.count() as f64 / attempts.length());
        computing.push(own.as_secs_f64() * 1e3 / attempts.count() as f64);
    }
    Ok([
        Figure::new("house players of FootSteps through a server", "matches/s", speed)
            .at_least(2_000.0),
        Figure::most("computing time of the coordinator a match", "ms", computing, 0.3),
    ])
}

/// One slot by the server, to one thread without, where a match takes 20 ms.
fn one_slot(bench: &Bench) -> Result<Figure> {
    let sleeping = Sleeping { each: Duration::from_millis(2), games: bench.of(1000, 200) };
    let mut share = Samples::default();
    for _ in 0..bench.of(3, 1) {
        let place = FarmPlace::begin(1)?;
        place.write_sleeping(sleeping)?;
        let _worker = place.worker("one", 1)?;
        place.run()?;
        let afar = place.attempts()?.length();
        let here = FarmPlace::begin(1)?;
        here.write_sleeping(sleeping)?;
        here.run_here(1)?;
        share.push(here.attempts()?.length() / afar);
    }
    Ok(Figure::least("one slot by a server, to one thread without, 20 ms a match", share, 0.98))
}

/// How long it takes until what a killed machine played is begun by another that has slots free, at
/// the worst.
fn begun_again() -> Result<Figure> {
    let place = FarmPlace::begin(1)?;
    // All that is left is handed out at once, and there are more slots than matches.
    let games = VICTIMS as u32 * 3;
    place.write_sleeping(Sleeping { each: Duration::from_millis(400), games })?;
    let victims: Vec<_> =
        (0..VICTIMS).map(|at| place.worker(&format!("v{at}"), 1)).collect::<Result<_>>()?;
    let mut run = place.start_run()?;
    let held = place.wait_for_held(VICTIMS)?;
    let killed = place::now();
    drop(victims);
    let _others = place.worker("others", games as usize)?;
    place::ended_well(&mut run)?;
    let attempts = place.attempts()?;
    let again = held.iter().filter_map(|batch| attempts.began(batch));
    let waits: Vec<i64> = again.filter(|began| *began > killed).map(|at| at - killed).collect();
    let worst = waits.iter().max().context("nobody was killed in the midst of a match")?;
    eprintln!("{} batches of {VICTIMS} killed machines were begun again", waits.len());
    let mut late = Samples::default();
    late.push(*worst as f64 / 1e3);
    let what = "what killed machines had is begun again, lease 10 s: the last of it";
    Ok(Figure::most(what, "s", late, LEASE + 1.0))
}

/// What was played, and when.
impl Attempts {
    /// How many matches side by side, in the mean, from the first beginning to the last end.
    fn busy(&self) -> f64 {
        let took: f64 = self.played.values().map(|(began, ended)| (ended - began) as f64).sum();
        took / 1e3 / self.length()
    }

    /// From the first beginning to the last end, in seconds.
    fn length(&self) -> f64 {
        let first = self.played.values().map(|(began, _)| *began).min().unwrap_or_default();
        let last = self.played.values().map(|(_, ended)| *ended).max().unwrap_or_default();
        (last - first) as f64 / 1e3
    }
}
