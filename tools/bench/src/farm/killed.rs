//! A contest whose workers, coordinator and server are killed again and again.

use super::place::{FarmPlace, House, Ours};
use crate::{Bench, samples::Samples, table::Figure};
use anyhow::Result;
use certamen_game::Rng;
use std::{thread::sleep, time::Duration};

/// What is killed when is drawn from this.
const SEED: u64 = 20_261_122;
/// All times of the bus are divided by this: a lease is a second.
const HASTE: u32 = 10;
/// Matches per kill: on a fast machine all but a few workers are killed before the last
/// of them is played.
const GAMES: u32 = 900;

/// Kills one after the other until it was often enough, then lets the contest end; how many matches
/// are then otherwise than they should be.
pub(super) fn figure(bench: &Bench) -> Result<Figure> {
    let kills = bench.of(100, 10);
    let games = House { games: GAMES * kills };
    let alone = FarmPlace::begin(HASTE)?;
    alone.write_house(games)?;
    alone.run_here(2)?;
    let mut place = FarmPlace::begin(HASTE)?;
    place.write_house(games)?;
    let mut rng = Rng::of_turn(SEED, 0);
    let mut workers = [place.worker("one", 1)?, place.worker("two", 1)?];
    let mut run = place.start_run()?;
    let mut before_its_end = 0_u32;
    for _ in 0..kills {
        sleep(Duration::from_millis(50 + rng.below(500)));
        before_its_end += u32::from(run.0.try_wait()?.is_none());
        kill(&mut place, &mut workers, &mut run, &mut rng)?;
    }
    eprintln!("{before_its_end} of {kills} were killed before all was played; seed {SEED}");
    // A run that began when there was no server has said so and ended.
    drop(run);
    place.run()?;
    let listed = |place: &FarmPlace| {
        let mut lines = place.lines(&["matches", "c", "--format", "json"])?;
        lines.sort_unstable();
        Ok::<_, anyhow::Error>(lines)
    };
    let (ours, expected) = (listed(&place)?, listed(&alone)?);
    let other = ours.iter().filter(|line| expected.binary_search(line).is_err()).count();
    let mut wrong = Samples::default();
    wrong.push((other + expected.len().abs_diff(ours.len())) as f64);
    let what = format!("{kills} kills of machines, coordinator, server, all: matches otherwise");
    Ok(Figure::most(what, "matches", wrong, 0.0))
}

/// Kills a machine, the coordinator, the server, or all three, and starts them again.
fn kill(
    place: &mut FarmPlace,
    workers: &mut [Ours; 2],
    run: &mut Ours,
    rng: &mut Rng,
) -> Result<()> {
    let which = rng.below(4);
    if which == 2 || which == 3 {
        place.kill_server();
        sleep(Duration::from_millis(rng.below(300)));
        place.start_server()?;
    }
    if which == 0 || which == 3 {
        let at = rng.below(2) as usize;
        // The name is free when it is gone.
        let _ = workers[at].0.kill();
        workers[at].0.wait()?;
        workers[at] = place.worker(["one", "two"][at], 1)?;
    }
    if which == 1 || which == 3 {
        let _ = run.0.kill();
        run.0.wait()?;
        *run = place.start_run()?;
    }
    Ok(())
}
