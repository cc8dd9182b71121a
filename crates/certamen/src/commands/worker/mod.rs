//! `certamen worker`: plays matches of contests that are hosted elsewhere.

mod batches;
mod cache;
mod drain;
mod machine;

use super::bus;
use crate::{Result, console::Interrupt, exit::ExitStatus, flags, say::farm as say};
use batches::BatchPlayer;
use cache::WorkerCache;
use certamen_contest::quantity;
use certamen_farm::{
    Spool, WorkerClient, WorkerInfo,
    identity::PrivateKey,
    message::{Signer, WorkerState},
    rights::BusRole,
};
use certamen_game::Language;
use certamen_host::jobs;
use certamen_i18n::usage;
use certamen_sandbox::Launcher;
use clap::Args;
use drain::{DrainState, GRACE, Wakes};
use machine::WorkerIdentity;
use std::{
    fs,
    path::PathBuf,
    process::exit,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

/// How often the load of the machine is read.
const LOAD: Duration = Duration::from_secs(1);

#[derive(Args, Debug)]
pub(crate) struct WorkerArgs {
    #[arg(long, value_name = "URL")]
    pub(crate) connect: String,
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    #[arg(long)]
    pub(crate) plain: bool,
    #[arg(long, value_parser = flags::within::<u16>(1..=1024))]
    pub(crate) slots: Option<u16>,
    #[arg(long, value_parser = flags::within::<u16>(0..=1024), default_value_t = 0)]
    pub(crate) reserve: u16,
    #[arg(long)]
    pub(crate) name: Option<String>,
    #[arg(long)]
    pub(crate) class: Option<String>,
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    #[arg(long, value_parser = quantity::time, default_value = "30s", value_name = "TIME")]
    pub(crate) drain: Duration,
}

pub(crate) fn worker(
    arguments: &WorkerArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let address = bus::address(&arguments.connect, bus::plain(arguments.plain))?;
    let (slots, reserve) = (jobs(arguments.slots), usize::from(arguments.reserve));
    if reserve > slots {
        return Err(usage(say::reserves_more(reserve, slots)));
    }
    let stop = Interrupt::listen()?;
    let wakes = Wakes::open()?;
    let sandbox = WorkerCache::sandbox(launcher, arguments.tier)?;
    let identity = WorkerIdentity::of(arguments, sandbox.tier())?;
    let terms = bus::terms();
    let cache = WorkerCache::new(sandbox, &identity, &terms);
    // Read first: retrying would not help against an invalid key.
    let user = arguments.key.as_deref().map(PrivateKey::read).transpose()?;
    let Some(transport) = connect_with_retries(&stop, &wakes, language, &mut || {
        bus::connect(&address, arguments.key.as_deref(), Some(BusRole::Worker))
    })?
    else {
        return Ok(ExitStatus::Interrupted);
    };
    let usual = (terms.drift > 0)
        .then(|| machine::calibrated_speed((&identity.cache, &identity.name), slots, terms.glance))
        .flatten();
    let spool = Spool::open(&identity.cache.join("spool").join(&identity.name))?;
    // The name's lock stays in `identity`.
    let WorkerIdentity { own, name, class, tier, .. } = identity;
    eprintln!("{}", say::works(&name, slots, &class, &tier, address.to_string()).get(language));
    let worker_info = WorkerInfo { name, class, tier, slots, reserve };
    let signer = match &user {
        Some(user) => Signer::new(own, user),
        None => Signer::from(own),
    };
    let client = WorkerClient::begin(transport, signer, worker_info, terms)?.with_spool(spool);
    let client = match usual {
        Some(usual) => client.with_usual(usual),
        None => client,
    };
    let end = DrainState::new(arguments.drain);
    ConnectedWorker { client: &client, cache: &cache, stop: &stop, language }
        .play(slots, reserve, end, &wakes);
    Ok(ExitStatus::Interrupted)
}

/// Connects to the server, with retries: a worker may be started before the server. None if the
/// user interrupts.
fn connect_with_retries<T>(
    stop: &Interrupt,
    wakes: &Wakes,
    language: Language,
    connect: &mut dyn FnMut() -> Result<T>,
) -> Result<Option<T>> {
    let mut rest = Duration::from_secs(1);
    loop {
        match connect() {
            Ok(found) => return Ok(Some(found)),
            Err(error) if error.is_usage() => return Err(error),
            Err(error) => {
                let why = error.get(language);
                eprintln!("{}", say::tries_again(why, rest.as_secs()).get(language));
            }
        }
        if wakes.rest(rest, stop) {
            return Ok(None);
        }
        rest = (2 * rest).min(Duration::from_secs(30));
    }
}

struct ConnectedWorker<'a> {
    client: &'a WorkerClient,
    cache: &'a WorkerCache,
    stop: &'a Interrupt,
    language: Language,
}

impl ConnectedWorker<'_> {
    /// Plays in `slots` slots until it is asked to stop, then finishes the matches in progress.
    fn play(&self, slots: usize, reserve: usize, mut end: DrainState, wakes: &Wakes) {
        let ConnectedWorker { client, cache, stop, language } = *self;
        let (cancel, working) = (AtomicBool::new(false), AtomicUsize::new(slots));
        let leaves = || stop.is_set() || client.state() == WorkerState::Drains;
        thread::scope(|scope| {
            let (leaves, cancel, working) = (&leaves, &cancel, &working);
            // Results from the time when the server was unreachable count if no other worker was
            // faster.
            scope.spawn(move || client.submit_spooled(leaves));
            for slot in 0..slots {
                let wake = wakes.sender();
                scope.spawn(move || {
                    BatchPlayer::at(slot, reserve, cache, language).play(client, leaves, cancel);
                    working.fetch_sub(1, Ordering::Relaxed);
                    // The last one ends the thread that sends heartbeats.
                    client.wake();
                    send(&wake);
                });
            }
            let wake = wakes.sender();
            scope.spawn(move || self.send_heartbeats(working, &wake));
            while working.load(Ordering::Relaxed) > 0 {
                // An operator who sees that the worker drains may send a second signal at once.
                if end.look(stop, leaves, wakes) {
                    client.wake();
                }
                cancel.store(end.is_over(), Ordering::Relaxed);
                if end.is_late() {
                    let (left, has_left) = channel();
                    scope.spawn(move || {
                        client.leave_all();
                        send(&left);
                    });
                    // An unreachable server must not keep the process alive.
                    let _ = has_left.recv_timeout(GRACE);
                    exit(130);
                }
                end.wait(wakes);
            }
        });
        client.set_state(WorkerState::Leaves);
    }

    /// Sends the worker's heartbeat while any slot works. Sending may block on the server.
    fn send_heartbeats(&self, working: &AtomicUsize, wake: &Sender<()>) {
        let ConnectedWorker { client, stop, language, .. } = *self;
        let mut looked: Option<Instant> = None;
        let mut before = client.state();
        client.tend_while(&mut || {
            let stays = !matches!(client.state(), WorkerState::Drains | WorkerState::Leaves);
            if stays && stop.is_set() {
                client.set_state(WorkerState::Drains);
            }
            if looked.is_none_or(|looked| looked.elapsed() >= LOAD) {
                looked = Some(Instant::now());
                if let Some(load) = load() {
                    client.note_load(load);
                }
            }
            if let Some(said) = client.complaint() {
                eprintln!("{}", said.get(language));
            }
            // The main thread looks whether the worker drains now.
            if std::mem::replace(&mut before, client.state()) != client.state() {
                send(wake);
            }
            working.load(Ordering::Relaxed) > 0
        });
    }
}

/// Wakes the thread that waits for this; it may have ended.
fn send(wake: &Sender<()>) {
    let _ = wake.send(());
}

fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}
