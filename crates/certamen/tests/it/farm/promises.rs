//! Performance targets of a farm, simulated in short forms; `cargo xtask bench farm` measures the
//! full ones.

use super::simulated::seeds;
use certamen_farm::{
    BusError, ContestJob, Terms,
    simulated::{FaultPlan, SimulatedFarm, SteadyLoad, SteadyOutcome, Traffic, Until},
};
use certamen_game::{DynGame, Rng};
use certamen_host::simulated::{Misbehavior, alike_but, endless};
use std::{sync::Arc, time::Duration};

/// Number of times that a coordinator is killed.
const KILLS: u64 = 8;
/// It is killed after fewer events than this.
const HAPPENINGS: u64 = 300;
/// The maximum time until all workers are busy again.
const FULL: Duration = Duration::from_secs(10);

fn game() -> &'static dyn DynGame {
    certamen_games::find("footsteps").unwrap()
}

/// A number of workers of one class, with a slot each, whose matches take this long.
fn farm(
    seed: u64,
    machines: usize,
    each: Duration,
    misbehavior: Misbehavior,
) -> Arc<SimulatedFarm> {
    farm_of(seed, (machines, Terms::usual()), each, misbehavior)
}

fn farm_of(
    seed: u64,
    (machines, terms): (usize, Terms),
    each: Duration,
    misbehavior: Misbehavior,
) -> Arc<SimulatedFarm> {
    let plays = alike_but(misbehavior, each, certamen_games::find);
    SimulatedFarm::new((seed, FaultPlan::default()), (machines, 1), &["k"], terms, plays)
}

fn play(
    farm: &Arc<SimulatedFarm>,
    contest_job: &ContestJob,
    (time, until): (Duration, Until),
) -> Result<SteadyOutcome, BusError> {
    let job = |number| endless::work(game(), number);
    let (contest_job, warm) = (contest_job.clone(), Duration::ZERO);
    SteadyLoad { contest_job, job: &job, time: farm.age() + time, warm, until }.play(farm)
}

#[test]
fn a_coordinator_that_is_killed_at_any_event_has_all_busy_again_within_ten_seconds() {
    let own = endless::coordination(game()).unwrap();
    for seed in seeds(1) {
        let farm = farm(seed, 12, Duration::from_secs(4), Misbehavior::Another);
        // They start one after the other.
        farm.pass(FULL);
        let mut rng = Rng::of_turn(seed, 1);
        for kill in 0..KILLS {
            let after = rng.below(HAPPENINGS);
            farm.end_after(after);
            let ended = play(&farm, &own, (Duration::from_secs(3600), Until::TimeIsOver));
            assert!(ended.is_err(), "seed {seed}, kill {kill} after {after}");
            let again = play(&farm, &own, (FULL, Until::TimeIsOver)).unwrap();
            assert!(again.full.is_some(), "seed {seed}, kill {kill} after {after}: {again:?}");
        }
    }
}

#[test]
fn a_batch_is_two_publications_and_two_acknowledgements() {
    let own = endless::coordination(game()).unwrap();
    for seed in seeds(1) {
        let farm = farm(seed, 12, Duration::from_millis(700), Misbehavior::Another);
        let time = (Duration::from_secs(30), Until::TimeIsOver);
        let SteadyOutcome { batches, counted, .. } = play(&farm, &own, time).unwrap();
        let Traffic { published, done, .. } = farm.traffic();
        assert!(batches > 100 && counted >= 2 * batches - 100, "seed {seed}: {batches} {counted}");
        assert!(published <= 2 * batches && done <= 2 * batches, "seed {seed}: {published} {done}");
    }
}

#[test]
fn a_worker_with_false_results_is_suspended_soon() {
    let rate = 0.05;
    let own = endless::audited(game(), rate).unwrap();
    for seed in seeds(2) {
        let farm = farm(seed, 12, Duration::from_secs(2), Misbehavior::Careful);
        farm.make_misbehave(7);
        let time = (Duration::from_secs(600), Until::WorkerIsSuspended);
        let found = play(&farm, &own, time).unwrap();
        assert_eq!(found.suspended, ["m7"], "seed {seed}");
        let (lies, _) = farm.lies();
        assert!(lies as f64 <= 3.0 / rate, "seed {seed}: {lies} lies");
    }
}

#[test]
fn whose_results_are_chance_is_suspended_within_three_hundred_of_its_matches() {
    let own = endless::coordination(game()).unwrap();
    for seed in seeds(2) {
        let farm = farm(seed, 12, Duration::from_millis(700), Misbehavior::Chance);
        farm.make_misbehave(3);
        let time = (Duration::from_secs(600), Until::WorkerIsSuspended);
        let found = play(&farm, &own, time).unwrap();
        assert_eq!(found.suspended, ["m3"], "seed {seed}");
        let (_, matches) = farm.lies();
        assert!(matches <= 300, "seed {seed}: {matches} matches");
    }
}

#[test]
fn no_honest_worker_is_suspended_in_two_days() {
    let (machines, time) = (24, Duration::from_secs(2 * 86_400 / 24));
    // Heartbeats are checked as often as usual; other reports would only take time.
    let usual = Terms::usual();
    let (renewal, heartbeat) = (4 * usual.renewal, 4 * usual.heartbeat);
    let (lease, silence) = (4 * usual.lease, 4 * usual.silence);
    let terms = Terms { renewal, heartbeat, lease, silence, ..usual };
    let own = ContestJob { terms, ..endless::audited(game(), 0.02).unwrap() };
    for seed in seeds(1) {
        let farm = farm_of(seed, (machines, terms), Duration::from_secs(120), Misbehavior::Another);
        let found = play(&farm, &own, (time, Until::TimeIsOver)).unwrap();
        assert!(found.counted > 1_200, "seed {seed}: {found:?}");
        assert_eq!(found.suspended, [""; 0], "seed {seed}");
        assert_eq!(farm.suspects(), (vec![], vec![]), "seed {seed}");
    }
}
