//! Batches and results that are too large for one message.

use super::Dispatch;
use crate::{BusError, Delivery, large, large::PartsOf, message::SignedResult};

impl Dispatch {
    /// A result as it was before it was sent, which is to be settled when it is stored; nothing if it
    /// cannot be had. What is lost is found out like any other loss.
    pub(super) fn whole(
        &mut self,
        delivery: Delivery,
    ) -> Result<Option<(String, Vec<u8>)>, BusError> {
        match large::whole_result(&*self.transport, &delivery.bytes) {
            Ok((bytes, parts)) => {
                let signed =
                    parts.as_ref().and_then(|_| SignedResult::read(&delivery.subject, &bytes).ok());
                // Whoever says that what is somebody else's is his would have it removed.
                let parts = parts.filter(|parts| {
                    signed.as_ref().is_some_and(|signed| parts.are_of(&signed.user))
                });
                self.unstored.push((delivery.ticket, parts));
                Ok(Some((delivery.subject, bytes)))
            }
            Err(BusError::Gone) => {
                self.unstored.push((delivery.ticket, None));
                Ok(None)
            }
            // It is given out again.
            Err(error) => self.bear(Err(error)),
        }
    }

    /// A batch as it is sent.
    pub(super) fn laid_out(&mut self, batch: &str, bytes: Vec<u8>) -> Result<Vec<u8>, BusError> {
        let (sent, parts) = large::laid_out(&*self.transport, None, bytes)?;
        self.large.extend(parts.map(|parts| (batch.to_owned(), parts)));
        Ok(sent)
    }

    /// Nobody plays this batch any more.
    pub(super) fn forget_parts(&mut self, batch: &str) {
        let parts = self.large.remove(batch);
        self.remove(parts);
    }

    /// Puts bundles on the server again that are said to have gone, each now and then: it keeps them
    /// for a week, and machines that come later have none.
    pub(super) fn put_again(&mut self, gone: &[String]) {
        let (now, look) = (self.transport.now(), self.contest.terms.look);
        let bundles = self.contest.bundles.iter().filter(|bundle| gone.contains(&bundle.id));
        for bundle in bundles {
            let put = self.put_again.get(&bundle.id);
            if put.is_none_or(|put| now.saturating_duration_since(*put) >= look) {
                self.put_again.insert(bundle.id.clone(), now);
                // If that is not heard, somebody says so again.
                let _ = bundle.put(&*self.transport);
            }
        }
    }

    /// Removes what nobody needs any more.
    pub(super) fn remove(&self, parts: Option<PartsOf>) {
        if let Some(PartsOf(subjects)) = parts {
            // What stays is gone after a week.
            let _ = self.transport.remove_parts(&subjects);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        BundleParts, BusError, Coordination, Dispatch, Transport,
        dispatch::trial::coordination,
        layout,
        message::{BatchResult, Signer, VERSION, pack},
        nats::{
            Nats,
            real_server::{RealServer, terms},
        },
    };
    use certamen_identity::OwnKey;
    use std::{sync::Arc, time::Duration};

    /// A contest with this bundle.
    fn begun(nats: &Arc<Nats>, bundle: &BundleParts) -> Dispatch {
        let bundles = vec![bundle.clone()];
        let contest = Coordination { bundles, terms: terms(), ..coordination(0.0) };
        Dispatch::begin(Arc::clone(nats) as Arc<dyn Transport>, contest).unwrap()
    }

    /// The coordinator hears this.
    fn hears(dispatch: &mut Dispatch, nats: &Nats, user: &str, said: Vec<u8>) {
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
            "v": VERSION, "elsewhere": bundle.id, "parts": 1, "key": "0".repeat(64),
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
        let own = Signer::from(OwnKey::draw());
        let said = BatchResult {
            v: VERSION,
            contest: secret.contest.clone(),
            batch: "b".to_owned(),
            class: "k".to_owned(),
            numbers: vec![1],
            token: secret.token("b", "k", &[1]),
            name: "lab".to_owned(),
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
