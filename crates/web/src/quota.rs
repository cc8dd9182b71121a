//! Concurrency limits per network and in total: of connections, requests, streams, and request
//! bodies.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, PoisonError},
};

/// A network: an address and its prefix length.
type Network = (IpAddr, u8);

/// A limit per network and in total.
pub(crate) struct Quota {
    inside: Mutex<Inside>,
    most: usize,
    of_one: usize,
}

#[derive(Default)]
struct Inside {
    all: usize,
    of: HashMap<Network, usize>,
}

/// A permit, released on drop.
pub(crate) struct Place {
    quota: Arc<Quota>,
    address: IpAddr,
}

impl Quota {
    /// At most `most` in total, and `of_one` per address.
    pub(crate) fn new(most: usize, of_one: usize) -> Quota {
        Quota { inside: Mutex::default(), most, of_one }
    }

    /// A permit for a client at `address`, if one is free.
    pub(crate) fn enter(self: &Arc<Quota>, address: IpAddr) -> Option<Place> {
        let address = address.to_canonical();
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        // A proxy on this machine that does not say whom it forwards may stand for many clients.
        let is_full = |(network, times): &(Network, usize)| {
            let own = inside.of.get(network);
            !address.is_loopback() && own.is_some_and(|own| *own >= times * self.of_one)
        };
        if inside.all >= self.most || networks(address).any(|network| is_full(&network)) {
            return None;
        }
        inside.all += 1;
        for (network, _) in networks(address) {
            *inside.of.entry(network).or_default() += 1;
        }
        Some(Place { quota: Arc::clone(self), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inside = self.quota.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.all -= 1;
        for (network, _) in networks(self.address) {
            if let Some(own) = inside.of.get_mut(&network) {
                *own -= 1;
                if *own == 0 {
                    inside.of.remove(&network);
                }
            }
        }
    }
}

/// The networks that `address` counts for, each with a multiple of the limit. A household has a /64
/// of IPv6 with more addresses than can be counted, and often 256 of those.
fn networks(address: IpAddr) -> impl Iterator<Item = (Network, usize)> {
    let counted: &[(u8, usize)] = if address.is_ipv4() { &[(32, 1)] } else { &[(64, 1), (48, 4)] };
    counted.iter().map(move |(bits, times)| {
        let network = match address {
            IpAddr::V4(_) => address,
            IpAddr::V6(whole) => Ipv6Addr::from(u128::from(whole) & !(u128::MAX >> bits)).into(),
        };
        ((network, *bits), *times)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A limit of 10 of 25.
    fn quota() -> Arc<Quota> {
        Arc::new(Quota::new(25, 10))
    }

    #[test]
    fn nobody_takes_all_places_for_himself() {
        let quota = quota();
        let at = |text: &str| quota.enter(text.parse().unwrap());
        let mut own: Vec<_> = (0..10).map(|_| at("192.0.2.7").unwrap()).collect();
        assert!(at("192.0.2.7").is_none() && at("::ffff:192.0.2.7").is_none());
        let others: Vec<_> = (0..15).map(|_| at("::ffff:127.0.0.1").unwrap()).collect();
        assert!(at("192.0.2.8").is_none() && at("127.0.0.1").is_none(), "all are taken");
        own.pop();
        assert!(at("192.0.2.7").is_some());
        drop((own, others));
        let inside = quota.inside.lock().unwrap();
        assert!(inside.of.is_empty() && inside.all == 0);
    }

    #[test]
    fn the_addresses_of_one_network_count_together() {
        let quota = Arc::new(Quota::new(100, 10));
        let at = |subnet: usize, host: usize| {
            quota.enter(format!("2001:db8:1:{subnet:x}::{host:x}").parse().unwrap())
        };
        let household: Vec<_> = (0..20).map_while(|host| at(0, host)).collect();
        assert_eq!(household.len(), 10);
        let site: Vec<_> = (1..200).filter_map(|subnet| at(subnet, 1)).collect();
        assert_eq!(site.len(), 30, "forty of the whole /48");
        assert!(quota.enter("2001:db8:2::1".parse().unwrap()).is_some());
        assert!(quota.enter("::1".parse().unwrap()).is_some());
    }
}
