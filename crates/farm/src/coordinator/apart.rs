//! Batches and results that are too large for one message.

use super::Coordinator;
use crate::{
    BusError, Delivery, blob,
    blob::BlobParts,
    layout,
    message::{BlobRef, RejectedResult, SignedResult, WritePolicy},
};
use certamen_game::job::MatchNumber;

/// The maximum size, compressed, of a record and the standard error of one match, where bots keep
/// no files.
const MOST_PLAIN: usize = 8 << 20;

impl Coordinator {
    /// A complete result, to be settled when it is stored; `None` if the server does not answer.
    /// `is_earlier` says that an earlier run handed its batch out.
    pub(super) fn whole(
        &mut self,
        delivery: Delivery,
        is_earlier: bool,
    ) -> Result<Option<Result<SignedResult, RejectedResult>>, BusError> {
        let Delivery { ticket, subject, bytes, .. } = delivery;
        let mut read = SignedResult::read(&subject, &bytes);
        let mut parts = None;
        if let Ok(small) = &read
            && let Some(lies) = small.result.lies.clone()
        {
            parts = Some(blob::parts_of(Some(&small.user), &lies));
            if self.is_wanted(small, is_earlier) {
                match self.fetch_large(small, &lies) {
                    Ok(large) => read = Ok(large),
                    Err(BusError::Gone) => {
                        let key = small.worker.clone();
                        for number in small.result.numbers.clone() {
                            let number = MatchNumber(number);
                            if self.out.is_in(number, &small.result.batch) {
                                self.note_refused(number, &key);
                            }
                        }
                    }
                    // It is given out again.
                    Err(error) => return self.bear(Err(error)),
                }
            }
        }
        self.unstored.push((ticket, parts));
        Ok(Some(read))
    }

    /// Whether a result is worth fetching: one that is not waited for is not.
    fn is_wanted(&mut self, small: &SignedResult, is_earlier: bool) -> bool {
        let SignedResult { worker, user, result } = small;
        let is_out = self.out.has(&result.batch) || self.audit_queue.is_out(&result.batch);
        (is_earlier || is_out)
            && self.is_ours(result)
            && self.roster.is_of(worker, user)
            && !self.roster.is_suspended(worker)
    }

    /// A result that a worker stored in parts, if it is of the same batch, and not longer than one
    /// can be. One that is larger than a message is of one match.
    fn fetch_large(&self, small: &SignedResult, lies: &BlobRef) -> Result<SignedResult, BusError> {
        let most = if self.contest.policy == WritePolicy::Kept { blob::MOST } else { MOST_PLAIN };
        if lies.bytes > most {
            return Err(BusError::Gone);
        }
        let bytes = blob::fetched(&*self.transport, Some(&small.user), lies)?;
        let subject = layout::result(&small.result.contest, &small.user);
        let found = SignedResult::read(&subject, &bytes).map_err(|_| BusError::Gone)?;
        let is_same = found.worker == small.worker && found.result.token == small.result.token;
        if is_same { Ok(found) } else { Err(BusError::Gone) }
    }

    /// A batch as it is sent.
    pub(super) fn laid_out(&mut self, batch: &str, bytes: Vec<u8>) -> Result<Vec<u8>, BusError> {
        let (sent, parts) = blob::laid_out(&*self.transport, bytes)?;
        self.large.extend(parts.map(|parts| (batch.to_owned(), parts)));
        Ok(sent)
    }

    /// This batch is not played any more.
    pub(super) fn forget_parts(&mut self, batch: &str) {
        let parts = self.large.remove(batch);
        self.remove(parts);
    }

    /// Stores bundles again that are reported as gone, each now and then: the server keeps them for
    /// a week, and workers that come later need them.
    pub(super) fn put_again(&mut self, gone: &[String]) {
        let (now, look) = (self.transport.now(), self.contest.terms.look);
        let bundles = self.contest.bundles.iter().filter(|bundle| gone.contains(&bundle.id));
        for bundle in bundles {
            let put = self.put_again.get(&bundle.id);
            if put.is_none_or(|put| now.saturating_duration_since(*put) >= look) {
                self.put_again.insert(bundle.id.clone(), now);
                // If this is lost, a worker reports again that it is missing.
                let _ = bundle.put(&*self.transport);
            }
        }
    }

    /// Removes parts that are not needed any more.
    pub(super) fn remove(&self, parts: Option<BlobParts>) {
        if let Some(BlobParts(subjects)) = parts {
            // What stays is gone after a week.
            let _ = self.transport.remove_parts(&subjects);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::identity::WorkerKey;
    use crate::{
        BundleParts, BusError, ContestJob, Coordinator, Transport,
        coordinator::trial::coordination,
        layout,
        message::{BatchResult, Signer, VERSION, pack},
        nats::{
            Nats,
            real_server::{RealServer, terms},
        },
    };
    use std::{sync::Arc, time::Duration};

    /// A contest with this bundle.
    fn begun(nats: &Arc<Nats>, bundle: &BundleParts) -> Coordinator {
        let bundles = vec![bundle.clone()];
        let contest = ContestJob { bundles, terms: terms(), ..coordination(0.0) };
        Coordinator::begin(Arc::clone(nats) as Arc<dyn Transport>, contest).unwrap()
    }

    /// The coordinator hears this.
    fn hears(dispatch: &mut Coordinator, nats: &Nats, user: &str, said: Vec<u8>) {
        let contest = dispatch.contest.secret.contest.clone();
        nats.publish(&layout::result(&contest, user), "said", said).unwrap();
        dispatch.take(Duration::from_secs(20)).unwrap();
        dispatch.stored().unwrap();
    }

    #[test]
    fn what_somebody_says_is_his_result_stays_if_it_is_a_bundle() {
        let server = RealServer::start();
        let nats = Arc::new(server.client());
        let bundle = BundleParts::of(b"{}".to_vec());
        let mut dispatch = begun(&nats, &bundle);
        let part = layout::bundle_part(&bundle.id, 0);
        assert_eq!(nats.part(&part).unwrap(), b"{}");
        let said = serde_json::json!({
            "v": VERSION, "elsewhere": bundle.id, "parts": 1, "bytes": 2, "key": "0".repeat(64),
        });
        hears(&mut dispatch, &nats, "UA", pack(&said));
        assert_eq!(nats.part(&part).unwrap(), b"{}");
    }

    #[test]
    fn a_bundle_that_has_gone_is_put_on_the_server_again() {
        let server = RealServer::start();
        let nats = Arc::new(server.client());
        let bundle = BundleParts::of(b"{}".to_vec());
        let mut dispatch = begun(&nats, &bundle);
        let part = layout::bundle_part(&bundle.id, 0);
        nats.remove_parts(&part).unwrap();
        assert!(matches!(nats.part(&part), Err(BusError::Gone)));
        let secret = dispatch.contest.secret.clone();
        let own = Signer::from(WorkerKey::draw());
        let said = BatchResult {
            v: VERSION,
            contest: secret.contest.clone(),
            batch: "b".to_owned(),
            class: "k".to_owned(),
            numbers: vec![1],
            token: secret.token("b", "k", &[1]),
            name: "lab".to_owned(),
            lies: None,
            played: Vec::new(),
            void: Vec::new(),
            left: vec![1],
            unable: Vec::new(),
            gone: vec![bundle.id],
        };
        hears(&mut dispatch, &nats, own.user(), said.signed(&own));
        assert_eq!(nats.part(&part).unwrap(), b"{}");
    }
}
