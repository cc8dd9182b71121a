//! Batches with which workers may have been lost: their matches are submitted one by one, and one
//! that is known to be suspect is given to no other worker before it is decided.

use super::{BatchOutcome, LeasedBatch, WorkerClient, lock};
use crate::{AckKind, BusError};

/// A batch that has been given out this often is suspect.
const DOUBTFUL: u64 = 3;

impl LeasedBatch {
    /// Whether workers may have been lost with it.
    pub fn is_doubtful(&self) -> bool {
        self.given >= DOUBTFUL || self.batch.wary
    }
}

impl WorkerClient {
    /// Records that a batch is begun, if that is to be known whatever happens to this worker.
    pub fn begins(&self, fetched: &LeasedBatch) {
        if !fetched.is_doubtful() {
            return;
        }
        *lock(&self.told) = None;
        self.tend();
        // If this is lost, another worker is given it when its lease ends.
        let is_settled =
            fetched.batch.wary && self.transport.settle(&fetched.ticket, AckKind::Done).is_ok();
        if let Some(held) = lock(&self.held).get_mut(&fetched.ticket) {
            held.is_settled = is_settled;
        }
    }

    /// Submits a part of the result of a batch, which goes on; the part at this `place` of it.
    pub fn hand_in_part(
        &self,
        fetched: &LeasedBatch,
        place: usize,
        came: BatchOutcome,
        give_up: &dyn Fn() -> bool,
    ) -> Result<(), BusError> {
        let LeasedBatch { batch, given, .. } = fetched;
        self.insist(self.seal_as(batch, &format!("{given}p{place}-"), came), give_up)
    }
}
