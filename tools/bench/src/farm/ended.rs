//! How soon all workers are busy again after their coordinator was killed, at any point of its
//! work.

use super::seeds::each_seed;
use crate::{Bench, samples::Samples, table::Figure};
use anyhow::{Context, Result, ensure};
use certamen_farm::{
    ContestJob, Terms,
    simulated::{FaultPlan, SimulatedFarm, SteadyLoad, Until},
};
use certamen_game::Rng;
use certamen_host::simulated::{Misbehavior, alike_but, endless};
use std::{sync::Arc, time::Duration};

/// How many machines there are.
const MACHINES: usize = 100;
/// In each world it is killed this often,
const KILLS: u64 = 20;
/// each time after fewer happenings than this.
const HAPPENINGS: u64 = 6000;
/// All are to be busy again within this.
const FULL: Duration = Duration::from_secs(10);

/// The longest that it took.
pub(super) fn figure(bench: &Bench) -> Result<Figure> {
    let seeds = bench.of(20, 2);
    let worst = each_seed(bench, seeds, longest)?;
    let mut samples = Samples::default();
    for (seed, longest) in &worst {
        if *longest > FULL {
            eprintln!("seed {seed}: not all are busy again within 10 s");
        }
        samples.push(longest.as_secs_f64());
    }
    let what = format!(
        "a coordinator killed at any event, {} times, {MACHINES} machines: all busy again after",
        seeds * KILLS
    );
    let mut longest = Samples::default();
    longest.push(samples.quantile(1.0));
    Ok(Figure::most(what, "s", longest, FULL.as_secs_f64()))
}

/// The longest that it took in one world.
fn longest(seed: u64) -> Result<Duration> {
    let game = certamen_games::find("footsteps").context("footsteps")?;
    let plays = alike_but(Misbehavior::Another, Duration::from_secs(4), certamen_games::find);
    let (world, slots) = ((seed, FaultPlan::default()), (MACHINES, 1));
    let farm = SimulatedFarm::new(world, slots, &["k"], Terms::usual(), plays);
    let own = endless::coordination(game)?;
    let play = |farm: &Arc<SimulatedFarm>, own: &ContestJob, time| {
        let job = |number| endless::work(game, number);
        let (contest_job, warm, until) = (own.clone(), Duration::ZERO, Until::TimeIsOver);
        SteadyLoad { contest_job, job: &job, time: farm.age() + time, warm, until }.play(farm)
    };
    // They begin one after the other.
    farm.pass(FULL);
    let (mut rng, mut longest) = (Rng::of_turn(seed, 1), Duration::ZERO);
    for _ in 0..KILLS {
        farm.end_after(rng.below(HAPPENINGS));
        let ended = play(&farm, &own, Duration::from_secs(3600));
        ensure!(ended.is_err(), "seed {seed}: the coordinator is not killed");
        let full = play(&farm, &own, 2 * FULL)?.full;
        longest = longest.max(full.unwrap_or(Duration::MAX / 4));
    }
    Ok(longest)
}
