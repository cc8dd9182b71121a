//! What is promised of a farm in figures, in a world of its own and in short forms.

use super::simulated::seeds;
use certamen_bus::{
    Coordination, Terms,
    simulated::{SimulatedFarm, SteadyLoad, SteadyOutcome, Trouble},
};
use certamen_game::{DynGame, Luck};
use certamen_hall::simulated::{all_alike, endless};
use std::{sync::Arc, time::Duration};

/// How many machines there are, with a slot each.
const MACHINES: usize = 12;
/// How often a coordinator is killed.
const KILLS: u64 = 4;
/// So long it takes at most until all are busy again,
const FULL: Duration = Duration::from_secs(10);
/// which is then looked at for so long.
const LOOK: Duration = Duration::from_secs(30);

fn game() -> &'static dyn DynGame {
    certamen_games::find("footsteps").unwrap()
}

fn farm(seed: u64, each: Duration) -> Arc<SimulatedFarm> {
    let plays = all_alike(each, certamen_games::find);
    let (world, slots) = ((seed, Trouble::default()), (MACHINES, 1));
    SimulatedFarm::new(world, slots, &["k"], Terms::usual(), plays)
}

/// A coordinator that is gone after this time without a word; nothing is counted before `warm`.
fn play(
    farm: &Arc<SimulatedFarm>,
    own: &Coordination,
    (warm, time): (Duration, Duration),
) -> SteadyOutcome {
    let work = |number| endless::work(game(), number);
    let (coordination, now) = (own.clone(), farm.age());
    let load = SteadyLoad { coordination, work: &work, time: now + time, warm: now + warm };
    load.play(farm).unwrap()
}

#[test]
fn all_are_busy_again_ten_seconds_after_a_coordinator_was_killed_at_any_moment() {
    let own = endless::coordination(game()).unwrap();
    for seed in seeds(1) {
        let farm = farm(seed, Duration::from_secs(2));
        let mut luck = Luck::of_turn(seed, 1);
        for kill in 0..KILLS {
            let moment = Duration::from_millis(luck.below(20_000));
            play(&farm, &own, (Duration::ZERO, moment));
            let SteadyOutcome { useful, .. } = play(&farm, &own, (FULL, FULL + LOOK));
            let share = useful.as_secs_f64() / (LOOK.as_secs_f64() * MACHINES as f64);
            assert!(share >= 0.95, "seed {seed}, kill {kill} after {moment:?}: {share} busy");
        }
    }
}
