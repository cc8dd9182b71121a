//! Ten thousand simulated workers: how busy they are, and the load on the server.

use crate::{Bench, samples::Samples, table::Figure, took::took};
use anyhow::{Context, Result};
use certamen_farm::{
    Terms,
    simulated::{FaultPlan, SimulatedFarm, SteadyLoad, Traffic, Until},
};
use certamen_host::simulated::{all_alike, endless};
use std::time::Duration;

/// How many machines there are.
const MACHINES: usize = 10_000;
/// How long a match takes there.
const EACH: Duration = Duration::from_secs(10);
/// Workers start one after the other: nothing is counted meanwhile. The counted time is this many
/// times as long as a batch of two matches, so that none is counted for its half.
const WARM: Duration = Duration::from_secs(60);
/// Of a hundred machines one dies a minute.
const DEATH: Duration = Duration::from_secs(6000);

pub(super) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let time = Duration::from_secs(bench.of(600, 120));
    let game = certamen_games::find("footsteps").context("footsteps")?;
    let trouble = FaultPlan { death: Some(DEATH), ..FaultPlan::default() };
    let plays = all_alike(EACH, certamen_games::find);
    let farm = SimulatedFarm::new((1, trouble), (MACHINES, 1), &["k"], Terms::usual(), plays);
    let contest_job = endless::coordination(game)?;
    let job = |number| endless::work(game, number);
    let load = SteadyLoad { contest_job, job: &job, time, warm: WARM, until: Until::TimeIsOver };
    let (needed, outcome) = took(|| Ok(load.play(&farm)?))?;
    let Traffic { published, done, .. } = farm.traffic();
    let [mut busy, mut seconds, mut each, mut puts, mut acks] =
        std::array::from_fn(|_| Samples::default());
    let whole = time.saturating_sub(WARM).as_secs_f64() * MACHINES as f64;
    busy.push(outcome.useful.as_secs_f64() / whole);
    seconds.push(needed.computing.as_secs_f64());
    each.push(needed.computing.as_secs_f64() * 1e3 / outcome.counted as f64);
    puts.push(published as f64 / outcome.batches as f64);
    acks.push(done as f64 / outcome.batches as f64);
    let span = format!("10,000 simulated machines, {} s", time.as_secs());
    Ok(vec![
        Figure::new(format!("{span}: busy"), "of the time", busy).at_least(0.95),
        Figure::most(format!("{span}: computing time"), "s", seconds, 60.0),
        Figure::new("computing time of all that, a match", "ms", each),
        Figure::most("messages that the server stores for a batch", "", puts, 2.0),
        Figure::most("messages that are acknowledged for a batch", "", acks, 2.0),
    ])
}
