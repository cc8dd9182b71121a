//! Public pages as routes: the addresses of a page, how fresh it has to be, and how it is answered.
//! A page is rendered once per revision of what it shows, unless it is for an archive.

use super::{head::PageHead, written::PageBytes};
use crate::{
    Slug,
    address::{Query, decoded, encoded},
    app_state::{AppState, Reader, run_blocking},
    archive::ArchivePath,
    cache::{MaxAge, PageKey, RenderedPage},
    contest::{ContestSnapshot, ContestView},
    frame::{Links, PageContext},
    http_error::HttpError,
    page::{self, match_number},
    site::Site,
};
use axum::{
    Extension,
    extract::{RawPathParams, Request, State, rejection::RawPathParamsRejection},
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::{MethodRouter, any},
};
use certamen_store::MatchNumber;
use jiff::Timestamp;
use std::sync::Arc;

/// A public page: its address without the language, and how it is rendered.
pub(super) struct PublicRoute {
    pub(super) path: &'static str,
    parameters: &'static [&'static str],
    freshness: Freshness,
    /// Whether it is as much work as many moves.
    is_expensive: bool,
    handler: Handler,
}

pub(super) type PublicPage = Result<PageBytes, HttpError>;

#[derive(Clone, Copy)]
enum Handler {
    Site(fn(PageContext<'_>, &PageParts) -> PublicPage),
    Contest(fn(&ContestRequest<'_>) -> PublicPage),
}

/// What changes a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Freshness {
    /// The contests that it shows.
    Contests,
    /// These and, while one has a countdown, the minute.
    Countdown,
    /// These and the cores that the host plays on.
    Cores,
    /// The build: it shows nothing of contests.
    Build,
    /// It is expensive for many matches: then it may be up to a minute old.
    Late,
    /// It reads many records: the same for few matches.
    Records,
}

pub(super) fn site_page(
    path: &'static str,
    handler: fn(PageContext<'_>, &PageParts) -> PublicPage,
) -> PublicRoute {
    PublicRoute::new(path, Handler::Site(handler))
}

/// A page of a contest, and of each of its championships.
pub(super) fn contest_page(
    path: &'static str,
    handler: fn(&ContestRequest<'_>) -> PublicPage,
) -> PublicRoute {
    PublicRoute::new(path, Handler::Contest(handler))
}

impl PublicRoute {
    fn new(path: &'static str, handler: Handler) -> Self {
        let freshness = Freshness::Contests;
        PublicRoute { path, parameters: &[], freshness, is_expensive: false, handler }
    }

    /// The same address for the championships of a contest.
    pub(super) fn of_championship(&self) -> Option<String> {
        let whole = matches!(self.handler, Handler::Contest(_));
        whole.then(|| self.path.replacen("{slug}", "{slug}/championships/{championship}", 1))
    }

    /// The parameters after the question mark; others are ignored.
    pub(super) fn with(self, parameters: &'static [&'static str]) -> Self {
        PublicRoute { parameters, ..self }
    }

    pub(super) fn changed_by(self, freshness: Freshness) -> Self {
        PublicRoute { freshness, ..self }
    }

    pub(super) fn expensive(self) -> Self {
        PublicRoute { is_expensive: true, ..self }
    }

    pub(super) fn service(self: Arc<Self>) -> MethodRouter<AppState> {
        any(
            move |State(app): State<AppState>,
                  Extension(reader): Extension<Reader>,
                  archived: Option<Extension<Arc<ArchivePath>>>,
                  params: Result<RawPathParams, RawPathParamsRejection>,
                  request: Request| async move {
                let parts = PageParts::read(&self, params, request.uri())?;
                let page = Rendering { route: self, reader, parts };
                page.answer(app, archived, request.headers()).await
            },
        )
    }
}

/// How long a client may show a page before it asks again. A finished match stays as it is unless
/// it is revoked and replayed: then no one sees the old one for longer than two minutes.
fn cache_control(page: &RenderedPage) -> &'static str {
    match page.max_age {
        MaxAge::Moment => "public, max-age=2, stale-while-revalidate=60",
        MaxAge::Minute => "public, max-age=60, stale-while-revalidate=60",
        MaxAge::Day => "public, max-age=86400, immutable",
    }
}

/// The variable parts of an address.
pub(super) struct PageParts {
    slug: Option<Slug>,
    path: Vec<(String, String)>,
    /// The known parameters after the question mark.
    query: String,
    /// The address as links have it, without the language.
    here: String,
}

impl PageParts {
    fn read(
        route: &PublicRoute,
        params: Result<RawPathParams, RawPathParamsRejection>,
        uri: &Uri,
    ) -> Result<Self, HttpError> {
        let params = params.map_err(|_| HttpError::Address(uri.path().to_owned()))?;
        if let Some(error) = uri.path().split('/').find_map(|segment| decoded(segment).err()) {
            return Err(error);
        }
        let path = params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let mut known = Query::read(uri.query());
        let mut query = Vec::new();
        for key in route.parameters {
            query.extend(known.take(key)?.map(|value| format!("{key}={}", encoded(&value))));
        }
        let mut parts = PageParts { slug: None, path, query: query.join("&"), here: String::new() };
        if matches!(route.handler, Handler::Contest(_)) {
            parts.slug = Some(parts.contest()?);
        }
        parts.here = parts.address(route);
        Ok(parts)
    }

    /// The contest, or the championship of one.
    fn contest(&self) -> Result<Slug, HttpError> {
        let (slug, number) = (self.get("slug"), self.get("championship"));
        let segments: &[&str] =
            if number.is_empty() { &[slug] } else { &[slug, "championships", number] };
        Ok(page::contest(segments)?.0)
    }

    fn address(&self, route: &PublicRoute) -> String {
        let of_championship = route.of_championship().filter(|_| self.is_championship());
        let pattern = of_championship.as_deref().unwrap_or(route.path);
        let segments = pattern.split('/').skip(1).map(|segment| {
            let name = segment.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
            let segment = name.map_or_else(|| segment.to_owned(), |name| encoded(self.get(name)));
            format!("/{segment}")
        });
        let mark = if self.query.is_empty() { "" } else { "?" };
        format!("{}{mark}{}", segments.collect::<String>(), self.query)
    }

    /// The part of this name; empty if the address has none.
    pub(super) fn get(&self, name: &str) -> &str {
        self.path.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    pub(super) fn number(&self) -> Result<MatchNumber, HttpError> {
        match_number(self.get("number"))
    }

    pub(super) fn query(&self) -> Query {
        Query::read(Some(&self.query))
    }

    fn is_championship(&self) -> bool {
        self.slug.as_ref().is_some_and(|slug| !slug.is_whole())
    }
}

struct Rendering {
    route: Arc<PublicRoute>,
    reader: Reader,
    parts: PageParts,
}

impl Rendering {
    async fn answer(
        self,
        app: AppState,
        archived: Option<Extension<Arc<ArchivePath>>>,
        headers: &HeaderMap,
    ) -> Result<Response, HttpError> {
        if !self.reader.is_localized {
            let to = format!("/{}{}", self.reader.language, self.parts.here);
            return Ok((StatusCode::FOUND, [(header::LOCATION, to)]).into_response());
        }
        if let Some(Extension(path)) = archived {
            let site = Arc::clone(&app.site);
            let work = move || self.write(&site, Links::Files(&path));
            return Ok(run_blocking(&app.writers, work).await?.content.into_response());
        }
        let _permit = app.public.enter(self.reader.from).ok_or(HttpError::Busy)?;
        let page = self.rendered(&app).await?;
        Ok(page.sent(cache_control(&page), headers))
    }

    /// The page, rendered on a blocking thread unless it is cached.
    async fn rendered(self, app: &AppState) -> Result<Arc<RenderedPage>, HttpError> {
        let page = Arc::new(self);
        let (site, own) = (Arc::clone(&app.site), Arc::clone(&page));
        let stamp = if page.parts.is_championship() {
            // A championship is loaded on request, which takes as long as its standings do.
            run_blocking(&app.lookers, move || own.stamp(&site)).await?
        } else {
            page.stamp(&site)?
        };
        let address = format!("/{}{}", page.reader.language, page.parts.here);
        let key = PageKey { address, stamp };
        if let Some(written) = app.pages.find(&key) {
            return Ok(written);
        }
        let is_expensive = page.route.is_expensive;
        let queued = is_expensive.then(|| app.queue.try_acquire().map_err(|_| HttpError::Busy));
        let _queued = queued.transpose()?;
        let places = if is_expensive { &app.thinkers } else { &app.writers };
        let (site, pages) = (Arc::clone(&app.site), Arc::clone(&app.pages));
        run_blocking(places, move || {
            pages.get(key, || {
                let written = page.write(&site, Links::Addresses)?;
                let max_age = written.max_age;
                Ok(RenderedPage { max_age, ..RenderedPage::new(written.kind, written.content) })
            })
        })
        .await
    }

    /// A number that changes whenever the page does.
    fn stamp(&self, site: &Site) -> Result<u64, HttpError> {
        let minute = Timestamp::now().as_second().max(0) as u64 / 60;
        let freshness = self.route.freshness;
        if freshness == Freshness::Build {
            return Ok(0);
        }
        let (changes, counts) = if let Some(slug) = &self.parts.slug {
            let view = site.shown(slug)?;
            match freshness {
                Freshness::Late => return Ok(view.stale_snapshot().stamp),
                Freshness::Records => return Ok(view.records_snapshot().stamp),
                _ => {}
            }
            (view.stamp(), view.revision().counts_down())
        } else {
            // Each revision only grows: so does their sum.
            let changes = site.contest_views().map(|view| view.stamp()).sum();
            (changes, site.contest_views().any(|view| view.revision().counts_down()))
        };
        Ok(changes
            + match freshness {
                Freshness::Countdown if counts => minute,
                Freshness::Cores => site.core_reports(),
                _ => 0,
            })
    }

    fn write(&self, site: &Site, links: Links<'_>) -> PublicPage {
        let Rendering { route, reader, parts } = self;
        let frame = PageContext {
            contest: parts.slug.as_ref(),
            ..PageContext::new(site, &parts.here, reader.language, links)
        };
        let handler = match route.handler {
            Handler::Site(handler) => return handler(frame, parts),
            Handler::Contest(handler) => handler,
        };
        let slug = frame.contest.ok_or(HttpError::Ours)?;
        let view = &site.shown(slug)?;
        let older = match route.freshness {
            Freshness::Late => Some(view.stale_snapshot()),
            Freshness::Records => Some(view.records_snapshot()),
            _ => None,
        };
        let (snapshot, at) =
            older.map_or_else(|| (view.revision(), None), |found| (found.snapshot, found.at));
        let pseudonyms = snapshot.tabled().ok().and_then(|tabled| tabled.pseudonyms.as_ref());
        let frame = PageContext { pseudonyms, ..frame };
        handler(&ContestRequest { frame, view, snapshot: &snapshot, at, slug, parts })
    }
}

/// A request for a page of a contest.
pub(super) struct ContestRequest<'a> {
    pub(super) frame: PageContext<'a>,
    pub(super) slug: &'a Slug,
    pub(super) view: &'a Arc<ContestView>,
    pub(super) snapshot: &'a ContestSnapshot,
    /// The time of the snapshot, unless it is current.
    at: Option<Timestamp>,
    pub(super) parts: &'a PageParts,
}

impl ContestRequest<'_> {
    pub(super) fn head(&self) -> PageHead {
        let head = PageHead::new(self.frame, self.slug, self.view, self.snapshot);
        head.with_time(self.at, self.snapshot)
    }
}
