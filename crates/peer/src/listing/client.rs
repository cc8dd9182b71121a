//! The client of a site's list: announces and withdraws entries, publishes records, fetches the list.

use super::{ListError, Listing, MAX_LIST, SignedEntry, say};
use certamen_i18n::{Localize, quoted};
use std::time::Duration;
use ureq::{
    Agent,
    http::{Response, StatusCode, Uri},
    tls::TlsConfig,
};

/// The path of the list of a site.
const PATH: &str = "/api/v1/peers";
/// The longest time for a request and its answer.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The longest answer to what is sent, in bytes, of which the reason is shown.
const MAX_ANSWER: u64 = 64 << 10;

/// A client of the list of one site.
#[derive(Clone, Debug)]
pub struct ListClient {
    agent: Agent,
    url: String,
}

/// Why a site's list is not read or changed.
#[derive(Clone, PartialEq, Debug, Localize)]
#[localize(error)]
pub enum ClientError {
    /// Not an address of a site: `https://…`, or `http://…` on this machine.
    #[localize(say::site_url(quoted(_0)))]
    Url(String),
    /// The site cannot be reached, or its answer is longer than it may be.
    #[localize(say::site_unreachable(url, quoted(why)))]
    Unreachable {
        /// The address of the list.
        url: String,
        /// What the connection reports.
        why: String,
    },
    /// The site refuses.
    #[localize(say::site_refused(status, quoted(why)))]
    Refused {
        /// The HTTP status.
        status: u16,
        /// What the site says.
        why: String,
    },
    /// What the site sends is no list.
    #[localize(transparent)]
    List(ListError),
}

impl ListClient {
    /// The client of the list of the site that has the page `given`: any of its addresses will do.
    /// Redirects are not followed: what is sent is for this site only. `tls` has the certificates that
    /// are trusted.
    pub fn new(given: &str, tls: TlsConfig) -> Result<ListClient, ClientError> {
        // What precedes an @ may be a password.
        let wrong = || {
            let shown = given.rsplit_once('@').map(|(_, rest)| format!("…@{rest}"));
            ClientError::Url(shown.unwrap_or_else(|| given.to_owned()))
        };
        let uri: Uri = given.parse().map_err(|_| wrong())?;
        let (scheme, authority) = uri.scheme_str().zip(uri.authority()).ok_or_else(wrong)?;
        let is_safe = scheme == "https" || (scheme == "http" && is_loopback(authority.host()));
        // What precedes a slash in a password is read as a port.
        let has_bad_port = authority.as_str() != authority.host() && authority.port_u16().is_none();
        if !is_safe || has_bad_port || authority.as_str().contains('@') {
            return Err(wrong());
        }
        let config = Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .tls_config(tls)
            .user_agent(concat!("certamen/", env!("CARGO_PKG_VERSION")));
        // A proxy of the environment is for other machines.
        let config = if scheme == "http" { config.proxy(None) } else { config };
        let agent = Agent::new_with_config(config.build());
        Ok(ListClient { agent, url: format!("{scheme}://{authority}{PATH}") })
    }

    /// The address of the list.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Lists an entry, or withdraws it if it has no matches left.
    pub fn announce(&self, entry: &SignedEntry) -> Result<(), ClientError> {
        self.post("application/json", entry.line().as_bytes())
    }

    /// Publishes the record of a match that both players signed.
    pub fn publish(&self, record: &[u8]) -> Result<(), ClientError> {
        self.post("application/jsonl", record)
    }

    /// The list, with the signatures of its entries checked.
    pub fn fetch(&self) -> Result<Listing, ClientError> {
        let sent = self.agent.get(&self.url).header("accept", "application/jsonl").call();
        let response = self.answered(sent, MAX_LIST as u64 + 1)?;
        Listing::read(&response).map_err(ClientError::List)
    }

    fn post(&self, kind: &str, body: &[u8]) -> Result<(), ClientError> {
        let sent = self.agent.post(&self.url).content_type(kind).send(body);
        self.answered(sent, MAX_ANSWER).map(drop)
    }

    /// The body of a successful answer, which has at most `most` bytes.
    fn answered(
        &self,
        sent: Result<Response<ureq::Body>, ureq::Error>,
        most: u64,
    ) -> Result<Vec<u8>, ClientError> {
        let unreachable = |error: ureq::Error| ClientError::Unreachable {
            url: self.url.clone(),
            why: error.to_string(),
        };
        let mut response = sent.map_err(unreachable)?;
        let status = response.status();
        let body = response.body_mut().with_config().limit(most).read_to_vec();
        if status == StatusCode::OK || status == StatusCode::CREATED {
            return body.map_err(unreachable);
        }
        // The reason of a refusal is for people: without a body, the status is enough.
        let why = reason(&body.unwrap_or_default());
        Err(ClientError::Refused { status: status.as_u16(), why })
    }
}

/// The reason in an error document of a site; it may have anything in it.
fn reason(body: &[u8]) -> String {
    #[derive(serde::Deserialize)]
    struct Problem {
        detail: String,
    }
    let problem = serde_json::from_slice::<Problem>(body);
    let detail = problem.map(|problem| problem.detail).unwrap_or_default();
    certamen_game::legible(&detail.chars().take(500).collect::<String>())
}

/// Whether a host is this machine.
fn is_loopback(host: &str) -> bool {
    let inside = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    let address = inside.parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_and_this_machine_are_addresses_of_sites() {
        for (given, due) in [
            ("https://contests.example.org", Some("https://contests.example.org/api/v1/peers")),
            ("https://x.example:8443/en/peers?a", Some("https://x.example:8443/api/v1/peers")),
            ("http://127.0.0.1:8080/", Some("http://127.0.0.1:8080/api/v1/peers")),
            ("http://[::1]:80/en", Some("http://[::1]:80/api/v1/peers")),
            ("http://localhost/", Some("http://localhost/api/v1/peers")),
            ("http://contests.example.org", None),
            ("http://localhost.example.org", None),
            ("https://user:secret@x.example/", None),
            ("https://user:secret/@@x.example/", None),
            ("ftp://x.example/", None),
            ("file:///etc/passwd", None),
            ("x.example", None),
            ("", None),
        ] {
            let client = ListClient::new(given, TlsConfig::default());
            assert_eq!(client.as_ref().map(ListClient::url).ok(), due, "{given}");
            let shown = client.err().map(|error| error.to_string()).unwrap_or_default();
            assert!(!shown.contains("secret"), "{shown}");
        }
    }

    #[test]
    fn a_reason_of_a_site_is_short_and_legible() {
        let long = format!("{{\"detail\":\"\\u001b[2J{}\"}}", "x".repeat(9999));
        let shown = reason(long.as_bytes());
        assert!(shown.starts_with("\\u{1b}[2J") && shown.len() < 600, "{shown}");
        assert_eq!(reason(b"<html>"), "");
    }
}
