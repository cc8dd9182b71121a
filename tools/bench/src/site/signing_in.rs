//! Five hundred users who sign in while others read: how many a second, and how long readers wait.

use super::{
    entering::lay_out,
    served::{Play, Served, ask},
    visitor::{Visitor, invite},
};
use crate::{Bench, samples::Samples, table::Figure};
use anyhow::{Result, bail};
use std::{
    path::Path,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

/// The number of accounts, and how often each signs in: the limit for an account in that time.
const ACCOUNTS: usize = 100;
const TIMES: usize = 5;
/// The number that sign in at the same time.
const AT_ONCE: usize = 8;
/// How often a reader asks.
const PACE: Duration = Duration::from_millis(4);

pub(super) fn figures(bench: &Bench, folder: &Path) -> Result<Vec<Figure>> {
    lay_out(folder)?;
    let accounts = bench.of(ACCOUNTS, 10);
    let links = (0..accounts).map(|number| invite(folder, number)).collect::<Result<Vec<_>>>()?;
    let site = Served::start(folder, Play::Nothing)?;
    for (number, link) in links.iter().enumerate() {
        Visitor::enter(&site, number, link)?;
    }
    let still = read_while(&site, || {
        thread::sleep(Duration::from_secs(2));
        Ok(())
    })?;
    let begun = Instant::now();
    let beside = read_while(&site, || all_sign_in(&site, accounts))?;
    let rate = (accounts * TIMES) as f64 / begun.elapsed().as_secs_f64();
    let late = |waits: &Samples| std::iter::once(waits.quantile(0.99)).collect::<Samples>();
    let what = format!(
        "pages beside {} who sign in: one in a hundred takes longer than",
        accounts * TIMES
    );
    Ok(vec![
        Figure::new("people who sign in", "a second", std::iter::once(rate).collect()),
        Figure::most(what, "ms", late(&beside), 20.0),
        Figure::new("the same while nobody signs in", "ms", late(&still)),
    ])
}

/// All users sign in, each time from another network.
fn all_sign_in(site: &Served, accounts: usize) -> Result<()> {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let workers = (0..AT_ONCE).map(|_| {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= accounts * TIMES {
                        return Ok::<(), anyhow::Error>(());
                    }
                    let mut visitor = Visitor::stranger(site, ACCOUNTS + number)?;
                    visitor.sign_in(number % accounts)?;
                }
            })
        });
        let workers: Vec<_> = workers.collect();
        for worker in workers {
            match worker.join() {
                Ok(done) => done?,
                Err(_) => bail!("somebody died"),
            }
        }
        Ok(())
    })
}

/// How long a reader waits for a public page, in milliseconds, while `work` is done.
fn read_while(site: &Served, work: impl FnOnce() -> Result<()>) -> Result<Samples> {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let (mut stream, mut waits) = (site.connect()?, Samples::default());
            while !stop.load(Ordering::Relaxed) {
                let asked = Instant::now();
                ask(&mut stream, "/en/c/open")?;
                waits.push(1000.0 * asked.elapsed().as_secs_f64());
                thread::sleep(PACE);
            }
            Ok::<_, anyhow::Error>(waits)
        });
        let done = work();
        stop.store(true, Ordering::Relaxed);
        let waits = reader.join();
        done?;
        waits.unwrap_or_else(|_| bail!("the reader died"))
    })
}
