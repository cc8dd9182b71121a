//! Sends requests: one connection for each player and match at a time, to checked addresses, without
//! redirects and without the proxies of the environment.

use super::{
    address::{AddressRule, CheckedResolver, RefusedAddress},
    retry::retry_after,
    say,
};
use certamen_game::job::PlayerUrl;
use certamen_i18n::{Message, quoted};
use std::{
    collections::BTreeMap,
    fmt,
    io::Read,
    net::IpAddr,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use ureq::{
    Agent, Error, Timeout,
    http::StatusCode,
    tls::{Certificate, RootCerts, TlsConfig},
    unversioned::{
        resolver::{DefaultResolver, Resolver},
        transport::DefaultConnector,
    },
};

/// The longest body of a response, in bytes.
pub(crate) const LONGEST_BODY: usize = 64 << 10;
/// The longest head of a response, in bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// How long a look-up, a connection and the sending of a request may take, each.
const CONNECT: Duration = Duration::from_secs(10);

/// The bearer token of a player, which nothing shows.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct BearerToken(String);

impl BearerToken {
    /// A token; `None` if it is empty or cannot be sent in a header.
    pub(crate) fn new(token: String) -> Option<BearerToken> {
        let fits = (1..=4096).contains(&token.len());
        (fits && token.chars().all(|c| c.is_ascii_graphic())).then_some(BearerToken(token))
    }
}

impl fmt::Debug for BearerToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BearerToken(…)")
    }
}

/// A request: where it goes is the transport's matter.
pub(crate) struct Post<'a> {
    pub(crate) body: &'a [u8],
    /// Equal for repetitions of one request.
    pub(crate) key: &'a str,
    /// How long the response is awaited.
    pub(crate) patience: Duration,
}

/// A whole response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// What the server asks for before the next request.
    pub(crate) retry_after: Option<Duration>,
    pub(crate) body: Vec<u8>,
}

/// Why there is no response.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// Look-up, connection or encryption failed, or the connection broke: it may be repeated.
    Unreachable(Message),
    /// The host has an address to which no connection is permitted.
    Refused(IpAddr),
    /// None came in time.
    Late,
    /// It is longer than [`LONGEST_BODY`], or its head is too long.
    TooLong,
    /// It is not HTTP.
    Garbled,
}

/// Something that carries requests to one player.
pub(crate) trait Transport: Send + Sync + fmt::Debug {
    fn post(&self, post: &Post<'_>) -> Result<Response, Trouble>;

    /// Whether its requests are cancelled: responses mean nothing from then on.
    fn is_cancelled(&self) -> bool;
}

/// Whether something is cancelled; waiting ends with it.
#[derive(Debug, Default)]
pub(crate) struct Cancellation {
    is_set: Mutex<bool>,
    changed: Condvar,
}

impl Cancellation {
    fn set(&self) {
        *self.lock() = true;
        self.changed.notify_all();
    }

    fn is_set(&self) -> bool {
        *self.lock()
    }

    fn wait(&self, time: Duration) {
        let waited = self.changed.wait_timeout_while(self.lock(), time, |is_set| !*is_set);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    fn lock(&self) -> MutexGuard<'_, bool> {
        self.is_set.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Time as players see it, so that tests need not wait.
pub(crate) trait Clock: Send + Sync + fmt::Debug {
    /// The time since some moment.
    fn now(&self) -> Duration;

    /// Waits.
    fn pause(&self, time: Duration);
}

/// The clock of the machine, whose pauses can be cancelled.
#[derive(Debug)]
pub(crate) struct MachineClock {
    started: Instant,
    cancellation: Arc<Cancellation>,
}

impl Clock for MachineClock {
    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn pause(&self, time: Duration) {
        self.cancellation.wait(time);
    }
}

/// How many requests may be in flight at the same time, in all and to one host: shared by the
/// players of a contest.
#[derive(Debug, Default)]
pub struct RequestSlots {
    hosts: Mutex<BTreeMap<String, usize>>,
    freed: Condvar,
}

const IN_FLIGHT: usize = 32;
const IN_FLIGHT_PER_HOST: usize = 4;

impl RequestSlots {
    /// Waits until a request to `host` may be sent; `None` once it is cancelled.
    pub(crate) fn enter<'a>(
        &'a self,
        host: &'a str,
        is_cancelled: impl Fn() -> bool,
    ) -> Option<OccupiedSlot<'a>> {
        let must_wait =
            |hosts: &mut BTreeMap<String, usize>| is_full(hosts, host) && !is_cancelled();
        let waited = self.freed.wait_while(self.lock(), must_wait);
        let mut hosts = waited.unwrap_or_else(PoisonError::into_inner);
        (!is_cancelled()).then(|| self.occupy(host, &mut hosts))
    }

    /// The same, unless that takes longer than `patience`.
    pub(crate) fn enter_within<'a>(
        &'a self,
        host: &'a str,
        patience: Duration,
    ) -> Option<OccupiedSlot<'a>> {
        let full = |hosts: &mut BTreeMap<String, usize>| is_full(hosts, host);
        let waited = self.freed.wait_timeout_while(self.lock(), patience, full);
        let (mut hosts, result) = waited.unwrap_or_else(PoisonError::into_inner);
        (!result.timed_out()).then(|| self.occupy(host, &mut hosts))
    }

    /// Has each waiting request look whether it is cancelled.
    pub(crate) fn wake(&self) {
        // A thread that has just found that it is not is waiting once the lock is free.
        drop(self.lock());
        self.freed.notify_all();
    }

    fn occupy<'a>(
        &'a self,
        host: &'a str,
        hosts: &mut BTreeMap<String, usize>,
    ) -> OccupiedSlot<'a> {
        *hosts.entry(host.to_owned()).or_default() += 1;
        OccupiedSlot { slots: self, host }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, usize>> {
        // No operation under the lock can leave the counts half changed.
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_full(hosts: &BTreeMap<String, usize>, host: &str) -> bool {
    let own = hosts.get(host).copied().unwrap_or_default();
    own >= IN_FLIGHT_PER_HOST || hosts.values().sum::<usize>() >= IN_FLIGHT
}

/// The place of a request in flight.
pub(crate) struct OccupiedSlot<'a> {
    slots: &'a RequestSlots,
    host: &'a str,
}

impl Drop for OccupiedSlot<'_> {
    fn drop(&mut self) {
        let mut hosts = self.slots.lock();
        if let Some(count) = hosts.get_mut(self.host) {
            *count -= 1;
            if *count == 0 {
                hosts.remove(self.host);
            }
        }
        drop(hosts);
        self.slots.freed.notify_all();
    }
}

/// HTTP/1.1, encrypted unless the URL is of this machine.
pub(crate) struct HttpTransport {
    agent: Agent,
    url: PlayerUrl,
    secret: Option<BearerToken>,
    cancellation: Arc<Cancellation>,
}

impl HttpTransport {
    pub(crate) fn new(
        url: PlayerUrl,
        secret: Option<BearerToken>,
        rule: AddressRule,
    ) -> HttpTransport {
        let resolver = CheckedResolver { resolver: DefaultResolver::default(), rule };
        HttpTransport::resolving(url, secret, resolver)
    }

    pub(crate) fn resolving(
        url: PlayerUrl,
        secret: Option<BearerToken>,
        resolver: CheckedResolver<impl Resolver>,
    ) -> HttpTransport {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .https_only(url.is_https())
            .max_response_header_size(LONGEST_HEAD)
            .user_agent(concat!("certamen/", env!("CARGO_PKG_VERSION")))
            .timeout_resolve(Some(CONNECT))
            .timeout_connect(Some(CONNECT))
            .timeout_send_request(Some(CONNECT))
            .timeout_send_body(Some(CONNECT));
        let config = if url.is_https() { config.tls_config(system_tls()) } else { config };
        let agent = Agent::with_parts(config.build(), DefaultConnector::new(), resolver);
        HttpTransport { agent, url, secret, cancellation: Arc::default() }
    }

    /// A clock whose pauses end when the requests are cancelled.
    pub(crate) fn clock(&self) -> MachineClock {
        MachineClock { started: Instant::now(), cancellation: Arc::clone(&self.cancellation) }
    }

    /// Cancels all requests, those under way included: their connections are closed.
    pub(crate) fn cancel(&self) {
        self.cancellation.set();
        self.agent.clone().shutdown();
    }

    fn exchange(&self, post: &Post<'_>) -> Result<Response, Error> {
        let request = self.agent.post(self.url.as_str()).config();
        let request = request
            .timeout_recv_response(Some(post.patience))
            .timeout_recv_body(Some(post.patience))
            .timeout_global(Some(post.patience + CONNECT * 2))
            .build()
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .header("Certamen-Protocol", "1")
            .header("Idempotency-Key", post.key);
        let request = match &self.secret {
            Some(BearerToken(token)) => request.header("Authorization", format!("Bearer {token}")),
            None => request,
        };
        let mut response = request.send(post.body)?;
        let retry_after = retry_after(response.headers());
        let mut body = Vec::new();
        let status: StatusCode = response.status();
        let reader = response.body_mut().as_reader();
        reader.take(LONGEST_BODY as u64 + 1).read_to_end(&mut body).map_err(Error::from)?;
        Ok(Response { status: status.as_u16(), retry_after, body })
    }
}

impl Transport for HttpTransport {
    fn post(&self, post: &Post<'_>) -> Result<Response, Trouble> {
        match self.exchange(post) {
            Ok(response) if response.body.len() > LONGEST_BODY => Err(Trouble::TooLong),
            Ok(response) => Ok(response),
            Err(error) => Err(trouble(error)),
        }
    }

    fn is_cancelled(&self) -> bool {
        self.cancellation.is_set()
    }
}

impl fmt::Debug for HttpTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HttpTransport({})", self.url.shown())
    }
}

/// The certificates of the system, with the one implementation of cryptography that is linked.
pub fn system_tls() -> TlsConfig {
    let found = rustls_native_certs::load_native_certs();
    for error in &found.errors {
        tracing::warn!(%error, "certificates of the system");
    }
    let roots = found.certs.iter().map(|root| Certificate::from_der(root).to_owned());
    TlsConfig::builder()
        .root_certs(RootCerts::from(roots))
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .build()
}

fn trouble(error: Error) -> Trouble {
    match error {
        Error::Other(error) => match error.downcast::<RefusedAddress>() {
            Ok(refused) => Trouble::Refused(refused.0),
            Err(error) => Trouble::Unreachable(say::connection(quoted(&error))),
        },
        Error::Timeout(
            Timeout::Resolve | Timeout::Connect | Timeout::SendRequest | Timeout::SendBody,
        ) => Trouble::Unreachable(say::no_connection_in_time(CONNECT.as_secs())),
        Error::Timeout(_) => Trouble::Late,
        Error::LargeResponseHeader(..) | Error::BodyExceedsLimit(_) => Trouble::TooLong,
        Error::Protocol(_) | Error::Http(_) => Trouble::Garbled,
        error => Trouble::Unreachable(say::connection(quoted(&error))),
    }
}
