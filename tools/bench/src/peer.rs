//! Two ends of a match over loopback, in one process: what a turn costs beyond the same match played
//! here, what a connection costs, what hostile connections cost a match, and what `open` costs while no
//! one calls.

use crate::{Bench, events::usage, samples::Samples, table::Figure, whole::command};
use anyhow::{Context, Result, anyhow, ensure};
use certamen_game::{DynGame, Map, Player, Seat, Table, Void};
use certamen_peer::{
    Challenge, Choice, Connection, MatchEnd, NextCall, Offer, Opener, OpenerTerms, PeerLimits,
    PeerMatch, Random, SeatPlayer, Stop, Target, TlsConfigs, challenge, identity::PrivateKey,
};
use certamen_runner::referee;
use std::{
    io::{BufRead, BufReader},
    net::{SocketAddr, TcpStream},
    ops::ControlFlow,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Connections that never say anything.
const HOSTILE: usize = 32;

pub(crate) fn figures(bench: &Bench) -> Result<Vec<Figure>> {
    // Both ends and the hostile connections are threads: one core is not what they have.
    certamen_runner::pin_to_cores(&bench.cores);
    let mut figures = Vec::new();
    for (game, what, aim) in [
        ("mancala8", "a turn in which one seat acts, beyond the same match here", 0.5),
        ("footsteps", "a turn in which both act, beyond the same match here", 1.0),
    ] {
        let game = certamen_games::find(game).context("no such game")?;
        figures.push(Figure::most(what, "ms", turns(bench, game)?, aim));
    }
    figures.push(Figure::most("a handshake", "ms", handshakes(bench)?, 20.0));
    let (ratios, arriving) = beside_hostile(bench)?;
    let beside = format!("a match beside {HOSTILE} connections that say nothing");
    figures.push(Figure::ratio(beside, ratios, 1.05));
    let meanwhile =
        format!("a match during which {HOSTILE} such connections arrive takes longer by");
    figures.push(Figure::new(meanwhile, "ms", arriving));
    figures.push(Figure::most("`open` while no one calls", "% of a core", waiting(bench)?, 0.1));
    certamen_runner::pin_to_core(bench.core);
    Ok(figures)
}

/// The share of a core that `open` uses while it waits, all its threads together.
fn waiting(bench: &Bench) -> Result<Samples> {
    let folder = tempfile::tempdir()?;
    let mut open = Command::new(command()?);
    open.args(["open", "builtin:first", "--game", "mancala8", "--listen", "127.0.0.1:0"])
        .args(["--alias", "opener", "--key", "own.key"])
        .current_dir(folder.path());
    let mut child = open.stdout(Stdio::piped()).spawn()?;
    let measured = shares(bench, &mut child);
    child.kill()?;
    child.wait()?;
    measured
}

fn shares(bench: &Bench, open: &mut Child) -> Result<Samples> {
    // From its first line on it waits.
    let mut line = String::new();
    BufReader::new(open.stdout.take().context("a pipe")?).read_line(&mut line)?;
    ensure!(line.contains('#'), "it does not wait: {line}");
    let mut samples = Samples::default();
    let time = Duration::from_secs(bench.of(10, 2));
    for _ in 0..3 {
        let before = usage(open.id())?.seconds;
        thread::sleep(time);
        samples.push(100.0 * (usage(open.id())?.seconds - before) / time.as_secs_f64());
    }
    Ok(samples)
}

fn key(byte: u8) -> PrivateKey {
    PrivateKey::from_raw([byte; 32])
}

fn limits() -> PeerLimits {
    let (connections, arrivals_per_address) = (4 * HOSTILE, usize::MAX);
    PeerLimits {
        connections,
        connections_per_address: connections,
        arrivals_per_address,
        ..PeerLimits::default()
    }
}

fn player(game: &'static dyn DynGame) -> impl FnMut(&Table, Seat) -> Result<Box<dyn Player>, Void> {
    move |_, _| game.builtin_player("first", &<_>::default()).map_err(|why| Void::because(&why))
}

fn listen(game: &'static dyn DynGame, matches: u32) -> Result<Opener> {
    let limits = limits();
    let offer = Offer::new(game, Map::new(), Duration::from_secs(10), &limits)?;
    let (key, alias, random) = (key(1), "opener".to_owned(), Random::system());
    let (offer, only, until) = (offer.by("first", None, matches), Vec::new(), None);
    let terms = OpenerTerms { key, alias, offer, only, until, limits, random };
    Ok(Opener::listen("127.0.0.1:0", terms, &Stop::default())?)
}

fn target(address: SocketAddr) -> Target {
    Target { address: address.to_string(), key: key(1).public_key() }
}

/// Plays one match over loopback; returns it and how long it took from the call to both signatures.
fn over_loopback(
    game: &'static dyn DynGame,
    between: impl FnOnce(SocketAddr) -> Result<Vec<TcpStream>>,
) -> Result<(PeerMatch, Duration)> {
    let opener = listen(game, 1)?;
    let target = target(opener.address());
    let others = between(opener.address())?;
    let opened = thread::spawn(move || match opener.next() {
        NextCall::Call(call) => Some(opener.play(call, game, &mut player(game), &mut |_| {})),
        NextCall::Closed | NextCall::Stopped => None,
    });
    let (own, limits, stop, random) = (key(2), limits(), Stop::default(), Random::system());
    let request = Challenge {
        target: &target,
        key: &own,
        alias: "challenger",
        limits: &limits,
        stop: &stop,
        random: &random,
        find: &certamen_games::find,
    };
    let choose = |_: &Offer, _| {
        let seat: Box<SeatPlayer<'_>> = Box::new(player(game));
        Ok(Choice { bot: "first".to_owned(), digest: None, seat })
    };
    let started = Instant::now();
    let played = challenge(&request, choose, &mut |_| {})?;
    let time = started.elapsed();
    ensure!(matches!(played.end, MatchEnd::Signed), "{:?}", played.end);
    opened.join().map_err(|_| anyhow!("the opener failed"))?.context("no call")?;
    drop(others);
    Ok((played, time))
}

#[expect(clippy::unnecessary_wraps, reason = "the other kind of others can fail")]
fn no_others(_: SocketAddr) -> Result<Vec<TcpStream>> {
    Ok(Vec::new())
}

/// The time of a turn over loopback beyond that of the same match here, in milliseconds.
fn turns(bench: &Bench, game: &'static dyn DynGame) -> Result<Samples> {
    let mut samples = Samples::default();
    for _ in 0..bench.of(50, 10) {
        let (played, time) = over_loopback(game, no_others)?;
        let record = played.record.context("no record")?;
        let new = || game.builtin_player("first", &<_>::default());
        let mut players = [new()?, new()?];
        let started = Instant::now();
        let here = referee::play(game, record.table.clone(), &[], &mut players, &mut |_| {
            ControlFlow::Continue(())
        })?;
        let here_time = started.elapsed();
        ensure!(here.turns.len() == record.turns.len(), "another match");
        let beyond = time.saturating_sub(here_time).as_secs_f64() * 1e3;
        samples.push(beyond / record.turns.len() as f64);
    }
    Ok(samples)
}

fn handshakes(bench: &Bench) -> Result<Samples> {
    let opener = listen(certamen_games::find("mancala8").context("no such game")?, 1)?;
    let (configs, limits) = (TlsConfigs::new(&key(2)), limits());
    let mut samples = Samples::default();
    for _ in 0..bench.of(100, 20) {
        let started = Instant::now();
        let socket = TcpStream::connect(opener.address())?;
        Connection::call(socket, key(1).public_key(), &configs, &limits)?;
        samples.push(started.elapsed().as_secs_f64() * 1e3);
    }
    Ok(samples)
}

/// The time of a match beside connections that say nothing, over that of one without them; and by how
/// many milliseconds a match takes longer during which they are accepted.
fn beside_hostile(bench: &Bench) -> Result<(Samples, Samples)> {
    let game = certamen_games::find("mancala8").context("no such game")?;
    let connect = |address| -> Result<Vec<TcpStream>> {
        (0..HOSTILE).map(|_| Ok(TcpStream::connect(address)?)).collect()
    };
    let (mut ratios, mut arriving) = (Samples::default(), Samples::default());
    for _ in 0..bench.of(300, 10) {
        // Until all are accepted; a core that has slept is slower for a while, so both wait.
        let waited = |others| {
            thread::sleep(Duration::from_millis(50));
            Ok(others)
        };
        let (_, alone) = over_loopback(game, |_| waited(Vec::new()))?;
        let (_, beside) = over_loopback(game, |address| waited(connect(address)?))?;
        let (_, meanwhile) = over_loopback(game, connect)?;
        ratios.push(beside.as_secs_f64() / alone.as_secs_f64());
        arriving.push(meanwhile.saturating_sub(alone).as_secs_f64() * 1e3);
    }
    Ok((ratios, arriving))
}
