//! The connections to the server, and the time.

use super::{
    FaultPlan, SimulatedFarm, between, happens,
    server::{SimulatedServer, matches},
};
use crate::{AckKind, AckTicket, BusError, Delivery, Queue, Signal, Transport};
use certamen_game::Rng;
use std::{
    collections::{BTreeMap, HashMap},
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc::Sender},
    time::{Duration, Instant},
};

const LATE: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub(super) struct Net {
    base: Instant,
    state: Mutex<NetState>,
}

#[derive(Debug)]
pub(super) struct NetState {
    /// The simulated time.
    pub(super) now: Duration,
    pub(super) server: SimulatedServer,
    pub(super) rng: Rng,
    pub(super) trouble: FaultPlan,
    /// Until when the server is unreachable.
    pub(super) away: Duration,
    /// Until when workers are disconnected.
    pub(super) cuts: BTreeMap<usize, Duration>,
    /// How many results the server was given; coordinators that wait for them look then.
    pub(super) results: u64,
    /// Late messages: subject and bytes.
    late: BTreeMap<(Duration, u64), (String, Vec<u8>)>,
    listeners: HashMap<String, Vec<Sender<Signal>>>,
    /// Subscribers to more than one subject.
    wide: Vec<(String, Sender<Signal>)>,
    names: u64,
}

impl Net {
    pub(super) fn new(seed: u64, trouble: FaultPlan) -> Net {
        let state = NetState {
            now: Duration::ZERO,
            server: SimulatedServer::default(),
            rng: Rng::of_turn(seed, 0),
            trouble,
            away: Duration::ZERO,
            cuts: BTreeMap::new(),
            results: 0,
            late: BTreeMap::new(),
            listeners: HashMap::new(),
            wide: Vec::new(),
            names: 0,
        };
        Net { base: Instant::now(), state: Mutex::new(state) }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, NetState> {
        // A thread that panicked here has failed the whole test.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn now(&self) -> Instant {
        self.base + self.state().now
    }

    /// A new unique name.
    pub(super) fn new_name(&self) -> String {
        let mut state = self.state();
        state.names += 1;
        let drawn = state.rng.below(1 << 48);
        format!("{drawn:012x}{:012x}", state.names)
    }
}

impl NetState {
    /// The time and the faults.
    pub(super) fn situation(&self) -> (Duration, FaultPlan) {
        (self.now, self.trouble)
    }

    /// The server's answer to a worker, or to the coordinator, which has no place; a request that
    /// is lost may have arrived.
    pub(super) fn ask<T>(
        &mut self,
        place: Option<usize>,
        question: impl FnOnce(&mut SimulatedServer, Duration) -> Result<T, BusError>,
    ) -> Result<T, BusError> {
        let away = || BusError::Away { what: "simulated".to_owned() };
        let is_cut = place.and_then(|place| self.cuts.get(&place)).is_some_and(|at| *at > self.now);
        if is_cut || self.away > self.now {
            return Err(away());
        }
        if happens(&mut self.rng, self.trouble.lost) {
            if self.rng.below(2) == 0 {
                // It arrived, and the answer is lost.
                let _ = question(&mut self.server, self.now);
            }
            return Err(away());
        }
        question(&mut self.server, self.now)
    }

    /// Publishes a message, which may arrive late, or twice.
    pub(super) fn publish(
        &mut self,
        place: Option<usize>,
        subject: &str,
        id: &str,
        bytes: Vec<u8>,
    ) -> Result<(), BusError> {
        self.results += u64::from(subject.starts_with("certamen.result."));
        let delayed = happens(&mut self.rng, self.trouble.delayed);
        if delayed || happens(&mut self.rng, self.trouble.doubled) {
            let at = self.now + between(&mut self.rng, Duration::ZERO, LATE);
            self.names += 1;
            self.late.insert((at, self.names), (subject.to_owned(), bytes.clone()));
        }
        if delayed {
            return self.ask(place, |_, _| Ok(()));
        }
        self.ask(place, |server, now| server.publish(now, subject, id, bytes))
    }

    pub(super) fn deliver_late(&mut self) {
        while let Some(entry) = self.late.first_entry().filter(|entry| entry.key().0 <= self.now) {
            let (subject, bytes) = entry.remove();
            self.results += u64::from(subject.starts_with("certamen.result."));
            self.server.keep(&subject, bytes);
        }
    }

    /// Sends a message to subscribers that can be reached.
    pub(super) fn broadcast(&mut self, place: Option<usize>, subject: &str, bytes: &[u8]) {
        if self.ask(place, |_, _| Ok(())).is_err() {
            return;
        }
        let is_heard = |sender: &Sender<Signal>| {
            sender.send(Signal { subject: subject.to_owned(), bytes: bytes.to_vec() }).is_ok()
        };
        if let Some(listeners) = self.listeners.get_mut(subject) {
            listeners.retain(is_heard);
        }
        self.wide.retain(|(filter, sender)| !matches(filter, subject) || is_heard(sender));
    }

    pub(super) fn listen(&mut self, subject: &str, to: Sender<Signal>) {
        if subject.contains('*') {
            self.wide.push((subject.to_owned(), to));
        } else {
            self.listeners.entry(subject.to_owned()).or_default().push(to);
        }
    }
}

// The transports by which workers and coordinators reach the server.

/// How long a coordinator waits for any messages.
const ROUND: Duration = Duration::from_millis(1);
/// The error of requests of a killed coordinator.
const KILLED: &str = "killed";

/// A client's connection to the server of a simulated farm.
pub struct SimulatedWire {
    net: Arc<Net>,
    side: WireSide,
}

enum WireSide {
    /// A worker's: no time passes during its requests.
    Machine(usize),
    /// A coordinator's: while it waits, time passes. The number says which of all coordinators it
    /// is.
    Coordinator(Arc<SimulatedFarm>, u64),
}

impl SimulatedWire {
    /// The transport of a new coordinator; earlier ones are killed.
    pub fn of_coordinator(farm: &Arc<SimulatedFarm>) -> SimulatedWire {
        let life = farm.begin_life();
        SimulatedWire { net: farm.net(), side: WireSide::Coordinator(Arc::clone(farm), life) }
    }

    /// The connection of a client that is no worker of the farm: no time passes while it asks.
    #[cfg(test)]
    pub(crate) fn of_guest(farm: &SimulatedFarm) -> SimulatedWire {
        SimulatedWire::of_machine(&farm.net(), usize::MAX)
    }

    pub(super) fn of_machine(net: &Arc<Net>, place: usize) -> SimulatedWire {
        SimulatedWire { net: Arc::clone(net), side: WireSide::Machine(place) }
    }

    fn place(&self) -> Option<usize> {
        match self.side {
            WireSide::Machine(place) => Some(place),
            WireSide::Coordinator(..) => None,
        }
    }

    /// Fails for a coordinator that was killed.
    fn check(&self) -> Result<(), BusError> {
        match &self.side {
            WireSide::Coordinator(farm, life) if farm.life() != *life => {
                Err(BusError::Refused { what: "simulated".to_owned(), why: KILLED.to_owned() })
            }
            WireSide::Machine(_) | WireSide::Coordinator(..) => Ok(()),
        }
    }

    fn ask<T>(
        &self,
        question: impl FnOnce(&mut SimulatedServer, Duration) -> Result<T, BusError>,
    ) -> Result<T, BusError> {
        self.check()?;
        self.net.state().ask(self.place(), question)
    }

    fn take(&self, queue: &Queue, most: usize) -> Result<Vec<Delivery>, BusError> {
        self.ask(|server, now| server.fetch(now, queue, most))
    }
}

impl Transport for SimulatedWire {
    fn now(&self) -> Instant {
        self.net.now()
    }

    fn rest(&self, time: Duration) {
        if let WireSide::Coordinator(farm, _) = &self.side {
            farm.pass(time);
        }
    }

    fn new_name(&self) -> io::Result<String> {
        Ok(self.net.new_name())
    }

    fn prepare(&self) -> Result<bool, BusError> {
        self.ask(|server, _| Ok(server.prepare()))
    }

    fn open(&self, queue: &Queue) -> Result<(), BusError> {
        self.ask(|server, _| server.open(queue))
    }

    fn publish(&self, subject: &str, id: &str, bytes: Vec<u8>) -> Result<(), BusError> {
        self.check()?;
        self.net.state().publish(self.place(), subject, id, bytes)
    }

    fn fetch(
        &self,
        queue: &Queue,
        most: usize,
        patience: Duration,
    ) -> Result<Vec<Delivery>, BusError> {
        let WireSide::Coordinator(farm, _) = &self.side else { return self.take(queue, most) };
        farm.pass(ROUND);
        let mut taken = self.take(queue, most)?;
        let (until, mut seen) = {
            let state = self.net.state();
            (state.now + patience, state.results)
        };
        while taken.is_empty() && farm.step(until) {
            self.check()?;
            let results = self.net.state().results;
            if std::mem::replace(&mut seen, results) != results {
                taken = self.take(queue, most)?;
            }
        }
        // Messages taken before may have come back in the meantime.
        if taken.is_empty() && !patience.is_zero() { self.take(queue, most) } else { Ok(taken) }
    }

    fn finds(&self, queue: &Queue, _: Duration) -> Result<bool, BusError> {
        self.ask(|server, _| Ok(server.has(queue)))
    }

    fn settle(&self, ticket: &AckTicket, how: AckKind) -> Result<(), BusError> {
        self.ask(|server, now| {
            server.settle(now, ticket, how);
            Ok(())
        })
    }

    fn waiting(&self, queue: &Queue) -> Result<u64, BusError> {
        self.ask(|server, _| server.waiting(queue))
    }

    fn unfinished(&self, subject: &str) -> Result<u64, BusError> {
        self.ask(|server, _| Ok(server.unfinished(subject)))
    }

    fn purge(&self, subjects: &str) -> Result<(), BusError> {
        self.ask(|server, _| server.purge(subjects))
    }

    fn put_part(&self, subject: &str, bytes: Vec<u8>) -> Result<(), BusError> {
        self.ask(|server, _| server.put_part(subject, bytes))
    }

    fn remove_parts(&self, subjects: &str) -> Result<(), BusError> {
        self.ask(|server, _| {
            server.remove_parts(subjects);
            Ok(())
        })
    }

    fn part(&self, subject: &str) -> Result<Vec<u8>, BusError> {
        self.ask(|server, _| server.part(subject))
    }

    fn send(&self, subject: &str, bytes: Vec<u8>) -> Result<(), BusError> {
        self.check()?;
        self.net.state().broadcast(self.place(), subject, &bytes);
        Ok(())
    }

    fn listen(&self, subject: &str, to: Sender<Signal>) -> Result<(), BusError> {
        self.check()?;
        self.net.state().listen(subject, to);
        Ok(())
    }
}
