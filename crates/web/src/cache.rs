//! A cache of rendered pages, plain and compressed: each page is rendered once per revision, by the
//! first request for it.

use crate::assets;
use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use std::{
    collections::{HashMap, VecDeque},
    io::Write,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

const MAX_BYTES: usize = 64 << 20;
/// Shorter pages are not compressed.
const MIN_COMPRESSED: usize = 1000;
/// The compression level: the default level takes twice as long and saves only 1 to 8 %.
const LEVEL: u32 = 4;

pub(crate) struct RenderedPage {
    pub(crate) content_type: &'static str,
    pub(crate) plain: Bytes,
    /// The compressed content, if that is worth it.
    pub(crate) gzip: Option<Bytes>,
    pub(crate) tag: String,
    pub(crate) max_age: MaxAge,
}

/// How long a client may show a page before it asks again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MaxAge {
    /// A page about something that is in progress.
    Moment,
    /// A page about something finished, which changes only if it is replayed.
    Minute,
    /// The address contains a digest of the content, so the page never changes.
    Day,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PageKey {
    /// Its address, with its language.
    pub(crate) address: String,
    /// The revision of what the page shows.
    pub(crate) stamp: u64,
}

/// A slot for one page, empty until it is rendered.
type PageSlot = Arc<Mutex<Option<Arc<RenderedPage>>>>;

#[derive(Default)]
pub(crate) struct PageCache(Mutex<CacheState>);

#[derive(Default)]
struct CacheState {
    pages: HashMap<PageKey, PageSlot>,
    /// The rendered pages, the oldest first, with their sizes.
    order: VecDeque<(PageKey, usize)>,
    bytes: usize,
}

impl RenderedPage {
    pub(crate) fn new(content_type: &'static str, content: impl Into<Vec<u8>>) -> Self {
        let content = content.into();
        let tag = format!("W/\"{}\"", assets::digest(&content));
        RenderedPage {
            content_type,
            gzip: compressed(&content),
            plain: Bytes::from(content),
            tag,
            max_age: MaxAge::Moment,
        }
    }

    /// The response with this page: compressed if the client accepts that, 304 if it has the page.
    pub(crate) fn sent(&self, cache_control: &'static str, request: &HeaderMap) -> Response {
        let header = |name| request.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let known = header(header::IF_NONE_MATCH).unwrap_or_default();
        let same = known.split(',').any(|one| one.trim() == self.tag);
        let headers = [
            (header::CONTENT_TYPE, self.content_type),
            (header::CACHE_CONTROL, cache_control),
            (header::ETAG, self.tag.as_str()),
            (header::VARY, "Accept-Encoding"),
        ];
        if same {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        let accepts_gzip =
            header(header::ACCEPT_ENCODING).is_some_and(|known| known.contains("gzip"));
        match self.gzip.as_ref().filter(|_| accepts_gzip) {
            Some(gzip) => {
                (headers, [(header::CONTENT_ENCODING, "gzip")], gzip.clone()).into_response()
            }
            None => (headers, self.plain.clone()).into_response(),
        }
    }

    fn bytes(&self) -> usize {
        self.plain.len() + self.gzip.as_ref().map_or(0, Bytes::len)
    }
}

impl PageCache {
    /// The page, if it is rendered.
    pub(crate) fn find(&self, key: &PageKey) -> Option<Arc<RenderedPage>> {
        let slot = Arc::clone(locked(&self.0).pages.get(key)?);
        // A page that is being rendered counts as missing.
        slot.try_lock().ok().and_then(|page| page.clone())
    }

    /// The page, rendered by `write` if it is missing. Other requests for the same page wait
    /// meanwhile.
    pub(crate) fn get<E>(
        &self,
        key: PageKey,
        write: impl FnOnce() -> Result<RenderedPage, E>,
    ) -> Result<Arc<RenderedPage>, E> {
        let slot = Arc::clone(locked(&self.0).pages.entry(key.clone()).or_default());
        let mut rendered = locked(&slot);
        if let Some(page) = &*rendered {
            return Ok(Arc::clone(page));
        }
        let written = write().map(Arc::new);
        let mut state = locked(&self.0);
        match &written {
            Ok(page) => {
                *rendered = Some(Arc::clone(page));
                // A request that waited while another one failed has a slot that was removed.
                let current = state.pages.entry(key.clone()).or_insert_with(|| Arc::clone(&slot));
                if Arc::ptr_eq(current, &slot) {
                    state.note(key, page.bytes());
                }
            }
            Err(_) => {
                if state.pages.get(&key).is_some_and(|current| Arc::ptr_eq(current, &slot)) {
                    state.pages.remove(&key);
                }
            }
        }
        written
    }
}

/// A panic under these locks leaves no partial state.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl CacheState {
    /// Records that a page is cached, and evicts the oldest pages above the limit.
    fn note(&mut self, key: PageKey, bytes: usize) {
        self.order.push_back((key, bytes));
        self.bytes += bytes;
        while self.bytes > MAX_BYTES {
            let Some((oldest, bytes)) = self.order.pop_front() else { return };
            self.pages.remove(&oldest);
            self.bytes -= bytes;
        }
    }
}

fn compressed(content: &[u8]) -> Option<Bytes> {
    if content.len() < MIN_COMPRESSED {
        return None;
    }
    let mut packer = GzEncoder::new(Vec::new(), Compression::new(LEVEL));
    packer.write_all(content).ok()?;
    Some(Bytes::from(packer.finish().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn key(address: &str, stamp: u64) -> PageKey {
        PageKey { address: address.to_owned(), stamp }
    }

    fn page(size: usize) -> RenderedPage {
        RenderedPage::new("text/html", "x".repeat(size))
    }

    fn cached(cache: &PageCache, key: PageKey, size: usize) -> Arc<RenderedPage> {
        cache.get(key, || Ok::<_, ()>(page(size))).unwrap()
    }

    #[test]
    fn a_page_is_rendered_once_per_revision() {
        let cache = PageCache::default();
        let first = cached(&cache, key("/en/", 1), 3);
        let same = cached(&cache, key("/en/", 1), 4);
        assert_eq!((same.plain.len(), &first.tag), (3, &same.tag));
        assert!(cache.find(&key("/en/", 2)).is_none());
        assert_eq!(cached(&cache, key("/en/", 2), 5).plain.len(), 5);
        assert_eq!(cache.find(&key("/en/", 1)).unwrap().plain.len(), 3);
    }

    #[test]
    fn a_failed_page_is_tried_again_and_a_long_one_is_compressed() {
        let cache = PageCache::default();
        assert!(cache.get(key("/", 1), || Err("no")).is_err());
        let long = cached(&cache, key("/", 1), 100_000);
        assert!(long.gzip.as_ref().is_some_and(|gzip| gzip.len() < 1000));
        assert!(cached(&cache, key("/short", 1), 10).gzip.is_none());
    }

    #[test]
    fn a_request_that_waited_for_a_failed_one_renders_the_page() {
        let cache = PageCache::default();
        thread::scope(|scope| {
            let failed = cache.get(key("/", 1), || {
                let waits = scope.spawn(|| cached(&cache, key("/", 1), 10));
                // References: the map, the request that fails and the one that waits.
                while Arc::strong_count(&locked(&cache.0).pages[&key("/", 1)]) < 3 {
                    thread::yield_now();
                }
                Err(waits)
            });
            let waited = failed.map(drop).unwrap_err().join().unwrap();
            let found = cache.find(&key("/", 1)).expect("it is there");
            assert!(Arc::ptr_eq(&found, &waited));
        });
        let state = locked(&cache.0);
        let bytes: usize = state.order.iter().map(|(_, bytes)| bytes).sum();
        assert_eq!((state.bytes, state.order.len()), (bytes, state.pages.len()));
    }

    #[test]
    fn the_oldest_pages_are_evicted() {
        let cache = PageCache::default();
        for stamp in 0..70 {
            cached(&cache, key("/", stamp), 1 << 20);
        }
        assert!(cache.find(&key("/", 0)).is_none());
        assert!(cache.find(&key("/", 69)).is_some());
        assert!(locked(&cache.0).bytes <= MAX_BYTES);
    }
}
