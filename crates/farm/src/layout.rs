//! The names on the server, and the settings of what lies there.

use crate::{Queue, Terms};
use std::time::Duration;

/// The stream of work that nobody has finished.
pub const WORK: &str = "CERTAMEN_WORK";
/// The stream of results that nobody has stored.
pub const RESULT: &str = "CERTAMEN_RESULT";
/// The stream of what does not fit into one message.
pub const PART: &str = "CERTAMEN_PART";

/// Where machines tell that they are there; each below it under its user's key and its own.
pub const BEATS: &str = "certamen.beat";
/// Where those who hold contests tell what waits; each below it under its name.
pub const EVENTS: &str = "certamen.event";
/// Where they are asked to.
pub const ROLL: &str = "certamen.roll";

/// What is wanted of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StreamPlan {
    /// Its name.
    pub name: &'static str,
    /// What is stored in it.
    pub subjects: &'static str,
    /// Whether each message is for one consumer and gone when it is acknowledged.
    pub keeping: Retention,
    /// How long messages stay.
    pub age: Duration,
    /// How large it may become, in bytes.
    pub bytes: i64,
}

/// How long a stream keeps a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Retention {
    /// Until somebody has acknowledged it.
    UntilDone,
    /// One for each subject, until it is too old.
    OnePerSubject,
}

const DAY: Duration = Duration::from_secs(86_400);
const WEEK: Duration = Duration::from_secs(7 * 86_400);
/// The largest message.
pub const LARGEST: i32 = 1 << 20;
/// How long a message that comes twice is known.
pub const DUPLICATES: Duration = Duration::from_secs(120);

/// All streams.
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

/// How many messages of one queue may be with machines at the same time.
pub const HELD: i64 = 100_000;
/// How many machines may wait for one queue.
pub const WAITING: i64 = 20_000;
/// How often one message is given out before it is left to whoever published it.
pub const DELIVERIES: i64 = 5;
/// How long a queue stays that nobody asks.
pub const INACTIVE: Duration = DAY;

/// The subject of work of `contest` for machines of `class`.
pub fn work(class: &str, level: u8, contest: &str) -> String {
    format!("certamen.work.{class}.{level}.{contest}")
}

/// How urgent errands are: somebody waits for each. What is less urgent has a higher number.
pub const ERRANDS: u8 = 0;
/// How urgent the matches of runs, rounds and championships are.
pub const RUNS: u8 = 1;
/// How urgent those of ladders are, which go on between their tables.
pub const LADDERS: u8 = 2;
/// All there are, the most urgent first. Whoever makes one queue of a class makes all.
pub const LEVELS: [u8; 3] = [ERRANDS, RUNS, LADDERS];

/// All work of `contest`, whoever it is for.
pub fn work_of(contest: &str) -> String {
    format!("certamen.work.*.*.{contest}")
}

/// The subject of the results of `contest` that machines of this user hand in.
pub fn result(contest: &str, user: &str) -> String {
    format!("certamen.result.{contest}.{user}")
}

/// The subject of a part of a bundle.
pub fn bundle_part(id: &str, part: usize) -> String {
    format!("certamen.part.b.{id}.{part}")
}

/// The subject of a part of a large batch: those who read bundles read it, too.
pub fn batch_part(hash: &str, part: &str) -> String {
    format!("certamen.part.b.{hash}.{part}")
}

/// The subject of a part of what a machine of this user hands in.
pub fn result_part(user: &str, hash: &str, part: &str) -> String {
    format!("certamen.part.r.{user}.{hash}.{part}")
}

/// Where it is tried what a server answers: the part of no bundle.
pub(crate) fn probe() -> String {
    batch_part("probe", "check")
}

/// Whether all machines read what lies there.
pub fn is_for_all(subject: &str) -> bool {
    subject.starts_with("certamen.part.b.")
}

/// Where one part is asked for.
pub fn asked_part(subject: &str) -> String {
    format!("$JS.API.DIRECT.GET.{PART}.{subject}")
}

/// The subject under which a machine of this user is heard of.
pub fn heartbeat(user: &str, worker: &str) -> String {
    format!("{BEATS}.{user}.{worker}")
}

/// The subjects under which all machines are heard of.
pub(crate) fn all_beats() -> String {
    heartbeat("*", "*")
}

/// The subject under which it is told what of `contest` waits.
pub fn event(contest: &str) -> String {
    format!("{EVENTS}.{contest}")
}

/// The subject under which a machine hears what it is to do.
pub fn order(worker: &str) -> String {
    format!("certamen.order.{worker}")
}

/// The queue of work for machines of `class`.
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

/// Whether `text` is a hash as it is written.
pub fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.chars().all(|digit| matches!(digit, '0'..='9' | 'a'..='f'))
}

/// Whether `text` can be the public key of a machine.
pub fn is_key(text: &str) -> bool {
    text.len() == 56 && text.chars().all(|digit| matches!(digit, 'A'..='Z' | '2'..='7'))
}

/// Whether `name` can be part of a subject.
pub fn is_name(name: &str) -> bool {
    let plain = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
    (1..=40).contains(&name.len()) && name.chars().all(plain)
}
