//! Pages of a site: the table of a large contest asked for by several readers at once, against the
//! same program answering three bytes; a replay; an archive. Readers and site share the machine.

use crate::{Bench, samples::Samples, table::Figure, whole::command};
use anyhow::{Context, Result, ensure};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// How many bots the table has.
const BOTS: usize = 200;
/// How many readers ask at the same time, each over one connection.
const READERS: usize = 8;
const TABLE: &str = "/en/c/large/standings";

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    // The site has all cores, as it would.
    certamen_worker::pin_to_cores(&bench.cores);
    let folder = tempfile::tempdir()?;
    let path = folder.path();
    // Where root serves, an ordinary user reads what is in it.
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    contest(
        path,
        "large",
        &format!("footsteps\"\nseed = 1\nbots = [{}]", bots()),
        bench.of(50, 2),
    )?;
    let go = "go\"\nseed = 1\nbots = [\"builtin:random\", \"builtin:first\"]";
    contest(path, "board", go, bench.of(500, 50))?;
    let site = Served::start(path)?;
    let mut figures = tables(bench, &site)?;
    figures.extend(single_pages(bench, &site)?);
    figures.push(archive(path, bench.of(1000, 100))?);
    certamen_worker::pin_to_core(bench.core);
    Ok(figures)
}

fn bots() -> String {
    let names: Vec<String> = (0..BOTS).map(|at| format!("\"bot{at}=builtin:random\"")).collect();
    names.join(", ")
}

/// Plays a contest: everybody against everybody so often.
fn contest(folder: &Path, name: &str, game_and_bots: &str, games: u32) -> Result<()> {
    let own = folder.join(name);
    fs::create_dir(&own)?;
    let text = format!(
        "name = \"Bench\"\ngame = \"{game_and_bots}\n[format]\nkind = \"round-robin\"\n\
         games_per_pair = {games}\n[ranking]\nkind = \"points\"\n"
    );
    fs::write(own.join("contest.toml"), text)?;
    let run = Command::new(command()?).args(["run", "--quiet"]).arg(&own).output()?;
    ensure!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Ok(())
}

/// A site that ends with us.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(folder: &Path) -> Result<Served> {
        let mut serve = Command::new(command()?);
        serve.args(["serve", "--no-play", "--listen", "127.0.0.1:0"]).arg(folder);
        let mut child = serve.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("a pipe")?).read_line(&mut line)?;
        let address = line.trim().rsplit("http://").next().context("an address")?;
        Ok(Served { child, address: address.trim_end_matches('/').to_owned() })
    }

    fn connect(&self) -> Result<BufReader<TcpStream>> {
        let stream = TcpStream::connect(&self.address)?;
        stream.set_nodelay(true)?;
        Ok(BufReader::new(stream))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks for a page: how many bytes came, head included.
fn ask(stream: &mut BufReader<TcpStream>, path: &str) -> Result<usize> {
    let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n");
    stream.get_mut().write_all(head.as_bytes())?;
    let (mut bytes, mut length) = (0, 0);
    loop {
        let mut line = String::new();
        bytes += stream.read_line(&mut line)?;
        ensure!(!line.is_empty(), "{path}: the site hung up");
        ensure!(bytes != line.len() || line.contains(" 200 "), "{path}: {line}");
        if let Some(given) = line.to_lowercase().strip_prefix("content-length:") {
            length = given.trim().parse()?;
        }
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok(bytes + length)
}

/// What a number of readers measured.
struct Load {
    per_second: f64,
    latencies: Samples,
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

fn tables(bench: &Bench, site: &Served) -> Result<Vec<Figure>> {
    let time = Duration::from_millis(bench.of(3000, 500));
    let [mut ratio, mut rate, mut slow] = std::array::from_fn(|_| Samples::default());
    for _ in 0..bench.of(5, 2) {
        let page = load(site, TABLE, time)?;
        let floor = load(site, "/healthz", time)?;
        ratio.push(floor.per_second / page.per_second);
        rate.push(page.per_second);
        slow.push(page.latencies.quantile(0.99));
    }
    Ok(vec![
        Figure::new(format!("table of {BOTS} bots, {READERS} readers"), "pages/s", rate)
            .at_least(5000.0),
        Figure::most("one in a hundred takes longer than", "ms", slow, 20.0),
        Figure::ratio("the same program with three bytes, to it", ratio, 1.5),
    ])
}

fn single_pages(bench: &Bench, site: &Served) -> Result<Vec<Figure>> {
    let mut stream = site.connect()?;
    let mut replay = Samples::default();
    let mut bytes = 0;
    for number in 1..=bench.of(50, 10) {
        let asked = Instant::now();
        bytes = ask(&mut stream, &format!("/en/c/board/matches/{number}"))?;
        replay.push(1000.0 * asked.elapsed().as_secs_f64());
    }
    let frames = ask(&mut stream, "/en/c/board/matches/1/frames.js")?;
    let first = ask(&mut stream, "/en/")?;
    let one = |bytes: usize| std::iter::once(bytes as f64 / 1000.0).collect();
    Ok(vec![
        Figure::most("a replay of Go, page written anew", "ms", replay, 5.0),
        Figure::most("the page on the wire", "kB", one(bytes), 60.0),
        Figure::new("its states on the wire", "kB", one(frames)),
        Figure::most("the first page on the wire, without its style", "kB", one(first), 50.0),
    ])
}

/// How many matches a second an archive takes.
fn archive(folder: &Path, matches: u32) -> Result<Figure> {
    let own = folder.join("small");
    let two = "footsteps\"\nseed = 1\nbots = [\"builtin:random\", \"builtin:first\"]";
    contest(folder, "small", two, matches)?;
    let begun = Instant::now();
    let out = folder.join("out");
    let mut run = Command::new(command()?);
    let done =
        run.arg("archive").arg(&own).args(["--languages", "en", "--out"]).arg(&out).output()?;
    ensure!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let rate = f64::from(matches) / begun.elapsed().as_secs_f64();
    Ok(Figure::new("archive of a contest", "matches/s", std::iter::once(rate).collect())
        .at_least(200.0))
}
