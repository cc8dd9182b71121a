//! Batches with which machines may have been lost: what is played of one is handed in match by match,
//! and one that is known to be so is given to nobody else before it is decided.

use super::{BatchOutcome, LeasedBatch, WorkerClient, lock};
use crate::{AckKind, BusError};

/// A batch that is given out so often is in doubt.
const DOUBTFUL: u64 = 3;

impl LeasedBatch {
    /// Whether machines may have been lost with it.
    pub fn is_doubtful(&self) -> bool {
        self.given >= DOUBTFUL || self.batch.wary
    }
}

impl WorkerClient {
    /// Says that a batch is begun, if that is to be known whatever becomes of this machine.
    pub fn begins(&self, fetched: &LeasedBatch) {
        if !fetched.is_doubtful() {
            return;
        }
        *lock(&self.told) = None;
        self.tend();
        // If that is not heard, somebody else is given it when its lease ends.
        let is_settled =
            fetched.batch.wary && self.transport.settle(&fetched.ticket, AckKind::Done).is_ok();
        if let Some(held) = lock(&self.held).get_mut(&fetched.ticket) {
            held.is_settled = is_settled;
        }
    }

    /// Hands in a part of what comes of a batch, which goes on; the part at this `place` of it.
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
