//! Pages of a site that plays nothing: the standings of a large contest requested by several
//! readers at once, compared with the same program answering three bytes; a replay; how much is
//! sent. Readers and site share the machine.

use crate::{Bench, samples::Samples, table::Figure, whole::command};
use anyhow::{Context, Result, ensure};
use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// How many bots the large table has.
const BOTS: usize = 200;
const TABLE: &str = "/en/c/large/standings";

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    // The site has all cores, as it would.
    certamen_runner::pin_to_cores(&bench.cores);
    let folder = tempfile::tempdir()?;
    // Where root serves, an ordinary user reads what is in it.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
    let names: Vec<String> = (0..BOTS).map(|at| format!("\"bot{at}=builtin:random\"")).collect();
    contest(folder.path(), "large", "footsteps", &names.join(", "), bench.of(50, 2))?;
    let two = "\"builtin:random\", \"builtin:first\"";
    contest(folder.path(), "board", "go", two, bench.of(500, 50))?;
    let site = Served::start(folder.path(), &["--no-play"])?;
    let mut figures = readers(bench, &site)?;
    figures.extend(single_pages(bench, &site)?);
    figures.extend(kinds_of_pages(bench, &site)?);
    certamen_runner::pin_to_core(bench.core);
    Ok(figures)
}

/// Plays a round robin with this many legs in a folder of its own.
pub(crate) fn contest(folder: &Path, name: &str, game: &str, bots: &str, games: u32) -> Result<()> {
    let own = folder.join(name);
    fs::create_dir_all(&own)?;
    let text = format!(
        "name = \"Bench\"\ngame = \"{game}\"\nseed = 1\nbots = [{bots}]\n[format]\n\
         kind = \"round-robin\"\ngames_per_pair = {games}\n[ranking]\nkind = \"points\"\n"
    );
    fs::write(own.join("contest.toml"), text)?;
    let run = Command::new(command()?).args(["run", "--quiet"]).arg(own).output()?;
    ensure!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Ok(())
}

/// How many readers ask at the same time, each over one connection.
const READERS: usize = 8;

/// What a number of readers measured.
struct Load {
    per_second: f64,
    latencies: Samples,
}

fn readers(bench: &Bench, site: &Served) -> Result<Vec<Figure>> {
    let time = Duration::from_millis(bench.of(3000, 500));
    let [mut ratio, mut rate, mut slow] = std::array::from_fn(|_| Samples::default());
    for _ in 0..bench.of(5, 2) {
        let page = load(site, TABLE, time)?;
        let floor = load(site, "/healthz", time)?;
        ratio.push(floor.per_second / page.per_second);
        rate.push(page.per_second);
        slow.push(page.latencies.quantile(0.99));
    }
    let matches = BOTS * (BOTS - 1) / 2 * bench.of(50, 2);
    let what = format!("table of {BOTS} bots, {matches} matches, {READERS} readers");
    Ok(vec![
        Figure::new(what, "pages/s", rate).at_least(5000.0),
        Figure::most("one in a hundred takes longer than", "ms", slow, 20.0),
        Figure::ratio("the same program with three bytes, to it", ratio, 1.5),
    ])
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

fn single_pages(bench: &Bench, site: &Served) -> Result<Vec<Figure>> {
    let mut stream = site.connect()?;
    let mut replay = Samples::default();
    let mut bytes = 0;
    for number in 1..=bench.of(50, 10) {
        let asked = Instant::now();
        bytes = ask(&mut stream, &format!("/en/c/board/matches/{number}"))?;
        replay.push(1000.0 * asked.elapsed().as_secs_f64());
    }
    let states = ask(&mut stream, "/en/c/board/matches/1/frames.js")?;
    let (first, requests) = with_assets(site, "/en/")?;
    let (table, _) = with_assets(site, TABLE)?;
    Ok(vec![
        Figure::most("a replay of Go, page rendered again", "ms", replay, 5.0),
        Figure::most("the page on the wire", "kB", kilobytes(bytes), 60.0),
        Figure::new("200 of its states on the wire", "kB", kilobytes(states)),
        Figure::most("the first page on the wire, all of it", "kB", kilobytes(first), 50.0),
        Figure::most("requests for it", "requests", one(requests as f64), 4.0),
        Figure::new("the large table on the wire, all of it", "kB", kilobytes(table)),
    ])
}

/// Pages of each kind that readers come to: how many a second, and what each loads.
const PAGES: [(&str, &str); 6] = [
    ("the home page", "/en/"),
    ("a contest", "/en/c/large"),
    ("a match", "/en/c/board/matches/1"),
    ("a bot", "/en/c/board/bots/random"),
    ("one match after another", "/en/tv"),
    ("the openings", "/en/c/board/openings"),
];

fn kinds_of_pages(bench: &Bench, site: &Served) -> Result<Vec<Figure>> {
    let time = Duration::from_millis(bench.of(1000, 200));
    let mut figures = Vec::new();
    for (name, path) in PAGES {
        let mut rate = Samples::default();
        for _ in 0..bench.of(5, 2) {
            rate.push(load(site, path, time)?.per_second);
        }
        let (bytes, requests) = with_assets(site, path)?;
        figures.extend([
            Figure::new(format!("{READERS} readers"), "pages/s", rate).at_least(4800.0).of(name),
            Figure::most("on the wire, all of it", "kB", kilobytes(bytes), 27.5).of(name),
            Figure::most("requests", "requests", one(requests as f64), 7.0).of(name),
        ]);
    }
    let animation = site.page("/en/c/board/matches/1/animation.svg")?.len();
    let what = "a match of Go, 19×19, as an animated picture";
    figures.push(Figure::most(what, "kB", kilobytes(animation), 100.0));
    Ok(figures)
}

/// How many bytes a page has on the wire with what it asks for, and how many requests that takes.
fn with_assets(site: &Served, path: &str) -> Result<(usize, usize)> {
    let page = site.page(path)?;
    let found = ["href=\"/a/", "src=\"/"].into_iter().flat_map(|place| {
        let begin = place.split('"').nth(1).unwrap_or_default();
        let addresses = page.split(place).skip(1).filter_map(|rest| rest.split('"').next());
        addresses.map(move |rest| format!("{begin}{rest}"))
    });
    let assets: BTreeSet<String> = found.collect();
    let mut stream = site.connect()?;
    let mut bytes = ask(&mut stream, path)?;
    for asset in &assets {
        bytes += ask(&mut stream, asset)?;
    }
    Ok((bytes, assets.len() + 1))
}

fn kilobytes(bytes: usize) -> Samples {
    one(bytes as f64 / 1000.0)
}

fn one(value: f64) -> Samples {
    std::iter::once(value).collect()
}

/// A site that ends with us.
pub(crate) struct Served {
    child: Child,
    pub(crate) address: String,
}

type Connection = BufReader<TcpStream>;

impl Served {
    pub(crate) fn start(folder: &Path, options: &[&str]) -> Result<Served> {
        let mut serve = Command::new(command()?);
        serve.args(["serve", "--listen", "127.0.0.1:0"]).args(options).arg(folder);
        let mut child = serve.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("a pipe")?).read_line(&mut line)?;
        let address = line.trim().rsplit("http://").next().context("an address")?;
        Ok(Served { child, address: address.trim_end_matches('/').to_owned() })
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    fn connect(&self) -> Result<Connection> {
        let stream = TcpStream::connect(&self.address)?;
        stream.set_nodelay(true)?;
        Ok(BufReader::new(stream))
    }

    /// A page as it is read, not packed.
    fn page(&self, path: &str) -> Result<String> {
        let mut stream = self.connect()?;
        write!(stream.get_mut(), "GET {path} HTTP/1.1\r\nHost: x\r\n\r\n")?;
        Ok(String::from_utf8(answer(&mut stream, path)?.1)?)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may be gone already. It is asked to end, so that nothing that it started goes on.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

/// Asks for a page, packed: how many bytes came, head included.
fn ask(stream: &mut Connection, path: &str) -> Result<usize> {
    let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n");
    stream.get_mut().write_all(head.as_bytes())?;
    let (head, body) = answer(stream, path)?;
    Ok(head + body.len())
}

/// How many bytes the head of an answer has, and what is below it.
fn answer(stream: &mut Connection, path: &str) -> Result<(usize, Vec<u8>)> {
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
    Ok((bytes, body))
}
