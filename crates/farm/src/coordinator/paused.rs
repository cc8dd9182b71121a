//! Suspended workers: they are told to pause whenever they report that they work, and their batches
//! are not waited for.

use super::{Coordinator, outstanding::OutstandingBatch};
use crate::{
    layout,
    message::{Heartbeat, VERSION, WorkerCommand, WorkerCommandKind, WorkerState, pack},
};

impl Coordinator {
    /// Handles a heartbeat of a suspended worker. It may have restarted since it was told to pause,
    /// and so may the coordinator.
    pub(super) fn keep_at_rest(&mut self, heartbeat: &Heartbeat) {
        if !self.roster.is_suspended(&heartbeat.worker) {
            return;
        }
        if heartbeat.state == WorkerState::Works {
            self.tell_to_rest(&heartbeat.worker);
        }
        let contest = &self.contest.secret.contest;
        let ours = heartbeat.holds.iter().filter(|(of, _)| of == contest);
        let names: Vec<&String> = ours.map(|(_, batch)| batch).collect();
        for name in names {
            self.take_from_suspended(name);
        }
    }

    /// Commands a worker to take no more batches.
    pub(super) fn tell_to_rest(&self, key: &str) {
        let order = WorkerCommand { v: VERSION, what: WorkerCommandKind::Rest };
        // If this is lost, it is sent again as long as there is a reason.
        let _ = self.transport.send(&layout::order(key), pack(&order));
    }

    /// Batches of suspended workers go out to others.
    pub(super) fn take_all_from_suspended(&mut self) {
        let is_suspended = |key: &String| self.roster.is_suspended(key);
        let held = self.out.batches().filter(|(_, batch)| batch.holders.keys().any(is_suspended));
        let names: Vec<String> = held.map(|(name, _)| name.clone()).collect();
        for name in names {
            self.take_from_suspended(&name);
        }
    }

    /// A batch that only suspended workers have leased goes out again.
    fn take_from_suspended(&mut self, name: &str) {
        // Replays are sent to other workers.
        self.audit_queue.release(name);
        let contest = &self.contest.secret.contest;
        let is_held = self
            .out
            .holders(name)
            .any(|key| !self.roster.is_suspended(key) && self.roster.holds(key, contest, name));
        if is_held {
            return;
        }
        let batch = self.out.take_back(name);
        self.waiting.put_back(batch.into_iter().flat_map(OutstandingBatch::into_works).collect());
        self.forget_parts(name);
    }
}
