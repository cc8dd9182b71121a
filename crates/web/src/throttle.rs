//! Rate limits: token buckets that refill with time. Also concurrency limits per network and in
//! total: of connections, requests, streams, and request bodies.

use std::{
    collections::HashMap,
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

const MAX_BUCKETS: usize = 10_000;
const MAX_NAME: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Limited {
    SignIn,
    Register,
    Send,
    /// Trying the key of a team: a whole class shares one network.
    Claim,
    Ask,
    OpenTable,
    Answer,
    /// Moves of programs: each needs a turn that is due.
    Move,
    /// Requests for a table, by the token of a seat.
    Poll,
    /// Requests of an entrant for its next match: short ones follow each other quickly.
    NextMatch,
    /// Both, by network.
    PollNetwork,
    /// Entries of the list of open players, and records for it.
    Announce,
    PublishMatch,
}

impl Limited {
    /// The burst, and the time to refill it.
    fn allowance(self) -> (f64, Duration) {
        match self {
            Limited::SignIn => (10.0, Duration::from_secs(600)),
            Limited::Register => (5.0, Duration::from_secs(3600)),
            Limited::Send | Limited::Announce => (30.0, Duration::from_secs(3600)),
            Limited::Ask => (10.0, Duration::from_secs(3600)),
            Limited::OpenTable => (20.0, Duration::from_secs(600)),
            Limited::Answer => (20.0, Duration::from_secs(4)),
            Limited::Move => (2000.0, Duration::from_secs(4)),
            Limited::Poll => (30.0, Duration::from_secs(10)),
            Limited::NextMatch | Limited::PollNetwork => (300.0, Duration::from_secs(10)),
            Limited::PublishMatch => (60.0, Duration::from_secs(3600)),
            Limited::Claim => (40.0, Duration::from_secs(600)),
        }
    }
}

/// `Debug` does not show handles, which may be tokens.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum ThrottleKey {
    Handle(String),
    Network(IpAddr),
    /// Sign-ins with this username from a network in which its owner had a session.
    Owner(String, IpAddr),
}

impl fmt::Debug for ThrottleKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThrottleKey::Network(network) => write!(f, "Network({network})"),
            ThrottleKey::Handle(_) | ThrottleKey::Owner(..) => f.write_str("Handle"),
        }
    }
}

impl ThrottleKey {
    pub(crate) fn at(address: IpAddr) -> Self {
        ThrottleKey::Network(network(address))
    }

    /// The same with a username of at most `MAX_NAME` characters.
    fn bounded(self) -> Self {
        match self {
            ThrottleKey::Handle(name) => ThrottleKey::Handle(name.chars().take(MAX_NAME).collect()),
            network @ (ThrottleKey::Network(_) | ThrottleKey::Owner(..)) => network,
        }
    }
}

/// The network of an address: /24, or /48 for IPv6.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            Ipv4Addr::new(a, b, c, 0).into()
        }
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).into()
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Throttle {
    /// Separate per limit: one kind of attempt must not evict the others.
    buckets: Mutex<HashMap<Limited, HashMap<ThrottleKey, Bucket>>>,
    /// The networks in which users had a session, and when that was last.
    owners: Mutex<HashMap<(String, IpAddr), Instant>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    seen: Instant,
}

impl Bucket {
    fn attempts_left(self, what: Limited, now: Instant) -> f64 {
        let (most, again) = what.allowance();
        let passed = now.saturating_duration_since(self.seen).as_secs_f64();
        most.min(self.left + passed * most / again.as_secs_f64())
    }
}

impl Throttle {
    /// Counts an attempt at `now`; returns the time to wait if there are too many.
    pub(crate) fn take(
        &self,
        what: Limited,
        throttle_key: ThrottleKey,
        now: Instant,
    ) -> Result<(), Duration> {
        // A proxy on this machine that does not say whom it forwards would count as everyone.
        if matches!(throttle_key, ThrottleKey::Network(at) if at.is_loopback() || at.is_unspecified())
        {
            return Ok(());
        }
        let (most, again) = what.allowance();
        let throttle_key = throttle_key.bounded();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let buckets = buckets.entry(what).or_default();
        if !buckets.contains_key(&throttle_key) && !has_room(what, buckets, now) {
            return Err(again.div_f64(most));
        }
        let bucket = buckets.entry(throttle_key).or_insert(Bucket { left: most, seen: now });
        let left = bucket.attempts_left(what, now);
        if left < 1.0 {
            return Err(again.mul_f64((1.0 - left) / most));
        }
        *bucket = Bucket { left: left - 1.0, seen: now };
        Ok(())
    }

    /// Records that the owner of `handle` uses this address.
    pub(crate) fn note_owner(&self, handle: &str, address: IpAddr, now: Instant) {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        owners.insert((handle.to_owned(), network(address)), now);
        if owners.len() > MAX_BUCKETS
            && let Some(oldest) = owners.iter().min_by_key(|(_, seen)| **seen)
        {
            let oldest = oldest.0.clone();
            owners.remove(&oldest);
        }
    }

    /// The key for this username from that address. Where its owner is known to be, guesses from
    /// elsewhere do not block the sign-in.
    pub(crate) fn named(&self, what: Limited, handle: &str, address: IpAddr) -> ThrottleKey {
        let owner = (handle.to_owned(), network(address));
        let owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        let known = what == Limited::SignIn && owners.contains_key(&owner);
        if known { ThrottleKey::Owner(owner.0, owner.1) } else { ThrottleKey::Handle(owner.0) }
    }
}

/// Makes room for one more bucket. At the limit full buckets are dropped, or else the fullest. The
/// empty bucket of a name is never dropped: the name could be guessed again at once.
fn has_room(what: Limited, buckets: &mut HashMap<ThrottleKey, Bucket>, now: Instant) -> bool {
    if buckets.len() < MAX_BUCKETS {
        return true;
    }
    let again = what.allowance().1;
    buckets.retain(|_, bucket| now.saturating_duration_since(bucket.seen) < again);
    if buckets.len() < MAX_BUCKETS {
        return true;
    }
    let left = |bucket: &Bucket| bucket.attempts_left(what, now);
    let fullest = buckets.iter().max_by(|one, other| left(one.1).total_cmp(&left(other.1)));
    let spare = fullest.filter(|(_, bucket)| what != Limited::SignIn || left(bucket) >= 1.0);
    let spare = spare.map(|(throttle_key, _)| throttle_key.clone());
    spare.is_some_and(|throttle_key| buckets.remove(&throttle_key).is_some())
}

/// A network: an address and its prefix length.
type Network = (IpAddr, u8);

/// A limit per network and in total.
pub(crate) struct Quota {
    state: Mutex<QuotaState>,
    most: usize,
    of_one: usize,
}

#[derive(Default)]
struct QuotaState {
    all: usize,
    of: HashMap<Network, usize>,
}

/// A permit, released on drop.
pub(crate) struct Permit {
    quota: Arc<Quota>,
    address: IpAddr,
}

impl Quota {
    /// At most `most` in total, and `of_one` per address.
    pub(crate) fn new(most: usize, of_one: usize) -> Self {
        Quota { state: Mutex::default(), most, of_one }
    }

    /// A permit for a client at `address`, if one is free.
    pub(crate) fn enter(self: &Arc<Quota>, address: IpAddr) -> Option<Permit> {
        let address = address.to_canonical();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // A proxy on this machine that does not say whom it forwards may stand for many clients.
        let is_full = |(network, times): &(Network, usize)| {
            let own = state.of.get(network);
            !address.is_loopback() && own.is_some_and(|own| *own >= times * self.of_one)
        };
        if state.all >= self.most || networks(address).any(|network| is_full(&network)) {
            return None;
        }
        state.all += 1;
        for (network, _) in networks(address) {
            *state.of.entry(network).or_default() += 1;
        }
        Some(Permit { quota: Arc::clone(self), address })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut state = self.quota.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.all -= 1;
        for (network, _) in networks(self.address) {
            if let Some(own) = state.of.get_mut(&network) {
                *own -= 1;
                if *own == 0 {
                    state.of.remove(&network);
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

    #[test]
    fn invented_names_fill_no_memory() {
        let (throttle, begin) = (Throttle::default(), Instant::now());
        let long = "x".repeat(100);
        for number in 0..MAX_BUCKETS as u64 + 5 {
            let then = begin + Duration::from_millis(number);
            let name = ThrottleKey::Handle(format!("{number} {long}"));
            assert_eq!(throttle.take(Limited::SignIn, name, then), Ok(()));
        }
        let buckets = throttle.buckets.lock().unwrap();
        let buckets = &buckets[&Limited::SignIn];
        assert_eq!(buckets.len(), MAX_BUCKETS);
        let name = |number: u64| ThrottleKey::Handle(format!("{number} {long}")).bounded();
        assert!(!buckets.contains_key(&name(4)), "the oldest are dropped");
        assert!(buckets.contains_key(&name(5)));
        let longest = buckets.keys().map(|throttle_key| match throttle_key {
            ThrottleKey::Handle(name) | ThrottleKey::Owner(name, _) => name.len(),
            ThrottleKey::Network(_) => 0,
        });
        assert_eq!(longest.max(), Some(MAX_NAME));
    }

    #[test]
    fn inventing_names_gives_no_more_guesses_for_a_name() {
        let (throttle, now) = (Throttle::default(), Instant::now());
        let ana = || ThrottleKey::Handle("ana".to_owned());
        let guess = || throttle.take(Limited::SignIn, ana(), now);
        (0..10).for_each(|_| guess().unwrap());
        for what in [Limited::Register, Limited::SignIn] {
            for number in 0..MAX_BUCKETS + 50 {
                let invented = ThrottleKey::Handle(number.to_string());
                assert_eq!(throttle.take(what, invented, now), Ok(()));
                assert!(number % 1000 > 0 || guess().is_err(), "{what:?} {number}");
            }
        }
        assert!(guess().is_err());
    }

    #[test]
    fn guesses_from_elsewhere_do_not_block_the_owner() {
        let (throttle, now) = (Throttle::default(), Instant::now());
        let [home, elsewhere]: [IpAddr; 2] =
            ["192.0.2.1", "198.51.100.1"].map(|text| text.parse().unwrap());
        let sign_in = |handle, from| {
            throttle.take(Limited::SignIn, throttle.named(Limited::SignIn, handle, from), now)
        };
        throttle.note_owner("ana", home, now);
        (0..10).for_each(|_| sign_in("ana", elsewhere).unwrap());
        assert!(sign_in("ana", elsewhere).is_err());
        (0..10).for_each(|_| sign_in("ana", home).unwrap());
        assert!(sign_in("ana", home).is_err(), "that network has no more guesses than others");
        assert!(sign_in("bea", home).is_ok());
        for number in 0..2 * MAX_BUCKETS {
            throttle.note_owner(&number.to_string(), home, now);
        }
        assert_eq!(throttle.owners.lock().unwrap().len(), MAX_BUCKETS);
    }

    #[test]
    fn an_attempt_is_allowed_again_after_the_wait() {
        let (throttle, begin) = (Throttle::default(), Instant::now());
        let ana = || ThrottleKey::Handle("ana".to_owned());
        for _ in 0..10 {
            assert_eq!(throttle.take(Limited::SignIn, ana(), begin), Ok(()));
        }
        let wait = throttle.take(Limited::SignIn, ana(), begin).unwrap_err();
        assert!(wait > Duration::from_secs(59) && wait <= Duration::from_secs(60), "{wait:?}");
        assert_eq!(throttle.take(Limited::Send, ana(), begin), Ok(()), "another limit");
        let later = begin + Duration::from_secs(61);
        assert_eq!(throttle.take(Limited::SignIn, ana(), later), Ok(()));
        assert!(throttle.take(Limited::SignIn, ana(), later).is_err());
    }

    #[test]
    fn addresses_of_a_network_share_a_key() {
        let at = |text: &str| ThrottleKey::at(text.parse().unwrap());
        assert_eq!(at("192.0.2.1"), at("192.0.2.200"));
        assert_ne!(at("192.0.2.1"), at("192.0.3.1"));
        assert_eq!(at("2001:db8:1::1"), at("2001:db8:1:ffff::2"));
        assert_eq!(at("::ffff:192.0.2.1"), at("192.0.2.9"));
    }

    /// A limit of 10 of 25.
    fn quota() -> Arc<Quota> {
        Arc::new(Quota::new(25, 10))
    }

    #[test]
    fn no_client_takes_all_permits() {
        let quota = quota();
        let at = |text: &str| quota.enter(text.parse().unwrap());
        let mut own: Vec<_> = (0..10).map(|_| at("192.0.2.7").unwrap()).collect();
        assert!(at("192.0.2.7").is_none() && at("::ffff:192.0.2.7").is_none());
        let others: Vec<_> = (0..15).map(|_| at("::ffff:127.0.0.1").unwrap()).collect();
        assert!(at("192.0.2.8").is_none() && at("127.0.0.1").is_none(), "all are taken");
        own.pop();
        assert!(at("192.0.2.7").is_some());
        drop((own, others));
        let state = quota.state.lock().unwrap();
        assert!(state.of.is_empty() && state.all == 0);
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
