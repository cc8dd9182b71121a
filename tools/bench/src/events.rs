//! How soon the readers of a site learn of a match that another process stored, and what a site
//! costs whose contests are all over.

use crate::{
    Bench,
    matches::{open, result, wins},
    samples::Samples,
    site::{Served, contest},
    table::Figure,
};
use anyhow::{Context, Result, ensure};
use certamen_contest::{Contest, NextStep};
use certamen_game::MatchRecord;
use certamen_store::MatchJob;
use rustix::{
    event::{PollFd, PollFlags, poll},
    process::{Resource, Rlimit, getrlimit, setrlimit},
};
use std::{
    fs,
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    os::unix::fs::PermissionsExt,
    path::Path,
    thread,
    time::{Duration, Instant},
};

const CONTESTS: usize = 100;
const LISTENERS: usize = 1000;
/// The time between two matches, so that each is the first after a quiet time.
const QUIET: Duration = Duration::from_secs(1);
/// How long the slowest listener may wait for an event.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    // The site has all cores, as it would.
    certamen_runner::pin_to_cores(&bench.cores);
    allow_connections()?;
    let folder = tempfile::tempdir()?;
    // Where root serves, an ordinary user reads what is in it.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
    let two = "\"builtin:random\", \"builtin:first\"";
    contest(folder.path(), "over-0", "footsteps", two, 20)?;
    for number in 1..CONTESTS {
        copy(&folder.path().join("over-0"), &folder.path().join(format!("over-{number}")))?;
    }
    let mut figures = at_rest(bench, folder.path())?;
    figures.extend(latencies(bench, folder.path())?);
    certamen_runner::pin_to_core(bench.core);
    Ok(figures)
}

/// Each listener is a connection, here and in the site.
fn allow_connections() -> Result<()> {
    let maximum = getrlimit(Resource::Nofile).maximum;
    Ok(setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })?)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let below = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &below)?;
        } else {
            fs::copy(entry.path(), below)?;
        }
    }
    Ok(())
}

/// What `serve` uses while nothing happens, all its processes together.
fn at_rest(bench: &Bench, folder: &Path) -> Result<Vec<Figure>> {
    let site = Served::start(folder, &[])?;
    // Until everything is loaded and every contest was found to be over.
    thread::sleep(Duration::from_secs(bench.of(15, 5)));
    let time = Duration::from_secs(bench.of(60, 10));
    let before = usage(site.process())?;
    thread::sleep(time);
    let after = usage(site.process())?;
    let share = 100.0 * (after.seconds - before.seconds) / time.as_secs_f64();
    let what = format!("`serve` at rest with {CONTESTS} contests that are over");
    Ok(vec![
        Figure::most(&*what, "% of a core", [share].into_iter().collect(), 0.5),
        Figure::new("its threads", "threads", [after.threads as f64].into_iter().collect()),
    ])
}

#[derive(Default)]
pub(crate) struct Usage {
    pub(crate) seconds: f64,
    threads: usize,
}

/// The usage of a process and of those that it started.
pub(crate) fn usage(process: u32) -> Result<Usage> {
    let mut usage = Usage::default();
    for task in fs::read_dir(format!("/proc/{process}/task"))? {
        let task = task?.path();
        let times = fs::read_to_string(task.join("schedstat"))?;
        let nanoseconds: f64 = times.split(' ').next().context("no time")?.parse()?;
        usage.seconds += nanoseconds / 1e9;
        usage.threads += 1;
        for child in fs::read_to_string(task.join("children"))?.split_whitespace() {
            let below = self::usage(child.parse()?)?;
            usage.seconds += below.seconds;
            usage.threads += below.threads;
        }
    }
    Ok(usage)
}

/// From before a match is stored to the arrival of its event at each listener.
fn latencies(bench: &Bench, folder: &Path) -> Result<Vec<Figure>> {
    let mut played = PlayedContest::open(&folder.join("open"))?;
    played.play()?;
    let site = Served::start(folder, &["--no-play"])?;
    let address: SocketAddr = site.address.parse()?;
    let listeners = (0..LISTENERS).map(|_| listener(address));
    let mut listeners = listeners.collect::<Result<Vec<TcpStream>>>()?;
    // The first event is the state.
    until_all_have_an_event(&mut listeners, Instant::now())?;
    let mut taken = Samples::default();
    for _ in 0..bench.of(60, 5) {
        thread::sleep(QUIET);
        let begun = Instant::now();
        played.play()?;
        for latency in until_all_have_an_event(&mut listeners, begun)? {
            taken.push(latency);
        }
    }
    let worst = [taken.quantile(0.99)].into_iter().collect();
    let what = format!("from a stored match to its event, {LISTENERS} listeners");
    Ok(vec![
        Figure::most(what, "ms", taken, 50.0),
        Figure::most("one in a hundred takes longer than", "ms", worst, 300.0),
    ])
}

/// A contest that this process plays, as `certamen run` does in a terminal.
struct PlayedContest {
    contest: Contest,
    waiting: Vec<MatchJob>,
    record: MatchRecord,
}

impl PlayedContest {
    fn open(place: &Path) -> Result<Self> {
        fs::create_dir_all(place)?;
        let text = "name = \"Open\"\ngame = \"footsteps\"\nbots = [\"builtin:random\"]\n[format]\n\
            kind = \"ladder\"\nmatches = 5000\n[ranking]\nkind = \"win-share\"\n";
        fs::write(place.join("contest.toml"), text)?;
        let [record, _] = wins()?;
        Ok(PlayedContest { contest: open(place, 32)?, waiting: Vec::new(), record })
    }

    /// Stores one more match.
    fn play(&mut self) -> Result<()> {
        while self.waiting.is_empty() {
            match self.contest.step()? {
                NextStep::Work(job) => self.waiting.push(*job),
                NextStep::Wait | NextStep::Again => {}
                NextStep::Stands | NextStep::Done(_) => anyhow::bail!("no match is left"),
            }
        }
        let Some(job) = self.waiting.pop() else { return Ok(()) };
        Ok(self.contest.hand_in(vec![result(job, &self.record)])?)
    }
}

/// A connection that asks for the events of the contest in play.
fn listener(site: SocketAddr) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(site)?;
    stream.write_all(b"GET /api/v1/contests/open/events HTTP/1.1\r\nHost: x\r\n\r\n")?;
    stream.set_nonblocking(true)?;
    Ok(stream)
}

/// Waits until each has received an event of the standings: when, in milliseconds since `begun`.
fn until_all_have_an_event(listeners: &mut [TcpStream], begun: Instant) -> Result<Vec<f64>> {
    let mut waiting: Vec<&mut TcpStream> = listeners.iter_mut().collect();
    let mut latencies = Vec::new();
    while !waiting.is_empty() {
        ensure!(begun.elapsed() < PATIENCE, "{} listeners hear nothing", waiting.len());
        let ready = ready(&waiting)?;
        let mut still = Vec::new();
        for (stream, is_ready) in waiting.into_iter().zip(ready) {
            let mut bytes = [0; 4096];
            let read = if is_ready { stream.read(&mut bytes)? } else { 0 };
            ensure!(!is_ready || read > 0, "the site hung up");
            let text = String::from_utf8_lossy(&bytes[..read]);
            ensure!(!text.starts_with("HTTP/1.1 503"), "the site is busy");
            if text.contains("event: table\n") {
                latencies.push(1000.0 * begun.elapsed().as_secs_f64());
            } else {
                still.push(stream);
            }
        }
        waiting = still;
    }
    Ok(latencies)
}

/// Waits until one of these can be read: which can.
fn ready(streams: &[&mut TcpStream]) -> Result<Vec<bool>> {
    let polled = streams.iter().map(|stream| PollFd::new(&**stream, PollFlags::IN));
    let mut polled: Vec<PollFd<'_>> = polled.collect();
    poll(&mut polled, Some(&PATIENCE.try_into()?))?;
    Ok(polled.iter().map(|one| !one.revents().is_empty()).collect())
}
