//! Batches and results that are too large for one message.

use super::Dispatch;
use crate::{BusError, Delivery, large, large::PartsOf};

impl Dispatch {
    /// A result as it was before it was sent, which is to be settled when it is stored; nothing if it
    /// cannot be had. What is lost is found out like any other loss.
    pub(super) fn whole(&mut self, delivery: Delivery) -> Result<Option<Vec<u8>>, BusError> {
        match large::whole_result(&*self.transport, &delivery.bytes) {
            Ok((bytes, parts)) => {
                self.unstored.push((delivery.ticket, parts));
                Ok(Some(bytes))
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

    /// Removes what nobody needs any more.
    pub(super) fn remove(&self, parts: Option<PartsOf>) {
        if let Some(PartsOf(subjects)) = parts {
            // What stays is gone after a week.
            let _ = self.transport.remove_parts(&subjects);
        }
    }
}
