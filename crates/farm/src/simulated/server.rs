//! The server: what it stores, and which client gets what.

use crate::{AckKind, AckTicket, BusError, Delivery, Queue, layout};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};

/// The state of the server; times are those since the simulation began.
#[derive(Debug, Default)]
pub(super) struct SimulatedServer {
    has_streams: bool,
    lines: BTreeMap<String, SimulatedQueue>,
    /// Messages that no queue takes yet.
    loose: Vec<CarriedMessage>,
    /// The names of recent messages, each with its stream.
    known: HashMap<(Stream, String), Duration>,
    /// Old names are removed when there are more than this.
    many: usize,
    parts: BTreeMap<String, Vec<u8>>,
    last: u64,
    traffic: Traffic,
}

/// Counts of requests to the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traffic {
    /// Requests to store a message.
    pub published: u64,
    /// Acknowledgements.
    pub done: u64,
    /// Requests for parts of blobs.
    pub parts: u64,
}

/// The stream of a message; names are unique in a stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stream {
    Work,
    Result,
}

impl Stream {
    fn of(subject: &str) -> Stream {
        if subject.starts_with("certamen.work.") { Stream::Work } else { Stream::Result }
    }
}

#[derive(Clone, Debug)]
struct CarriedMessage {
    /// Stays the same whenever it is given out.
    number: u64,
    subject: String,
    bytes: Arc<[u8]>,
    given: i64,
}

#[derive(Debug)]
struct SimulatedQueue {
    subject: String,
    lease: Duration,
    deliveries: i64,
    ready: VecDeque<CarriedMessage>,
    /// Given out before; first in line.
    again: VecDeque<CarriedMessage>,
    /// Given back for a while.
    later: BTreeMap<(Duration, u64), CarriedMessage>,
    /// Given out, each until its lease ends.
    out: BTreeMap<u64, (Duration, CarriedMessage)>,
    leases: BTreeSet<(Duration, u64)>,
}

impl SimulatedServer {
    /// Creates missing streams; returns whether any was missing.
    pub(super) fn prepare(&mut self) -> bool {
        !std::mem::replace(&mut self.has_streams, true)
    }

    pub(super) fn forget(&mut self) {
        let SimulatedServer { last, traffic, .. } = *self;
        *self = SimulatedServer { last, traffic, ..SimulatedServer::default() };
    }

    /// Creates a queue unless it exists.
    pub(super) fn open(&mut self, queue: &Queue) -> Result<(), BusError> {
        self.check()?;
        if self.lines.contains_key(&queue.name) {
            return Ok(());
        }
        let (own, loose) = std::mem::take(&mut self.loose)
            .into_iter()
            .partition(|message| matches(&queue.subject, &message.subject));
        self.loose = loose;
        let own: Vec<CarriedMessage> = own;
        let line = SimulatedQueue {
            subject: queue.subject.clone(),
            lease: queue.lease,
            deliveries: queue.deliveries,
            ready: own.into(),
            again: VecDeque::new(),
            later: BTreeMap::new(),
            out: BTreeMap::new(),
            leases: BTreeSet::new(),
        };
        self.lines.insert(queue.name.clone(), line);
        Ok(())
    }

    /// Stores a message, unless one of this name arrived recently.
    pub(super) fn publish(
        &mut self,
        now: Duration,
        subject: &str,
        id: &str,
        bytes: Vec<u8>,
    ) -> Result<(), BusError> {
        self.traffic.published += 1;
        self.check()?;
        let name = (Stream::of(subject), id.to_owned());
        let is_old = |then: &Duration| now.saturating_sub(*then) >= layout::DUPLICATES;
        if self.known.get(&name).is_some_and(|then| !is_old(then)) {
            return Ok(());
        }
        if self.known.len() > self.many.max(1 << 16) {
            self.known.retain(|_, then| !is_old(then));
            self.many = 2 * self.known.len();
        }
        self.known.insert(name, now);
        self.keep(subject, bytes);
        Ok(())
    }

    /// Stores a message without checking for duplicates.
    pub(super) fn keep(&mut self, subject: &str, bytes: Vec<u8>) {
        self.last += 1;
        let (number, subject) = (self.last, subject.to_owned());
        let message = CarriedMessage { number, subject, bytes: bytes.into(), given: 0 };
        let line = self.lines.values_mut().find(|line| matches(&line.subject, &message.subject));
        match line {
            Some(line) => line.ready.push_back(message),
            None => self.loose.push(message),
        }
    }

    /// At most `most` available messages.
    pub(super) fn fetch(
        &mut self,
        now: Duration,
        queue: &Queue,
        most: usize,
    ) -> Result<Vec<Delivery>, BusError> {
        self.check()?;
        let line = self.lines.get_mut(&queue.name).ok_or(BusError::Gone)?;
        line.ripen(now);
        let mut taken = Vec::new();
        while taken.len() < most
            && let Some(mut message) = line.again.pop_front().or_else(|| line.ready.pop_front())
        {
            message.given += 1;
            taken.push(Delivery {
                ticket: AckTicket(format!("{} {} {}", queue.name, message.number, message.given)),
                subject: message.subject.clone(),
                bytes: message.bytes.to_vec(),
                given: message.given.unsigned_abs(),
            });
            line.leases.insert((now + line.lease, message.number));
            line.out.insert(message.number, (now + line.lease, message));
        }
        Ok(taken)
    }

    /// Settles a message, whichever client has it by now. If no client has it, it can only be done.
    pub(super) fn settle(&mut self, now: Duration, ticket: &AckTicket, how: AckKind) {
        self.traffic.done += u64::from(how == AckKind::Done);
        let mut words = ticket.0.split(' ');
        let (Some(name), Some(number)) = (words.next(), words.next()) else { return };
        let number: u64 = number.parse().unwrap_or_default();
        let Some(line) = self.lines.get_mut(name) else { return };
        line.ripen(now);
        let Some((until, message)) = line.out.remove(&number) else {
            if how == AckKind::Done {
                line.again.retain(|message| message.number != number);
                line.later.retain(|(_, of), _| *of != number);
            }
            return;
        };
        line.leases.remove(&(until, number));
        match how {
            AckKind::Done => {}
            AckKind::GivenBack(after) => {
                line.later.insert((now + after, number), message);
            }
            AckKind::Renewed => {
                line.leases.insert((now + line.lease, number));
                line.out.insert(number, (now + line.lease, message));
            }
        }
    }

    pub(super) fn waiting(&self, queue: &Queue) -> Result<u64, BusError> {
        let line = self.lines.get(&queue.name).ok_or(BusError::Gone)?;
        Ok(line.ready.len() as u64)
    }

    pub(super) fn unfinished(&self, subject: &str) -> u64 {
        let is_own = |message: &&CarriedMessage| message.subject == subject;
        let in_queue = |line: &SimulatedQueue| {
            let out = line.out.values().map(|(_, message)| message);
            line.ready.iter().chain(line.later.values()).chain(out).filter(is_own).count()
        };
        let loose = self.loose.iter().filter(is_own).count();
        (loose + self.lines.values().map(in_queue).sum::<usize>()) as u64
    }

    pub(super) fn has(&self, queue: &Queue) -> bool {
        self.has_streams && self.lines.contains_key(&queue.name)
    }

    /// Removes work under these subjects, also work that a worker has leased.
    pub(super) fn purge(&mut self, subjects: &str) -> Result<(), BusError> {
        self.check()?;
        let stays = |message: &CarriedMessage| !matches(subjects, &message.subject);
        self.loose.retain(stays);
        for line in self.lines.values_mut() {
            line.ready.retain(stays);
            line.again.retain(stays);
            line.later.retain(|_, message| stays(message));
            line.out.retain(|_, (_, message)| stays(message));
        }
        Ok(())
    }

    /// Stores a part of a blob, unless it exists.
    pub(super) fn put_part(&mut self, subject: &str, bytes: Vec<u8>) -> Result<(), BusError> {
        self.check()?;
        let part = self.parts.entry(subject.to_owned()).or_insert_with(|| bytes.clone());
        if layout::is_for_all(subject) {
            *part = bytes;
        }
        Ok(())
    }

    pub(super) fn remove_parts(&mut self, subjects: &str) {
        self.parts.retain(|subject, _| !matches(subjects, subject));
    }

    pub(super) fn part(&mut self, subject: &str) -> Result<Vec<u8>, BusError> {
        self.traffic.parts += 1;
        self.parts.get(subject).cloned().ok_or(BusError::Gone)
    }

    /// The requests so far.
    pub(super) fn traffic(&self) -> Traffic {
        self.traffic
    }

    fn check(&self) -> Result<(), BusError> {
        if self.has_streams { Ok(()) } else { Err(BusError::Gone) }
    }
}

impl SimulatedQueue {
    /// Messages that were given back for a while are available again, and so are those whose lease
    /// was not renewed.
    fn ripen(&mut self, now: Duration) {
        let mut ripe = Vec::new();
        while let Some((until, number)) = self.leases.first().copied().filter(|(at, _)| *at <= now)
        {
            self.leases.remove(&(until, number));
            ripe.extend(self.out.remove(&number).map(|(_, message)| message));
        }
        while let Some(entry) = self.later.first_entry().filter(|entry| entry.key().0 <= now) {
            ripe.push(entry.remove());
        }
        let most = self.deliveries;
        self.again.extend(ripe.into_iter().filter(|message| most < 0 || message.given < most));
    }
}

/// Whether a subject matches `filter`, where `*` stands for any one word.
pub(super) fn matches(filter: &str, subject: &str) -> bool {
    let (mut wanted, mut words) = (filter.split('.'), subject.split('.'));
    loop {
        match (wanted.next(), words.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if one == "*" || one == other => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Terms;

    #[test]
    fn expired_leases_are_given_out_again_at_most_five_times() {
        let terms = Terms::usual();
        let queue = layout::work_queue("k", 1, &terms);
        let mut server = SimulatedServer::default();
        assert!(matches!(server.fetch(Duration::ZERO, &queue, 1), Err(BusError::Gone)));
        assert!(server.prepare() && !server.prepare());
        let subject = layout::work("k", 1, "c");
        for _ in 0..2 {
            server.publish(Duration::ZERO, &subject, "a", b"x".to_vec()).unwrap();
        }
        server.open(&queue).unwrap();
        assert_eq!(server.waiting(&queue).unwrap(), 1, "one of two of a name");
        let mut now = Duration::ZERO;
        for _ in 0..5 {
            let mut taken = server.fetch(now, &queue, 4).unwrap();
            assert_eq!(taken.len(), 1);
            now += terms.lease / 2;
            server.settle(now, &taken.pop().unwrap().ticket, AckKind::Renewed);
            now += terms.lease / 2;
            assert!(server.fetch(now, &queue, 4).unwrap().is_empty());
            now += terms.lease / 2;
        }
        assert!(server.fetch(now, &queue, 4).unwrap().is_empty());
        server.publish(now, &subject, "b", b"y".to_vec()).unwrap();
        server.publish(now, &layout::work("k", 1, "d"), "c", b"z".to_vec()).unwrap();
        let taken = server.fetch(now, &queue, 1).unwrap();
        server.settle(now, &taken[0].ticket, AckKind::GivenBack(terms.lease));
        server.purge(&layout::work_of("c")).unwrap();
        let taken = server.fetch(now + terms.lease, &queue, 4).unwrap();
        assert_eq!(taken.iter().map(|one| &*one.bytes).collect::<Vec<_>>(), [b"z"]);
        server.settle(now, &taken[0].ticket, AckKind::Done);
        server.forget();
        assert!(matches!(server.purge(&layout::work_of("c")), Err(BusError::Gone)));
    }

    #[test]
    fn a_star_stands_for_one_word() {
        assert!(matches("a.*.c", "a.b.c") && matches("a", "a"));
        assert!(!matches("a.*", "a") && !matches("a.*", "a.b.c") && !matches("a.b", "a.c"));
    }
}
