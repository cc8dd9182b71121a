//! What a record says of moves by players on other machines: network time, retries, rejected
//! replies, and the tokens and the cost that a player reported.

use crate::{Fault, number};
use serde::{Deserialize, Serialize};

/// The most replies that a player may be permitted in one turn.
pub const MOST_ATTEMPTS: u32 = 5;
/// The most tokens that a reply may report, in each direction.
pub const MOST_TOKENS: u64 = 1_000_000_000_000;
/// The highest cost that a reply may report, in millionths of a US dollar.
pub const MOST_MICROS: u64 = 1_000_000_000_000;
/// The most transport retries of a turn: one a second for more than a week.
pub const MOST_RETRIES: u32 = 1_000_000;

/// How a player that the writer of a record did not run was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Via {
    /// It connected to the site.
    Sit,
    /// The site sent it HTTP requests.
    Http,
    /// Two authors played with each other.
    Peer,
}

/// Why a fault of a player on another machine was recorded, where the fault alone does not say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FaultCause {
    /// It left the match.
    Left,
    /// Its cost exceeded its limit, or is unknown.
    Cost,
}

/// Tokens and cost as a player reported them: claims that nothing verifies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Usage {
    /// Tokens read, at most 10^12 for each reply.
    #[serde(default, rename = "in", skip_serializing_if = "Option::is_none")]
    pub input: Option<u64>,
    /// Tokens written, at most 10^12 for each reply.
    #[serde(default, rename = "out", skip_serializing_if = "Option::is_none")]
    pub output: Option<u64>,
    /// The cost in millionths of a US dollar, rounded up, at most 10^12 for each reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usd_micros: Option<u64>,
}

impl Usage {
    /// The sum of both; what neither reports stays unknown.
    #[must_use]
    pub fn plus(self, other: Usage) -> Usage {
        let sum = |one: Option<u64>, other: Option<u64>| match (one, other) {
            (Some(one), Some(other)) => Some(one.saturating_add(other)),
            (one, other) => one.or(other),
        };
        Usage {
            input: sum(self.input, other.input),
            output: sum(self.output, other.output),
            usd_micros: sum(self.usd_micros, other.usd_micros),
        }
    }

    fn is_within_bounds(&self) -> bool {
        let within = |value: Option<u64>, most: u64| {
            value.is_none_or(|value| value <= most * u64::from(MOST_ATTEMPTS))
        };
        within(self.input, MOST_TOKENS)
            && within(self.output, MOST_TOKENS)
            && within(self.usd_micros, MOST_MICROS)
    }
}

/// The keys of a move by a player on another machine; empty for all others.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RemoteMove {
    /// The time drawn from the network allowance in this turn, in milliseconds, if not 0.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        serialize_with = "number::serialize_known"
    )]
    pub network_ms: Option<f64>,
    /// How often a request was repeated because of the network or the server, if not 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retries: Option<u32>,
    /// The rejected replies before the last one, escaped and cut as `reply`; null where a response
    /// had no action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<Option<String>>,
    /// The tokens and the cost of all replies of this turn, as reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// Why the fault was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<FaultCause>,
}

impl RemoteMove {
    /// Whether it says nothing, as for all players that run here.
    pub fn is_empty(&self) -> bool {
        let RemoteMove { network_ms, retries, tried, usage, cause } = self;
        network_ms.is_none()
            && retries.is_none()
            && tried.is_empty()
            && usage.is_none()
            && cause.is_none()
    }

    /// The first key whose value is out of bounds, with `attempts` permitted replies a turn; `fault`
    /// is that of the same move. Whether `tried` replies are illegal is for the rules to say.
    pub fn key_out_of_bounds(&self, attempts: u32, fault: Option<Fault>) -> Option<&'static str> {
        let RemoteMove { network_ms, retries, tried, usage, cause } = self;
        let wrong_time = network_ms.is_some_and(|ms| !ms.is_finite() || ms < 0.0);
        let wrong_retries = retries.is_some_and(|count| !(1..=MOST_RETRIES).contains(&count));
        let most = attempts.saturating_sub(1) as usize;
        let long = |reply: &String| crate::escape_reply_is_cut(reply);
        let wrong_tried = tried.len() > most || tried.iter().flatten().any(long);
        let wrong_usage = usage.as_ref().is_some_and(|usage| !usage.is_within_bounds());
        let wrong_cause = cause.is_some() && fault != Some(Fault::Exit);
        let keys = [
            ("network_ms", wrong_time),
            ("retries", wrong_retries),
            ("tried", wrong_tried),
            ("usage", wrong_usage),
            ("cause", wrong_cause),
        ];
        keys.into_iter().find(|(_, is_wrong)| *is_wrong).map(|(key, _)| key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(input: u64, output: u64, usd_micros: u64) -> Usage {
        let [input, output, usd_micros] = [input, output, usd_micros].map(Some);
        Usage { input, output, usd_micros }
    }

    #[test]
    fn usage_is_added_and_what_is_unknown_stays_unknown() {
        let unknown = Usage::default();
        assert_eq!(usage(1, 2, 3).plus(usage(10, 20, 30)), usage(11, 22, 33));
        assert_eq!(usage(1, 2, 3).plus(unknown), usage(1, 2, 3));
        assert_eq!(unknown.plus(unknown), unknown);
        assert_eq!(usage(u64::MAX, 0, 0).plus(usage(1, 0, 0)), usage(u64::MAX, 0, 0));
        let text = serde_json::to_string(&usage(812, 40, 3120)).unwrap();
        assert_eq!(text, r#"{"in":812,"out":40,"usd_micros":3120}"#);
    }

    #[test]
    fn values_out_of_bounds_are_named() {
        let check = |text: &str, expected: Option<&str>| {
            let entry: RemoteMove = serde_json::from_str(text).unwrap();
            assert_eq!(entry.key_out_of_bounds(2, Some(Fault::Exit)), expected, "{text}");
        };
        check("{}", None);
        let all =
            r#"{"network_ms":1.5,"retries":1,"tried":[null],"usage":{"in":1},"cause":"cost"}"#;
        check(all, None);
        check(r#"{"network_ms":-1}"#, Some("network_ms"));
        check(r#"{"retries":0}"#, Some("retries"));
        check(r#"{"retries":1000001}"#, Some("retries"));
        check(r#"{"tried":["1","2"]}"#, Some("tried"));
        check(&format!(r#"{{"tried":["{}"]}}"#, "x".repeat(65)), Some("tried"));
        check(r#"{"usage":{"in":5000000000001}}"#, Some("usage"));
        check(r#"{"usage":{"usd_micros":5000000000001}}"#, Some("usage"));
        let left: RemoteMove = serde_json::from_str(r#"{"cause":"left"}"#).unwrap();
        assert_eq!(left.key_out_of_bounds(1, Some(Fault::Timeout)), Some("cause"));
        assert_eq!(left.key_out_of_bounds(1, None), Some("cause"));
        for text in [r#"{"retries":-1}"#, r#"{"usage":{"in":-1}}"#, r#"{"cause":"bored"}"#] {
            assert!(serde_json::from_str::<RemoteMove>(text).is_err(), "{text}");
        }
    }
}
