//! The workers that are available, and what waits for them, as far as an observer has heard.

use crate::{
    BusError, Signal, Transport, layout,
    message::{Heartbeat, QueueReport, WorkerState, unpack},
};
use std::{
    collections::BTreeMap,
    sync::mpsc::Receiver,
    time::{Duration, Instant},
};

/// Maximum number of senders: a client may invent any number.
const MOST: usize = 1 << 16;

pub struct FarmView {
    beats_heard: Receiver<Signal>,
    waits_heard: Receiver<Signal>,
    beats: BTreeMap<String, (Heartbeat, Instant)>,
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
        let beats_heard = transport.subscribe(&layout::all_beats())?;
        let waits_heard = transport.subscribe(&format!("{}.*", layout::EVENTS))?;
        transport.send(layout::ROLL, Vec::new())?;
        let (beats, waits) = (BTreeMap::new(), BTreeMap::new());
        Ok(FarmView { beats_heard, waits_heard, beats, waits })
    }

    /// Reads the messages that arrived, and forgets senders that have been silent for `silence`.
    pub fn listen(&mut self, now: Instant, silence: Duration) {
        for signal in self.beats_heard.try_iter() {
            let Some((heartbeat, _)) = Heartbeat::heard(&signal) else { continue };
            if heartbeat.state == WorkerState::Leaves {
                self.beats.remove(&heartbeat.worker);
            } else if self.beats.len() < MOST || self.beats.contains_key(&heartbeat.worker) {
                self.beats.insert(heartbeat.worker.clone(), (heartbeat, now));
            }
        }
        for Signal { bytes, .. } in self.waits_heard.try_iter() {
            let Ok(waits) = unpack::<QueueReport>(&bytes) else { continue };
            if self.waits.len() < MOST || self.waits.contains_key(&waits.contest) {
                self.waits.insert(waits.contest.clone(), (waits, now));
            }
        }
        let is_there = |heard: &Instant| now.saturating_duration_since(*heard) < silence;
        self.beats.retain(|_, (_, heard)| is_there(heard));
        self.waits.retain(|_, (_, heard)| is_there(heard));
    }

    pub fn machines(&self) -> Vec<&Heartbeat> {
        let mut all: Vec<&Heartbeat> =
            self.beats.values().map(|(heartbeat, _)| heartbeat).collect();
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
        for (beat, _) in self.beats.values() {
            let busy = beat.busy.min(beat.slots);
            match beat.state {
                WorkerState::Works if self.is_suspended(&beat.worker) => count("rests", beat.slots),
                WorkerState::Works => {
                    count("busy", busy);
                    count("idle", beat.slots - busy);
                }
                WorkerState::Drains => count("drains", beat.slots),
                WorkerState::Rests => count("rests", beat.slots),
                WorkerState::Leaves => {}
            }
        }
        slots
    }
}

// Asks which workers are available.

const PATIENCE: Duration = Duration::from_millis(500);

/// The heartbeats of the workers that are available now, by name.
pub fn ping(transport: &dyn Transport) -> Result<Vec<Heartbeat>, BusError> {
    let heard = transport.subscribe(&layout::all_beats())?;
    transport.send(layout::ROLL, Vec::new())?;
    let until = Instant::now() + PATIENCE;
    let mut beats: BTreeMap<(String, String), Heartbeat> = BTreeMap::new();
    while let Some(left) = until.checked_duration_since(Instant::now())
        && let Ok(signal) = heard.recv_timeout(left)
    {
        if let Some((heartbeat, _)) = Heartbeat::heard(&signal) {
            beats.insert((heartbeat.name.clone(), heartbeat.worker.clone()), heartbeat);
        }
    }
    Ok(beats.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{ClassQueue, Signer, VERSION, pack};
    use std::sync::mpsc::{Sender, channel};

    fn view() -> (FarmView, Sender<Signal>, Sender<Signal>) {
        let ((beat, beats_heard), (wait, waits_heard)) = (channel(), channel());
        let (beats, waits) = (BTreeMap::new(), BTreeMap::new());
        (FarmView { beats_heard, waits_heard, beats, waits }, beat, wait)
    }

    fn waits(contest: &str, level: u8, of: &[(&str, u64, u64)], residual: f64) -> Signal {
        let class = |(class, batches, oldest_ms): &(&str, u64, u64)| ClassQueue {
            class: (*class).to_owned(),
            batches: *batches,
            oldest_ms: *oldest_ms,
        };
        signal(pack(&QueueReport {
            v: VERSION,
            contest: contest.to_owned(),
            level,
            classes: of.iter().map(class).collect(),
            residuals: [("UA".to_owned(), residual)].into(),
            suspended: [format!("rogue of {contest}")].into(),
            holder: None,
        }))
    }

    fn signal(bytes: Vec<u8>) -> Signal {
        Signal { subject: String::new(), bytes }
    }

    fn heartbeat(own: &Signer, name: &str, state: WorkerState, busy: usize) -> Signal {
        let beat = Heartbeat { state, busy, ..Heartbeat::of(own.worker(), [name, "k", "D"], 4) };
        beat.signal(own)
    }

    #[test]
    fn reports_of_several_coordinators_about_a_queue_are_merged() {
        let (mut view, _, queues) = view();
        let (start, silence) = (Instant::now(), Duration::from_secs(15));
        queues.send(waits("c", 1, &[("k", 7, 900), ("l", 0, 0)], -1.5)).unwrap();
        queues.send(waits("d", 1, &[("k", 8, 300)], 0.5)).unwrap();
        queues.send(waits("e", 2, &[("k", 1, 5)], 0.0)).unwrap();
        queues.send(signal(b"no message".to_vec())).unwrap();
        view.listen(start, silence);
        let depth = |batches, millis| QueueDepth { batches, oldest: Duration::from_millis(millis) };
        let of = |class: &str, level| (class.to_owned(), level);
        let all = [(of("k", 1), depth(8, 900)), (of("l", 1), depth(0, 0))];
        assert_eq!(view.queues(), all.into_iter().chain([(of("k", 2), depth(1, 5))]).collect());
        assert_eq!((view.residual("UA"), view.residual("UB")), (Some(-1.5), None));
        let are = |keys: [&str; 2]| keys.map(|key| view.is_suspended(key));
        assert_eq!(are(["rogue of d", "UA"]), [true, false]);
        queues.send(waits("c", 1, &[], 0.0)).unwrap();
        view.listen(start + silence / 2, silence);
        assert_eq!(view.queues()[&of("k", 1)], depth(8, 300));
        view.listen(start + silence, silence);
        assert!(view.queues().is_empty(), "silent coordinators are gone");
    }

    #[test]
    fn slots_are_counted_by_state() {
        let (mut view, beats, queues) = view();
        let start = Instant::now();
        let own = ["a", "b", "c", "d", "rogue"].map(|_| Signer::draw());
        let [a, b, c, d, rogue] = &own;
        for (own, name, state, busy) in [
            (a, "a", WorkerState::Works, 3),
            (b, "b", WorkerState::Works, 99),
            (c, "c", WorkerState::Rests, 0),
            (d, "d", WorkerState::Drains, 1),
        ] {
            beats.send(heartbeat(own, name, state, busy)).unwrap();
        }
        // Under the name of another one, and what another one signed.
        let forged = Heartbeat { slots: 99, ..Heartbeat::of(a.worker(), ["a", "k", "D"], 4) };
        let subject = layout::heartbeat(a.user(), &a.worker());
        let leaves = heartbeat(rogue, "a", WorkerState::Leaves, 0);
        beats.send(Signal { subject: subject.clone(), ..leaves }).unwrap();
        beats.send(Signal { subject, bytes: rogue.sign(&forged) }).unwrap();
        view.listen(start, Duration::from_secs(1));
        let all = [("busy", 7), ("idle", 1), ("drains", 4), ("rests", 4)];
        assert_eq!(view.slots(), all.into());
        assert_eq!(view.machines().len(), 4);
        beats.send(heartbeat(a, "a", WorkerState::Leaves, 0)).unwrap();
        view.listen(start, Duration::from_secs(1));
        assert_eq!((view.slots()["idle"], view.machines()[0].name.as_str()), (0, "b"));
        beats.send(heartbeat(rogue, "rogue", WorkerState::Works, 1)).unwrap();
        let queue =
            QueueReport { suspended: [rogue.worker()].into(), ..read(&waits("c", 1, &[], 0.0)) };
        queues.send(super::tests::signal(pack(&queue))).unwrap();
        view.listen(start, Duration::from_secs(1));
        assert_eq!((view.slots()["rests"], view.slots()["busy"]), (8, 4), "nothing of it counts");
    }

    fn read(signal: &Signal) -> QueueReport {
        unpack(&signal.bytes).unwrap()
    }
}
