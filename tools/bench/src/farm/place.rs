//! A server, workers and a contest in a separate folder, removed when they are not needed.

use crate::whole::command;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    env, fs,
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// Where Debian puts the server.
const DEBIANS: &str = "/usr/sbin/nats-server";
/// How long anything is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// Programs that bid two points a turn, after a while: ten answers a match.
#[derive(Clone, Copy)]
pub(crate) struct Sleeping {
    /// How long each thinks about an answer.
    pub(crate) each: Duration,
    /// How many matches are played.
    pub(crate) games: u32,
}

/// Built-in players of FootSteps.
#[derive(Clone, Copy)]
pub(crate) struct House {
    pub(crate) games: u32,
}

/// A process that ends with us.
pub(crate) struct Ours(pub(crate) Child);

impl Drop for Ours {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server, and a contest.
pub(crate) struct FarmPlace {
    folder: tempfile::TempDir,
    command: PathBuf,
    port: u16,
    haste: u32,
    server: Option<Ours>,
}

/// What was played and handed out.
pub(crate) struct Attempts {
    /// When each match began and ended that counts, in milliseconds.
    pub(crate) played: BTreeMap<i64, (i64, i64)>,
    /// The matches of each batch.
    out: BTreeMap<String, Vec<i64>>,
}

impl FarmPlace {
    /// A server on a port of its own, where all times of the bus are this many times as fast.
    pub(crate) fn begin(haste: u32) -> Result<FarmPlace> {
        let folder = tempfile::tempdir()?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut place = FarmPlace { folder, command: command()?, port, haste, server: None };
        place.start_server()?;
        Ok(place)
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Starts the server where it was.
    pub(crate) fn start_server(&mut self) -> Result<()> {
        let program = env::var_os("CERTAMEN_NATS_SERVER").unwrap_or_else(|| DEBIANS.into());
        let mut server = Command::new(program);
        server.args(["-js", "-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"]);
        server.arg(self.path().join("nats")).stdout(Stdio::null()).stderr(Stdio::null());
        self.server = Some(Ours(server.spawn().context("nats-server")?));
        until("the server listens", || TcpStream::connect(("127.0.0.1", self.port)).is_ok())
    }

    /// Kills it.
    pub(crate) fn kill_server(&mut self) {
        self.server = None;
    }

    fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.command);
        command.args(arguments).current_dir(self.path()).stdout(Stdio::null());
        command.env("XDG_CACHE_HOME", self.path().join("cache"));
        command.env("CERTAMEN_BUS_HASTE", self.haste.to_string());
        // The measuring machine may have other work.
        command.env("CERTAMEN_BUS_DRIFT", "0");
        command
    }

    /// A worker that plays this many matches in parallel.
    pub(crate) fn worker(&self, name: &str, slots: usize) -> Result<Ours> {
        let (address, slots) = (self.address(), slots.to_string());
        let own = ["worker", "--connect", &address, "--name", name, "--slots", &slots];
        let mut worker = self.command(&[&own[..], &["--tier", "D"]].concat());
        Ok(Ours(worker.stderr(Stdio::null()).spawn()?))
    }

    /// Plays the contest elsewhere.
    pub(crate) fn start_run(&self) -> Result<Ours> {
        let address = self.address();
        let mut run = self.command(&["run", "c", "--quiet", "--audit", "0", "--bus", &address]);
        Ok(Ours(run.stderr(Stdio::null()).spawn()?))
    }

    /// The same, to its end.
    pub(crate) fn run(&self) -> Result<()> {
        ended_well(&mut self.start_run()?)
    }

    /// Plays it here.
    pub(crate) fn run_here(&self, jobs: usize) -> Result<()> {
        let jobs = jobs.to_string();
        let run = self.command(&["run", "c", "--quiet", "--tier", "D", "--jobs", &jobs]).spawn()?;
        ended_well(&mut Ours(run))
    }

    /// The lines that a command prints.
    pub(crate) fn lines(&self, arguments: &[&str]) -> Result<Vec<String>> {
        let out = self.command(arguments).stdout(Stdio::piped()).output()?;
        Ok(String::from_utf8(out.stdout)?.lines().map(str::to_owned).collect())
    }

    /// Waits until workers hold this many batches, and names them.
    pub(crate) fn wait_for_held(&self, count: usize) -> Result<Vec<String>> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let mut held = Vec::new();
            for line in self.lines(&["workers", "--json", "--bus", &self.address()])? {
                let beat: Value = serde_json::from_str(&line)?;
                let holds = beat["holds"].as_array().into_iter().flatten();
                held.extend(holds.filter_map(|one| Some(one[1].as_str()?.to_owned())));
            }
            if held.len() >= count {
                return Ok(held);
            }
        }
        anyhow::bail!("machines do not begin")
    }

    /// What was played and handed out.
    pub(crate) fn attempts(&self) -> Result<Attempts> {
        let mut attempts = Attempts { played: BTreeMap::new(), out: BTreeMap::new() };
        for line in self.lines(&["export", "c"])? {
            let line: Value = serde_json::from_str(&line)?;
            let told = &line["attempt"];
            let time = |key: &str| told[key].as_i64().unwrap_or_default();
            match told["kind"].as_str() {
                Some("played") => {
                    attempts.played.insert(time("match"), (time("began"), time("ended")));
                }
                Some("out") => attempts.add_out(told["what"].as_str().unwrap_or_default()),
                _ => {}
            }
        }
        Ok(attempts)
    }

    pub(crate) fn write_sleeping(&self, sleeping: Sleeping) -> Result<()> {
        let Sleeping { each, games } = sleeping;
        for name in ["one", "other"] {
            let bot = self.path().join("c").join(name);
            fs::create_dir_all(&bot)?;
            let source = format!(
                "#include <stdio.h>\n#include <string.h>\n#include <unistd.h>\nint main(void) {{\n\
                 char line[99];\ndo {{ usleep({}); puts(\"2\"); fflush(stdout); }}\n\
                 while (fgets(line, sizeof line, stdin) && strncmp(line, \"fin\", 3));\n}}\n",
                each.as_micros()
            );
            fs::write(bot.join("bot.c"), source)?;
            let manifest = format!("name = \"{name}\"\nlanguage = \"c\"\nsource = [\"bot.c\"]\n");
            fs::write(bot.join("bot.toml"), manifest)?;
        }
        self.write("\"one\", \"other\"", games)
    }

    pub(crate) fn write_house(&self, house: House) -> Result<()> {
        fs::create_dir_all(self.path().join("c"))?;
        self.write("\"builtin:random\", \"builtin:first\"", house.games)
    }

    fn write(&self, bots: &str, games: u32) -> Result<()> {
        let text = format!(
            "name = \"Bench\"\ngame = \"footsteps\"\nseed = 1\nbots = [{bots}]\n\
             [options]\npoints = 10\n[format]\nkind = \"round-robin\"\ngames_per_pair = {games}\n\
             [ranking]\nkind = \"wins\"\n[limits]\nmove_time = \"5s\"\n\
             [programs]\nmemory = \"none\"\n[sandbox]\nminimum_tier = \"D\"\n"
        );
        Ok(fs::write(self.path().join("c/contest.toml"), text)?)
    }
}

impl Attempts {
    /// How many matches count.
    pub(crate) fn count(&self) -> usize {
        self.played.len()
    }

    /// When the matches of a batch were begun that count; they were played one after the other, and
    /// came together.
    pub(crate) fn began(&self, batch: &str) -> Option<i64> {
        let played = self.out.get(batch)?.iter().filter_map(|number| self.played.get(number));
        let took: i64 = played.clone().map(|(began, ended)| ended - began).sum();
        Some(played.map(|(_, ended)| *ended).max()? - took)
    }

    fn add_out(&mut self, what: &str) {
        let mut words = what.split(' ');
        let (Some(name), Some(ranges)) = (words.next(), words.nth(1)) else { return };
        let numbers = ranges.split(',').flat_map(|range| {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let [first, last] = [first, last].map(|number| number.parse().unwrap_or(0_i64));
            first..=last
        });
        self.out.insert(name.to_owned(), numbers.collect());
    }
}

/// What time it is, in milliseconds, as the log of attempts has it.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Waits for a process, which must end well.
pub(crate) fn ended_well(process: &mut Ours) -> Result<()> {
    let ended = process.0.wait()?;
    ensure!(ended.success(), "certamen run: {ended}");
    Ok(())
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) -> Result<()> {
    let begun = Instant::now();
    while !is_so() {
        ensure!(begun.elapsed() < PATIENCE, "waited in vain until {what}");
        sleep(Duration::from_millis(5));
    }
    Ok(())
}
