//! The workers that are available, and what waits for them, as far as an observer has heard.

use crate::{
    BusError, Signal, Transport, layout,
    message::{Heartbeat, QueueReport, WorkerState, unpack},
};
use std::{
    collections::BTreeMap,
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

/// Maximum number of senders: a client may invent any number.
const MOST: usize = 1 << 16;

pub struct FarmView {
    heard: Receiver<Signal>,
    heartbeats: BTreeMap<String, (Heartbeat, Instant)>,
    waits: BTreeMap<String, (QueueReport, Instant)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct QueueDepth {
    pub batches: u64,
    pub oldest: Duration,
}

impl FarmView {
    /// Subscribes, and asks all workers and coordinators to report.
    pub fn begin(transport: &dyn Transport) -> Result<FarmView, BusError> {
        let (sender, heard) = channel();
        transport.listen(&layout::all_heartbeats(), sender.clone())?;
        transport.listen(&format!("{}.*", layout::EVENTS), sender)?;
        transport.send(layout::ROLL, Vec::new())?;
        let (heartbeats, waits) = (BTreeMap::new(), BTreeMap::new());
        Ok(FarmView { heard, heartbeats, waits })
    }

    /// Reads the messages that arrive within `patience`, and forgets senders that have been silent
    /// for `silence`.
    pub fn listen(&mut self, patience: Duration, silence: Duration) {
        let until = Instant::now() + patience;
        while let Some(left) = until.checked_duration_since(Instant::now())
            && let Ok(signal) = self.heard.recv_timeout(left)
        {
            self.hear(&signal, Instant::now());
        }
        self.forget_silent(Instant::now(), silence);
    }

    fn hear(&mut self, signal: &Signal, now: Instant) {
        if let Some((heartbeat, _)) = Heartbeat::heard(signal) {
            if heartbeat.state == WorkerState::Leaves {
                self.heartbeats.remove(&heartbeat.worker);
            } else if self.heartbeats.len() < MOST
                || self.heartbeats.contains_key(&heartbeat.worker)
            {
                self.heartbeats.insert(heartbeat.worker.clone(), (heartbeat, now));
            }
        } else if let Ok(waits) = unpack::<QueueReport>(&signal.bytes)
            && signal.subject == layout::event(&waits.contest)
            && (self.waits.len() < MOST || self.waits.contains_key(&waits.contest))
        {
            self.waits.insert(waits.contest.clone(), (waits, now));
        }
    }

    fn forget_silent(&mut self, now: Instant, silence: Duration) {
        let is_there = |heard: &Instant| now.saturating_duration_since(*heard) < silence;
        self.heartbeats.retain(|_, (_, heard)| is_there(heard));
        self.waits.retain(|_, (_, heard)| is_there(heard));
    }

    pub fn machines(&self) -> Vec<&Heartbeat> {
        let mut all: Vec<&Heartbeat> =
            self.heartbeats.values().map(|(heartbeat, _)| heartbeat).collect();
        all.sort_by_key(|heartbeat| (&heartbeat.name, &heartbeat.worker));
        all
    }

    pub fn queues(&self) -> BTreeMap<(String, u8), QueueDepth> {
        let mut queues: BTreeMap<(String, u8), QueueDepth> = BTreeMap::new();
        for (waits, _) in self.waits.values() {
            for own in &waits.classes {
                let queue = queues.entry((own.class.clone(), waits.level)).or_default();
                // Every coordinator counts what waits of all contests.
                queue.batches = queue.batches.max(own.batches);
                queue.oldest = queue.oldest.max(Duration::from_millis(own.oldest_ms));
            }
        }
        queues
    }

    /// By how many standard deviations the results of the worker with this key differ where they
    /// differ most, if known.
    pub fn residual(&self, key: &str) -> Option<f64> {
        let all = self.waits.values().filter_map(|(waits, _)| waits.residuals.get(key).copied());
        all.max_by(|one, other| one.abs().total_cmp(&other.abs()))
    }

    /// Whether any coordinator has suspended the worker with this key: whatever it reports does not
    /// count there.
    pub fn is_suspended(&self, key: &str) -> bool {
        self.waits.values().any(|(waits, _)| waits.suspended.contains(key))
    }

    /// How many matches could be played at a time, by the state of the slots.
    pub fn slots(&self) -> BTreeMap<&'static str, u64> {
        let mut slots = BTreeMap::from(["busy", "idle", "drains", "rests"].map(|state| (state, 0)));
        let mut count = |state, by: usize| {
            *slots.entry(state).or_insert(0_u64) += by as u64;
        };
        for (heartbeat, _) in self.heartbeats.values() {
            let busy = heartbeat.busy.min(heartbeat.slots);
            match heartbeat.state {
                WorkerState::Works if self.is_suspended(&heartbeat.worker) => {
                    count("rests", heartbeat.slots);
                }
                WorkerState::Works => {
                    count("busy", busy);
                    count("idle", heartbeat.slots - busy);
                }
                WorkerState::Drains => count("drains", heartbeat.slots),
                WorkerState::Rests => count("rests", heartbeat.slots),
                WorkerState::Leaves => {}
            }
        }
        slots
    }
}

/// How long to wait for answers of workers.
const PATIENCE: Duration = Duration::from_millis(500);

/// The heartbeats of the workers that are available now, by name.
pub fn ping(transport: &dyn Transport) -> Result<Vec<Heartbeat>, BusError> {
    let mut view = FarmView::begin(transport)?;
    view.listen(PATIENCE, 2 * PATIENCE);
    Ok(view.machines().into_iter().cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{ClassQueue, Signer, VERSION, pack};

    fn view() -> FarmView {
        let (_, heard) = channel();
        FarmView { heard, heartbeats: BTreeMap::new(), waits: BTreeMap::new() }
    }

    fn waits(contest: &str, level: u8, of: &[(&str, u64, u64)], residual: f64) -> Signal {
        let class = |(class, batches, oldest_ms): &(&str, u64, u64)| ClassQueue {
            class: (*class).to_owned(),
            batches: *batches,
            oldest_ms: *oldest_ms,
        };
        let subject = layout::event(contest);
        let bytes = pack(&QueueReport {
            v: VERSION,
            contest: contest.to_owned(),
            level,
            classes: of.iter().map(class).collect(),
            residuals: [("UA".to_owned(), residual)].into(),
            suspended: [format!("rogue of {contest}")].into(),
            holder: None,
        });
        Signal { subject, bytes }
    }

    fn heartbeat(own: &Signer, name: &str, state: WorkerState, busy: usize) -> Signal {
        let heartbeat =
            Heartbeat { state, busy, ..Heartbeat::of(own.worker(), [name, "k", "D"], 4) };
        heartbeat.signal(own)
    }

    #[test]
    fn reports_of_several_coordinators_about_a_queue_are_merged() {
        let mut view = view();
        let (start, silence) = (Instant::now(), Duration::from_secs(15));
        view.hear(&waits("c", 1, &[("k", 7, 900), ("l", 0, 0)], -1.5), start);
        view.hear(&waits("d", 1, &[("k", 8, 300)], 0.5), start);
        view.hear(&waits("e", 2, &[("k", 1, 5)], 0.0), start);
        let subject = layout::event("f");
        view.hear(&Signal { bytes: b"no message".to_vec(), subject: subject.clone() }, start);
        // A coordinator that reports under the name of another contest.
        view.hear(&Signal { subject, ..waits("c", 1, &[("k", 99, 0)], 9.0) }, start);
        let depth = |batches, millis| QueueDepth { batches, oldest: Duration::from_millis(millis) };
        let of = |class: &str, level| (class.to_owned(), level);
        let all = [(of("k", 1), depth(8, 900)), (of("l", 1), depth(0, 0))];
        assert_eq!(view.queues(), all.into_iter().chain([(of("k", 2), depth(1, 5))]).collect());
        assert_eq!((view.residual("UA"), view.residual("UB")), (Some(-1.5), None));
        let are = |keys: [&str; 2]| keys.map(|key| view.is_suspended(key));
        assert_eq!(are(["rogue of d", "UA"]), [true, false]);
        view.hear(&waits("c", 1, &[], 0.0), start + silence / 2);
        view.forget_silent(start + silence / 2, silence);
        assert_eq!(view.queues()[&of("k", 1)], depth(8, 300));
        view.forget_silent(start + silence, silence);
        assert!(view.queues().is_empty(), "silent coordinators are gone");
    }

    #[test]
    fn slots_are_counted_by_state() {
        let mut view = view();
        let start = Instant::now();
        let own = ["a", "b", "c", "d", "rogue"].map(|_| Signer::draw());
        let [a, b, c, d, rogue] = &own;
        for (own, name, state, busy) in [
            (a, "a", WorkerState::Works, 3),
            (b, "b", WorkerState::Works, 99),
            (c, "c", WorkerState::Rests, 0),
            (d, "d", WorkerState::Drains, 1),
        ] {
            view.hear(&heartbeat(own, name, state, busy), start);
        }
        // Under the name of another one, and what another one signed.
        let forged = Heartbeat { slots: 99, ..Heartbeat::of(a.worker(), ["a", "k", "D"], 4) };
        let subject = layout::heartbeat(a.user(), &a.worker());
        let leaves = heartbeat(rogue, "a", WorkerState::Leaves, 0);
        view.hear(&Signal { subject: subject.clone(), ..leaves }, start);
        view.hear(&Signal { subject, bytes: rogue.sign(&forged) }, start);
        let all = [("busy", 7), ("idle", 1), ("drains", 4), ("rests", 4)];
        assert_eq!(view.slots(), all.into());
        assert_eq!(view.machines().len(), 4);
        view.hear(&heartbeat(a, "a", WorkerState::Leaves, 0), start);
        assert_eq!((view.slots()["idle"], view.machines()[0].name.as_str()), (0, "b"));
        view.hear(&heartbeat(rogue, "rogue", WorkerState::Works, 1), start);
        let queue =
            QueueReport { suspended: [rogue.worker()].into(), ..read(&waits("c", 1, &[], 0.0)) };
        view.hear(&Signal { subject: layout::event("c"), bytes: pack(&queue) }, start);
        assert_eq!((view.slots()["rests"], view.slots()["busy"]), (8, 4), "nothing of it counts");
    }

    fn read(signal: &Signal) -> QueueReport {
        unpack(&signal.bytes).unwrap()
    }
}
