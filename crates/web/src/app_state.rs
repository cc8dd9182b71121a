//! The state that all responses share, and the place where blocking work is done.

use crate::{
    cache::PageCache,
    http_error::HttpError,
    people::MAX_REQUESTS,
    site::Site,
    throttle::{Permit, Quota},
};
use certamen_game::Language;
use std::{net::IpAddr, sync::Arc};
use tokio::sync::{Semaphore, watch};

const READERS: usize = 4;
/// The number of expensive pages computed at a time, and the length of their queue.
const THINKERS: usize = 1;
const QUEUE: usize = 16;
/// The number of championships loaded, or waited for, at a time.
const LOOKERS: usize = 2;
const PROBES: usize = 1;
const EXPORTS: usize = 2;
pub(crate) const THREADS_THAT_BLOCK: usize =
    READERS + THINKERS + LOOKERS + PROBES + MAX_REQUESTS + EXPORTS;
/// The limits of requests in progress, for public and for private pages: in total and per origin.
const PUBLIC: (usize, usize) = (512, 128);
const PRIVATE: (usize, usize) = (256, 64);
/// The limits of unfinished response bodies.
const BODIES: (usize, usize) = (128, 16);
/// The limits of open event streams.
const STREAMS: (usize, usize) = (1000, 10);
/// The limits of requests that wait for a turn of a table.
const POLLS: (usize, usize) = (2000, 64);

#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) site: Arc<Site>,
    pub(crate) pages: Arc<PageCache>,
    /// Permits for rendering: reading the store blocks.
    pub(crate) writers: Arc<Semaphore>,
    /// Permits for expensive pages: other pages do not wait for them.
    pub(crate) thinkers: Arc<Semaphore>,
    pub(crate) queue: Arc<Semaphore>,
    /// Permits for loading championships: pages of other contests do not wait for them.
    pub(crate) lookers: Arc<Semaphore>,
    pub(crate) probe: Arc<Semaphore>,
    pub(crate) public: Arc<Quota>,
    /// Requests for private pages after their body was read: reading a body may take long.
    private: Arc<Quota>,
    /// Requests whose bodies are still to be read.
    bodies: Arc<Quota>,
    pub(crate) streams: Arc<Quota>,
    pub(crate) polls: Arc<Quota>,
    pub(crate) exports: Arc<Semaphore>,
    pub(crate) stop: watch::Receiver<bool>,
}

impl AppState {
    pub(crate) fn new(site: Arc<Site>, stop: watch::Receiver<bool>) -> Self {
        let [writers, thinkers, queue, lookers, probe, exports] =
            [READERS, THINKERS, QUEUE, LOOKERS, PROBES, EXPORTS]
                .map(|most| Arc::new(Semaphore::new(most)));
        let [public, private, bodies, streams, polls] = [PUBLIC, PRIVATE, BODIES, STREAMS, POLLS]
            .map(|(most, of_one)| Arc::new(Quota::new(most, of_one)));
        AppState {
            site,
            pages: Arc::default(),
            writers,
            thinkers,
            queue,
            lookers,
            probe,
            public,
            private,
            bodies,
            streams,
            polls,
            exports,
            stop,
        }
    }

    /// A permit to answer a request for a private page.
    pub(crate) fn private_place(&self, from: IpAddr) -> Result<Permit, HttpError> {
        self.private.enter(from).ok_or(HttpError::Busy)
    }

    /// A permit until the body of such a request was read.
    pub(crate) fn body_place(&self, from: IpAddr) -> Result<Permit, HttpError> {
        self.bodies.enter(from).ok_or(HttpError::Busy)
    }
}

/// What is known of a request before its route is.
#[derive(Clone, Copy)]
pub(crate) struct Reader {
    pub(crate) language: Language,
    /// The address that the request was sent from.
    pub(crate) peer: IpAddr,
    /// The client's address, as far as the proxies are trusted.
    pub(crate) from: IpAddr,
    /// Whether the address has a language: pages without are redirected to the reader's.
    pub(crate) is_localized: bool,
}

pub(crate) async fn run_blocking<T: Send + 'static>(
    permits: &Arc<Semaphore>,
    work: impl FnOnce() -> Result<T, HttpError> + Send + 'static,
) -> Result<T, HttpError> {
    let permit = Arc::clone(permits).acquire_owned().await.map_err(|_| HttpError::Busy)?;
    let span = tracing::Span::current();
    let done = tokio::task::spawn_blocking(move || {
        let (_permit, _span) = (permit, span.entered());
        work()
    });
    done.await.map_err(|_| HttpError::Ours)?
}
