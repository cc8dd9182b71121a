//! The cost of cells when there are many of them, and when they are reused.

use crate::{Bench, floors::LINE_BOT, living, samples::Samples, table::Figure};
use anyhow::{Context, Result, anyhow};
use certamen_sandbox::{CellPool, Isolated, Sandbox};
use std::{
    fs,
    sync::Arc,
    time::{Duration, Instant},
};

/// How many are there at once.
const PLACES: usize = 64;

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    let sandbox: Arc<dyn Sandbox> =
        Arc::new(Isolated::open(&bench.launcher).map_err(|tier_loss| anyhow!("{tier_loss}"))?);
    let mut figures = respawned(bench, &sandbox)?;
    figures.extend(many(bench, &*sandbox)?);
    Ok(figures)
}

/// Matches of one turn between living programs that are started again for each, in cells that are
/// reused.
fn respawned(bench: &Bench, sandbox: &Arc<dyn Sandbox>) -> Result<Vec<Figure>> {
    let reusing: Arc<dyn Sandbox> = Arc::new(CellPool::new(Arc::clone(sandbox), 2));
    let [mut ours, mut floor, mut beyond] = std::array::from_fn(|_| Samples::default());
    // The first match builds the places.
    living::respawned(bench, &reusing)?;
    for _ in 0..bench.of(200, 20) {
        let (match_, bare) = (living::respawned(bench, &reusing)?, living::bare(bench)?);
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        ours.push(ms(match_));
        floor.push(ms(bare));
        beyond.push(ms(match_) - 2.0 * ms(bare));
    }
    Ok(vec![
        Figure::new("a match of one turn, programs started for it", "ms", ours),
        Figure::new("the same at the floor", "ms", floor),
        Figure::most("beyond twice the floor", "ms", beyond, 0.5),
    ])
}

/// This many cells at once: how long each takes to build, and the memory of its own that its
/// process has, and that the machine lacks.
fn many(bench: &Bench, sandbox: &dyn Sandbox) -> Result<Vec<Figure>> {
    let [mut built, mut private, mut missing] = std::array::from_fn(|_| Samples::default());
    for _ in 0..bench.of(5, 1) {
        let free = free()?;
        let mut cells = Vec::new();
        for _ in 0..PLACES {
            let started = Instant::now();
            cells.push(sandbox.create_cell(&bench.floors.program(LINE_BOT))?);
            built.push(started.elapsed().as_secs_f64() * 1e3);
        }
        let lost = free.saturating_sub(self::free()?);
        missing.push(lost as f64 / PLACES as f64);
        private.push(private_of_children()? as f64 / PLACES as f64);
    }
    Ok(vec![
        Figure::new(format!("a place, built beside up to {PLACES} others"), "ms", built),
        Figure::most("memory of its own, of an idle place", "KiB", private, 1024.0),
        Figure::new("memory that the machine lacks for it", "KiB", missing),
    ])
}

/// Memory that the machine could still give, in KiB.
fn free() -> Result<u64> {
    number(&fs::read_to_string("/proc/meminfo")?, "MemAvailable:").context("/proc/meminfo")
}

/// The private memory of all our children, in KiB.
fn private_of_children() -> Result<u64> {
    let own = std::process::id();
    let children = fs::read_to_string(format!("/proc/{own}/task/{own}/children"))?;
    let mut sum = 0;
    for child in children.split_ascii_whitespace() {
        let text = fs::read_to_string(format!("/proc/{child}/smaps_rollup"))?;
        let of = |key| number(&text, key).with_context(|| format!("no {key} of a place"));
        sum += of("Private_Clean:")? + of("Private_Dirty:")?;
    }
    Ok(sum)
}

fn number(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}
