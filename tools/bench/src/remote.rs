//! Players on other machines, over loopback: what a turn of `certamen sit` and of a player over HTTP
//! costs beyond the bot itself, and what matches that wait for players cost the others.

use crate::{Bench, samples::Samples, site::Served, table::Figure, whole::command};
use anyhow::{Context, Result, ensure};
use certamen_game::{Player, Table, job::PlayerUrl};
use certamen_runner::{http_player::HttpBot, referee};
use std::{
    env, fs,
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    ops::ControlFlow,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};

/// A model that answers fast.
const THINKS: Duration = Duration::from_millis(20);
/// Contests whose matches wait for a player, and how many matches of each wait.
const CONTESTS: usize = 4;
const PARKED: usize = 50;
/// The path of a build without players on other machines, to compare with.
const BEFORE: &str = "CERTAMEN_BEFORE";

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    // Both sides share the machine.
    certamen_runner::pin_to_cores(&bench.cores);
    let mut figures =
        vec![Figure::most("a turn of `sit` over the bare bot", "ms", sit(bench)?, 2.0)];
    figures.extend(over_http(bench)?);
    figures.push(Figure::ratio(
        format!("local matches beside {} that wait, to those alone", CONTESTS * PARKED),
        beside_parked(bench)?,
        1.02,
    ));
    if let Some(before) = env::var_os(BEFORE) {
        let ratio = without_remote(bench, Path::new(&before))?;
        figures.push(Figure::least(format!("matches a second, to those of {BEFORE}"), ratio, 0.98));
    }
    certamen_runner::pin_to_core(bench.core);
    Ok(figures)
}

/// A folder that a site serves, with accounts.
pub(crate) fn site_folder() -> Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    // Where root serves, an ordinary user reads what is in it.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
    run(folder.path(), &["account", ".", "add", "root", "--role", "admin"], &[])?;
    Ok(folder)
}

/// What the command prints.
pub(crate) fn run(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Result<String> {
    let mut command = Command::new(command()?);
    command.args(arguments).current_dir(folder).env("LC_ALL", "C");
    let said = command.envs(variables.iter().copied()).output()?;
    ensure!(said.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&said.stderr));
    Ok(String::from_utf8(said.stdout)?)
}

/// A contest between a built-in player and `other`.
fn contest(folder: &Path, name: &str, other: &str, games: usize, more: &str) -> Result<()> {
    contest_in("mancala8", folder, name, other, games, more)
}

pub(crate) fn contest_in(
    game: &str,
    folder: &Path,
    name: &str,
    other: &str,
    games: usize,
    more: &str,
) -> Result<()> {
    // It appears in one step: a site looks at the folder.
    let hidden = folder.join(format!(".{name}"));
    fs::create_dir(&hidden)?;
    let text = format!(
        "name = \"Bench\"\ngame = \"{game}\"\nseed = 1\nallow_remote = true\n\
         bots = [\"builtin:first\", \"{other}\"]\n[format]\nkind = \"round-robin\"\n\
         games_per_pair = {games}\n[ranking]\nkind = \"points\"\n{more}"
    );
    fs::write(hidden.join("contest.toml"), text)?;
    Ok(fs::rename(hidden, folder.join(name))?)
}

/// The time of a turn in matches of `certamen sit` with a built-in player, which itself takes none, in
/// milliseconds. What a command needs to start and to end is left out; what is between two matches is
/// not. The player acts in each turn of this game.
fn sit(bench: &Bench) -> Result<Samples> {
    let folder = site_folder()?;
    let matches = bench.of(20, 4);
    let runs = bench.of(5, 2);
    contest_in("footsteps", folder.path(), "open", "remote:beta", runs * (matches + 2), "")?;
    let token = run(folder.path(), &["remote", "open", "beta"], &[])?;
    let site = Served::start(folder.path(), &["--jobs", "1"])?;
    let url = format!("http://{}/c/open", site.address);
    let play = |matches: usize| -> Result<(Duration, u64)> {
        let number = matches.to_string();
        let arguments = ["sit", &url, "builtin:first", "--matches", &number];
        let started = Instant::now();
        let said = run(folder.path(), &arguments, &[("CERTAMEN_TOKEN", token.trim())])?;
        let time = started.elapsed();
        let turns = said.lines().filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok());
        Ok((time, turns.sum()))
    };
    let mut samples = Samples::default();
    for _ in 0..runs {
        let (one, few) = play(1)?;
        let (more, many) = play(matches + 1)?;
        ensure!(many > few, "no turns: {many}");
        samples.push(more.saturating_sub(one).as_secs_f64() * 1e3 / (many - few) as f64);
    }
    Ok(samples)
}

/// A player over HTTP, with and without the time that a model takes.
fn over_http(bench: &Bench) -> Result<Vec<Figure>> {
    let (mut beyond, mut ratio) = (Samples::default(), Samples::default());
    let at_once = Server::start(Duration::ZERO)?;
    let thinks = Server::start(THINKS)?;
    for _ in 0..bench.of(20, 4) {
        let [own, bare] = at_once.times()?;
        beyond.push((own - bare) * 1e3);
        let [own, bare] = thinks.times()?;
        ratio.push(own / bare);
    }
    let what =
        format!("a move over HTTP that takes {} ms, to the bare request", THINKS.as_millis());
    Ok(vec![
        Figure::ratio(what, ratio, 1.1),
        Figure::new("a move over HTTP beyond the bare request", "ms", beyond),
    ])
}

/// A player that answers every request with the same move of a game that accepts it.
struct Server(SocketAddr);

impl Server {
    fn start(thinks: Duration) -> Result<Server> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                thread::spawn(move || answer_all(&stream, thinks));
            }
        });
        Ok(Server(address))
    }

    /// How long a move takes as a player is asked, and as a bare request over one connection, in
    /// seconds.
    fn times(&self) -> Result<[f64; 2]> {
        let game = certamen_games::find("footsteps").context("no such game")?;
        let bot = HttpBot::at(PlayerUrl::read(&format!("http://{}/move", self.0))?);
        let ready = bot.ready().map_err(|missing| anyhow::anyhow!("{missing:?}"))?;
        let other = game.builtin_player("last", &<_>::default())?;
        let mut players: [Box<dyn Player>; 2] = [Box::new(ready.seated(None)), other];
        let watch = &mut |_: &referee::MatchEvent<'_>| ControlFlow::Continue(());
        let record = referee::play(game, Table::new(game), &[], &mut players, watch)?;
        let own = record.turns.iter().map(|turn| turn.moves[0].ms.unwrap_or_default() / 1e3);
        let own: Samples = own.collect();
        let mut stream = BufReader::new(TcpStream::connect(self.0)?);
        stream.get_ref().set_nodelay(true)?;
        let body = "x".repeat(250);
        let mut bare = Samples::default();
        for _ in 0..record.turns.len() {
            let asked = Instant::now();
            let length = body.len();
            let head =
                format!("POST /move HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n");
            stream.get_mut().write_all((head + &body).as_bytes())?;
            message(&mut stream).context("no answer")?;
            bare.push(asked.elapsed().as_secs_f64());
        }
        Ok([own.median(), bare.median()])
    }
}

fn answer_all(stream: &TcpStream, thinks: Duration) {
    let body = r#"{"action":"1"}"#;
    let length = body.len();
    let answer = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n{body}");
    // An error of the connection ends it.
    let _ = stream.set_nodelay(true);
    let mut reader = BufReader::new(stream);
    while message(&mut reader).is_some() {
        thread::sleep(thinks);
        if (&*stream).write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}

/// The first line and the body of a request or a response.
pub(crate) fn message(stream: &mut impl BufRead) -> Option<(String, Vec<u8>)> {
    let (mut first, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).ok().filter(|read| *read > 0)?;
        if let Some(given) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = given.trim().parse().ok()?;
        }
        if line == "\r\n" {
            break;
        }
        if first.is_empty() {
            first = line;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    Some((first, body))
}

/// The time of a local contest on a site where matches wait for players, over that on one where none
/// do; in turn.
fn beside_parked(bench: &Bench) -> Result<Samples> {
    let (alone, busy) = (site_folder()?, site_folder()?);
    let mut tokens = Vec::new();
    for number in 0..CONTESTS {
        let name = format!("parked{number}");
        let more = "[limits]\nmove_time = \"60min\"\n";
        contest(busy.path(), &name, "remote:beta", PARKED + 10, more)?;
        tokens.push((name.clone(), run(busy.path(), &["remote", &name, "beta"], &[])?));
    }
    // A site without contests is not served.
    contest(alone.path(), "first", "builtin:last", 2, "")?;
    let options = ["--jobs", "1"];
    let sites = [Served::start(alone.path(), &options)?, Served::start(busy.path(), &options)?];
    let parked: Vec<Result<Vec<Seat>>> = thread::scope(|scope| {
        let park = |(name, token): &(String, String)| {
            let (address, name, token) = (&sites[1].address, name.clone(), token.clone());
            scope.spawn(move || park(address, &name, token.trim(), PARKED))
        };
        let threads: Vec<_> = tokens.iter().map(park).collect();
        let joined = threads.into_iter().map(thread::ScopedJoinHandle::join);
        joined.map(|done| done.expect("a panic was reported")).collect()
    });
    let parked: Vec<Seat> =
        parked.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
    ensure!(parked.len() == CONTESTS * PARKED, "{} wait", parked.len());
    let games = bench.of(8_000, 4_000);
    let mut samples = Samples::default();
    for number in 0..bench.of(31, 3) {
        let waiting: Vec<TcpStream> =
            parked.iter().map(|seat| seat.wait(&sites[1].address)).collect::<Result<_>>()?;
        let name = format!("local{number}");
        let mut times = [0.0; 2];
        // Each is the first as often as the other.
        for which in [number % 2, 1 - number % 2] {
            let (folder, site) = ([&alone, &busy][which], &sites[which]);
            let started = Instant::now();
            contest(folder.path(), &name, "builtin:random", games, "")?;
            while !is_over(&site.address, &name)? {
                ensure!(started.elapsed() < Duration::from_secs(300), "{name} does not end");
                thread::sleep(Duration::from_millis(5));
            }
            times[which] = started.elapsed().as_secs_f64();
        }
        samples.push(times[1] / times[0]);
        drop(waiting);
    }
    Ok(samples)
}

/// A seat whose player has appeared and has not moved.
pub(crate) struct Seat {
    pub(crate) table: String,
    pub(crate) token: String,
}

impl Seat {
    /// A request that waits for the seat's next turn, as `sit` sends it.
    fn wait(&self, address: &str) -> Result<TcpStream> {
        let mut stream = TcpStream::connect(address)?;
        let path = format!("/api/v1/tables/{}?since=999&wait=50", self.table);
        stream.write_all(get(address, &path, &self.token).as_bytes())?;
        Ok(stream)
    }
}

/// Takes this many seats in matches of a contest, without a move.
pub(crate) fn park(address: &str, contest: &str, token: &str, count: usize) -> Result<Vec<Seat>> {
    let mut seats: Vec<Seat> = Vec::new();
    let started = Instant::now();
    while seats.len() < count {
        ensure!(started.elapsed() < Duration::from_secs(120), "{contest}: {} wait", seats.len());
        let have: Vec<&str> = seats.iter().map(|seat| &*seat.table).collect();
        let have = have.join(",");
        let path = format!("/api/v1/contests/{contest}/remote/next?wait=10&have={have}");
        let (status, body) = ask(address, &path, token)?;
        if status.contains(" 200 ") {
            let found: serde_json::Value = serde_json::from_slice(&body)?;
            let [table, token] =
                ["table", "token"].map(|key| found[key].as_str().unwrap_or_default());
            let seat = Seat { table: table.to_owned(), token: token.to_owned() };
            let (status, _) = ask(address, &format!("/api/v1/tables/{table}"), token)?;
            ensure!(status.contains(" 200 "), "{status}");
            seats.push(seat);
        } else {
            // Requests are limited.
            thread::sleep(Duration::from_millis(500));
        }
    }
    Ok(seats)
}

fn is_over(address: &str, contest: &str) -> Result<bool> {
    let (status, body) = ask(address, &format!("/api/v1/contests/{contest}"), "")?;
    if !status.contains(" 200 ") {
        return Ok(false);
    }
    let found: serde_json::Value = serde_json::from_slice(&body)?;
    Ok(found["over"] == true)
}

pub(crate) fn ask(address: &str, path: &str, token: &str) -> Result<(String, Vec<u8>)> {
    let mut stream = BufReader::new(TcpStream::connect(address)?);
    stream.get_mut().write_all(get(address, path, token).as_bytes())?;
    message(&mut stream).context("no answer")
}

/// A request; tokens are accepted unencrypted only under an address of this machine.
fn get(address: &str, path: &str, token: &str) -> String {
    let own =
        if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n{own}Connection: close\r\n\r\n")
}

/// The speed of a contest without remote players, to that of another build.
fn without_remote(bench: &Bench, before: &Path) -> Result<Samples> {
    let games = bench.of(20_000, 4_000);
    let time = |command: &Path| -> Result<f64> {
        let folder = tempfile::tempdir()?;
        let text = format!(
            "name = \"Bench\"\ngame = \"mancala8\"\nseed = 1\n\
             bots = [\"builtin:first\", \"builtin:random\"]\n[format]\nkind = \"round-robin\"\n\
             games_per_pair = {games}\n[ranking]\nkind = \"points\"\n"
        );
        fs::write(folder.path().join("contest.toml"), text)?;
        let started = Instant::now();
        let run = Command::new(command).args(["run", "--quiet"]).arg(folder.path()).output()?;
        let time = started.elapsed().as_secs_f64();
        ensure!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        Ok(time)
    };
    let mut samples = Samples::default();
    for _ in 0..bench.of(9, 3) {
        let (now, then) = (time(&command()?)?, time(before)?);
        samples.push(then / now);
    }
    Ok(samples)
}
