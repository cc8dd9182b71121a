//! A simulated worker: its worker client is the real one, its matches take as long as configured.

use super::{
    Plays,
    net::{Net, SimulatedWire},
};
use crate::identity::PrivateKey;
use crate::{
    BatchOutcome, LeasedBatch, SignedOutcome, Terms, WorkerClient, WorkerInfo,
    message::{Batch, WorkerState},
};
use serde_json::Value;
use std::{sync::Arc, time::Duration};

/// How long a slot waits that found nothing to play.
const IDLE: Duration = Duration::from_millis(100);
const URGENT_JOB_TIME: Duration = Duration::from_secs(1);
/// Delay before retrying an unreachable server.
const AGAIN: Duration = Duration::from_millis(500);

pub(super) struct SimulatedMachine {
    own: PrivateKey,
    worker_info: WorkerInfo,
    client: Option<WorkerClient>,
    /// How often it was started; events meant for an earlier start are dropped.
    pub(super) life: u32,
    slots: Vec<SimulatedSlot>,
    /// It hangs until then.
    pub(super) still: Duration,
    /// The factor by which it is slower than others.
    pub(super) slowness: u32,
    pub(super) lies: bool,
    /// How many batches it has invented, and how many matches in all.
    pub(super) lied: (u64, u64),
    turn: u64,
    /// How many urgent jobs it was given.
    pub(super) urgent_jobs: u32,
    pub(super) poison: Option<i64>,
    is_doomed: bool,
    pub(super) poisoned: u32,
}

enum SimulatedSlot {
    Waits,
    Plays(Box<LeasedBatch>, BatchOutcome),
    HandsIn(SignedOutcome),
    /// Its next step kills the worker.
    Dies,
}

/// The key of the worker with this number, the same in each run.
fn numbered_key(number: u64) -> PrivateKey {
    PrivateKey::from_raw(*blake3::hash(&number.to_le_bytes()).as_bytes())
}

impl SimulatedMachine {
    pub(super) fn new(place: usize, class: &str, slots: usize) -> SimulatedMachine {
        let (name, class, tier) = (format!("m{place}"), class.to_owned(), "D".to_owned());
        SimulatedMachine {
            own: numbered_key(place as u64),
            worker_info: WorkerInfo { name, class, tier, slots, reserve: 0 },
            client: None,
            life: 0,
            slots: Vec::new(),
            still: Duration::ZERO,
            slowness: 1,
            lies: false,
            lied: (0, 0),
            turn: 0,
            urgent_jobs: 0,
            poison: None,
            is_doomed: false,
            poisoned: 0,
        }
    }

    /// Whether it runs.
    pub(super) fn lives(&self) -> bool {
        self.client.is_some()
    }

    /// Starts it; returns whether it succeeded.
    pub(super) fn start(&mut self, net: &Arc<Net>, place: usize, terms: Terms) -> bool {
        let wire = Arc::new(SimulatedWire::of_machine(net, place));
        let client =
            WorkerClient::begin(wire, self.own.clone().into(), self.worker_info.clone(), terms);
        self.slots = (0..self.worker_info.slots).map(|_| SimulatedSlot::Waits).collect();
        self.client = client.ok();
        self.client.is_some()
    }

    /// Kills it: its leases are not renewed.
    pub(super) fn kill(&mut self) {
        self.client = None;
        self.slots.clear();
        self.life += 1;
    }

    /// Whether a match has killed it; once.
    pub(super) fn is_doomed(&mut self) -> bool {
        std::mem::take(&mut self.is_doomed)
    }

    pub(super) fn rests(&self) -> bool {
        self.client.as_ref().is_some_and(|client| client.state() == WorkerState::Rests)
    }

    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn busy(&self) -> usize {
        self.slots.iter().filter(|slot| !matches!(slot, SimulatedSlot::Waits)).count()
    }

    pub(super) fn tend(&self) {
        self.client.iter().for_each(WorkerClient::tend);
    }

    /// Runs the next step of a slot; returns the time until the step after it.
    pub(super) fn go_on(&mut self, slot: usize, plays: &Plays) -> Option<Duration> {
        let client = self.client.as_ref()?;
        let own = self.slots.get_mut(slot)?;
        match std::mem::replace(own, SimulatedSlot::Waits) {
            SimulatedSlot::Waits if client.state() != WorkerState::Works => Some(IDLE),
            SimulatedSlot::Waits => {
                self.turn += 1;
                let Some(fetched) = client.next(self.turn, Duration::ZERO) else {
                    return Some(IDLE);
                };
                if fetched.batch.check.is_some() {
                    self.urgent_jobs += 1;
                    let found = Some(Value::Null);
                    let came = BatchOutcome { found, ..BatchOutcome::default() };
                    *own = SimulatedSlot::Plays(Box::new(fetched), came);
                    return Some(URGENT_JOB_TIME);
                }
                client.begins(&fetched);
                let (came, took, dies) = played(&fetched, plays, self.lies, self.poison);
                if dies && fetched.is_doubtful() {
                    hand_in_parts(client, &fetched, came);
                    *own = SimulatedSlot::Dies;
                } else {
                    let goes_on = SimulatedSlot::Plays(Box::new(fetched), came);
                    *own = if dies { SimulatedSlot::Dies } else { goes_on };
                }
                Some(took * self.slowness)
            }
            SimulatedSlot::Dies => {
                self.is_doomed = true;
                self.poisoned += 1;
                None
            }
            SimulatedSlot::Plays(fetched, came) => {
                if self.lies && fetched.batch.check.is_none() {
                    let (batches, matches) = self.lied;
                    self.lied = (batches + 1, matches + came.played.len() as u64);
                }
                *own = SimulatedSlot::HandsIn(client.seal(&fetched, came));
                Some(Duration::ZERO)
            }
            SimulatedSlot::HandsIn(mut signed) => match client.offer(&mut signed) {
                Err(error) if error.may_pass() => {
                    *own = SimulatedSlot::HandsIn(signed);
                    Some(AGAIN)
                }
                // Others play what the server rejects.
                Ok(()) | Err(_) => Some(Duration::ZERO),
            },
        }
    }
}

/// What is played of a batch, how long that takes, and whether what is next kills the worker.
fn played(
    fetched: &LeasedBatch,
    plays: &Plays,
    lies: bool,
    poison: Option<i64>,
) -> (BatchOutcome, Duration, bool) {
    let batch = &fetched.batch;
    let place = batch.matches.iter().position(|(number, ..)| Some(*number) == poison);
    let Some(place) = place else {
        let (came, took) = plays(batch, lies);
        return (came, took, false);
    };
    let matches = batch.matches.iter().take(place).cloned().collect();
    let (came, took) = plays(&Batch { matches, ..batch.clone() }, lies);
    (came, took, true)
}

/// Submits the played matches of a suspect batch one by one.
fn hand_in_parts(client: &WorkerClient, fetched: &LeasedBatch, came: BatchOutcome) {
    for (place, played) in came.played.into_iter().enumerate() {
        let part = BatchOutcome { played: vec![played], ..BatchOutcome::default() };
        // If this is lost, it is played again.
        let _ = client.submit_part(fetched, place, part, &|| true);
    }
}
