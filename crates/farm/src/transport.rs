//! What carries messages. Every method waits until it has an answer.

use crate::{BusError, ContestSecret};
use std::{
    io,
    sync::mpsc::Receiver,
    thread,
    time::{Duration, Instant},
};

/// A queue on the server, from which each message is given to one who asks.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Queue {
    /// The stream that it takes from.
    pub stream: &'static str,
    /// Its name.
    pub name: String,
    /// What of the stream is in it.
    pub subject: String,
    /// How long a message is left with whoever took it, without a word from him.
    pub lease: Duration,
    /// How often a message is given out; without end below zero.
    pub deliveries: i64,
}

/// What proves that a message was taken.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AckTicket(pub String);

/// A message from a queue.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// What to settle it with.
    pub ticket: AckTicket,
    /// Where it was published.
    pub subject: String,
    /// What it says.
    pub bytes: Vec<u8>,
    /// How often it was given out, this time included.
    pub given: u64,
}

/// Something that was told.
#[derive(Clone, Debug)]
pub struct Signal {
    /// Where.
    pub subject: String,
    /// What it says.
    pub bytes: Vec<u8>,
}

/// What becomes of a message that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AckKind {
    /// It is done, and the server has heard so.
    Done,
    /// It is given to another one, after a while.
    GivenBack(Duration),
    /// It is being worked on.
    Renewed,
}

/// What carries messages between machines.
///
/// Time and chance come with it, so that whoever uses one can be tried in a world of its own.
pub trait Transport: Send + Sync {
    /// What time it is.
    fn now(&self) -> Instant {
        Instant::now()
    }

    /// Lets time pass.
    fn rest(&self, time: Duration) {
        thread::sleep(time);
    }

    /// A name that nothing ever had.
    fn new_name(&self) -> io::Result<String> {
        ContestSecret::batch_name()
    }

    /// Makes what lies on the server, unless it is there; whether anything was missing. What is there
    /// with other settings is an error.
    fn prepare(&self) -> Result<bool, BusError>;

    /// Makes a queue unless it is there.
    fn open(&self, queue: &Queue) -> Result<(), BusError>;

    /// Stores a message; one with an `id` that was stored a moment ago is the same message.
    fn publish(&self, subject: &str, id: &str, bytes: Vec<u8>) -> Result<(), BusError>;

    /// At most `most` messages: those that are there, else the first that comes within `patience`.
    fn fetch(
        &self,
        queue: &Queue,
        most: usize,
        patience: Duration,
    ) -> Result<Vec<Delivery>, BusError>;

    /// Whether a queue is there, or comes to be within `patience`: whoever asks one for messages that
    /// is not there may wait for an answer as long as for one that is lost.
    fn finds(&self, queue: &Queue, patience: Duration) -> Result<bool, BusError>;

    /// Says what becomes of a message that was taken.
    fn settle(&self, ticket: &AckTicket, how: AckKind) -> Result<(), BusError>;

    /// How many messages of a queue nobody was given yet.
    fn waiting(&self, queue: &Queue) -> Result<u64, BusError>;

    /// How many messages lie under a subject of work that nobody has finished, whoever has them.
    fn unfinished(&self, subject: &str) -> Result<u64, BusError>;

    /// Removes the work under these subjects that no one has finished.
    fn purge(&self, subjects: &str) -> Result<(), BusError>;

    /// Keeps a part of something large. Of what a machine hands in, what is there already is the same;
    /// of what all read, another one in its place is replaced.
    fn put_part(&self, subject: &str, bytes: Vec<u8>) -> Result<(), BusError>;

    /// Removes all parts whose subjects are meant.
    fn remove_parts(&self, subjects: &str) -> Result<(), BusError>;

    /// A part, if it is there.
    fn part(&self, subject: &str) -> Result<Vec<u8>, BusError>;

    /// Says something that only those hear who listen now.
    fn send(&self, subject: &str, bytes: Vec<u8>) -> Result<(), BusError>;

    /// Listens to what is told.
    fn subscribe(&self, subject: &str) -> Result<Receiver<Signal>, BusError>;
}
