//! How soon the readers of a site learn of a match that another process stored and of a turn that a
//! player on another machine played, and what a site costs whose contests are all over.

use crate::{
    Bench,
    matches::{open, result, wins},
    remote::{self, Seat},
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
    io::{BufReader, Read, Write},
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
/// The event of new standings.
const STANDINGS: &str = "event: table\n";
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
    figures.extend(turns(bench)?);
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
    let time = Duration::from_secs(bench.of(180, 10));
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
    let mut listeners = listeners(address, "contests/open")?;
    // The first event is the state.
    until_all_have(STANDINGS, &mut listeners, Instant::now())?;
    let mut taken = Samples::default();
    for _ in 0..bench.of(60, 5) {
        thread::sleep(QUIET);
        let begun = Instant::now();
        played.play()?;
        for latency in until_all_have(STANDINGS, &mut listeners, begun)? {
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

/// From before a player on another machine gives a move to the arrival of its turn at each listener
/// of the table.
fn turns(bench: &Bench) -> Result<Vec<Figure>> {
    let folder = remote::site_folder()?;
    // Both bid one again and again, and no token gets nearer to a goal.
    let more = "[options]\npoints = 1500\n[limits]\nmove_time = \"10min\"\n";
    remote::contest_in("footsteps", folder.path(), "open", "remote:beta", 1, more)?;
    let token = remote::run(folder.path(), &["remote", "open", "beta"], &[])?;
    let site = Served::start(folder.path(), &["--jobs", "1"])?;
    let seats = remote::park(&site.address, "open", token.trim(), 1)?;
    let seat = seats.first().context("a seat")?;
    let mut listeners = listeners(site.address.parse()?, &format!("tables/{}", seat.table))?;
    // The first event has no turn.
    until_all_have("event: turn\n", &mut listeners, Instant::now())?;
    let mut taken = Samples::default();
    for turn in 1..=bench.of(60, 5) {
        thread::sleep(QUIET);
        let begun = Instant::now();
        let mut answer = give_move(&site, seat, turn)?;
        let event = format!("event: turn\ndata: {{\"turn\":{turn}}}");
        for latency in until_all_have(&event, &mut listeners, begun)? {
            taken.push(latency);
        }
        let (status, _) = remote::message(&mut answer).context("no answer")?;
        ensure!(status.contains(" 200 "), "turn {turn}: {status}");
    }
    let worst = [taken.quantile(0.99)].into_iter().collect();
    let what = format!("from a move at a table to its turn, {LISTENERS} watchers");
    Ok(vec![
        Figure::new(what, "ms", taken),
        Figure::most("one in a hundred takes longer than", "ms", worst, 300.0),
    ])
}

/// Gives the move of a seat in a turn; the connection on which the answer arrives.
fn give_move(site: &Served, seat: &Seat, turn: u64) -> Result<BufReader<TcpStream>> {
    let body = format!("{{\"turn\":{turn},\"answer\":\"1\"}}");
    let (Seat { table, token }, address, length) = (seat, &site.address, body.len());
    let mut stream = TcpStream::connect(address)?;
    let head = format!(
        "POST /api/v1/tables/{table}/moves HTTP/1.1\r\nHost: {address}\r\n\
         Authorization: Bearer {token}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all((head + &body).as_bytes())?;
    Ok(BufReader::new(stream))
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

/// Connections that ask for the events of a contest or a table.
fn listeners(site: SocketAddr, of: &str) -> Result<Vec<TcpStream>> {
    let request = format!("GET /api/v1/{of}/events HTTP/1.1\r\nHost: x\r\n\r\n");
    let listeners = (0..LISTENERS).map(|_| {
        let mut stream = TcpStream::connect(site)?;
        stream.write_all(request.as_bytes())?;
        stream.set_nonblocking(true)?;
        Ok(stream)
    });
    listeners.collect()
}

/// Waits until each has received this event: when, in milliseconds since `begun`.
fn until_all_have(event: &str, listeners: &mut [TcpStream], begun: Instant) -> Result<Vec<f64>> {
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
            if text.contains(event) {
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
