//! Which workers are suspended in a simulated world: those with false results, after how many of
//! them, and no others.

use super::seeds::each_seed;
use crate::{Bench, samples::Samples, table::Figure};
use anyhow::{Context, Result};
use certamen_farm::{
    ContestJob, Terms,
    simulated::{FaultPlan, SimulatedFarm, SteadyLoad, SteadyOutcome, Until},
};
use certamen_game::DynGame;
use certamen_host::simulated::{Misbehavior, alike_but, endless};
use std::{sync::Arc, time::Duration};

/// How many machines there are.
const MACHINES: usize = 100;
/// How much is played again.
const RATE: f64 = 0.02;
/// The machine that lies.
const LIAR: usize = 42;
/// A worker with false results is found within this time.
const LONG: Duration = Duration::from_secs(3600);
/// For this many days each worker is honest.
const DAYS: u64 = 10;

pub(super) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let mut figures = careful(bench)?;
    figures.push(chance(bench)?);
    figures.push(honest(bench)?);
    Ok(figures)
}

/// One who plays other matches than it was given, which end as likely.
fn careful(bench: &Bench) -> Result<Vec<Figure>> {
    let seeds = bench.of(100, 6);
    let lies = each_seed(bench, seeds, |seed| {
        let world = World::of(seed, Misbehavior::Careful, Duration::from_millis(1500));
        Ok(world.lies(seed, &endless::audited(game()?, RATE)?)?.0)
    })?;
    let most = 3.0 / RATE;
    let found = lies.iter().filter(|(_, lies)| *lies as f64 <= most).count();
    let mut within = Samples::default();
    within.push(100.0 * found as f64 / seeds as f64);
    let what =
        format!("a careful liar of {MACHINES}, suspended within 3/rate lies: of {seeds} seeds");
    let lies = lies.iter().map(|(_, lies)| *lies as f64).collect();
    Ok(vec![
        Figure::new(what, "%", within).at_least(95.0),
        Figure::new("batches it lied in until then, rate 0.02", "batches", lies),
    ])
}

/// One whose results are chance, where nothing is played again.
fn chance(bench: &Bench) -> Result<Figure> {
    let seeds = bench.of(20, 4);
    let matches = each_seed(bench, seeds, |seed| {
        let world = World::of(seed, Misbehavior::Chance, Duration::from_millis(1500));
        Ok(world.lies(seed, &endless::coordination(game()?)?)?.1)
    })?;
    let mut worst = Samples::default();
    worst.push(matches.iter().map(|(_, matches)| *matches).max().unwrap_or_default() as f64);
    let what = format!("its matches until one of random results is suspended, worst of {seeds}");
    Ok(Figure::most(what, "matches", worst, 300.0))
}

/// No worker reports false results.
fn honest(bench: &Bench) -> Result<Figure> {
    let (farms, days) = (bench.cores.len() as u64, bench.of(DAYS, 1) as u32);
    let machines = MACHINES / farms as usize;
    // They are checked as often as ever; their other output would only take time.
    let usual = Terms::usual();
    let (renewal, beat) = (4 * usual.renewal, 4 * usual.beat);
    let (lease, silence) = (4 * usual.lease, 4 * usual.silence);
    let terms = Terms { renewal, beat, lease, silence, ..usual };
    let suspended = each_seed(bench, farms, |seed| {
        let plays = alike_but(Misbehavior::Another, Duration::from_secs(60), certamen_games::find);
        let slots = (machines, 1);
        let farm = SimulatedFarm::new((seed, FaultPlan::default()), slots, &["k"], terms, plays);
        let own = ContestJob { terms, ..endless::audited(game()?, RATE)? };
        let time = days * Duration::from_secs(86_400);
        Ok(World(farm).play(&own, (time, Until::TimeIsOver))?.suspended.len())
    })?;
    let mut count = Samples::default();
    count.push(suspended.iter().map(|(_, count)| *count as f64).sum());
    let all = machines as u64 * farms * u64::from(days);
    let what = format!("suspended of honest machines, {all} of their days");
    Ok(Figure::most(what, "machines", count, 0.0))
}

/// A farm in which a worker may report false results.
struct World(Arc<SimulatedFarm>);

impl World {
    fn of(seed: u64, misbehavior: Misbehavior, each: Duration) -> World {
        let plays = alike_but(misbehavior, each, certamen_games::find);
        let (world, terms) = ((seed, FaultPlan::default()), Terms::usual());
        World(SimulatedFarm::new(world, (MACHINES, 1), &["k"], terms, plays))
    }

    /// In how many batches, and matches, a worker reported false results until it was suspended;
    /// infinitely many if it never was, or another one was.
    fn lies(&self, seed: u64, own: &ContestJob) -> Result<(u64, u64)> {
        self.0.let_lie(LIAR);
        let found = self.play(own, (LONG, Until::SomebodyIsSuspended))?;
        if found.suspended == [format!("m{LIAR}")] {
            return Ok(self.0.lies());
        }
        eprintln!("seed {seed}: suspended are {:?}, and m{LIAR} lies", found.suspended);
        Ok((u64::MAX, u64::MAX))
    }

    fn play(&self, own: &ContestJob, (time, until): (Duration, Until)) -> Result<SteadyOutcome> {
        let game = game()?;
        let job = |number| endless::work(game, number);
        let (contest_job, warm) = (own.clone(), Duration::ZERO);
        Ok(SteadyLoad { contest_job, job: &job, time, warm, until }.play(&self.0)?)
    }
}

fn game() -> Result<&'static dyn DynGame> {
    certamen_games::find("footsteps").context("footsteps")
}
