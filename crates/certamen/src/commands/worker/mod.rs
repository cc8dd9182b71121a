//! `certamen worker`: plays matches of contests that are hosted elsewhere.

mod batches;
mod cache;
mod machine;

use super::bus;
use crate::{Result, console::Interrupt, exit::ExitStatus, flags, say::farm as say};
use batches::BatchPlayer;
use cache::WorkerCache;
use certamen_contest::quantity;
use certamen_farm::{
    Spool, WorkerClient, WorkerInfo,
    identity::WorkerKey,
    message::{Signer, WorkerState},
    rights::BusRole,
};
use certamen_game::Language;
use certamen_host::jobs;
use certamen_i18n::usage;
use certamen_sandbox::Launcher;
use clap::Args;
use machine::WorkerIdentity;
use std::{
    fs,
    path::PathBuf,
    process::exit,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

const TICK: Duration = Duration::from_millis(20);

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
    let sandbox = WorkerCache::sandbox(launcher, arguments.tier)?;
    let identity = WorkerIdentity::of(arguments, sandbox.tier())?;
    let terms = bus::terms();
    let cache = WorkerCache::new(sandbox, &identity, &terms);
    // Read first: retrying would not help against an invalid key.
    let user = arguments.key.as_deref().map(WorkerKey::read).transpose()?;
    let Some(transport) = connect_with_retries(&stop, language, &mut || {
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
    play(&client, &cache, (slots, reserve), (&stop, arguments.drain), language);
    Ok(ExitStatus::Interrupted)
}

/// Connects to the server, with retries: a worker may be started before the server. None if the
/// user interrupts.
fn connect_with_retries<T>(
    stop: &Interrupt,
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
        let until = Instant::now() + rest;
        while Instant::now() < until {
            if stop.is_set() {
                return Ok(None);
            }
            thread::sleep(TICK);
        }
        rest = (2 * rest).min(Duration::from_secs(30));
    }
}

/// Plays in `slots` slots until it is asked to stop, then finishes the matches in progress.
fn play(
    client: &WorkerClient,
    cache: &WorkerCache,
    (slots, reserve): (usize, usize),
    (stop, drain): (&Interrupt, Duration),
    language: Language,
) {
    let (cancel, working) = (AtomicBool::new(false), AtomicUsize::new(slots));
    let leaves = || stop.is_set() || client.state() == WorkerState::Drains;
    let is_asked = AtomicBool::new(false);
    thread::scope(|scope| {
        let (leaves, cancel, working, is_asked) = (&leaves, &cancel, &working, &is_asked);
        // Results from the time when the server was unreachable count if no other worker was
        // faster.
        scope.spawn(move || client.submit_spooled(leaves));
        for slot in 0..slots {
            scope.spawn(move || {
                BatchPlayer::at(slot, reserve, cache, language).play(client, leaves, cancel);
                working.fetch_sub(1, Ordering::Relaxed);
            });
        }
        scope.spawn(move || send_heartbeats(client, is_asked, working, language));
        let mut end = DrainState::new(drain);
        while working.load(Ordering::Relaxed) > 0 {
            // An operator who sees that the worker drains may send a second signal at once.
            is_asked.store(end.look(stop, leaves), Ordering::Relaxed);
            cancel.store(end.is_over(), Ordering::Relaxed);
            if end.is_late() {
                scope.spawn(move || {
                    client.leave_all();
                    exit(130);
                });
                // An unreachable server must not keep the process alive.
                thread::sleep(GRACE);
                exit(130);
            }
            thread::sleep(TICK);
        }
    });
    client.set_state(WorkerState::Leaves);
}

/// Sends the worker's heartbeat while any slot works. Sending may block on the server.
fn send_heartbeats(
    client: &WorkerClient,
    is_asked: &AtomicBool,
    working: &AtomicUsize,
    language: Language,
) {
    let mut looked: Option<Instant> = None;
    while working.load(Ordering::Relaxed) > 0 {
        let stays = !matches!(client.state(), WorkerState::Drains | WorkerState::Leaves);
        if stays && is_asked.load(Ordering::Relaxed) {
            client.set_state(WorkerState::Drains);
        }
        if looked.is_none_or(|looked| looked.elapsed() >= LOAD) {
            looked = Some(Instant::now());
            if let Some(load) = load() {
                client.note_load(load);
            }
        }
        client.tend();
        if let Some(said) = client.complaint() {
            eprintln!("{}", said.get(language));
        }
        thread::sleep(TICK);
    }
}

fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

/// How long cancelled work may take to end, and also how long releasing leases may take.
pub(super) const GRACE: Duration = Duration::from_secs(2);

pub(super) struct DrainState {
    /// How long work in progress may take.
    drain: Duration,
    since: Option<Instant>,
    again: Option<Arc<AtomicBool>>,
    over: Option<Instant>,
}

impl DrainState {
    /// Not draining yet; once it is, work in progress may take as long as `drain`.
    pub(super) fn new(drain: Duration) -> DrainState {
        DrainState { drain, since: None, again: None, over: None }
    }

    /// Checks whether the worker `leaves` and whether the user insists. Returns whether the user
    /// has asked; from then on, another signal is noted.
    pub(super) fn look(&mut self, stop: &Interrupt, leaves: &dyn Fn() -> bool) -> bool {
        if leaves() {
            self.since.get_or_insert_with(Instant::now);
        }
        let is_asked = stop.is_set();
        if is_asked && self.again.is_none() {
            // If that fails, a second signal ends the process, as usual.
            self.again = stop.note_next().ok();
        }
        let insists = self.again.as_ref().is_some_and(|again| again.load(Ordering::Relaxed));
        if insists || self.since.is_some_and(|since| since.elapsed() >= self.drain) {
            self.over.get_or_insert_with(Instant::now);
        }
        is_asked
    }

    pub(super) fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// Whether cancelled work does not end by itself: bots that think for minutes, builds,
    /// measurements.
    pub(super) fn is_late(&self) -> bool {
        self.over.is_some_and(|over| over.elapsed() >= GRACE)
    }
}
