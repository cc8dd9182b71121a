//! The names of subjects, streams and queues on the server, and their settings.

use crate::Queue;
use std::time::Duration;

pub const WORK: &str = "CERTAMEN_WORK";
/// The stream of results that are not stored yet.
pub const RESULT: &str = "CERTAMEN_RESULT";
/// The stream of what does not fit into one message.
pub const PART: &str = "CERTAMEN_PART";

/// Subjects of heartbeats; each worker below it under its user's key and its own.
pub const HEARTBEATS: &str = "certamen.beat";
/// Prefix of the subjects on which coordinators report their queues.
pub const EVENTS: &str = "certamen.event";
/// Workers and coordinators report at once when a message arrives here.
pub const ROLL: &str = "certamen.roll";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StreamPlan {
    pub name: &'static str,
    pub subjects: &'static str,
    /// Whether each message is for one consumer and gone when it is acknowledged.
    pub keeping: Retention,
    pub age: Duration,
    /// Maximum size in bytes.
    pub bytes: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Retention {
    /// Until it is acknowledged.
    UntilDone,
    /// One for each subject, until it is too old.
    OnePerSubject,
}

const DAY: Duration = Duration::from_secs(86_400);
const WEEK: Duration = Duration::from_secs(7 * 86_400);
pub const LARGEST: i32 = 1 << 20;
/// How long duplicates of a message are recognised.
pub const DUPLICATES: Duration = Duration::from_secs(120);

pub const STREAMS: [StreamPlan; 3] = [
    StreamPlan {
        name: WORK,
        subjects: "certamen.work.*.*.*",
        keeping: Retention::UntilDone,
        age: DAY,
        bytes: 1 << 30,
    },
    StreamPlan {
        name: RESULT,
        subjects: "certamen.result.*.*",
        keeping: Retention::UntilDone,
        age: WEEK,
        bytes: 4 << 30,
    },
    StreamPlan {
        name: PART,
        subjects: "certamen.part.>",
        keeping: Retention::OnePerSubject,
        age: WEEK,
        bytes: 8 << 30,
    },
];

/// The maximum number of messages of one queue that workers have at the same time.
pub const HELD: i64 = 100_000;
pub const WAITING: i64 = 20_000;
/// How often one message is given out before it is left to its publisher.
pub const DELIVERIES: i64 = 5;
/// After this time without use the server removes a queue.
pub const INACTIVE: Duration = DAY;

pub fn work(class: &str, level: u8, contest: &str) -> String {
    format!("certamen.work.{class}.{level}.{contest}")
}

/// The priority of urgent jobs: a caller waits for each. Less urgent levels have higher numbers.
pub const URGENT: u8 = 0;
/// How urgent the matches of runs, rounds and championships are.
pub const RUNS: u8 = 1;
/// The priority of ladders, which go on between publications.
pub const LADDERS: u8 = 2;
/// All levels, the most urgent first. A client that creates one queue of a class creates all.
pub const LEVELS: [u8; 3] = [URGENT, RUNS, LADDERS];

pub fn work_of(contest: &str) -> String {
    format!("certamen.work.*.*.{contest}")
}

pub fn result(contest: &str, user: &str) -> String {
    format!("certamen.result.{contest}.{user}")
}

pub fn bundle_part(id: &str, part: usize) -> String {
    format!("certamen.part.b.{id}.{part}")
}

/// The subject of a part of a large batch: those who read bundles read it, too.
pub fn batch_part(hash: &str, part: &str) -> String {
    format!("certamen.part.b.{hash}.{part}")
}

pub fn result_part(user: &str, hash: &str, part: &str) -> String {
    format!("certamen.part.r.{user}.{hash}.{part}")
}

/// A subject to test the server's answers; it is no part of a bundle.
pub(crate) fn probe() -> String {
    batch_part("probe", "check")
}

/// Whether all workers may read this part.
pub fn is_for_all(subject: &str) -> bool {
    subject.starts_with("certamen.part.b.")
}

/// The subject of requests for one part.
pub fn asked_part(subject: &str) -> String {
    format!("$JS.API.DIRECT.GET.{PART}.{subject}")
}

pub fn heartbeat(user: &str, worker: &str) -> String {
    format!("{HEARTBEATS}.{user}.{worker}")
}

pub(crate) fn all_heartbeats() -> String {
    heartbeat("*", "*")
}

/// The subject of queue reports of `contest`.
pub fn event(contest: &str) -> String {
    format!("{EVENTS}.{contest}")
}

pub fn order(worker: &str) -> String {
    format!("certamen.order.{worker}")
}

pub fn work_queue(class: &str, level: u8, terms: &Terms) -> Queue {
    Queue {
        stream: WORK,
        name: format!("w_{class}_{level}"),
        subject: format!("certamen.work.{class}.{level}.*"),
        lease: terms.lease,
        deliveries: DELIVERIES,
    }
}

/// The queue of the results of `contest`, which are asked for until they are stored.
pub fn result_queue(contest: &str, terms: &Terms) -> Queue {
    Queue {
        stream: RESULT,
        name: format!("r_{contest}"),
        subject: result(contest, "*"),
        lease: 6 * terms.lease,
        deliveries: -1,
    }
}

/// Whether `text` is a BLAKE3 hash in lower-case hexadecimal.
pub fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.chars().all(|digit| matches!(digit, '0'..='9' | 'a'..='f'))
}

pub fn is_key(text: &str) -> bool {
    text.len() == 56 && text.chars().all(|digit| matches!(digit, 'A'..='Z' | '2'..='7'))
}

/// Whether `name` can be part of a subject.
pub fn is_name(name: &str) -> bool {
    let plain = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
    (1..=40).contains(&name.len()) && name.chars().all(plain)
}

// Every time and size, in one place.

/// Time and size limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// How long a worker may be silent about a batch before others are given it.
    pub lease: Duration,
    /// How often a worker renews its leases.
    pub renewal: Duration,
    pub heartbeat: Duration,
    /// After this time without a heartbeat a worker counts as gone.
    pub silence: Duration,
    /// How often outstanding batches are compared with leases and queues.
    pub look: Duration,
    /// How long to wait for the server when a contest begins.
    pub reach: Duration,
    /// Timeout of a request to the server.
    pub question: Duration,
    /// The polling interval for a queue that does not exist yet.
    pub knock: Duration,
    /// Target duration of a batch.
    pub batch: Duration,
    /// A batch is at most this many times as long as the last one.
    pub growth: usize,
    pub matches: usize,
    /// Batches out per slot.
    pub batches: usize,
    /// How often a worker measures its speed.
    pub check: Duration,
    /// How long a speed measurement takes.
    pub glance: Duration,
    /// How many percent slower it may be; it does not look if that is nothing.
    pub drift: u32,
    /// The maximum size of bundles and builds in its cache, in bytes.
    pub cache: u64,
    /// Cache entries used more recently than this are never removed.
    pub fresh: Duration,
}

impl Terms {
    pub const fn usual() -> Terms {
        Terms {
            lease: Duration::from_secs(10),
            renewal: Duration::from_secs(3),
            heartbeat: Duration::from_secs(5),
            silence: Duration::from_secs(15),
            look: Duration::from_secs(30),
            reach: Duration::from_secs(10),
            question: Duration::from_secs(5),
            knock: Duration::from_millis(100),
            batch: Duration::from_millis(1_500),
            growth: 4,
            matches: 2_000,
            batches: 2,
            check: Duration::from_secs(60),
            glance: Duration::from_millis(50),
            drift: 10,
            cache: 10 << 30,
            fresh: Duration::from_secs(3600),
        }
    }

    /// The same limits with all times but those of requests divided by `times`.
    #[must_use]
    pub fn hurried(self, times: u32) -> Terms {
        let times = times.max(1);
        Terms {
            lease: self.lease / times,
            renewal: self.renewal / times,
            heartbeat: self.heartbeat / times,
            silence: self.silence / times,
            look: self.look / times,
            knock: self.knock / times,
            batch: self.batch / times,
            check: self.check / times,
            ..self
        }
    }
}
