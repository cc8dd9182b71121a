//! The worker's side: batches are fetched, leased, and submitted, in an order in which nothing is
//! lost if this process ends at any moment.

mod spool;
mod status;
mod submit;

pub use spool::{Spool, SpoolError};
pub use submit::SignedOutcome;

use crate::{
    AckKind, AckTicket, BusError, Delivery, Queue, Signal, Terms, Transport, blob,
    layout::{self, LEVELS, RUNS, URGENT},
    message::{
        Batch, Heartbeat, MessageError, RestReason, Signer, WorkerCommand, WorkerCommandKind,
        WorkerState, unpack,
    },
};
use certamen_game::job::JobResult;
use serde_json::Value;
use status::{SpeedMonitor, WorkerStats};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    time::{Duration, Instant},
};

/// How long a batch that this worker does not understand is left alone.
const REST: Duration = Duration::from_secs(5);

#[derive(Clone, Debug)]
pub struct WorkerInfo {
    pub name: String,
    pub class: String,
    pub tier: String,
    pub slots: usize,
    /// How many of the slots are reserved for urgent jobs.
    pub reserve: usize,
}

/// A batch that was fetched, and is leased until it is submitted or given back.
#[derive(Debug)]
pub struct LeasedBatch {
    pub batch: Batch,
    ticket: AckTicket,
    /// How often it was given out, this time included.
    given: u64,
}

#[derive(Debug, Default)]
pub struct BatchOutcome {
    pub played: Vec<JobResult>,
    /// What could not be played, and why.
    pub void: Vec<(i64, String)>,
    /// What was not begun.
    pub left: Vec<i64>,
    /// Bots that cannot be built here, and why.
    pub unable: Vec<(i64, String)>,
    /// Bundles that are not on the server any more, by their hashes.
    pub gone: Vec<String>,
    /// What a check found out; one that failed is void, with any number.
    pub found: Option<Value>,
}

pub struct WorkerClient {
    transport: Arc<dyn Transport>,
    signer: Signer,
    worker_info: WorkerInfo,
    terms: Terms,
    /// One for each level.
    queues: [Queue; LEVELS.len()],
    /// Whether anything was handed out to workers of this class yet.
    is_known: AtomicBool,
    /// Locked by the thread that looks for work.
    looks: Mutex<()>,
    /// Requests to report, and commands.
    signals: Mutex<Receiver<Signal>>,
    /// Wakes the thread that waits for these; such a signal has no subject.
    wakes: Sender<Signal>,
    held: Mutex<BTreeMap<AckTicket, LeaseState>>,
    state: Mutex<WorkerState>,
    /// Announces that the state has changed.
    changed: Condvar,
    last_heartbeat: Mutex<Option<Instant>>,
    stats: Mutex<WorkerStats>,
    played: AtomicU64,
    voids: AtomicU64,
    /// Why it is paused, if it is.
    rests: Mutex<Option<RestReason>>,
    /// How fast this worker is, if it checks that.
    pace: Mutex<Option<SpeedMonitor>>,
    /// The matches that failed one after the other, each with its contest.
    failed: Mutex<BTreeSet<(String, i64)>>,
    /// Results that the server does not have yet.
    spool: Option<Spool>,
}

struct LeaseState {
    contest: String,
    batch: String,
    renewed: Instant,
    /// Whether the server will not give it to another worker.
    is_settled: bool,
}

impl WorkerClient {
    /// Starts, and sends a heartbeat.
    pub fn begin(
        transport: Arc<dyn Transport>,
        signer: Signer,
        worker_info: WorkerInfo,
        terms: Terms,
    ) -> Result<WorkerClient, BusError> {
        let queues = LEVELS.map(|level| layout::work_queue(&worker_info.class, level, &terms));
        let (wakes, signals) = channel();
        transport.listen(layout::ROLL, wakes.clone())?;
        transport.listen(&layout::order(&signer.worker()), wakes.clone())?;
        let now = transport.now();
        let client = WorkerClient {
            transport,
            signer,
            queues,
            is_known: AtomicBool::default(),
            looks: Mutex::default(),
            signals: Mutex::new(signals),
            wakes,
            held: Mutex::default(),
            state: Mutex::new(WorkerState::Works),
            changed: Condvar::new(),
            last_heartbeat: Mutex::default(),
            stats: Mutex::new(WorkerStats::new(now)),
            played: AtomicU64::default(),
            voids: AtomicU64::default(),
            rests: Mutex::default(),
            pace: Mutex::default(),
            failed: Mutex::default(),
            spool: None,
            worker_info,
            terms,
        };
        client.tend();
        Ok(client)
    }

    /// The same, with a spool on disk for what it cannot submit at once.
    #[must_use]
    pub fn with_spool(self, spool: Spool) -> WorkerClient {
        WorkerClient { spool: Some(spool), ..self }
    }

    fn read(&self, delivery: Delivery) -> Option<LeasedBatch> {
        let (ticket, given) = (delivery.ticket, delivery.given);
        let Ok(bytes) = blob::whole_batch(&*self.transport, &delivery.bytes) else {
            // The coordinator puts it there again, or it is played by now.
            let _ = self.transport.settle(&ticket, AckKind::GivenBack(REST));
            return None;
        };
        let ack_kind = match unpack::<Batch>(&bytes) {
            // Others are to play it.
            Ok(batch) if batch.is_not_for(&self.signer) => {
                // How often it is given out is counted, and others may be busy for a while.
                let longer = if batch.suspect { 10 } else { 1 << given.min(5) };
                AckKind::GivenBack(self.terms.renewal / 10 * longer)
            }
            // The coordinator takes this worker for another one.
            Ok(batch) if batch.runs_programs() && self.worker_info.tier > batch.tier => {
                AckKind::GivenBack(REST)
            }
            Ok(batch) if layout::is_name(&batch.contest) => {
                let (contest, name) = (batch.contest.clone(), batch.batch.clone());
                let renewed = self.transport.now();
                let held = LeaseState { contest, batch: name, renewed, is_settled: false };
                lock(&self.held).insert(ticket.clone(), held);
                return Some(LeasedBatch { batch, ticket, given });
            }
            // Others may understand it.
            Err(MessageError::Version(_)) => AckKind::GivenBack(REST),
            // No worker ever will.
            Ok(_) | Err(_) => AckKind::Done,
        };
        // If this is lost, it comes again.
        let _ = self.transport.settle(&ticket, ack_kind);
        None
    }

    /// The bytes of a bundle, which are cached in the folder `cache`.
    pub fn bundle(&self, cache: &Path, id: &str, parts: usize) -> Result<Vec<u8>, BusError> {
        blob::fetch_bundle(&*self.transport, cache, id, parts)
    }

    /// Gives a batch back that was not begun; it is given out again `after` this time.
    pub fn release(&self, fetched: &LeasedBatch, after: Duration) {
        // If this is lost, its lease ends.
        let _ = self.transport.settle(&fetched.ticket, AckKind::GivenBack(after));
        lock(&self.held).remove(&fetched.ticket);
    }

    pub fn set_state(&self, state: WorkerState) {
        let before = std::mem::replace(&mut *lock(&self.state), state);
        if before != state {
            self.note_change();
        }
        *lock(&self.last_heartbeat) = None;
        self.tend();
    }

    /// Renews leases and sends heartbeats when it is time, and whenever a message arrives or the
    /// state changes, as long as `goes_on` returns true: it is called after each of these.
    pub fn tend_while(&self, goes_on: &mut dyn FnMut() -> bool) {
        while goes_on() {
            self.tend();
            let (heartbeat, renewal) = (self.terms.heartbeat, self.terms.renewal);
            let patience = heartbeat.min(renewal) / 4;
            // Handled with those that have arrived meanwhile.
            let signal = lock(&self.signals).recv_timeout(patience);
            if let Ok(signal) = signal {
                self.handle(&signal);
            }
        }
    }

    /// Wakes the thread that renews leases and sends heartbeats.
    pub fn wake(&self) {
        // The receiver lives as long as this client.
        let _ = self.wakes.send(Signal { subject: String::new(), bytes: Vec::new() });
    }

    /// Renews leases and sends heartbeats, whenever it is time.
    pub fn tend(&self) {
        self.renew();
        let now = self.transport.now();
        // Another thread that waits for signals handles them.
        let signals: Vec<Signal> =
            self.signals.try_lock().map(|signals| signals.try_iter().collect()).unwrap_or_default();
        for signal in &signals {
            self.handle(signal);
        }
        let mut last = lock(&self.last_heartbeat);
        let is_due = |last: Instant| now.saturating_duration_since(last) >= self.terms.heartbeat;
        if last.is_none_or(is_due) {
            *last = Some(now);
            let Signal { subject, bytes } = self.heartbeat().signal(&self.signer);
            // If this is lost, the next one arrives.
            let _ = self.transport.send(&subject, bytes);
        }
    }

    fn handle(&self, signal: &Signal) {
        if signal.subject == layout::ROLL {
            *lock(&self.last_heartbeat) = None;
        } else if let Ok(WorkerCommand { what, .. }) = unpack(&signal.bytes) {
            // Commands that this worker does not understand are for others.
            self.obey(what);
        }
    }

    /// Renews all leases that are due.
    fn renew(&self) {
        let now = self.transport.now();
        let is_due = |held: &LeaseState| {
            now.saturating_duration_since(held.renewed) >= self.terms.renewal && !held.is_settled
        };
        let due: Vec<AckTicket> = {
            let held = lock(&self.held);
            held.iter().filter(|(_, held)| is_due(held)).map(|(ticket, _)| ticket.clone()).collect()
        };
        // An unreachable server is waited for: meanwhile slots take, submit and give back.
        for ticket in due {
            if self.transport.settle(&ticket, AckKind::Renewed).is_err() {
                // What is lost now is sent again, and so is the rest.
                return;
            }
            if let Some(held) = lock(&self.held).get_mut(&ticket) {
                held.renewed = now;
            }
        }
    }

    /// Gives back all that is leased, at once, and announces that this worker leaves: it ends now,
    /// whatever it has begun.
    pub fn leave_all(&self) {
        let held: Vec<AckTicket> = {
            let held = lock(&self.held);
            let others = held.iter().filter(|(_, held)| !held.is_settled);
            others.map(|(ticket, _)| ticket.clone()).collect()
        };
        for ticket in held {
            // If this is lost, leases expire.
            if self.transport.settle(&ticket, AckKind::GivenBack(Duration::ZERO)).is_err() {
                return;
            }
            lock(&self.held).remove(&ticket);
        }
        self.set_state(WorkerState::Leaves);
        // Once this is answered the server has received what was sent before.
        let _ = self.transport.finds(self.queue(RUNS), Duration::ZERO);
    }

    pub fn state(&self) -> WorkerState {
        *lock(&self.state)
    }

    /// Waits until the state changes, for at most `patience`.
    pub fn wait_for_change(&self, patience: Duration) {
        let state = lock(&self.state);
        let before = *state;
        // A thread that panicked under the lock has not left the state half done.
        drop(self.changed.wait_timeout_while(state, patience, |state| *state == before));
    }

    fn obey(&self, order: WorkerCommandKind) {
        let (before, next) = {
            let mut state = lock(&self.state);
            let next = match (order, *state) {
                (_, WorkerState::Drains | WorkerState::Leaves) => return,
                (WorkerCommandKind::Rest, _) => WorkerState::Rests,
                (WorkerCommandKind::Wake, _) => WorkerState::Works,
                (WorkerCommandKind::Drain, _) => WorkerState::Drains,
            };
            (std::mem::replace(&mut *state, next), next)
        };
        *lock(&self.rests) = (next == WorkerState::Rests).then_some(RestReason::Told);
        lock(&self.failed).clear();
        if before != next {
            self.note_change();
            *lock(&self.last_heartbeat) = None;
        }
    }

    fn heartbeat(&self) -> Heartbeat {
        let (now, played) = (self.transport.now(), self.played.load(Ordering::Relaxed));
        let (since, rate, load) = {
            let mut stats = lock(&self.stats);
            (stats.seconds(now), stats.rate(now, played), stats.load())
        };
        let held = lock(&self.held);
        let WorkerInfo { name, class, tier, slots, reserve } = &self.worker_info;
        Heartbeat {
            state: *lock(&self.state),
            reserve: *reserve,
            busy: held.len().min(*slots),
            played,
            voids: self.voids.load(Ordering::Relaxed),
            rests: *lock(&self.rests),
            drift: lock(&self.pace).as_ref().map(SpeedMonitor::rounded_drift),
            since: Some(since),
            rate,
            load,
            holds: held.values().map(|one| (one.contest.clone(), one.batch.clone())).collect(),
            ..Heartbeat::of(self.signer.worker(), [name, class, tier], *slots)
        }
    }
}

fn lock<T>(inside: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that is done under a lock leaves it half done.
    inside.lock().unwrap_or_else(PoisonError::into_inner)
}

// What a slot does next: urgent checks, matches of runs, matches of ladders, and now and then the
// other way round, so that nothing waits for ever.

/// At one of this many fetches the least urgent level comes first.
const TURNS: u64 = 16;

impl WorkerClient {
    /// The work at this `turn` of a slot, or the first matches of a run that arrive within
    /// `patience`.
    pub fn next(&self, turn: u64, patience: Duration) -> Option<LeasedBatch> {
        // A client that creates queues for a class creates all, and the one of ladders last.
        if !self.is_known.load(Ordering::Relaxed) && !self.looks_for(layout::LADDERS, patience) {
            return None;
        }
        let mut levels = LEVELS;
        if turn % TURNS == TURNS - 1 {
            levels.reverse();
        }
        for level in levels {
            match self.fetch_level(level, Duration::ZERO) {
                Ok(None) => {}
                Ok(found) => return found,
                // Matches are played whether urgent checks are available or not.
                Err(_) if level == URGENT && self.has_runs() => {}
                Err(_) => return self.without_any(patience),
            }
        }
        if patience.is_zero() {
            return None;
        }
        let found = self.fetch_level(RUNS, patience);
        found.unwrap_or_else(|_| self.without_any(patience))
    }

    /// An urgent check, for a slot that does nothing else: what there is, or the first that arrives
    /// within `patience`.
    pub fn next_urgent(&self, patience: Duration) -> Option<LeasedBatch> {
        if !self.is_known.load(Ordering::Relaxed) && !self.looks_for(URGENT, patience) {
            return None;
        }
        let found = self.fetch_level(URGENT, patience);
        found.unwrap_or_else(|_| self.without_any(patience))
    }

    /// Whether matches are available, where urgent checks are not.
    fn has_runs(&self) -> bool {
        // Until that is known other threads are not to wait in vain.
        self.is_known.store(false, Ordering::Relaxed);
        // An error says that they are not.
        self.transport.finds(self.queue(RUNS), self.terms.knock).unwrap_or(false)
    }

    /// Whether there is a queue for workers of this class, or one comes to exist within `patience`.
    /// One of the slots looks for all of them.
    fn looks_for(&self, level: u8, patience: Duration) -> bool {
        let Ok(_looks) = self.looks.try_lock() else {
            self.transport.rest(patience.min(self.terms.knock));
            return false;
        };
        let found = self.transport.finds(self.queue(level), patience).unwrap_or_else(|_| {
            self.transport.rest(patience);
            false
        });
        if found && level == layout::LADDERS {
            self.is_known.store(true, Ordering::Relaxed);
        }
        found
    }

    fn fetch_level(&self, level: u8, patience: Duration) -> Result<Option<LeasedBatch>, BusError> {
        let taken = self.transport.fetch(self.queue(level), 1, patience)?;
        Ok(taken.into_iter().find_map(|one| self.read(one)))
    }

    fn queue(&self, level: u8) -> &Queue {
        &self.queues[usize::from(level)]
    }

    /// The server is away, or has forgotten what lay there: it was waited for once, and that is
    /// enough.
    fn without_any(&self, patience: Duration) -> Option<LeasedBatch> {
        self.is_known.store(false, Ordering::Relaxed);
        self.transport.rest(patience);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nats::real_server::{RealServer, machine, terms};
    use std::thread::sleep;

    const MANY: usize = 20;

    fn holding(client: &WorkerClient) -> Vec<LeasedBatch> {
        let taken = || client.next(0, Duration::from_secs(20)).expect("there is a batch");
        (0..MANY).map(|_| taken()).collect()
    }

    #[test]
    fn an_unreachable_server_is_waited_for_once() {
        let mut server = RealServer::start();
        let client = machine(server.with_batches(MANY));
        let _held = holding(&client);
        server.kill();
        sleep(2 * client.terms.renewal);
        let began = Instant::now();
        client.tend();
        let took = began.elapsed();
        assert!(took < terms().question * MANY as u32 / 4, "{took:?}");
        let is_due = |held: &LeaseState| held.renewed.elapsed() >= client.terms.renewal;
        assert_eq!(lock(&client.held).values().filter(|held| is_due(held)).count(), MANY);
    }

    #[test]
    fn released_batches_go_to_other_workers_at_once() {
        let server = RealServer::start();
        let nats = server.with_batches(MANY);
        let [one, other] = [(); 2].map(|()| machine(Arc::clone(&nats)));
        let held = holding(&one);
        one.leave_all();
        assert!(lock(&one.held).is_empty());
        assert_eq!(holding(&other).len(), held.len());
    }
}
