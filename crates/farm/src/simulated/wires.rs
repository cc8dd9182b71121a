//! The transports by which workers and coordinators reach the server.

use super::{SimulatedFarm, net::Net, server::SimulatedServer};
use crate::{AckKind, AckTicket, BusError, Delivery, Queue, Signal, Transport};
use std::{
    io,
    sync::{Arc, mpsc::Receiver},
    time::{Duration, Instant},
};

/// How long a coordinator waits for any messages.
const ROUND: Duration = Duration::from_millis(1);
/// Why a coordinator that was killed is answered nothing.
const KILLED: &str = "killed";

/// A client's connection to the server of a simulated farm.
pub struct SimulatedWire {
    net: Arc<Net>,
    whose: Whose,
}

enum Whose {
    /// The worker's at this place: no time passes while it asks.
    Machine(usize),
    /// A coordinator's: while it waits, time passes. The number says which of all coordinators it
    /// is.
    Coordinator(Arc<SimulatedFarm>, u64),
}

impl SimulatedWire {
    /// The transport of a coordinator that begins now; those before it are gone.
    pub fn of_coordinator(farm: &Arc<SimulatedFarm>) -> SimulatedWire {
        let life = farm.begin_life();
        SimulatedWire { net: farm.net(), whose: Whose::Coordinator(Arc::clone(farm), life) }
    }

    /// The connection of a client that is no worker of the farm: no time passes while it asks.
    #[cfg(test)]
    pub(crate) fn of_guest(farm: &SimulatedFarm) -> SimulatedWire {
        SimulatedWire::of_machine(&farm.net(), usize::MAX)
    }

    pub(super) fn of_machine(net: &Arc<Net>, place: usize) -> SimulatedWire {
        SimulatedWire { net: Arc::clone(net), whose: Whose::Machine(place) }
    }

    fn place(&self) -> Option<usize> {
        match self.whose {
            Whose::Machine(place) => Some(place),
            Whose::Coordinator(..) => None,
        }
    }

    /// A coordinator that was killed does nothing any more.
    fn check(&self) -> Result<(), BusError> {
        match &self.whose {
            Whose::Coordinator(farm, life) if farm.life() != *life => {
                Err(BusError::Refused { what: "simulated".to_owned(), why: KILLED.to_owned() })
            }
            Whose::Machine(_) | Whose::Coordinator(..) => Ok(()),
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
        if let Whose::Coordinator(farm, _) = &self.whose {
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
        self.net.state().publish(self.place(), (subject, id), bytes)
    }

    fn fetch(
        &self,
        queue: &Queue,
        most: usize,
        patience: Duration,
    ) -> Result<Vec<Delivery>, BusError> {
        let Whose::Coordinator(farm, _) = &self.whose else { return self.take(queue, most) };
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
        self.net.state().tell(self.place(), subject, &bytes);
        Ok(())
    }

    fn subscribe(&self, subject: &str) -> Result<Receiver<Signal>, BusError> {
        self.check()?;
        Ok(self.net.state().hear(subject))
    }
}
