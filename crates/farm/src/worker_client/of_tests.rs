//! A worker for tests.

use super::{WorkerClient, WorkerInfo};
use crate::identity::WorkerKey;
use crate::nats::{
    Nats,
    real_server::{BATCH, terms},
};
use std::sync::Arc;

/// A worker that takes what waits there.
pub(super) fn machine(nats: Arc<Nats>) -> WorkerClient {
    let (name, class, tier) = (BATCH.to_owned(), BATCH.to_owned(), "D".to_owned());
    let worker_info = WorkerInfo { name, class, tier, slots: 20, reserve: 0 };
    WorkerClient::begin(nats, WorkerKey::draw().into(), worker_info, terms()).unwrap()
}
