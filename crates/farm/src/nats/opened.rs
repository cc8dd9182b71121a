//! The queues that are known to exist, so that not every message needs a check.
//!
//! A server removes a queue that has not been used for a day, and an operator may delete one.

use crate::{BusError, Queue};
use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The queues that are known to be there.
#[derive(Default)]
pub(super) struct OpenQueues(Mutex<BTreeSet<String>>);

impl OpenQueues {
    /// Whether a queue is known to be there.
    pub(super) fn has(&self, queue: &Queue) -> bool {
        self.names().contains(&queue.name)
    }

    /// A queue is there.
    pub(super) fn note(&self, queue: &Queue) {
        self.names().insert(queue.name.clone());
    }

    /// Nothing is known any more.
    pub(super) fn clear(&self) {
        self.names().clear();
    }

    /// Handles an answer about a queue; one that does not answer may have gone, and is created
    /// again.
    pub(super) fn heard<T>(
        &self,
        queue: &Queue,
        answer: Result<T, BusError>,
    ) -> Result<T, BusError> {
        if answer.as_ref().is_err_and(BusError::may_pass) {
            self.names().remove(&queue.name);
        }
        answer
    }

    fn names(&self) -> MutexGuard<'_, BTreeSet<String>> {
        // Nothing that is done under the lock leaves it half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::real_server::RealServer;
    use crate::{AckKind, BusError, Queue, Terms, Transport, layout};
    use serde_json::Value;
    use std::time::Duration;

    #[test]
    fn a_queue_that_the_server_has_forgotten_is_made_again() {
        let (server, terms) = (RealServer::start(), Terms::usual());
        let nats = server.client();
        nats.prepare().unwrap();
        let forgets = |queue: &Queue| {
            nats.open(queue).unwrap();
            let what = format!("CONSUMER.DELETE.{}.{}", queue.stream, queue.name);
            nats.told(&what, Value::Null).unwrap();
        };
        let results = layout::result_queue("c", &terms);
        forgets(&results);
        let fetched = || nats.fetch(&results, 1, Duration::ZERO);
        assert!(fetched().is_err_and(|error| error.may_pass()));
        nats.open(&results).unwrap();
        assert!(fetched().unwrap().is_empty(), "it is there again");
        let work = layout::work_queue("k", layout::RUNS, &terms);
        nats.publish(&layout::work("k", layout::RUNS, "c"), "b", b"x".to_vec()).unwrap();
        forgets(&work);
        assert!(matches!(nats.waiting(&work), Err(BusError::Gone)));
        nats.open(&work).unwrap();
        assert_eq!(nats.waiting(&work).unwrap(), 1, "and what waited waits");
        nats.publish(&layout::work("k", layout::RUNS, "d"), "e", b"x".to_vec()).unwrap();
        let unfinished = |of| nats.unfinished(&layout::work("k", layout::RUNS, of)).unwrap();
        assert_eq!(["c", "d", "none"].map(unfinished), [1, 1, 0]);
        let taken = nats.fetch(&work, 2, Duration::ZERO).unwrap();
        assert_eq!((nats.waiting(&work).unwrap(), unfinished("c")), (0, 1), "somebody has it");
        nats.settle(&taken[0].ticket, AckKind::Done).unwrap();
        assert_eq!(["c", "d"].map(unfinished), [0, 1]);
    }
}
