//! Who listens: so many in all, and so many from one address.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

/// So many streams one address has.
const OF_ONE: usize = 10;

/// The places of those who listen.
pub(crate) struct Streams {
    inside: Mutex<HashMap<IpAddr, usize>>,
    most: usize,
}

/// A place, free again when it is dropped.
pub(crate) struct StreamPlace {
    streams: Arc<Streams>,
    address: IpAddr,
}

impl Streams {
    /// So many places in all.
    pub(crate) fn new(most: usize) -> Streams {
        Streams { inside: Mutex::default(), most }
    }

    /// A place for whoever comes from `address`, if there is one for him.
    pub(crate) fn enter(self: &Arc<Streams>, address: IpAddr) -> Option<StreamPlace> {
        let address = address.to_canonical();
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = inside.values().sum();
        let own = inside.get(&address).copied().unwrap_or_default();
        // A proxy on this machine that does not say for whom it asks may speak for many.
        let most = if address.is_loopback() { self.most } else { OF_ONE };
        if all >= self.most || own >= most {
            return None;
        }
        inside.insert(address, own + 1);
        Some(StreamPlace { streams: Arc::clone(self), address })
    }
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut inside = self.streams.inside.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = inside.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                inside.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_takes_all_places_for_himself() {
        let streams = Arc::new(Streams::new(25));
        let at = |text: &str| streams.enter(text.parse().unwrap());
        let mut own: Vec<_> = (0..OF_ONE).map(|_| at("192.0.2.7").unwrap()).collect();
        assert!(at("192.0.2.7").is_none() && at("::ffff:192.0.2.7").is_none());
        let others: Vec<_> = (0..15).map(|_| at("127.0.0.1").unwrap()).collect();
        assert!(at("192.0.2.8").is_none() && at("127.0.0.1").is_none(), "all are taken");
        own.pop();
        assert!(at("192.0.2.7").is_some());
        drop((own, others));
        assert!(streams.inside.lock().unwrap().is_empty());
    }
}
