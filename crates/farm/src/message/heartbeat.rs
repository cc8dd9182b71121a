//! What workers report about themselves, periodically.

use super::{Signed, Signer, VERSION, read_signed};
use crate::{Signal, layout};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Announces a worker and what it does.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Heartbeat {
    pub v: u32,
    pub worker: String,
    pub name: String,
    pub class: String,
    pub tier: String,
    pub version: String,
    pub state: WorkerState,
    pub slots: usize,
    /// How many of them are reserved for urgent jobs.
    #[serde(default)]
    pub reserve: usize,
    /// How many it plays now.
    pub busy: usize,
    /// How many it has played.
    pub played: u64,
    /// How many of its matches were void.
    pub voids: u64,
    /// How much longer it needs for the same than when it was calibrated, if it looks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift: Option<f64>,
    /// Why it is paused, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rests: Option<RestReason>,
    /// How long it has been in its state, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// How many matches it played a second, in the last minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// How many processes wanted its cores at a time in the last minute, its own among them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<f64>,
    /// The batches it has leased, each with its contest.
    pub holds: Vec<(String, String)>,
}

impl Heartbeat {
    /// A heartbeat of the worker with this key that has done nothing yet: its name, its class and
    /// its isolation level.
    pub fn of(worker: String, [name, class, tier]: [&str; 3], slots: usize) -> Heartbeat {
        Heartbeat {
            v: VERSION,
            worker,
            name: name.to_owned(),
            class: class.to_owned(),
            tier: tier.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            slots,
            ..Heartbeat::default()
        }
    }

    pub fn signal(&self, signer: &Signer) -> Signal {
        let subject = layout::heartbeat(signer.user(), &signer.worker());
        Signal { subject, bytes: signer.sign(self) }
    }

    /// The heartbeat of a worker, and the key of its user, if the worker signed it and it arrived
    /// on the subject of both.
    pub(crate) fn heard(signal: &Signal) -> Option<(Heartbeat, String)> {
        let Signed { worker, user, what: heartbeat } =
            read_signed::<Heartbeat>(&signal.bytes).ok()?;
        let is_own =
            heartbeat.worker == worker && signal.subject == layout::heartbeat(&user, &worker);
        is_own.then_some((heartbeat, user))
    }

    /// How many matches it plays at a time, without the reserved slots.
    pub fn for_matches(&self) -> usize {
        self.slots.saturating_sub(self.reserve)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WorkerState {
    /// It plays, or waits for matches.
    #[default]
    Works,
    /// It plays what it has, and takes no more.
    Drains,
    /// It is gone.
    Leaves,
    /// It takes no more until it is resumed, or has recovered.
    Rests,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RestReason {
    Told,
    /// Several matches in a row were void.
    Voids,
    /// It is slower than it was.
    Drift,
}

// Commands to a worker.

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerCommand {
    pub v: u32,
    pub what: WorkerCommandKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WorkerCommandKind {
    /// To take no more, until it is woken.
    Rest,
    /// To take matches again.
    Wake,
    /// To play what it has, and to end.
    Drain,
}

// What coordinators report periodically to observers about what waits for workers.

/// What of a contest waits for workers.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct QueueReport {
    pub v: u32,
    /// The contest, as the bus calls it.
    pub contest: String,
    pub level: u8,
    /// What waits, by class of workers.
    pub classes: Vec<ClassQueue>,
    /// By how many standard deviations the results of workers differ from those of the others, by
    /// their keys: the largest ones.
    #[serde(default)]
    pub residuals: BTreeMap<String, f64>,
    /// The keys of workers that are suspended there, some of them if there are many.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub suspended: BTreeSet<String>,
    /// The coordinator that runs the contest, while one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<CoordinatorInfo>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CoordinatorInfo {
    /// A unique name, drawn when it began.
    pub id: String,
    /// For how long it has run the contest, in ms.
    pub held_ms: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClassQueue {
    pub class: String,
    /// How many batches have not been given out yet, of all contests of the same priority.
    pub batches: u64,
    /// For how long the oldest of this contest has waited, in ms.
    pub oldest_ms: u64,
}
