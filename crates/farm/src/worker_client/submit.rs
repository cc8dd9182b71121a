//! Submits results: the server has them before it forgets their batch, and until then they are on
//! this worker's disk.

use super::{BatchOutcome, LeaseState, LeasedBatch, REST, Spool, WorkerClient, lock};
use crate::{
    AckKind, AckTicket, BusError, Delivery, blob,
    coordinator::CLASS,
    layout,
    message::{
        Batch, BatchResult, MessageError, PlayedMatch, UrgentJob, UrgentJobOutcome,
        UrgentJobResult, VERSION, VoidMatch, names_any, read_signed, unpack,
    },
    say,
};
use certamen_game::{Language, job::JobResult};
use certamen_i18n::Message;
use data_encoding::BASE64;
use serde_json::Value;
use std::{sync::atomic::Ordering, time::Duration};

/// The largest result of one match, before it is packed.
const LARGEST: usize = 60 << 20;
/// Delay before retrying an unreachable server.
const AGAIN: Duration = Duration::from_millis(500);

/// The result of a batch, ready to be submitted.
#[derive(Debug)]
pub struct SignedOutcome {
    contest: String,
    /// The messages that the server does not have yet, the last first, each with its name.
    pieces: Vec<(String, Vec<u8>)>,
    /// The batch, if this process fetched it.
    ticket: Option<AckTicket>,
    played: u64,
    voids: u64,
}

impl WorkerClient {
    /// Submits the result of a batch, and ends its lease: the server has the result before it
    /// forgets the batch. While the server is unreachable it is retried, until `give_up` says that
    /// there is no time left; then other workers play the batch, unless this worker submits it when
    /// it is restarted.
    pub fn submit(
        &self,
        fetched: &LeasedBatch,
        outcome: BatchOutcome,
        give_up: &dyn Fn() -> bool,
    ) -> Result<(), BusError> {
        let signed = self.seal(fetched, outcome);
        let submitted = self.insist(signed, give_up);
        if submitted.is_err() {
            lock(&self.held).remove(&fetched.ticket);
        }
        submitted
    }

    /// Submits a sealed result, again and again until `give_up` says that there is no time left.
    pub(super) fn insist(
        &self,
        mut signed: SignedOutcome,
        give_up: &dyn Fn() -> bool,
    ) -> Result<(), BusError> {
        loop {
            match self.offer(&mut signed) {
                Err(error) if error.may_pass() && !give_up() => self.transport.rest(AGAIN),
                done => return done,
            }
        }
    }

    /// The result of a batch as it is submitted. From now on it is on disk, too.
    pub fn seal(&self, fetched: &LeasedBatch, outcome: BatchOutcome) -> SignedOutcome {
        let ticket = Some(fetched.ticket.clone());
        // A worker that is given it a second time may play other matches of it.
        let prefix = format!("{}-", fetched.given);
        SignedOutcome { ticket, ..self.seal_as(&fetched.batch, &prefix, outcome) }
    }

    /// Like `seal`, with message names that begin with `prefix`, and without ending the batch.
    pub(super) fn seal_as(
        &self,
        batch: &Batch,
        prefix: &str,
        outcome: BatchOutcome,
    ) -> SignedOutcome {
        let (played, voids) = (outcome.played.len() as u64, outcome.void.len() as u64);
        let named = |(piece, bytes)| (format!("{}-{prefix}{piece}", batch.batch), bytes);
        let mut pieces: Vec<(String, Vec<u8>)> =
            self.sealed(self.result(batch, outcome)).into_iter().enumerate().map(named).collect();
        if let Some(spool) = &self.spool {
            for (name, bytes) in &pieces {
                spool.keep(&batch.contest, name, bytes);
            }
        }
        pieces.reverse();
        SignedOutcome { contest: batch.contest.clone(), pieces, ticket: None, played, voids }
    }

    /// Submits once what the server does not have yet. When it has all of it, the lease ends.
    pub fn offer(&self, sealed: &mut SignedOutcome) -> Result<(), BusError> {
        let subject = layout::result(&sealed.contest, self.signer.user());
        while let Some((name, bytes)) = sealed.pieces.last() {
            let laid = self.split_if_large(bytes.clone());
            // Another worker's result of the same batch is another message.
            let id = format!("{name}-{}", self.signer.worker());
            let published = laid.and_then(|sent| self.transport.publish(&subject, &id, sent));
            if !published.as_ref().is_err_and(BusError::may_pass) {
                // What is rejected now will always be rejected.
                self.spool.iter().for_each(|spool| spool.forget(&sealed.contest, name));
            }
            published?;
            sealed.pieces.pop();
        }
        self.played.fetch_add(sealed.played, Ordering::Relaxed);
        self.voids.fetch_add(sealed.voids, Ordering::Relaxed);
        if let Some(ticket) = sealed.ticket.take() {
            let held = lock(&self.held).remove(&ticket);
            if held.is_none_or(|held| !held.is_settled) {
                // If this is lost, another worker plays it again, and that result is not waited
                // for.
                let _ = self.transport.settle(&ticket, AckKind::Done);
            }
        }
        Ok(())
    }

    /// A result as it is sent: itself, or a reference, if it is large.
    fn split_if_large(&self, bytes: Vec<u8>) -> Result<Vec<u8>, BusError> {
        if bytes.len() <= blob::LARGE {
            return Ok(bytes);
        }
        let read = read_signed::<BatchResult>(&bytes).map_err(|error| BusError::Refused {
            what: self.worker_info.name.clone(),
            why: error.to_string(),
        })?;
        let lies = blob::store_in_parts(&*self.transport, Some(self.signer.user()), bytes)?;
        let (played, void, left) = (Vec::new(), Vec::new(), Vec::new());
        let (unable, gone) = (Vec::new(), Vec::new());
        let small = BatchResult { lies: Some(lies), played, void, left, unable, gone, ..read.what };
        Ok(small.signed(&self.signer))
    }

    /// Submits what an earlier process of this worker could not, until `give_up` says that there is
    /// no time left. What the server rejects is dropped.
    pub fn submit_spooled(&self, give_up: &dyn Fn() -> bool) {
        for (contest, name, bytes) in self.spool.iter().flat_map(Spool::all) {
            let pieces = vec![(name, bytes)];
            let sealed = SignedOutcome { contest, pieces, ticket: None, played: 0, voids: 0 };
            if self.insist(sealed, give_up).is_err_and(|error| error.may_pass()) {
                return;
            }
        }
    }

    /// The last error of the spool, once.
    pub fn complaint(&self) -> Option<Message> {
        self.spool.as_ref()?.complaint()
    }

    fn result(&self, batch: &Batch, outcome: BatchOutcome) -> BatchResult {
        let void = outcome.void.into_iter().map(|(n, why)| VoidMatch { n, why });
        BatchResult {
            played: outcome.played.into_iter().map(|one| self.report(one)).collect(),
            void: void.collect(),
            left: outcome.left,
            unable: outcome.unable,
            gone: outcome.gone,
            ..BatchResult::of(batch, &self.worker_info.name)
        }
    }

    /// A result as it is sent: in several messages, if one would be too large.
    fn sealed(&self, mut result: BatchResult) -> Vec<Vec<u8>> {
        let bytes = result.signed(&self.signer);
        if bytes.len() <= blob::LARGE {
            return vec![bytes];
        }
        if result.played.len() > 1 {
            let played = result.played.split_off(result.played.len() / 2);
            let (void, left) = (Vec::new(), Vec::new());
            let (unable, gone) = (Vec::new(), Vec::new());
            let rest = BatchResult { played, void, left, unable, gone, ..result.clone() };
            let mut all = self.sealed(result);
            all.extend(self.sealed(rest));
            return all;
        }
        match result.played.pop_if(|played| size(played) > LARGEST) {
            Some(PlayedMatch { n, .. }) => {
                let why = say::large_result(LARGEST >> 10).get(Language::En);
                result.void.push(VoidMatch { n, why });
                self.sealed(result)
            }
            None => vec![bytes],
        }
    }

    /// A match as it is reported: the header names the class of this worker.
    fn report(&self, mut played: JobResult) -> PlayedMatch {
        let conditions = &mut played.record.table.conditions;
        conditions.extra.insert(CLASS.to_owned(), Value::from(self.worker_info.class.as_str()));
        let has_errors = played.errors.iter().any(|words| !words.is_empty());
        let has_folders = played.folders.iter().any(Option::is_some);
        let encode = |bytes: &Vec<u8>| BASE64.encode(bytes);
        let errors = played.errors.iter().filter(|_| has_errors).map(encode).collect();
        let folders = played.folders.iter().filter(|_| has_folders);
        PlayedMatch {
            n: played.number.0,
            us: u64::try_from(played.took.as_micros()).unwrap_or(u64::MAX),
            record: String::from_utf8_lossy(&played.record.to_bytes()).into_owned(),
            errors,
            folders: folders.map(|folder| folder.as_ref().map(encode)).collect(),
        }
    }
}

fn size(played: &PlayedMatch) -> usize {
    let folders = played.folders.iter().flatten().map(String::len);
    played.record.len() + played.errors.iter().map(String::len).chain(folders).sum::<usize>()
}

// Urgent jobs, which go before all matches: fetched, leased and submitted like batches, but never
// spooled to disk: the caller asks again.

const LARGEST_ANSWER: usize = 900 << 10;

/// An urgent job that was fetched, and is leased until it is submitted or given back.
#[derive(Debug)]
pub struct LeasedJob {
    pub urgent_job: UrgentJob,
    ticket: AckTicket,
}

impl WorkerClient {
    /// The next urgent job there is, or the first that arrives within `patience`.
    pub(super) fn take_urgent_job(
        &self,
        patience: Duration,
    ) -> Result<Option<LeasedJob>, BusError> {
        let queue = layout::work_queue(&self.worker_info.class, layout::URGENT, &self.terms);
        let taken = self.transport.fetch(&queue, 1, patience)?;
        Ok(taken.into_iter().find_map(|delivery| self.read_urgent_job(delivery)))
    }

    fn read_urgent_job(&self, delivery: Delivery) -> Option<LeasedJob> {
        let ticket = delivery.ticket;
        let ack_kind = match unpack::<UrgentJob>(&delivery.bytes) {
            Ok(urgent_job) if names_any(&urgent_job.not, &urgent_job.job, &self.signer) => {
                AckKind::GivenBack(self.terms.renewal / 10)
            }
            // The sender takes this worker for another one.
            Ok(urgent_job) if self.worker_info.tier > urgent_job.tier => AckKind::GivenBack(REST),
            Ok(urgent_job) if layout::is_name(&urgent_job.contest) => {
                let (contest, batch) = (urgent_job.contest.clone(), urgent_job.job.clone());
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
        let submitted = loop {
            match self.transport.publish(&subject, &urgent_job.job, bytes.clone()) {
                Err(error) if error.may_pass() && !give_up() => self.transport.rest(AGAIN),
                done => break done,
            }
        };
        if submitted.is_ok() {
            // If this is lost, another worker does it again, and that result is not waited for.
            let _ = self.transport.settle(ticket, AckKind::Done);
        }
        lock(&self.held).remove(ticket);
        submitted
    }

    fn answer(&self, urgent_job: &UrgentJob, came: UrgentJobOutcome) -> Vec<u8> {
        let mut result = UrgentJobResult {
            v: VERSION,
            job: urgent_job.job.clone(),
            class: urgent_job.class.clone(),
            token: urgent_job.token.clone(),
            name: self.worker_info.name.clone(),
            came,
        };
        let bytes = self.signer.sign(&result);
        if bytes.len() <= LARGEST_ANSWER {
            return bytes;
        }
        result.came =
            UrgentJobOutcome::Void(say::large_result(LARGEST_ANSWER >> 10).get(Language::En));
        self.signer.sign(&result)
    }
}

// Batches with which workers may have been lost: their matches are submitted one by one, and one
// that is known to be suspect is given to no other worker before it is decided.

/// A batch that has been given out this often is suspect.
const DOUBTFUL: u64 = 3;

impl LeasedBatch {
    pub fn is_doubtful(&self) -> bool {
        self.given >= DOUBTFUL || self.batch.suspect
    }
}

impl WorkerClient {
    /// Records that a batch is begun, if that is to be known whatever happens to this worker.
    pub fn begins(&self, fetched: &LeasedBatch) {
        if !fetched.is_doubtful() {
            return;
        }
        *lock(&self.last_heartbeat) = None;
        self.tend();
        // If this is lost, another worker is given it when its lease ends.
        let is_settled =
            fetched.batch.suspect && self.transport.settle(&fetched.ticket, AckKind::Done).is_ok();
        if let Some(held) = lock(&self.held).get_mut(&fetched.ticket) {
            held.is_settled = is_settled;
        }
    }

    /// Submits a part of the result of a batch, which goes on; the part at this `place` of it.
    pub fn submit_part(
        &self,
        fetched: &LeasedBatch,
        place: usize,
        outcome: BatchOutcome,
        give_up: &dyn Fn() -> bool,
    ) -> Result<(), BusError> {
        let LeasedBatch { batch, given, .. } = fetched;
        self.insist(self.seal_as(batch, &format!("{given}p{place}-"), outcome), give_up)
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Transport, layout,
        message::SignedResult,
        nats::real_server::{BATCH, RealServer, machine},
        worker_client::{BatchOutcome, LeasedBatch, NextJob, WorkerClient},
    };
    use std::{sync::Arc, time::Duration};

    fn fetched(client: &WorkerClient) -> LeasedBatch {
        match client.next(0, Duration::from_secs(20)) {
            Some(NextJob::Batch(fetched)) => *fetched,
            other => panic!("there is a batch: {other:?}"),
        }
    }

    fn left(number: i64) -> BatchOutcome {
        BatchOutcome { left: vec![number], ..BatchOutcome::default() }
    }

    #[test]
    fn results_of_one_batch_are_different_messages() {
        let server = RealServer::start();
        let nats = server.with_batches(1);
        let [one, other] = [(); 2].map(|()| machine(Arc::clone(&nats)));
        let first = fetched(&one);
        let mut late = one.seal(&first, left(1));
        one.release(&first, Duration::ZERO);
        let second = fetched(&other);
        other.release(&second, Duration::ZERO);
        let third = fetched(&one);
        one.offer(&mut late).unwrap();
        other.submit(&second, left(2), &|| true).unwrap();
        one.submit(&third, left(3), &|| true).unwrap();
        // A lost message is sent again, and it is the same.
        one.offer(&mut one.seal(&third, left(3))).unwrap();
        let results = layout::result_queue(BATCH, &one.terms);
        nats.open(&results).unwrap();
        let came = nats.fetch(&results, 9, Duration::ZERO).unwrap();
        let came = came
            .iter()
            .map(|one| SignedResult::read(&one.subject, &one.bytes).unwrap().result.left[0]);
        assert_eq!(came.collect::<Vec<_>>(), [1, 2, 3]);
    }
}
