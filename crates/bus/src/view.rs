//! Which machines there are, and what waits for them, as far as whoever looks has heard.

use crate::{
    BusError, Transport, layout,
    message::{Beat, Waits, WorkerState, unpack},
};
use std::{
    collections::BTreeMap,
    sync::mpsc::Receiver,
    time::{Duration, Instant},
};

/// Of more nobody takes note: whoever may say anything here may say very much.
const MOST: usize = 1 << 16;

/// What was heard of machines and of those who hand out.
pub struct FarmView {
    beats_heard: Receiver<Vec<u8>>,
    waits_heard: Receiver<Vec<u8>>,
    beats: BTreeMap<String, (Beat, Instant)>,
    waits: BTreeMap<String, (Waits, Instant)>,
}

/// What waits in a queue.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct QueueDepth {
    /// How many batches.
    pub batches: u64,
    /// For how long the oldest has waited.
    pub oldest: Duration,
}

impl FarmView {
    /// Listens from now on, and calls the roll.
    pub fn begin(transport: &dyn Transport) -> Result<FarmView, BusError> {
        let beats_heard = transport.hear(&format!("{}.*", layout::BEATS))?;
        let waits_heard = transport.hear(&format!("{}.*", layout::EVENTS))?;
        transport.tell(layout::ROLL, Vec::new())?;
        let (beats, waits) = (BTreeMap::new(), BTreeMap::new());
        Ok(FarmView { beats_heard, waits_heard, beats, waits })
    }

    /// Takes note of what was told, and forgets who was silent for so long.
    pub fn listen(&mut self, now: Instant, silence: Duration) {
        for bytes in self.beats_heard.try_iter() {
            let Ok(beat) = unpack::<Beat>(&bytes) else { continue };
            if beat.state == WorkerState::Leaves {
                self.beats.remove(&beat.worker);
            } else if self.beats.len() < MOST || self.beats.contains_key(&beat.worker) {
                self.beats.insert(beat.worker.clone(), (beat, now));
            }
        }
        for bytes in self.waits_heard.try_iter() {
            let Ok(waits) = unpack::<Waits>(&bytes) else { continue };
            if self.waits.len() < MOST || self.waits.contains_key(&waits.contest) {
                self.waits.insert(waits.contest.clone(), (waits, now));
            }
        }
        let is_there = |heard: &Instant| now.saturating_duration_since(*heard) < silence;
        self.beats.retain(|_, (_, heard)| is_there(heard));
        self.waits.retain(|_, (_, heard)| is_there(heard));
    }

    /// The machines, by name.
    pub fn machines(&self) -> Vec<&Beat> {
        let mut all: Vec<&Beat> = self.beats.values().map(|(beat, _)| beat).collect();
        all.sort_by_key(|beat| (&beat.name, &beat.worker));
        all
    }

    /// What waits for machines of which class, and how urgent it is.
    pub fn queues(&self) -> BTreeMap<(String, u8), QueueDepth> {
        let mut queues: BTreeMap<(String, u8), QueueDepth> = BTreeMap::new();
        for (waits, _) in self.waits.values() {
            for own in &waits.classes {
                let queue = queues.entry((own.class.clone(), waits.level)).or_default();
                // Everybody counts what waits of all contests.
                queue.batches = queue.batches.max(own.batches);
                queue.oldest = queue.oldest.max(Duration::from_millis(own.oldest_ms));
            }
        }
        queues
    }

    /// By how many deviations the results of the machine with this key differ where they differ most,
    /// if anybody knows.
    pub fn residual(&self, key: &str) -> Option<f64> {
        let all = self.waits.values().filter_map(|(waits, _)| waits.residuals.get(key).copied());
        all.max_by(|one, other| one.abs().total_cmp(&other.abs()))
    }

    /// Whether any of those who hand out does not believe the machine with this key any more: whatever
    /// it tells, nothing of it counts there.
    pub fn is_suspended(&self, key: &str) -> bool {
        self.waits.values().any(|(waits, _)| waits.suspended.contains(key))
    }

    /// How many matches could be played side by side, by what becomes of that.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{ClassWaits, VERSION, pack};
    use std::sync::mpsc::{Sender, channel};

    fn view() -> (FarmView, Sender<Vec<u8>>, Sender<Vec<u8>>) {
        let ((beat, beats_heard), (wait, waits_heard)) = (channel(), channel());
        let (beats, waits) = (BTreeMap::new(), BTreeMap::new());
        (FarmView { beats_heard, waits_heard, beats, waits }, beat, wait)
    }

    fn waits(contest: &str, level: u8, of: &[(&str, u64, u64)], residual: f64) -> Vec<u8> {
        let class = |(class, batches, oldest_ms): &(&str, u64, u64)| ClassWaits {
            class: (*class).to_owned(),
            batches: *batches,
            oldest_ms: *oldest_ms,
        };
        pack(&Waits {
            v: VERSION,
            contest: contest.to_owned(),
            level,
            classes: of.iter().map(class).collect(),
            residuals: [("UA".to_owned(), residual)].into(),
            suspended: [format!("liar of {contest}")].into(),
            holder: None,
        })
    }

    fn beat(worker: &str, state: &str, busy: usize) -> Vec<u8> {
        pack(&serde_json::json!({
            "v": VERSION, "worker": worker, "name": worker, "class": "k", "tier": "D",
            "version": "", "state": state, "slots": 4, "busy": busy, "played": 0, "voids": 0,
            "holds": [],
        }))
    }

    #[test]
    fn what_several_tell_of_one_queue_is_one_queue() {
        let (mut view, _, told) = view();
        let (start, silence) = (Instant::now(), Duration::from_secs(15));
        told.send(waits("c", 1, &[("k", 7, 900), ("l", 0, 0)], -1.5)).unwrap();
        told.send(waits("d", 1, &[("k", 8, 300)], 0.5)).unwrap();
        told.send(waits("e", 2, &[("k", 1, 5)], 0.0)).unwrap();
        told.send(b"nothing of ours".to_vec()).unwrap();
        view.listen(start, silence);
        let depth = |batches, millis| QueueDepth { batches, oldest: Duration::from_millis(millis) };
        let of = |class: &str, level| (class.to_owned(), level);
        let all = [(of("k", 1), depth(8, 900)), (of("l", 1), depth(0, 0))];
        assert_eq!(view.queues(), all.into_iter().chain([(of("k", 2), depth(1, 5))]).collect());
        assert_eq!((view.residual("UA"), view.residual("UB")), (Some(-1.5), None));
        let are = |keys: [&str; 2]| keys.map(|key| view.is_suspended(key));
        assert_eq!(are(["liar of d", "UA"]), [true, false]);
        told.send(waits("c", 1, &[], 0.0)).unwrap();
        view.listen(start + silence / 2, silence);
        assert_eq!(view.queues()[&of("k", 1)], depth(8, 300));
        view.listen(start + silence, silence);
        assert!(view.queues().is_empty(), "whoever is silent is gone");
    }

    #[test]
    fn slots_are_counted_by_what_becomes_of_them() {
        let (mut view, tells, told) = view();
        let start = Instant::now();
        for (worker, state, busy) in
            [("a", "works", 3), ("b", "works", 99), ("c", "rests", 0), ("d", "drains", 1)]
        {
            tells.send(beat(worker, state, busy)).unwrap();
        }
        view.listen(start, Duration::from_secs(1));
        let all = [("busy", 7), ("idle", 1), ("drains", 4), ("rests", 4)];
        assert_eq!(view.slots(), all.into());
        assert_eq!(view.machines().len(), 4);
        tells.send(beat("a", "leaves", 0)).unwrap();
        view.listen(start, Duration::from_secs(1));
        assert_eq!((view.slots()["idle"], view.machines()[0].name.as_str()), (0, "b"));
        tells.send(beat("liar of c", "works", 1)).unwrap();
        told.send(waits("c", 1, &[], 0.0)).unwrap();
        view.listen(start, Duration::from_secs(1));
        assert_eq!((view.slots()["rests"], view.slots()["busy"]), (8, 4), "nothing of it counts");
    }
}
