//! What all answers need, and where the work of one is done that would hold others up.

use crate::{
    cache::PageCache,
    http_error::HttpError,
    people::CLERKS,
    quota::{Place, Quota},
    site::Site,
};
use std::{net::IpAddr, sync::Arc};
use tokio::sync::{Semaphore, watch};

/// The number of pages that are written at a time.
const READERS: usize = 4;
/// The number of pages that are thought out at a time, and how many more wait for that.
const THINKERS: usize = 1;
const QUEUE: usize = 16;
/// The number of championships that are looked at, or waited for, at a time.
const LOOKERS: usize = 2;
/// How many ask at a time whether something can be written.
const PROBES: usize = 1;
/// The number of contests that are written out at a time.
const EXPORTS: usize = 2;
/// The number of threads for work that blocks.
pub(crate) const THREADS_THAT_BLOCK: usize =
    READERS + THINKERS + LOOKERS + PROBES + CLERKS + EXPORTS;
/// The number of requests in hand, of public and of private pages, in all and of one origin.
const PUBLIC: (usize, usize) = (512, 128);
const PRIVATE: (usize, usize) = (256, 64);
/// The number of bodies that have not come to their end.
const BODIES: (usize, usize) = (128, 16);
/// The number of open streams of events.
const STREAMS: (usize, usize) = (1000, 10);

/// What answering needs.
#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) site: Arc<Site>,
    /// Pages that were written.
    pub(crate) pages: Arc<PageCache>,
    /// As many pages are written at a time: reading the store blocks.
    pub(crate) writers: Arc<Semaphore>,
    /// As many pages are thought out at a time: others do not wait for them.
    pub(crate) thinkers: Arc<Semaphore>,
    /// As many more wait for that.
    pub(crate) queue: Arc<Semaphore>,
    /// As many championships are looked at a time: pages of others do not wait for them.
    pub(crate) lookers: Arc<Semaphore>,
    /// As many machines at a time try whether something can be written.
    pub(crate) probe: Arc<Semaphore>,
    /// Requests for public pages.
    pub(crate) public: Arc<Quota>,
    /// Requests for private pages that were read to their end: a body may take its time.
    private: Arc<Quota>,
    /// Requests whose bodies are still to be read.
    bodies: Arc<Quota>,
    /// Streams of events.
    pub(crate) streams: Arc<Quota>,
    /// As many contests are written out at a time.
    pub(crate) exports: Arc<Semaphore>,
    /// Whether to stop.
    pub(crate) stop: watch::Receiver<bool>,
}

impl AppState {
    /// What answering for `site` needs, until `stop` says so.
    pub(crate) fn new(site: Arc<Site>, stop: watch::Receiver<bool>) -> AppState {
        let [writers, thinkers, queue, lookers, probe, exports] =
            [READERS, THINKERS, QUEUE, LOOKERS, PROBES, EXPORTS]
                .map(|most| Arc::new(Semaphore::new(most)));
        let [public, private, bodies, streams] = [PUBLIC, PRIVATE, BODIES, STREAMS]
            .map(|(most, of_one)| Arc::new(Quota::new(most, of_one)));
        let pages = Arc::default();
        AppState {
            site,
            pages,
            writers,
            thinkers,
            queue,
            lookers,
            probe,
            public,
            private,
            bodies,
            streams,
            exports,
            stop,
        }
    }

    /// A place to answer a request for a private page in.
    pub(crate) fn private_place(&self, from: IpAddr) -> Result<Place, HttpError> {
        self.private.enter(from).ok_or(HttpError::Busy)
    }

    /// A place until the body of such a request was read.
    pub(crate) fn body_place(&self, from: IpAddr) -> Result<Place, HttpError> {
        self.bodies.enter(from).ok_or(HttpError::Busy)
    }
}

/// Does what may block where that is allowed.
pub(crate) async fn run_blocking<T: Send + 'static>(
    places: &Arc<Semaphore>,
    work: impl FnOnce() -> Result<T, HttpError> + Send + 'static,
) -> Result<T, HttpError> {
    let writer = Arc::clone(places).acquire_owned().await.map_err(|_| HttpError::Busy)?;
    let done = tokio::task::spawn_blocking(move || {
        let _writer = writer;
        work()
    });
    done.await.map_err(|_| HttpError::Ours)?
}
