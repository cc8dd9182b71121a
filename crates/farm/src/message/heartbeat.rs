//! What machines tell of themselves, again and again.

use super::{Signed, Signer, VERSION, read_signed};
use crate::{Signal, layout};
use serde::{Deserialize, Serialize};

/// That a machine is there, and what it does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Heartbeat {
    /// The version of this form.
    pub v: u32,
    /// Its key.
    pub worker: String,
    /// What it is called.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Its tier of isolation.
    pub tier: String,
    /// The version of the program.
    pub version: String,
    /// What it does.
    pub state: WorkerState,
    /// How many matches it plays side by side.
    pub slots: usize,
    /// So many of them are kept for what is urgent.
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
    /// Why it rests, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rests: Option<RestReason>,
    /// For how many seconds it has done what it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// How many matches it played a second, in the last minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// How many processes wanted its cores at a time in the last minute, its own among them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<f64>,
    /// The batches it holds, each with its contest.
    pub holds: Vec<(String, String)>,
}

impl Heartbeat {
    /// What the machine with this key tells that works and has done nothing yet: what it is called,
    /// its class and its tier.
    pub fn of(worker: String, [name, class, tier]: [&str; 3], slots: usize) -> Heartbeat {
        Heartbeat {
            v: VERSION,
            worker,
            name: name.to_owned(),
            class: class.to_owned(),
            tier: tier.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            state: WorkerState::Works,
            slots,
            reserve: 0,
            busy: 0,
            played: 0,
            voids: 0,
            drift: None,
            rests: None,
            since: None,
            rate: None,
            load: None,
            holds: Vec::new(),
        }
    }

    /// As the machine tells it.
    pub fn signal(&self, signer: &Signer) -> Signal {
        let subject = layout::heartbeat(signer.user(), &signer.worker());
        Signal { subject, bytes: signer.sign(self) }
    }

    /// What a machine tells of itself, and the key of its user, if it signed that and it came under
    /// the subject of both.
    pub(crate) fn heard(signal: &Signal) -> Option<(Heartbeat, String)> {
        let Signed { worker, user, what: beat } = read_signed::<Heartbeat>(&signal.bytes).ok()?;
        let is_own = beat.worker == worker && signal.subject == layout::heartbeat(&user, &worker);
        is_own.then_some((beat, user))
    }

    /// How many matches it plays side by side, whatever is urgent.
    pub fn for_matches(&self) -> usize {
        self.slots.saturating_sub(self.reserve)
    }
}

/// What a machine does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WorkerState {
    /// It plays, or waits for matches.
    Works,
    /// It plays what it has, and takes no more.
    Drains,
    /// It is gone.
    Leaves,
    /// It takes no more until it is well again.
    Rests,
}

/// Why a machine rests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RestReason {
    /// It was told to.
    Told,
    /// It failed to play several matches one after the other.
    Voids,
    /// It is slower than it was.
    Drift,
}
