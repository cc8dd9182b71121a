//! Readers who request the same page again and again, as fast as they are answered.

use super::{
    BOTS, TABLE,
    served::{Served, ask},
};
use crate::{Bench, samples::Samples, table::Figure};
use anyhow::Result;
use std::{
    thread,
    time::{Duration, Instant},
};

/// How many readers ask at the same time, each over one connection.
const READERS: usize = 8;

/// What a number of readers measured.
struct Load {
    per_second: f64,
    latencies: Samples,
}

pub(super) fn figures(bench: &Bench, site: &Served) -> Result<Vec<Figure>> {
    let time = Duration::from_millis(bench.of(3000, 500));
    let [mut ratio, mut rate, mut slow] = std::array::from_fn(|_| Samples::default());
    for _ in 0..bench.of(5, 2) {
        let page = load(site, TABLE, time)?;
        let floor = load(site, "/healthz", time)?;
        ratio.push(floor.per_second / page.per_second);
        rate.push(page.per_second);
        slow.push(page.latencies.quantile(0.99));
    }
    let matches = BOTS * (BOTS - 1) / 2 * bench.of(50, 2);
    let what = format!("table of {BOTS} bots, {matches} matches, {READERS} readers");
    Ok(vec![
        Figure::new(what, "pages/s", rate).at_least(5000.0),
        Figure::most("one in a hundred takes longer than", "ms", slow, 20.0),
        Figure::ratio("the same program with three bytes, to it", ratio, 1.5),
    ])
}

/// Lets all readers ask for `path` for a while.
fn load(site: &Served, path: &str, time: Duration) -> Result<Load> {
    ask(&mut site.connect()?, path)?;
    let begun = Instant::now();
    let readers: Vec<Result<Vec<f64>>> = thread::scope(|scope| {
        let reader = || {
            let mut stream = site.connect()?;
            let mut taken = Vec::new();
            while begun.elapsed() < time {
                let asked = Instant::now();
                ask(&mut stream, path)?;
                taken.push(1000.0 * asked.elapsed().as_secs_f64());
            }
            Ok(taken)
        };
        let readers: Vec<_> = (0..READERS).map(|_| scope.spawn(reader)).collect();
        let joined = readers.into_iter().map(thread::ScopedJoinHandle::join);
        joined.map(|done| done.unwrap_or_else(|_| Ok(Vec::new()))).collect()
    });
    let mut all = Vec::new();
    for reader in readers {
        all.extend(reader?);
    }
    let per_second = all.len() as f64 / begun.elapsed().as_secs_f64();
    // Of many the quantiles are those of some.
    let step = all.len().div_ceil(20_000).max(1);
    Ok(Load { per_second, latencies: all.into_iter().step_by(step).collect() })
}
