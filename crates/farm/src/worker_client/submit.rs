//! Submits results: the server has them before it forgets their batch, and until then they are on
//! this worker's disk.

use super::{BatchOutcome, LeasedBatch, Spool, WorkerClient, lock};
use crate::{
    AckKind, AckTicket, BusError, blob,
    coordinator::CLASS,
    layout,
    message::{Batch, BatchResult, PlayedMatch, VoidMatch, read_signed},
    say,
};
use certamen_game::{Language, job::JobResult};
use certamen_i18n::Message;
use data_encoding::BASE64;
use serde_json::Value;
use std::{sync::atomic::Ordering, time::Duration};

/// The largest result of one match, before it is packed.
const LARGEST: usize = 60 << 20;
/// The number of a check that failed, which is of no match.
const CHECK: i64 = 0;
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
        let is_check = batch.check.is_some();
        let voids = if is_check { 0 } else { outcome.void.len() as u64 };
        let played = outcome.played.len() as u64;
        let named = |(piece, bytes)| (format!("{}-{prefix}{piece}", batch.batch), bytes);
        let mut pieces: Vec<(String, Vec<u8>)> =
            self.sealed(self.result(batch, outcome)).into_iter().enumerate().map(named).collect();
        // Who asked for a check asks again.
        if let Some(spool) = self.spool.as_ref().filter(|_| !is_check) {
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
        let small = BatchResult { lies: Some(lies), ..read.what.emptied() };
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
            found: outcome.found,
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
            let rest = BatchResult { played, ..result.emptied() };
            let mut all = self.sealed(result);
            all.extend(self.sealed(rest));
            return all;
        }
        let (n, most) = match result.played.pop_if(|played| size(played) > LARGEST) {
            Some(PlayedMatch { n, .. }) => (n, LARGEST),
            // What a check finds out is not fetched from elsewhere.
            None if result.found.take().is_some() => (CHECK, blob::LARGE),
            None => return vec![bytes],
        };
        let why = say::large_result(most >> 10).get(Language::En);
        result.void.push(VoidMatch { n, why });
        self.sealed(result)
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
        worker_client::{BatchOutcome, LeasedBatch, WorkerClient},
    };
    use std::{sync::Arc, time::Duration};

    fn fetched(client: &WorkerClient) -> LeasedBatch {
        client.next(0, Duration::from_secs(20)).expect("there is a batch")
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
