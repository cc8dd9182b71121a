//! Live readers: how far apart they receive an event, and how soon after a match its standings
//! change.

use super::{
    TWO, lay_out, play,
    served::{Connection, Served},
};
use crate::{Bench, samples::Samples, table::Figure};
use anyhow::{Context, Result, ensure};
use std::{
    fs,
    io::{BufRead, Write},
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// How many readers listen.
const LISTENERS: usize = 500;

pub(super) fn figures(bench: &Bench, site: &Served, told: &Path) -> Result<Vec<Figure>> {
    let mut listeners = Vec::with_capacity(LISTENERS);
    for _ in 0..LISTENERS {
        let mut stream = site.connect()?;
        write!(stream.get_mut(), "GET /c/told/events HTTP/1.1\r\nHost: x\r\n\r\n")?;
        hear(&mut stream, "event: table")?;
        listeners.push(stream);
    }
    let notices = told.join("notices");
    fs::create_dir_all(&notices)?;
    let [mut apart, mut renewed] = std::array::from_fn(|_| Samples::default());
    for round in 1..=bench.of(10, 3) {
        let notice = notices.join(format!("{round:04}-news.md"));
        let mark = format!("{{\"notices\":{round}}}");
        let ((), heard) = all_hear(&mut listeners, &mark, || Ok(fs::write(notice, "# News\n")?))?;
        let (first, last) = (heard.iter().min(), heard.iter().max());
        let (first, last) = first.zip(last).context("nobody listens")?;
        apart.push(milliseconds(*last - *first));
        let matches = 2 * (round + 1);
        lay_out(told, TWO, matches)?;
        let mark = format!("\"matches\":{matches}");
        let (ended, _) = all_hear(&mut listeners[..1], &mark, || {
            play(told)?;
            Ok(Instant::now())
        })?;
        let now = site.page("/en/c/told")?;
        ensure!(now.contains(&format!("{matches} of {matches}")), "the page is old: {now}");
        renewed.push(milliseconds(ended.elapsed()));
    }
    let what = format!("{LISTENERS} listeners: from the first that hears to the last");
    Ok(vec![
        Figure::most(what, "ms", apart, 50.0),
        Figure::most("from the end of a match to its page", "ms", renewed, 1000.0),
    ])
}

/// Does `work` while all listen for `mark`: the result of `work`, and when each heard it.
fn all_hear<T>(
    listeners: &mut [Connection],
    mark: &str,
    work: impl FnOnce() -> Result<T>,
) -> Result<(T, Vec<Instant>)> {
    thread::scope(|scope| {
        let ears = listeners.iter_mut().map(|stream| scope.spawn(move || hear(stream, mark)));
        let ears: Vec<_> = ears.collect();
        let done = work()?;
        let heard = ears.into_iter().map(thread::ScopedJoinHandle::join);
        let heard = heard.map(|heard| heard.unwrap_or_else(|_| Ok(Instant::now())));
        Ok((done, heard.collect::<Result<Vec<Instant>>>()?))
    })
}

/// When a line with `mark` came.
fn hear(stream: &mut Connection, mark: &str) -> Result<Instant> {
    stream.get_ref().set_read_timeout(Some(Duration::from_secs(20)))?;
    loop {
        let mut line = String::new();
        let count = stream.read_line(&mut line).with_context(|| format!("waiting for {mark}"))?;
        ensure!(count > 0, "the site hung up before {mark}");
        if line.contains(mark) {
            return Ok(Instant::now());
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    1000.0 * time.as_secs_f64()
}
