//! What carries messages. Every method waits until it has an answer.

use crate::{BusError, ContestSecret, SecretError};
use std::{
    io,
    sync::mpsc::{Receiver, Sender, channel},
    thread,
    time::{Duration, Instant},
};

/// A queue on the server, from which each message is given to one client.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Queue {
    pub stream: &'static str,
    pub name: String,
    /// The subjects it takes.
    pub subject: String,
    /// How long a message stays with the client that took it, without a sign of life from it.
    pub lease: Duration,
    /// How often a message is given out; negative: without limit.
    pub deliveries: i64,
}

/// Identifies a message that was taken, to settle it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AckTicket(pub String);

#[derive(Clone, Debug)]
pub struct Delivery {
    /// For `settle`.
    pub ticket: AckTicket,
    /// Where it was published.
    pub subject: String,
    pub bytes: Vec<u8>,
    /// How often it was given out, this time included.
    pub given: u64,
}

#[derive(Clone, Debug)]
pub struct Signal {
    pub subject: String,
    pub bytes: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AckKind {
    /// It is done, and the server has confirmed it.
    Done,
    /// It is given to another client, after a while.
    GivenBack(Duration),
    /// It is being worked on.
    Renewed,
}

/// Carries messages between coordinators and workers.
///
/// It also supplies time and randomness, so that its users can be tested in a simulated world.
pub trait Transport: Send + Sync {
    fn now(&self) -> Instant {
        Instant::now()
    }

    /// Waits before something is tried again that failed: nothing announces that a server answers
    /// again, so this is the one sleep.
    fn rest(&self, time: Duration) {
        thread::sleep(time);
    }

    /// A new unique name.
    fn new_name(&self) -> io::Result<String> {
        ContestSecret::batch_name()
    }

    /// Creates the streams on the server, unless they exist; returns whether anything was missing.
    /// A stream with other settings is an error.
    fn prepare(&self) -> Result<bool, BusError>;

    /// Creates a queue unless it exists.
    fn open(&self, queue: &Queue) -> Result<(), BusError>;

    /// Stores a message; one with an `id` that was stored a moment ago is the same message.
    fn publish(&self, subject: &str, id: &str, bytes: Vec<u8>) -> Result<(), BusError>;

    /// At most `most` messages: those that are there, else the first that arrives within
    /// `patience`.
    fn fetch(
        &self,
        queue: &Queue,
        most: usize,
        patience: Duration,
    ) -> Result<Vec<Delivery>, BusError>;

    /// Whether a queue exists, or comes to exist within `patience`: a client that asks for messages
    /// of a queue that does not exist may wait for an answer as long as for one that is lost.
    fn finds(&self, queue: &Queue, patience: Duration) -> Result<bool, BusError>;

    fn settle(&self, ticket: &AckTicket, how: AckKind) -> Result<(), BusError>;

    fn waiting(&self, queue: &Queue) -> Result<u64, BusError>;

    /// How many messages under a subject of work are not finished, wherever they are.
    fn unfinished(&self, subject: &str) -> Result<u64, BusError>;

    /// Removes the unfinished work under these subjects.
    fn purge(&self, subjects: &str) -> Result<(), BusError>;

    /// Stores a part of a blob. An existing part of a worker's result is the same; one of what all
    /// read is replaced if it differs.
    fn put_part(&self, subject: &str, bytes: Vec<u8>) -> Result<(), BusError>;

    fn remove_parts(&self, subjects: &str) -> Result<(), BusError>;

    fn part(&self, subject: &str) -> Result<Vec<u8>, BusError>;

    /// Publishes a message that only current subscribers get.
    fn send(&self, subject: &str, bytes: Vec<u8>) -> Result<(), BusError>;

    /// Passes the messages on a subject on, until they are not received any more.
    fn listen(&self, subject: &str, to: Sender<Signal>) -> Result<(), BusError>;

    fn subscribe(&self, subject: &str) -> Result<Receiver<Signal>, BusError> {
        let (sender, receiver) = channel();
        self.listen(subject, sender)?;
        Ok(receiver)
    }
}

/// A new unique name of a batch, job or coordinator.
pub(crate) fn unique_name(transport: &dyn Transport) -> Result<String, BusError> {
    let name = transport.new_name();
    Ok(name.map_err(|error| SecretError::Io { path: "/dev/urandom".into(), error })?)
}
