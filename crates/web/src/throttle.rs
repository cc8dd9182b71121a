//! How often somebody may try something: buckets that fill again with time.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// So many buckets are kept; above that those are forgotten that are full, else the oldest one.
const MOST: usize = 10_000;
/// So much is kept of what somebody says that he is called.
const NAME: usize = 64;

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Limited {
    /// Trying a handle and a password.
    SignIn,
    /// Making an account.
    Register,
    /// Sending a program.
    Send,
    /// Trying the key of a pair: a whole class sits in one network.
    Claim,
    /// Asking the hosts something.
    Ask,
    /// Opening a table.
    OpenTable,
    /// Answering at one.
    Answer,
}

impl Limited {
    /// How often at once, and in what time as often again.
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

/// Who tries.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Who {
    /// Whoever gives this handle, or has it.
    Handle(String),
    /// Whoever comes from this network: a household, a school.
    Network(IpAddr),
}

impl Who {
    /// The network of an address.
    pub(crate) fn at(address: IpAddr) -> Who {
        Who::Network(network(address))
    }
}

/// The network of an address: its /24, or the /48 of one of IPv6.
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

impl Who {
    /// The same, if what he says of himself is not too long to be kept.
    fn bounded(self) -> Who {
        match self {
            Who::Handle(name) => Who::Handle(name.chars().take(NAME).collect()),
            network @ Who::Network(_) => network,
        }
    }
}

/// What is left to everybody.
#[derive(Debug, Default)]
pub(crate) struct Throttle(Mutex<HashMap<(Limited, Who), Bucket>>);

#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    seen: Instant,
}

impl Throttle {
    /// Lets somebody try at `now`; how long he is to wait if he tried too often.
    pub(crate) fn take(&self, what: Limited, who: Who, now: Instant) -> Result<(), Duration> {
        // A proxy on this machine that does not say for whom it asks would be everybody.
        if matches!(who, Who::Network(at) if at.is_loopback() || at.is_unspecified()) {
            return Ok(());
        }
        let (most, again) = what.allowance();
        let rate = most / again.as_secs_f64();
        let filled = |bucket: &Bucket| {
            let passed = now.saturating_duration_since(bucket.seen).as_secs_f64();
            most.min(bucket.left + passed * rate)
        };
        let who = who.bounded();
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST {
            make_room(&mut buckets, now);
        }
        let bucket = buckets.entry((what, who)).or_insert(Bucket { left: most, seen: now });
        let left = filled(bucket);
        if left < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - left) / rate));
        }
        *bucket = Bucket { left: left - 1.0, seen: now };
        Ok(())
    }
}

/// Forgets who could try as often as anybody by now, else whoever tried longest ago.
fn make_room(buckets: &mut HashMap<(Limited, Who), Bucket>, now: Instant) {
    buckets.retain(|(kind, _), bucket| {
        now.saturating_duration_since(bucket.seen) < kind.allowance().1
    });
    while buckets.len() >= MOST {
        let oldest = buckets.iter().min_by_key(|(_, bucket)| bucket.seen);
        let Some(oldest) = oldest.map(|(key, _)| key.clone()) else { return };
        buckets.remove(&oldest);
    }
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
            let name = Who::Handle(format!("{number} {long}"));
            assert_eq!(throttle.take(Limited::SignIn, name, then), Ok(()));
        }
        let buckets = throttle.0.lock().unwrap();
        assert_eq!(buckets.len(), MOST);
        let name = |number: u64| Who::Handle(format!("{number} {long}")).bounded();
        assert!(!buckets.contains_key(&(Limited::SignIn, name(4))), "the oldest are forgotten");
        assert!(buckets.contains_key(&(Limited::SignIn, name(5))));
        let longest = buckets.keys().map(|(_, who)| match who {
            Who::Handle(name) => name.len(),
            Who::Network(_) => 0,
        });
        assert_eq!(longest.max(), Some(NAME));
    }

    #[test]
    fn whoever_waits_may_try_again() {
        let (throttle, begin) = (Throttle::default(), Instant::now());
        let ana = || Who::Handle("ana".to_owned());
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
        let at = |text: &str| Who::at(text.parse().unwrap());
        assert_eq!(at("192.0.2.1"), at("192.0.2.200"));
        assert_ne!(at("192.0.2.1"), at("192.0.3.1"));
        assert_eq!(at("2001:db8:1::1"), at("2001:db8:1:ffff::2"));
        assert_eq!(at("::ffff:192.0.2.1"), at("192.0.2.9"));
    }
}
