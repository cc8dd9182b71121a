//! Several workers: a contest through a real server on this machine, and ten thousand workers in a
//! simulated network.

use crate::{
    Bench,
    samples::Samples,
    table::Figure,
    took::{Took, took},
    whole::command,
};
use anyhow::{Context, Result, ensure};
use certamen_farm::{
    Terms,
    simulated::{FaultPlan, SimulatedFarm, SteadyLoad, Traffic, Until},
};
use certamen_host::simulated::{all_alike, endless};
use serde_json::Value;
use std::{
    env, fs,
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// How many matches are played side by side where their programs sleep, and on how many machines.
const SLOTS: usize = 16;
const MACHINES: usize = 4;
/// Where Debian puts the server.
const DEBIANS: &str = "/usr/sbin/nats-server";
/// How long the server may take to start.
const PATIENCE: Duration = Duration::from_secs(60);

/// What goes through a real server.
pub(crate) fn through_a_server(bench: &Bench) -> Result<Vec<Figure>> {
    // Server, coordinator and machines have all cores, as they would.
    certamen_runner::pin_to_cores(&bench.cores);
    let mut figures = vec![sleeping(bench)?];
    figures.extend(short(bench)?);
    figures.push(one_slot(bench)?);
    certamen_runner::pin_to_core(bench.core);
    Ok(figures)
}

/// How busy many slots are whose programs sleep.
fn sleeping(bench: &Bench) -> Result<Figure> {
    let mut busy = Samples::default();
    for _ in 0..bench.of(3, 1) {
        let server = Server::start()?;
        server.write_sleeping(Duration::from_millis(100), bench.of(1280, 320))?;
        let _workers: Vec<_> = (0..MACHINES)
            .map(|at| server.worker(&format!("m{at}"), SLOTS))
            .collect::<Result<_>>()?;
        server.run()?;
        busy.push(server.played()?.busy() / (SLOTS * MACHINES) as f64);
    }
    Ok(Figure::new("64 slots of sleeping programs: busy", "of the time", busy).at_least(0.95))
}

/// Short matches: how many, and what the coordinator computes for each.
fn short(bench: &Bench) -> Result<[Figure; 2]> {
    let games = bench.of(20_000, 4_000);
    let [mut speed, mut computing] = std::array::from_fn(|_| Samples::default());
    for _ in 0..bench.of(3, 1) {
        let server = Server::start()?;
        fs::create_dir_all(server.path().join("c"))?;
        server.write_contest("\"builtin:random\", \"builtin:first\"", games)?;
        let _workers = [server.worker("one", 1)?, server.worker("two", 1)?];
        let (Took { computing: own, .. }, ()) = took(|| server.run())?;
        let played = server.played()?;
        let count = played.0.len() as f64;
        speed.push(count / played.length());
        computing.push(own.as_secs_f64() * 1e3 / count);
    }
    Ok([
        Figure::new("built-in players of FootSteps through a server", "matches/s", speed)
            .at_least(2_000.0),
        Figure::most("CPU time of the coordinator a match", "ms", computing, 0.3),
    ])
}

/// One slot by the server, to one thread without, where a match takes 20 ms.
fn one_slot(bench: &Bench) -> Result<Figure> {
    let (each, games) = (Duration::from_millis(2), bench.of(1000, 200));
    let mut share = Samples::default();
    for _ in 0..bench.of(3, 1) {
        let server = Server::start()?;
        server.write_sleeping(each, games)?;
        let _worker = server.worker("one", 1)?;
        server.run()?;
        let remote = server.played()?.length();
        let local = Server::start()?;
        local.write_sleeping(each, games)?;
        local.finish(&["--tier", "D", "--jobs", "1"])?;
        share.push(local.played()?.length() / remote);
    }
    Ok(Figure::least("one slot by a server, to one thread without, 20 ms a match", share, 0.98))
}

/// A process that is killed when it is dropped.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A message server, and a contest.
struct Server {
    folder: tempfile::TempDir,
    command: PathBuf,
    port: u16,
    _process: Killed,
}

impl Server {
    fn start() -> Result<Server> {
        let folder = tempfile::tempdir()?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let program = env::var_os("CERTAMEN_NATS_SERVER").unwrap_or_else(|| DEBIANS.into());
        let mut server = Command::new(program);
        server.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]);
        server.arg(folder.path().join("nats")).stdout(Stdio::null()).stderr(Stdio::null());
        let process = Killed(server.spawn().context("nats-server")?);
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            ensure!(begun.elapsed() < PATIENCE, "nats-server does not listen");
            sleep(Duration::from_millis(5));
        }
        Ok(Server { folder, command: command()?, port, _process: process })
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.command);
        command.args(arguments).current_dir(self.path()).stdout(Stdio::null());
        command.env("XDG_CACHE_HOME", self.path().join("cache"));
        // The measuring machine may have other work.
        command.env("CERTAMEN_BUS_DRIFT", "0");
        command
    }

    /// A worker that plays this many matches in parallel.
    fn worker(&self, name: &str, slots: usize) -> Result<Killed> {
        let (address, slots) = (self.address(), slots.to_string());
        let mut worker = self.command(&["worker", "--connect", &address, "--name", name]);
        worker.args(["--slots", &slots, "--tier", "D"]);
        Ok(Killed(worker.stderr(Stdio::null()).spawn()?))
    }

    /// Plays the contest on the workers.
    fn run(&self) -> Result<()> {
        self.finish(&["--audit", "0", "--bus", &self.address()])
    }

    fn finish(&self, flags: &[&str]) -> Result<()> {
        let ended = self.command(&["run", "c", "--quiet"]).args(flags).status()?;
        ensure!(ended.success(), "certamen run: {ended}");
        Ok(())
    }

    fn played(&self) -> Result<Played> {
        let export = self.command(&["export", "c"]).stdout(Stdio::piped()).output()?;
        let mut played = Vec::new();
        for line in String::from_utf8(export.stdout)?.lines() {
            let line: Value = serde_json::from_str(line)?;
            let attempt = &line["attempt"];
            let time = |key: &str| attempt[key].as_i64().unwrap_or_default();
            if attempt["kind"] == "played" {
                played.push((time("began"), time("ended")));
            }
        }
        Ok(Played(played))
    }

    /// A contest of two programs that bid two points a turn after a while: ten answers a match.
    fn write_sleeping(&self, each: Duration, games: u32) -> Result<()> {
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
        self.write_contest("\"one\", \"other\"", games)
    }

    fn write_contest(&self, bots: &str, games: u32) -> Result<()> {
        let text = format!(
            "name = \"Bench\"\ngame = \"footsteps\"\nseed = 1\nbots = [{bots}]\n\
             [options]\npoints = 10\n[format]\nkind = \"round-robin\"\ngames_per_pair = {games}\n\
             [ranking]\nkind = \"wins\"\n[limits]\nmove_time = \"5s\"\n\
             [programs]\nmemory = \"none\"\n[sandbox]\nminimum_tier = \"D\"\n"
        );
        Ok(fs::write(self.path().join("c/contest.toml"), text)?)
    }
}

/// When each match that counts began and ended, in milliseconds.
struct Played(Vec<(i64, i64)>);

impl Played {
    /// How many matches side by side, in the mean, from the first beginning to the last end.
    fn busy(&self) -> f64 {
        let sum: f64 = self.0.iter().map(|(began, ended)| (ended - began) as f64).sum();
        sum / 1e3 / self.length()
    }

    /// From the first beginning to the last end, in seconds.
    fn length(&self) -> f64 {
        let first = self.0.iter().map(|(began, _)| *began).min().unwrap_or_default();
        let last = self.0.iter().map(|(_, ended)| *ended).max().unwrap_or_default();
        (last - first) as f64 / 1e3
    }
}

/// How many machines are simulated.
const SIMULATED: usize = 10_000;
/// How long a match takes there.
const EACH: Duration = Duration::from_secs(10);
/// Workers start one after the other: nothing is counted meanwhile. The counted time is this many
/// times as long as a batch of two matches, so that none is counted for its half.
const WARM: Duration = Duration::from_secs(60);
/// Of a hundred machines one dies a minute.
const DEATH: Duration = Duration::from_secs(6000);

/// How busy ten thousand simulated workers are, and the load on the server.
pub(crate) fn simulated(bench: &Bench) -> Result<Vec<Figure>> {
    let time = Duration::from_secs(bench.of(600, 120));
    let game = certamen_games::find("footsteps").context("footsteps")?;
    let trouble = FaultPlan { death: Some(DEATH), ..FaultPlan::default() };
    let plays = all_alike(EACH, certamen_games::find);
    let farm = SimulatedFarm::new((1, trouble), (SIMULATED, 1), &["k"], Terms::usual(), plays);
    let contest_job = endless::coordination(game)?;
    let job = |number| endless::work(game, number);
    let load = SteadyLoad { contest_job, job: &job, time, warm: WARM, until: Until::TimeIsOver };
    let (needed, outcome) = took(|| Ok(load.play(&farm)?))?;
    let Traffic { published, done, .. } = farm.traffic();
    let whole = time.saturating_sub(WARM).as_secs_f64() * SIMULATED as f64;
    let one = |value: f64| std::iter::once(value).collect::<Samples>();
    let span = format!("10,000 simulated machines, {} s", time.as_secs());
    let computing = needed.computing.as_secs_f64();
    let batches = outcome.batches as f64;
    Ok(vec![
        Figure::new(
            format!("{span}: busy"),
            "of the time",
            one(outcome.useful.as_secs_f64() / whole),
        )
        .at_least(0.95),
        Figure::most(format!("{span}: CPU time"), "s", one(computing), 60.0),
        Figure::new(
            "CPU time of all that, a match",
            "ms",
            one(computing * 1e3 / outcome.counted as f64),
        ),
        Figure::most(
            "messages that the server stores for a batch",
            "",
            one(published as f64 / batches),
            2.0,
        ),
        Figure::most(
            "messages that are acknowledged for a batch",
            "",
            one(done as f64 / batches),
            2.0,
        ),
    ])
}
