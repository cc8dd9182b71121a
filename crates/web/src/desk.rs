//! What all answers need, and where the work of one is done that would hold others up.

use crate::{cache::PageCache, live::Streams, refusal::Refusal, site::Site};
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};

/// What answering needs.
#[derive(Clone)]
pub(crate) struct Desk {
    pub(crate) site: Arc<Site>,
    /// Pages that were written.
    pub(crate) pages: Arc<PageCache>,
    /// As many pages are written at a time: reading the store blocks.
    pub(crate) writers: Arc<Semaphore>,
    /// As many pages are thought out at a time: others do not wait for them.
    pub(crate) thinkers: Arc<Semaphore>,
    /// As many more wait for that.
    pub(crate) queue: Arc<Semaphore>,
    /// As many machines at a time try whether something can be written.
    pub(crate) probe: Arc<Semaphore>,
    /// As many requests are in hand at a time.
    pub(crate) places: Arc<Semaphore>,
    /// As many streams of events are open at a time.
    pub(crate) streams: Arc<Streams>,
    /// As many contests are written out at a time.
    pub(crate) exports: Arc<Semaphore>,
    /// Whether to stop.
    pub(crate) stop: watch::Receiver<bool>,
}

/// Does what may block where that is allowed.
pub(crate) async fn at_desk<T: Send + 'static>(
    places: &Arc<Semaphore>,
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let writer = Arc::clone(places).acquire_owned().await.map_err(|_| Refusal::Busy)?;
    let done = tokio::task::spawn_blocking(move || {
        let _writer = writer;
        work()
    });
    done.await.map_err(|_| Refusal::Ours)?
}
