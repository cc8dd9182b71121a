//! A contest that is played by the same process while a thousand pages a second are requested: its
//! speed, compared with its speed without readers.

use super::{
    lay_out,
    served::{Play, Served, ask},
};
use crate::{Bench, samples::Samples, table::Figure};
use anyhow::{Result, bail, ensure};
use certamen_contest::{Folder, Results};
use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

/// Pages requested per second, and the number of readers.
const RATE: u32 = 1000;
const READERS: u32 = 4;
/// More than are played meanwhile.
pub(super) const GAMES: u32 = 200_000;
/// Matches that cost some milliseconds each, as those of programs do.
pub(super) const THINKERS: &str = "mancala8\"\nseed = 1\n\
    bots = [\"builtin:bueno:depth=4\", \"builtin:random\"]";

pub(super) fn figures(bench: &Bench, folder: &Path) -> Result<Vec<Figure>> {
    let own = folder.join("busy");
    fs::create_dir_all(&own)?;
    lay_out(&own, THINKERS, GAMES)?;
    let site = Served::start(folder, Play::Everything)?;
    let contest = Folder::new(&own);
    wait_until_played(&contest)?;
    let time = Duration::from_millis(bench.of(10_000, 3000));
    let [mut kept, mut alone, mut asked] = std::array::from_fn(|_| Samples::default());
    for _ in 0..bench.of(5, 2) {
        let before = speed(&contest, time)?;
        let (beside, pages) = visited(&site, || speed(&contest, time))?;
        let after = speed(&contest, time)?;
        kept.push(2.0 * beside / (before + after));
        alone.push(before);
        asked.push(pages as f64 / time.as_secs_f64());
    }
    Ok(vec![
        Figure::least("speed of a contest beside readers, to that without any", kept, 0.95),
        Figure::new("pages that the readers were given", "pages/s", asked),
        Figure::new("matches without readers", "matches/s", alone),
    ])
}

pub(super) fn wait_until_played(contest: &Folder) -> Result<()> {
    let begun = Instant::now();
    while finished(contest).is_err() || finished(contest)? < 10 {
        thread::sleep(Duration::from_millis(100));
        ensure!(begun.elapsed() < Duration::from_secs(60), "nothing is played");
    }
    Ok(())
}

/// How many matches are played.
fn finished(contest: &Folder) -> Result<u64> {
    Ok(Results::open(contest)?.progress()?.finished)
}

/// Matches a second over a while.
pub(super) fn speed(contest: &Folder, time: Duration) -> Result<f64> {
    let (begun, before) = (Instant::now(), finished(contest)?);
    thread::sleep(time);
    let played = finished(contest)? - before;
    Ok(played as f64 / begun.elapsed().as_secs_f64())
}

/// Lets readers request pages at their rate while `work` is done: the result of `work`, and how
/// many pages were served.
fn visited(site: &Served, work: impl FnOnce() -> Result<f64>) -> Result<(f64, u64)> {
    let (stop, given) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        let readers: Vec<_> =
            (0..READERS).map(|_| scope.spawn(|| read_at_rate(site, (&stop, &given)))).collect();
        let done = work();
        stop.store(true, Ordering::Relaxed);
        for reader in readers {
            match reader.join() {
                Ok(read) => read?,
                Err(_) => bail!("a reader died"),
            }
        }
        Ok((done?, given.load(Ordering::Relaxed)))
    })
}

fn read_at_rate(site: &Served, (stop, given): (&AtomicBool, &AtomicU64)) -> Result<()> {
    let mut stream = site.connect()?;
    let (step, mut due) = (Duration::from_secs(1) * READERS / RATE, Instant::now());
    for path in ["/en/c/busy/standings", "/en/c/busy", "/es/c/busy/matches"].iter().cycle() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        ask(&mut stream, path)?;
        given.fetch_add(1, Ordering::Relaxed);
        due += step;
        thread::sleep(due.saturating_duration_since(Instant::now()));
    }
    Ok(())
}
