//! Urgent jobs, which go before all matches: fetched, leased and submitted like batches, but never
//! spooled to disk: the caller asks again.

use super::{LeaseState, REST, WorkerClient, lock};
use crate::{
    AckKind, AckTicket, BusError, Delivery, layout,
    message::{
        MessageError, UrgentJob, UrgentJobOutcome, UrgentJobResult, VERSION, names_any, unpack,
    },
    say,
};
use certamen_game::Language;
use std::time::Duration;

/// The largest answer.
const LARGEST: usize = 900 << 10;
/// How long a server that is away is left alone.
const AGAIN: Duration = Duration::from_millis(500);

/// An urgent job that was fetched, and is leased until it is submitted or given back.
#[derive(Debug)]
pub struct LeasedJob {
    /// The job.
    pub urgent_job: UrgentJob,
    ticket: AckTicket,
}

impl WorkerClient {
    /// The next urgent job there is, or the first that arrives within `patience`.
    pub(super) fn take_errand(&self, patience: Duration) -> Result<Option<LeasedJob>, BusError> {
        let queue = layout::work_queue(&self.worker_info.class, layout::ERRANDS, &self.terms);
        let taken = self.transport.fetch(&queue, 1, patience)?;
        Ok(taken.into_iter().find_map(|delivery| self.read_errand(delivery)))
    }

    fn read_errand(&self, delivery: Delivery) -> Option<LeasedJob> {
        let ticket = delivery.ticket;
        let ack_kind = match unpack::<UrgentJob>(&delivery.bytes) {
            Ok(urgent_job) if names_any(&urgent_job.not, &urgent_job.errand, &self.signer) => {
                AckKind::GivenBack(self.terms.renewal / 10)
            }
            // The sender takes this worker for another one.
            Ok(urgent_job) if self.worker_info.tier > urgent_job.tier => AckKind::GivenBack(REST),
            Ok(urgent_job) if layout::is_name(&urgent_job.contest) => {
                let (contest, batch) = (urgent_job.contest.clone(), urgent_job.errand.clone());
                let (renewed, is_settled) = (self.transport.now(), false);
                let held = LeaseState { contest, batch, renewed, is_settled };
                lock(&self.held).insert(ticket.clone(), held);
                return Some(LeasedJob { urgent_job, ticket });
            }
            // Others may understand it.
            Err(MessageError::Version(_)) => AckKind::GivenBack(REST),
            // No worker ever will.
            Ok(_) | Err(_) => AckKind::Done,
        };
        // If this is lost, it comes again.
        let _ = self.transport.settle(&ticket, ack_kind);
        None
    }

    /// Submits the result of an urgent job, and ends its lease. While the server is unreachable it
    /// is retried, until `give_up` says that there is no time left; then another worker does it.
    pub fn submit_job(
        &self,
        fetched: &LeasedJob,
        came: UrgentJobOutcome,
        give_up: &dyn Fn() -> bool,
    ) -> Result<(), BusError> {
        let LeasedJob { urgent_job, ticket } = fetched;
        let bytes = self.answer(urgent_job, came);
        let subject = layout::result(&urgent_job.contest, self.signer.user());
        let handed_in = loop {
            match self.transport.publish(&subject, &urgent_job.errand, bytes.clone()) {
                Err(error) if error.may_pass() && !give_up() => self.transport.rest(AGAIN),
                done => break done,
            }
        };
        if handed_in.is_ok() {
            // If this is lost, another worker does it again, and that result is not waited for.
            let _ = self.transport.settle(ticket, AckKind::Done);
        }
        lock(&self.held).remove(ticket);
        handed_in
    }

    /// The signed answer to an urgent job.
    fn answer(&self, urgent_job: &UrgentJob, came: UrgentJobOutcome) -> Vec<u8> {
        let mut result = UrgentJobResult {
            v: VERSION,
            errand: urgent_job.errand.clone(),
            class: urgent_job.class.clone(),
            token: urgent_job.token.clone(),
            name: self.worker_info.name.clone(),
            came,
        };
        let bytes = self.signer.sign(&result);
        if bytes.len() <= LARGEST {
            return bytes;
        }
        result.came = UrgentJobOutcome::Void(say::large_result(LARGEST >> 10).get(Language::En));
        self.signer.sign(&result)
    }
}
