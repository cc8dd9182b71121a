//! The content of a log line, without secrets and personal addresses.

use crate::{address::Slug, throttle::network};
use axum::http::Method;
use certamen_game::Language;
use certamen_portal::check_job::ContestActivity;
use jiff::Timestamp;
use serde::Serialize;
use std::{net::IpAddr, time::Duration};

const MAX_PATH: usize = 256;
/// Letters and digits of this length may be a secret, wherever they occur.
const LONG: usize = 40;
/// Letters and digits of this length may be one, too, except behind a segment of `PUBLIC`: links to
/// seats are that short, and so are names that must not be guessed.
const SHORT: usize = 14;
const PUBLIC: [&str; 8] = ["a", "bots", "c", "contests", "games", "i", "series", "sources"];
const REDACTED: &str = "*";

#[derive(Serialize)]
pub(super) struct LogEntry {
    pub(super) time: Timestamp,
    #[serde(flatten)]
    pub(super) event: LogEvent,
    /// The number of lines lost before this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lost: Option<u64>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum LogEvent {
    Request {
        method: &'static str,
        path: String,
        status: u16,
        #[serde(skip_serializing_if = "Option::is_none")]
        bytes: Option<u64>,
        micros: u64,
        network: String,
    },
    Contest {
        contest: String,
        state: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
}

pub(crate) struct RequestLog {
    pub(crate) method: Method,
    /// Without the query.
    pub(crate) path: String,
    pub(crate) status: u16,
    /// The length of the response, if known when it began.
    pub(crate) bytes: Option<u64>,
    /// The time until it began.
    pub(crate) taken: Duration,
    pub(crate) from: IpAddr,
}

impl LogEntry {
    pub(super) fn to_line(&self) -> Vec<u8> {
        // Everything in it can be serialised.
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line
    }
}

impl LogEvent {
    pub(super) fn request(request: &RequestLog) -> Self {
        LogEvent::Request {
            method: known(&request.method),
            path: without_secrets(&request.path),
            status: request.status,
            bytes: request.bytes,
            micros: u64::try_from(request.taken.as_micros()).unwrap_or(u64::MAX),
            network: written(request.from),
        }
    }

    pub(super) fn activity(contest: &Slug, activity: &ContestActivity) -> Self {
        let (state, error) = match activity {
            ContestActivity::Nothing => ("nothing", None),
            ContestActivity::Opening => ("opening", None),
            ContestActivity::Playing(_) => ("playing", None),
            ContestActivity::Finished => ("finished", None),
            ContestActivity::Incomplete { .. } => ("incomplete", None),
            ContestActivity::NeverHosted => ("never-held", None),
            ContestActivity::Elsewhere => ("elsewhere", None),
            ContestActivity::Failed { why, .. } => ("failed", Some(why.get(Language::En))),
        };
        LogEvent::Contest { contest: contest.to_string(), state, error }
    }
}

/// The method if it is a known one: clients can send anything.
pub(crate) fn known(method: &Method) -> &'static str {
    const KNOWN: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    KNOWN.into_iter().find(|known| *known == method.as_str()).unwrap_or("other")
}

/// The path without secrets: what follows `one-time` and `seat`, and segments as long as a secret,
/// as in a link that was copied with a mistake.
pub(crate) fn without_secrets(path: &str) -> String {
    let mut shown = String::new();
    let (mut after_marker, mut before) = (false, "");
    for (place, segment) in path.split('/').enumerate() {
        if place > 0 {
            shown.push('/');
        }
        let long = if PUBLIC.contains(&before) { LONG } else { SHORT };
        let mut runs = segment.split(|c: char| !c.is_ascii_alphanumeric());
        let is_secret = after_marker && !segment.is_empty() || runs.any(|run| run.len() >= long);
        let rest = MAX_PATH.saturating_sub(shown.len());
        shown.extend((if is_secret { REDACTED } else { segment }).chars().take(rest));
        after_marker |= ["one-time", "seat"].iter().any(|word| segment.eq_ignore_ascii_case(word));
        before = segment;
        if shown.len() >= MAX_PATH {
            break;
        }
    }
    shown
}

/// The network of an address, with its prefix length.
fn written(address: IpAddr) -> String {
    match network(address) {
        IpAddr::V4(network) => format!("{network}/24"),
        IpAddr::V6(network) => format!("{network}/48"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_i18n::Message;
    use serde_json::{Value, json};

    const SECRET: &str = "mfrggzdfmztwq2lknnwg23tpobyxe43uov3ho6dzpiydcmrtgq2a";

    #[test]
    fn paths_are_logged_without_secrets() {
        let redacted = [
            (format!("/en/one-time/{SECRET}"), "/en/one-time/*"),
            (format!("/en//one-time//{SECRET}/"), "/en//one-time//*/"),
            ("/es/one-time/short".to_owned(), "/es/one-time/*"),
            (format!("/en/t/abc7/seat/{SECRET}"), "/en/t/abc7/seat/*"),
            ("/en/t/abc7/seat/ab/cd".to_owned(), "/en/t/abc7/seat/*/*"),
            (format!("/en/One-Time/{SECRET}"), "/en/One-Time/*"),
            (format!("/en/one_time/{SECRET}."), "/en/one_time/*"),
            (format!("/{SECRET}"), "/*"),
            (format!("/en/c/{SECRET}"), "/en/c/*"),
            ("/en/t/hhmuk7x5davobx2p/zfhvoybs7h2ybkuw".to_owned(), "/en/t/*/*"),
            ("/api/v1/tables/hhmuk7x5davobx2p/moves".to_owned(), "/api/v1/tables/*/moves"),
        ];
        for (path, shown) in redacted {
            assert_eq!(without_secrets(&path), shown);
        }
        for path in [
            "/",
            "*",
            "",
            "/en/c/interuniversitario/matches/7",
            "/en/c/one-time-only/championships/1",
            "/en/c/go/bots/kasparovtothemoon",
            "/i/go.png",
        ] {
            assert_eq!(without_secrets(path), path);
        }
        assert_eq!(without_secrets(&"/ab".repeat(5000)).len(), MAX_PATH);
        assert!(!without_secrets(&format!("/{}/{SECRET}", "x/".repeat(122))).contains("mfrgg"));
    }

    fn line(event: LogEvent, lost: u64) -> Value {
        let time = Timestamp::from_second(784_111_777).unwrap();
        let line = LogEntry { time, event, lost: (lost > 0).then_some(lost) }.to_line();
        assert_eq!(line.iter().position(|byte| *byte == b'\n'), Some(line.len() - 1));
        serde_json::from_slice(&line).unwrap()
    }

    #[test]
    fn a_request_is_logged_without_the_address() {
        let of = |method: &str, from: &str| {
            LogEvent::request(&RequestLog {
                method: Method::from_bytes(method.as_bytes()).unwrap(),
                path: "/a\"\n\u{202e}".to_owned(),
                status: 404,
                bytes: (method == "GET").then_some(12),
                taken: Duration::from_micros(345),
                from: from.parse().unwrap(),
            })
        };
        let due = json!({
            "time": "1994-11-06T08:49:37Z", "kind": "request", "method": "GET",
            "path": "/a\"\n\u{202e}", "status": 404, "bytes": 12, "micros": 345,
            "network": "192.0.2.0/24"
        });
        assert_eq!(line(of("GET", "192.0.2.77"), 0), due);
        assert_eq!(line(of("GET", "::ffff:192.0.2.77"), 0), due);
        let strange = line(of("BREW", "2001:db8:1:2:3::4"), 3);
        assert_eq!((&strange["method"], &strange["lost"]), (&json!("other"), &json!(3)));
        assert_eq!(strange["network"], "2001:db8:1::/48");
        assert!(strange.get("bytes").is_none());
    }

    #[test]
    fn activities_are_logged_with_their_error() {
        let activity = |doing| line(LogEvent::activity(&Slug::read("go").unwrap(), &doing), 0);
        let why = Message::verbatim("no room");
        let failed = activity(ContestActivity::Failed { why, again: Duration::from_secs(30) });
        assert_eq!((&failed["kind"], &failed["contest"]), (&json!("contest"), &json!("go")));
        assert_eq!((&failed["state"], &failed["error"]), (&json!("failed"), &json!("no room")));
        let finished = activity(ContestActivity::Finished);
        assert!(finished["state"] == "finished" && finished.get("error").is_none());
    }
}
