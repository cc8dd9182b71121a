//! Rate limits: token buckets that refill with time.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The maximum number of buckets of each kind.
const MOST: usize = 10_000;
/// The maximum length of a username in a key.
const NAME: usize = 64;

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Limited {
    /// Sign-in attempts.
    SignIn,
    /// Creating an account.
    Register,
    /// A submission.
    Send,
    /// Trying the key of a team: a whole class shares one network.
    Claim,
    /// Asking the organizers.
    Ask,
    /// Opening a table.
    OpenTable,
    /// Answering at a table.
    Answer,
}

impl Limited {
    /// The burst, and the time to refill it.
    fn allowance(self) -> (f64, Duration) {
        match self {
            Limited::SignIn => (10.0, Duration::from_secs(600)),
            Limited::Register => (5.0, Duration::from_secs(3600)),
            Limited::Send => (30.0, Duration::from_secs(3600)),
            Limited::Ask => (10.0, Duration::from_secs(3600)),
            Limited::OpenTable => (20.0, Duration::from_secs(600)),
            Limited::Answer => (20.0, Duration::from_secs(4)),
            Limited::Claim => (40.0, Duration::from_secs(600)),
        }
    }
}

/// The key of a bucket.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ThrottleKey {
    /// A username, given or signed in.
    Handle(String),
    /// A network: a household, a school.
    Network(IpAddr),
    /// Sign-ins with this username from a network in which its owner had a session.
    Owner(String, IpAddr),
}

impl ThrottleKey {
    /// The network of an address.
    pub(crate) fn at(address: IpAddr) -> ThrottleKey {
        ThrottleKey::Network(network(address))
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

impl ThrottleKey {
    /// The key of a username, if that is not too long.
    fn bounded(self) -> ThrottleKey {
        match self {
            ThrottleKey::Handle(name) => ThrottleKey::Handle(name.chars().take(NAME).collect()),
            network @ (ThrottleKey::Network(_) | ThrottleKey::Owner(..)) => network,
        }
    }
}

/// The buckets.
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
    /// The number of attempts left at `now`.
    fn filled(self, what: Limited, now: Instant) -> f64 {
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
        let left = bucket.filled(what, now);
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
        if owners.len() > MOST
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
    if buckets.len() < MOST {
        return true;
    }
    let again = what.allowance().1;
    buckets.retain(|_, bucket| now.saturating_duration_since(bucket.seen) < again);
    if buckets.len() < MOST {
        return true;
    }
    let left = |bucket: &Bucket| bucket.filled(what, now);
    let fullest = buckets.iter().max_by(|one, other| left(one.1).total_cmp(&left(other.1)));
    let spare = fullest.filter(|(_, bucket)| what != Limited::SignIn || left(bucket) >= 1.0);
    let spare = spare.map(|(throttle_key, _)| throttle_key.clone());
    spare.is_some_and(|throttle_key| buckets.remove(&throttle_key).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_invents_names_fills_no_memory() {
        let (throttle, begin) = (Throttle::default(), Instant::now());
        let long = "x".repeat(100);
        for number in 0..MOST as u64 + 5 {
            let then = begin + Duration::from_millis(number);
            let name = ThrottleKey::Handle(format!("{number} {long}"));
            assert_eq!(throttle.take(Limited::SignIn, name, then), Ok(()));
        }
        let buckets = throttle.buckets.lock().unwrap();
        let buckets = &buckets[&Limited::SignIn];
        assert_eq!(buckets.len(), MOST);
        let name = |number: u64| ThrottleKey::Handle(format!("{number} {long}")).bounded();
        assert!(!buckets.contains_key(&name(4)), "the oldest are forgotten");
        assert!(buckets.contains_key(&name(5)));
        let longest = buckets.keys().map(|throttle_key| match throttle_key {
            ThrottleKey::Handle(name) | ThrottleKey::Owner(name, _) => name.len(),
            ThrottleKey::Network(_) => 0,
        });
        assert_eq!(longest.max(), Some(NAME));
    }

    #[test]
    fn inventing_names_and_links_brings_no_more_guesses_of_a_name() {
        let (throttle, now) = (Throttle::default(), Instant::now());
        let ana = || ThrottleKey::Handle("ana".to_owned());
        let guess = || throttle.take(Limited::SignIn, ana(), now);
        (0..10).for_each(|_| guess().unwrap());
        for what in [Limited::Register, Limited::SignIn] {
            for number in 0..MOST + 50 {
                let invented = ThrottleKey::Handle(number.to_string());
                assert_eq!(throttle.take(what, invented, now), Ok(()));
                assert!(number % 1000 > 0 || guess().is_err(), "{what:?} {number}");
            }
        }
        assert!(guess().is_err());
    }

    #[test]
    fn guesses_elsewhere_do_not_keep_an_owner_from_signing_in() {
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
        for number in 0..2 * MOST {
            throttle.note_owner(&number.to_string(), home, now);
        }
        assert_eq!(throttle.owners.lock().unwrap().len(), MOST);
    }

    #[test]
    fn whoever_waits_may_try_again() {
        let (throttle, begin) = (Throttle::default(), Instant::now());
        let ana = || ThrottleKey::Handle("ana".to_owned());
        for _ in 0..10 {
            assert_eq!(throttle.take(Limited::SignIn, ana(), begin), Ok(()));
        }
        let wait = throttle.take(Limited::SignIn, ana(), begin).unwrap_err();
        assert!(wait > Duration::from_secs(59) && wait <= Duration::from_secs(60), "{wait:?}");
        assert_eq!(throttle.take(Limited::Send, ana(), begin), Ok(()), "it is another matter");
        let later = begin + Duration::from_secs(61);
        assert_eq!(throttle.take(Limited::SignIn, ana(), later), Ok(()));
        assert!(throttle.take(Limited::SignIn, ana(), later).is_err());
    }

    #[test]
    fn neighbours_share_a_network() {
        let at = |text: &str| ThrottleKey::at(text.parse().unwrap());
        assert_eq!(at("192.0.2.1"), at("192.0.2.200"));
        assert_ne!(at("192.0.2.1"), at("192.0.3.1"));
        assert_eq!(at("2001:db8:1::1"), at("2001:db8:1:ffff::2"));
        assert_eq!(at("::ffff:192.0.2.1"), at("192.0.2.9"));
    }
}
