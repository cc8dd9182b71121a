//! When a request that failed is sent again: the same for all clients of servers that may be busy.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    time::Duration,
};
use ureq::http::{HeaderMap, header::RETRY_AFTER};

/// A server that asks for no pause at all would be asked without end.
const SHORTEST: Duration = Duration::from_secs(1);
/// The longest time that a server may ask for.
const LONGEST: Duration = Duration::from_secs(120);

/// The time that a server asks for before the next request, within bounds. A date instead of seconds
/// counts as none: the clocks of two machines need not agree.
pub fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds).clamp(SHORTEST, LONGEST))
}

/// The usual time, a fifth more or less, so that those that failed together do not come back together.
pub fn varied(usual: Duration) -> Duration {
    usual.mul_f64(0.8 + (random() % 401) as f64 / 1000.0)
}

/// A number that is not predictable, but need not be secret.
pub(super) fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_asks_for_one_second_to_two_minutes() {
        for (given, expected) in [
            ("0", Some(1)),
            (" 7 ", Some(7)),
            ("18446744073709551615", Some(120)),
            ("-1", None),
            ("Wed, 21 Oct 2015 07:28:00 GMT", None),
        ] {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, given.parse().unwrap())]);
            assert_eq!(retry_after(&headers), expected.map(Duration::from_secs), "{given}");
        }
        assert_eq!(retry_after(&HeaderMap::new()), None);
    }

    #[test]
    fn times_vary_by_a_fifth() {
        for _ in 0..1000 {
            let share = varied(Duration::from_secs(10)).as_secs_f64() / 10.0;
            assert!((0.8..=1.2).contains(&share), "{share}");
        }
    }
}
