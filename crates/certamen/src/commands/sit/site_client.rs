//! Requests to a site, repeated until there is an answer.
//!
//! The site is not trusted: bodies are bounded, redirects are refused, and nothing is sent to
//! another address than the given one.

use super::{address::SeatLink, say};
use certamen_game::{Conditions, Map, Outcome, Turn};
use certamen_i18n::{Language, Localize};
use certamen_runner::http_player::{retry_after, system_tls, varied};
use serde::{Deserialize, de::DeserializeOwned};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};
use ureq::{Agent, Body, RequestBuilder, http::Response};

/// The longest time that the site may hold a request, in seconds.
pub(super) const WAIT: u64 = 50;
/// The time for connecting, and for the rest of a request beyond what it waits.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
/// The delays before a request is repeated, in seconds; the last one is repeated.
const DELAYS: [f64; 6] = [0.5, 1.0, 2.0, 4.0, 8.0, 15.0];
/// After this number of requests to wait, the user is told.
const BUSY: usize = 3;
/// The maximum size of a document, and of a record.
const MAX_DOCUMENT: u64 = 16 << 20;
const MAX_RECORD: u64 = 64 << 20;

/// A table, as the site shows it to a seat.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct SiteTable {
    pub(super) game: String,
    pub(super) rules: u32,
    pub(super) options: Map,
    pub(super) conditions: Conditions,
    pub(super) state: String,
    pub(super) seats: Vec<SiteSeat>,
    pub(super) given: u64,
    #[serde(default)]
    pub(super) turns: Vec<Turn>,
    pub(super) due: Option<u64>,
    pub(super) outcome: Option<Outcome>,
    pub(super) own: Option<OwnSeat>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(super) struct SiteSeat {
    pub(super) name: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(super) struct OwnSeat {
    pub(super) seat: u8,
    pub(super) awaited: bool,
    pub(super) sees: String,
    #[serde(default)]
    pub(super) news: Vec<SeatNews>,
    pub(super) deadline_ms: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(super) struct SeatNews {
    pub(super) turn: u64,
    pub(super) text: String,
}

/// A match that was assigned to an entrant.
#[derive(Deserialize)]
struct AssignedMatch {
    table: String,
    token: String,
}

/// Why a request has no usable answer.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub(crate) enum SiteClientError {
    /// The site refuses the request: the status and its reason.
    #[localize(say::site_refuses(status, why))]
    Refused { status: u16, why: String },
    #[localize(say::redirected())]
    Redirected,
    #[localize(say::unreadable_answer(_0))]
    Unreadable(String),
    #[localize(say::unreachable(_0))]
    Unreachable(String),
}

impl SiteClientError {
    pub(super) fn status(&self) -> Option<u16> {
        match self {
            SiteClientError::Refused { status, .. } => Some(*status),
            _ => None,
        }
    }
}

/// The result of one attempt.
enum RequestAttempt {
    Done(u16, Vec<u8>),
    Failed(SiteClientError),
    /// It may succeed later.
    Lost {
        why: String,
        after: Option<Duration>,
    },
}

#[derive(Clone, Copy)]
struct Request<'a> {
    method: HttpMethod<'a>,
    path: &'a str,
    token: &'a str,
    /// How long the site may hold it.
    wait: u64,
    most: u64,
}

#[derive(Clone, Copy)]
enum HttpMethod<'a> {
    Get,
    Post(&'a [u8]),
    Delete,
}

pub(super) struct SiteClient {
    agent: Agent,
    /// The address of the site, without a slash at the end.
    site: String,
    language: Language,
    /// Whether the site has answered before: else a wrong address is reported at once.
    has_answered: AtomicBool,
}

impl SiteClient {
    pub(super) fn new(site: String, language: Language) -> SiteClient {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .tls_config(system_tls())
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .user_agent(concat!("certamen-sit/", env!("CARGO_PKG_VERSION")));
        SiteClient {
            agent: config.build().new_agent(),
            site,
            language,
            has_answered: AtomicBool::new(false),
        }
    }

    /// The address of a contest's standings.
    pub(super) fn standings(&self, slug: &str) -> String {
        format!("{}/{}/c/{slug}/standings", self.site, self.language.code())
    }

    /// The table with the turns after `since`; waits until the seat has to move, if `wait` is not 0.
    pub(super) fn table(
        &self,
        link: &SeatLink,
        since: u64,
        wait: u64,
    ) -> Result<SiteTable, SiteClientError> {
        let path = format!("/api/v1/tables/{}?since={since}&wait={wait}", link.table);
        self.document(&Request { wait, ..request(HttpMethod::Get, &path, &link.token) })
    }

    /// Answers in a turn, and waits for the next one of the seat.
    pub(super) fn answer(
        &self,
        link: &SeatLink,
        turn: u64,
        answer: &str,
    ) -> Result<SiteTable, SiteClientError> {
        let since = turn.saturating_sub(1);
        let path = format!("/api/v1/tables/{}/moves?since={since}&wait={WAIT}", link.table);
        let body = serde_json::json!({ "turn": turn, "answer": answer }).to_string();
        let method = HttpMethod::Post(body.as_bytes());
        self.document(&Request { wait: WAIT, ..request(method, &path, &link.token) })
    }

    /// Leaves the seat.
    pub(super) fn leave(&self, link: &SeatLink) -> Result<(), SiteClientError> {
        let path = format!("/api/v1/tables/{}/seat", link.table);
        self.repeated(&request(HttpMethod::Delete, &path, &link.token)).map(drop)
    }

    /// The same in one attempt.
    pub(super) fn leave_at_once(&self, link: &SeatLink) -> Result<(), SiteClientError> {
        let path = format!("/api/v1/tables/{}/seat", link.table);
        match self.attempt(&request(HttpMethod::Delete, &path, &link.token)) {
            RequestAttempt::Done(..) => Ok(()),
            RequestAttempt::Failed(error) => Err(error),
            RequestAttempt::Lost { why, .. } => Err(SiteClientError::Unreachable(why)),
        }
    }

    /// The record of a match that is over.
    pub(super) fn record(&self, link: &SeatLink) -> Result<Vec<u8>, SiteClientError> {
        let path = format!("/api/v1/tables/{}/record", link.table);
        let record = Request { most: MAX_RECORD, ..request(HttpMethod::Get, &path, &link.token) };
        Ok(self.repeated(&record)?.1)
    }

    /// The next match of an entrant, beside those at the tables `have`; `None` if there is none yet.
    pub(super) fn next(
        &self,
        slug: &str,
        token: &str,
        have: &[String],
    ) -> Result<Option<SeatLink>, SiteClientError> {
        let have = have.join(",");
        let path = format!("/api/v1/contests/{slug}/remote/next?wait={WAIT}&have={have}");
        let (status, body) =
            self.repeated(&Request { wait: WAIT, ..request(HttpMethod::Get, &path, token) })?;
        if status == 204 {
            return Ok(None);
        }
        let AssignedMatch { table, token } = read(&body)?;
        Ok(Some(SeatLink { table, token }))
    }

    fn document<T: DeserializeOwned>(&self, request: &Request<'_>) -> Result<T, SiteClientError> {
        read(&self.repeated(request)?.1)
    }

    /// Repeats a request until the site answers; the first one of all must arrive.
    fn repeated(&self, request: &Request<'_>) -> Result<(u16, Vec<u8>), SiteClientError> {
        let mut is_lost = false;
        for attempt in 0.. {
            let (why, after) = match self.attempt(request) {
                RequestAttempt::Done(status, body) => {
                    self.has_answered.store(true, Ordering::Relaxed);
                    if is_lost {
                        eprintln!("{}", say::reconnected().get(self.language));
                    }
                    return Ok((status, body));
                }
                RequestAttempt::Failed(error) => return Err(error),
                RequestAttempt::Lost { why, after } => (why, after),
            };
            if !self.has_answered.load(Ordering::Relaxed) && after.is_none() {
                return Err(SiteClientError::Unreachable(why));
            }
            let news = match after {
                None if !is_lost => {
                    is_lost = true;
                    Some(say::connection_lost(certamen_game::legible(&why)))
                }
                Some(_) if attempt == BUSY => Some(say::busy(&why)),
                _ => None,
            };
            if let Some(news) = news {
                eprintln!("{}", news.get(self.language));
            }
            thread::sleep(after.unwrap_or_else(|| varied(usual_delay(attempt))));
        }
        unreachable!("the attempts have no end")
    }

    fn attempt(&self, request: &Request<'_>) -> RequestAttempt {
        match self.send(request) {
            Ok(response) => answered(response, request.most),
            Err(error) => RequestAttempt::Lost { why: error.to_string(), after: None },
        }
    }

    fn send(&self, request: &Request<'_>) -> Result<Response<Body>, ureq::Error> {
        let url = format!("{}{}", self.site, request.path);
        let timeout = Some(ANSWER_TIMEOUT + Duration::from_secs(request.wait));
        match request.method {
            HttpMethod::Get => self.headers(self.agent.get(url), request, timeout).call(),
            HttpMethod::Delete => self.headers(self.agent.delete(url), request, timeout).call(),
            HttpMethod::Post(body) => {
                let post = self.headers(self.agent.post(url), request, timeout);
                post.header("content-type", "application/json").send(body)
            }
        }
    }

    fn headers<B>(
        &self,
        builder: RequestBuilder<B>,
        request: &Request<'_>,
        timeout: Option<Duration>,
    ) -> RequestBuilder<B> {
        let builder = builder.config().timeout_global(timeout).build();
        builder
            .header("authorization", format!("Bearer {}", request.token))
            .header("accept-language", self.language.code())
    }
}

/// The delay after `attempt`.
fn usual_delay(attempt: usize) -> Duration {
    Duration::from_secs_f64(DELAYS[attempt.min(DELAYS.len() - 1)])
}

fn request<'a>(method: HttpMethod<'a>, path: &'a str, token: &'a str) -> Request<'a> {
    Request { method, path, token, wait: 0, most: MAX_DOCUMENT }
}

fn answered(mut response: Response<Body>, most: u64) -> RequestAttempt {
    let status = response.status().as_u16();
    let after = retry_after(response.headers());
    match status {
        300..=399 => return RequestAttempt::Failed(SiteClientError::Redirected),
        429 | 503 => {
            let after = after.or(Some(Duration::from_secs(1)));
            return RequestAttempt::Lost { why: status.to_string(), after };
        }
        502 | 504 => return RequestAttempt::Lost { why: status.to_string(), after: None },
        _ => {}
    }
    match response.body_mut().with_config().limit(most).read_to_vec() {
        Ok(body) if status < 300 => RequestAttempt::Done(status, body),
        Ok(body) => RequestAttempt::Failed(SiteClientError::Refused { status, why: reason(&body) }),
        Err(error @ ureq::Error::BodyExceedsLimit(_)) => {
            RequestAttempt::Failed(SiteClientError::Unreadable(error.to_string()))
        }
        Err(error) => RequestAttempt::Lost { why: error.to_string(), after: None },
    }
}

/// The reason in a problem document, without control characters.
fn reason(body: &[u8]) -> String {
    #[derive(Deserialize)]
    struct Problem {
        detail: Option<String>,
        title: Option<String>,
    }
    let problem: Option<Problem> = serde_json::from_slice(body).ok();
    let text = problem.and_then(|problem| problem.detail.or(problem.title)).unwrap_or_default();
    certamen_game::legible(&text).chars().take(300).collect()
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, SiteClientError> {
    serde_json::from_slice(body).map_err(|error| SiteClientError::Unreadable(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_grow_to_15_seconds() {
        let usual: Vec<f64> = (0..8).map(|attempt| usual_delay(attempt).as_secs_f64()).collect();
        assert_eq!(usual, [0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 15.0, 15.0]);
    }

    #[test]
    fn reasons_of_a_site_are_short_and_plain() {
        let body = serde_json::json!({ "title": "no", "detail": format!("\u{1b}[31m{}", "x".repeat(999)) });
        let why = reason(body.to_string().as_bytes());
        assert!(why.chars().count() <= 300 && !why.contains('\u{1b}'), "{why}");
        assert_eq!(reason(b"<html>"), "");
    }
}
