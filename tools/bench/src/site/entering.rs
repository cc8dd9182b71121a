//! Submissions: how long one in C takes until it plays, and a hundred of them at once, of
//! which none may be lost or stored twice.

use super::{
    served::{Play, Served},
    visitor::{Visitor, handle, invite},
};
use crate::{Bench, samples::Samples, table::Figure};
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    sync::Barrier,
    thread,
    time::{Duration, Instant},
};

/// The number of users that send at once.
const AT_ONCE: usize = 100;
/// The maximum time that a user waits.
const PATIENCE: Duration = Duration::from_secs(120);

const CONTEST: &str = "name = \"Open\"\ngame = \"footsteps\"\nseed = 1\n\
    bots = [\"builtin:random\", \"builtin:first\"]\n[format]\nkind = \"round-robin\"\n\
    games_per_pair = 2\n[ranking]\nkind = \"points\"\n[sandbox]\nminimum_tier = \"D\"\n\
    [entries]\ncloses = \"never\"\nper_author = 5\n";

/// Bids the same again and again.
const CONSTANT: &str = "#include <stdio.h>\nint main(void) { char line[256];\n\
    for (;;) { printf(\"1\\n\"); fflush(stdout); if (!fgets(line, sizeof line, stdin)) return 0; } }\n";

const PROXY: &str = "[listen]\nproxies = [\"127.0.0.1\"]\n[limits]\nmin_free = \"1 MiB\"\n";

pub(super) fn figures(bench: &Bench, folder: &Path) -> Result<Vec<Figure>> {
    let mut live = Samples::default();
    {
        let own = folder.join("live");
        lay_out(&own)?;
        let link = invite(&own, 0)?;
        let site = Served::start(&own, Play::Everything)?;
        let mut author = Visitor::enter(&site, 0, &link)?;
        let token = format!("Bearer {}", author.token()?);
        for round in 0..bench.of(5, 2) {
            let begun = Instant::now();
            let id = send(&mut author, &token, &format!("one{round}"))?;
            until_live(&mut author, &token, &id)?;
            live.push(begun.elapsed().as_secs_f64());
        }
    }
    let (took, astray) = burst(&folder.join("burst"))?;
    let what = format!("{AT_ONCE} programs that are sent at once, until all are confirmed");
    Ok(vec![
        Figure::most("a program in C from its author to the table", "s", live, 15.0),
        Figure::new(what, "s", one(took)),
        Figure::most("of them lost, or there twice", "programs", one(astray as f64), 0.0),
    ])
}

/// A site with a contest to which programs are sent.
pub(super) fn lay_out(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder.join("open"))?;
    fs::write(folder.join("site.toml"), PROXY)?;
    Ok(fs::write(folder.join("open/contest.toml"), CONTEST)?)
}

/// Sends a program, again and again while the server is busy; its name in addresses.
fn send(author: &mut Visitor, token: &str, entrant: &str) -> Result<String> {
    let part = |name: &str| format!("--x\r\ncontent-disposition: form-data; name=\"{name}\"");
    let body = format!(
        "{}\r\n\r\n{entrant}\r\n{}; filename=\"{entrant}.c\"\r\n\r\n{CONSTANT}\r\n--x--\r\n",
        part("entrant"),
        part("file")
    );
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        let sent = ("multipart/form-data; boundary=x", body.as_bytes());
        let reply = author.say("POST", "/api/v1/contests/open/submissions", token, sent)?;
        match reply.status {
            201 => {
                let told: Value = serde_json::from_str(&reply.body)?;
                return Ok(told["id"].as_str().context("a name")?.to_owned());
            }
            503 => thread::sleep(Duration::from_millis(20)),
            status => bail!("{status}: {}", reply.body),
        }
    }
    bail!("{entrant} is not taken in")
}

fn until_live(author: &mut Visitor, token: &str, id: &str) -> Result<()> {
    let (path, begun) = (format!("/api/v1/submissions/{id}"), Instant::now());
    loop {
        let told = author.say("GET", &path, token, ("", b""))?;
        let told: Value = serde_json::from_str(&told.body)?;
        if told["state"] == "live" {
            return Ok(());
        }
        ensure!(begun.elapsed() < PATIENCE, "{told}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// How long it takes until all are confirmed, and how many are not there once.
fn burst(folder: &Path) -> Result<(f64, usize)> {
    lay_out(folder)?;
    let links = (0..AT_ONCE).map(|number| invite(folder, number)).collect::<Result<Vec<_>>>()?;
    // The mail is not read: it stays where it was put.
    let site = Served::start(folder, Play::Nothing)?;
    let mut authors = Vec::new();
    for (number, link) in links.iter().enumerate() {
        let mut author = Visitor::enter(&site, number, link)?;
        let token = format!("Bearer {}", author.token()?);
        authors.push((author, token));
    }
    let ready = Barrier::new(AT_ONCE + 1);
    let took = thread::scope(|scope| {
        let ready = &ready;
        let senders = authors.iter_mut().enumerate().map(|(number, (author, token))| {
            scope.spawn(move || {
                ready.wait();
                send(author, token, &handle(number))
            })
        });
        let senders: Vec<_> = senders.collect();
        ready.wait();
        let begun = Instant::now();
        for sender in senders {
            match sender.join() {
                Ok(sent) => drop(sent?),
                Err(_) => bail!("an author died"),
            }
        }
        Ok(begun.elapsed().as_secs_f64())
    })?;
    Ok((took, astray(&folder.join("open/submissions"))?))
}

/// How many of those who sent are not in the inbox, or more than once.
fn astray(inbox: &Path) -> Result<usize> {
    let mut names = Vec::new();
    for entry in fs::read_dir(inbox)? {
        let envelope = entry?.path().join("entry.json");
        let told: Value = serde_json::from_slice(&fs::read(envelope)?)?;
        names.push(told["entrant"].as_str().unwrap_or_default().to_owned());
    }
    let different: BTreeSet<&String> = names.iter().collect();
    Ok((AT_ONCE - different.len()) + (names.len() - different.len()))
}

fn one(value: f64) -> Samples {
    std::iter::once(value).collect()
}
