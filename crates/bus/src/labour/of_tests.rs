//! A machine, as tests need one.

use super::{Labour, Myself};
use crate::nats::{
    Nats,
    real_server::{BATCH, terms},
};
use certamen_identity::OwnKey;
use std::sync::Arc;

/// A machine that takes what waits there.
pub(super) fn machine(nats: Arc<Nats>) -> Labour {
    let (name, class, tier) = (BATCH.to_owned(), BATCH.to_owned(), "D".to_owned());
    let myself = Myself { name, class, tier, slots: 20, reserve: 0 };
    Labour::begin(nats, OwnKey::draw().into(), myself, terms()).unwrap()
}
