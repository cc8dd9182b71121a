//! What something takes: wall time, and CPU time of all processes that do it.

use anyhow::Result;
use std::{
    fs,
    time::{Duration, Instant},
};

/// How long something took on the clock, and how much computing time it and its programs used.
#[derive(Clone, Copy, Default)]
pub(crate) struct Took {
    pub(crate) wall: Duration,
    pub(crate) computing: Duration,
}

/// Does something, and says what it took.
pub(crate) fn took<T>(what: impl FnOnce() -> Result<T>) -> Result<(Took, T)> {
    let (before, started) = (computing_time()?, Instant::now());
    let done = what()?;
    let wall = started.elapsed();
    Ok((Took { wall, computing: computing_time()?.saturating_sub(before) }, done))
}

/// What this process and all its descendants that have ended have used until now.
fn computing_time() -> Result<Duration> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // Behind the name, which may hold anything: utime, stime, cutime and cstime, in hundredths.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks = fields.skip(11).take(4).map(str::parse::<u64>).sum::<Result<u64, _>>()?;
    Ok(Duration::from_millis(10 * ticks))
}
