//! Routing: from a request to its response, with the security headers of all responses.

use crate::{
    Slug,
    api::{self, ApiAnswer, ApiCall, ApiNoun},
    app_state::{AppState, run_blocking},
    assets,
    cache::{MaxAge, PageKey, RenderedPage},
    frame::{Links, PageContext},
    health,
    http_error::{HttpError, Resource},
    invitation::ShareLink,
    live::{contest_stream, table_stream},
    metrics,
    page::Page,
    people::People,
    private::{self, AccessDenied, PrivateCall, PrivateRoute},
    public::{self, PageBytes},
    say, session,
    site::Site,
    throttle::Permit,
};
use axum::{
    body::Body,
    extract::{Request, State},
    http::{
        Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header,
        request::Parts,
    },
    response::{IntoResponse, Response},
};
use certamen_game::Language;
use jiff::{Timestamp, fmt::rfc2822::DateTimePrinter};
use std::{
    net::{IpAddr, Ipv4Addr},
    sync::{Arc, Once},
    time::Duration,
};

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) async fn respond(State(app): State<AppState>, request: Request) -> Response {
    let (request, body) = request.into_parts();
    let language = language(&app.site, request.uri.path(), &request.headers);
    let peer = peer(&request.extensions);
    let hosts = request.headers.get_all(header::HOST).iter().count();
    if hosts > 1 || (hosts == 0 && request.version == Version::HTTP_11) {
        let (method, path) = (&request.method, request.uri.path());
        return finished(&app, Err(HttpError::Host), (method, path), language);
    }
    if hides_origins(&app.site, peer, &request.headers) {
        let why = say::unbelieved_proxy().get(app.site.default_language());
        PROXY_WARNING.call_once(|| tracing::warn!("{why}"));
    }
    if let Some(people) = &app.site.people {
        let (people, path) = (Arc::clone(people), request.uri.path());
        if let Some(call) = PrivateCall::read(path) {
            let call = (people, call);
            let response = private::call(&app, call, language, (request, body), peer).await;
            return finished(&app, Ok(response), (&Method::POST, ""), language);
        }
        if let Some(route) = below(path, language).and_then(PrivateRoute::read) {
            let (method, path) = (request.method.clone(), path.to_owned());
            let route = (people, route);
            let answered = private::enter(&app, route, language, (request, body), peer).await;
            return finished(&app, answered, (&method, &path), language);
        }
    }
    // The time until the response begins: event streams last longer.
    let answered = tokio::time::timeout(REQUEST_TIMEOUT, answer(&app, &request, language)).await;
    let answered = answered.unwrap_or(Err(HttpError::Busy));
    finished(&app, answered, (&request.method, request.uri.path()), language)
}

#[derive(Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The address that a request was sent from.
fn peer(extensions: &Extensions) -> IpAddr {
    extensions.get::<Peer>().map_or(UNKNOWN_PEER, |peer| peer.0)
}

/// The client's address, as far as the proxies are trusted.
pub(crate) fn origin(site: &Site, extensions: &Extensions, headers: &HeaderMap) -> IpAddr {
    site.file.origin(peer(extensions), session::forwarded(headers))
}

/// Whether the operator was warned about an unlisted proxy on this machine.
static PROXY_WARNING: Once = Once::new();

/// Whether a proxy on this machine sends X-Forwarded-For but is not listed: all its clients count
/// as one, or are not limited.
fn hides_origins(site: &Site, peer: IpAddr, headers: &HeaderMap) -> bool {
    let proxies = &site.file.listen.proxies;
    proxies.is_empty() && peer.is_loopback() && session::is_forwarded(headers)
}

/// A request without an address gets no trust.
const UNKNOWN_PEER: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

fn finished(
    app: &AppState,
    answered: Result<Response, HttpError>,
    (method, path): (&Method, &str),
    language: Language,
) -> Response {
    let mut response = answered.unwrap_or_else(|error| error_response(&app.site, language, &error));
    protect(response.headers_mut(), Framing::of(path));
    if *method == Method::HEAD {
        *response.body_mut() = Body::empty();
    }
    response
}

async fn answer(
    app: &AppState,
    request: &Parts,
    language: Language,
) -> Result<Response, HttpError> {
    if !matches!(request.method, Method::GET | Method::HEAD) {
        return Err(HttpError::Method(request.method.to_string()));
    }
    let path = request.uri.path();
    match path {
        "/healthz" => return Ok("ok\n".into_response()),
        "/readyz" => return Ok(health::ready(app).await),
        "/metrics" => return metrics_for(app, request).await,
        _ => {}
    }
    if let Some((kind, content)) = path.strip_prefix("/a/").and_then(assets::find) {
        let key = PageKey { address: path.to_owned(), stamp: 0 };
        let page = app
            .pages
            .get(key, || Ok::<_, HttpError>(RenderedPage::new(kind, content.to_owned())))?;
        return Ok(page.sent("public, max-age=31536000, immutable", &request.headers));
    }
    if let Some(slug) = path.strip_prefix("/c/").and_then(|rest| rest.strip_suffix("/events")) {
        let slug = Slug::read(slug).ok_or_else(|| Resource::Contest.unknown(slug))?;
        return contest_events(app, &slug, request);
    }
    if let Some(share_link) = ShareLink::read(path) {
        return share_link.answer(app, language, &request.headers).await;
    }
    if let Some(id) = table_listened_to(path) {
        let people = app.site.people.clone().ok_or_else(|| Resource::Table.unknown(id))?;
        return table_events(app, people, id.to_owned(), request).await;
    }
    let from = origin(&app.site, &request.extensions, &request.headers);
    let _permit = app.public.enter(from).ok_or(HttpError::Busy)?;
    if let Some(below) = path.strip_prefix("/api/") {
        let sent = match ApiCall::read(below, request.uri.query()) {
            Ok(ApiCall::Of(slug, ApiNoun::Whole)) => api::send_export(app, &slug).await,
            Ok(ApiCall::Of(slug, ApiNoun::Events)) => contest_events(app, &slug, request),
            _ => return Ok(api_response(app, below, request, language).await),
        };
        return Ok(sent.unwrap_or_else(|error| problem(&error, language)));
    }
    let Some(rest) = below(path, language) else {
        // Addresses without a language redirect to the reader's.
        let (page, _) = Page::read(path, request.uri.query())?;
        return Ok(
            (StatusCode::FOUND, [(header::LOCATION, page.address(language))]).into_response()
        );
    };
    let (page, rest) = Page::read(rest, request.uri.query())?;
    if !rest.is_empty() {
        // Other sites add parameters to links. This page may get one of that name some day, so the
        // redirect must not be cached.
        return Ok(
            (StatusCode::SEE_OTHER, [(header::LOCATION, page.address(language))]).into_response()
        );
    }
    let written = rendered(app, page, language).await?;
    Ok(written.sent(cache_control(&written), &request.headers))
}

/// Metrics, for programs on this machine and those with the token of an admin.
async fn metrics_for(app: &AppState, request: &Parts) -> Result<Response, HttpError> {
    let is_local =
        peer(&request.extensions).is_loopback() && !session::is_forwarded(&request.headers);
    if !is_local {
        let denied = || HttpError::Barred(AccessDenied::SignIn);
        let people = app.site.people.as_ref().ok_or_else(denied)?;
        let token = private::bearer(&request.headers).ok_or_else(denied)?;
        let portal = Arc::clone(&people.portal);
        let member = run_blocking(&people.places, move || Ok(portal.bearer(&token)?)).await?;
        member.filter(|member| member.grants.admin).ok_or_else(denied)?;
    }
    let site = Arc::clone(&app.site);
    let text = run_blocking(&app.writers, move || Ok(metrics::write(&site))).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}

/// A permit for an event stream, if one is free for this address.
fn stream_permit(app: &AppState, request: &Parts) -> Result<Permit, HttpError> {
    let from = origin(&app.site, &request.extensions, &request.headers);
    app.streams.enter(from).ok_or(HttpError::Busy)
}

/// The event stream of a contest, if a permit is free.
fn contest_events(app: &AppState, slug: &Slug, request: &Parts) -> Result<Response, HttpError> {
    let view = app.site.contest_view(slug)?;
    let permit = stream_permit(app, request)?;
    // Before the state is read, so that no later change is missed.
    let events = view.listen();
    Ok(contest_stream(view.revision().event(), events, app.stop.clone(), permit))
}

fn table_listened_to(path: &str) -> Option<&str> {
    let below = path.strip_prefix("/api/v1/tables/").or_else(|| path.strip_prefix("/t/"))?;
    below.strip_suffix("/events").filter(|id| private::is_id(id))
}

/// The event stream of a table where people play, if a permit is free.
async fn table_events(
    app: &AppState,
    people: Arc<People>,
    id: String,
    request: &Parts,
) -> Result<Response, HttpError> {
    let permit = stream_permit(app, request)?;
    let (own, wanted) = (Arc::clone(&people), id.clone());
    let found = run_blocking(&people.places, move || {
        Ok(own.portal.table(&wanted, Timestamp::now())?.is_some())
    });
    if !found.await? {
        return Err(Resource::Table.unknown(&id));
    }
    Ok(table_stream(people.live_tables.listen(), id, app.stop.clone(), permit))
}

async fn api_response(
    app: &AppState,
    below: &str,
    request: &Parts,
    language: Language,
) -> Response {
    let call = ApiCall::read(below, request.uri.query());
    let site = Arc::clone(&app.site);
    let answered = match call {
        Err(error) => Err(error),
        Ok(call) => {
            let is_championship = matches!(&call, ApiCall::Of(slug, _) if !slug.is_whole());
            let places = if is_championship { &app.lookers } else { &app.writers };
            run_blocking(places, move || call.answer(&site)).await
        }
    };
    match answered {
        Ok(answer) => api_answer(StatusCode::OK, answer),
        Err(error) => problem(&error, language),
    }
}

fn problem(error: &HttpError, language: Language) -> Response {
    let status = StatusCode::from_u16(error.status());
    let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    api_answer(status, api::problem(error, language))
}

fn api_answer(status: StatusCode, answer: ApiAnswer) -> Response {
    let headers =
        [(header::CONTENT_TYPE, answer.kind), (header::CACHE_CONTROL, "public, max-age=2")];
    let at = answer.at.and_then(|at| DateTimePrinter::new().timestamp_to_rfc9110_string(&at).ok());
    let at = at.map(|at| [(header::LAST_MODIFIED, at)]);
    (status, headers, at, answer.body).into_response()
}

/// The page, rendered on a blocking thread unless it is cached.
async fn rendered(
    app: &AppState,
    page: Page,
    language: Language,
) -> Result<Arc<RenderedPage>, HttpError> {
    let site = Arc::clone(&app.site);
    let stamp = if matches!(&page, Page::Contest(slug, _) if !slug.is_whole()) {
        // A championship is loaded on request, which takes as long as its standings do.
        let page = page.clone();
        run_blocking(&app.lookers, move || site.stamp(&page)).await?
    } else {
        site.stamp(&page)?
    };
    let key = PageKey { address: page.address(language), stamp };
    if let Some(written) = app.pages.find(&key) {
        return Ok(written);
    }
    let (site, pages) = (Arc::clone(&app.site), Arc::clone(&app.pages));
    let expensive = page.is_expensive();
    let queued = expensive.then(|| app.queue.try_acquire().map_err(|_| HttpError::Busy));
    let _queued = queued.transpose()?;
    let places = if expensive { &app.thinkers } else { &app.writers };
    run_blocking(places, move || {
        pages.get(key, || {
            let frame = PageContext::new(&site, &page, language, Links::Addresses);
            let (content_type, content, max_age) = match public::write(frame)? {
                PageBytes::Html(page) => (HTML, page, MaxAge::Moment),
                PageBytes::Lasting(page) => (HTML, page, MaxAge::Minute),
                PageBytes::Script(data) => (SCRIPT, data, MaxAge::Minute),
                PageBytes::NamedScript(data) => (SCRIPT, data, MaxAge::Day),
                PageBytes::Atom(feed) => {
                    ("application/atom+xml; charset=utf-8", feed, MaxAge::Moment)
                }
            };
            Ok(RenderedPage { max_age, ..RenderedPage::new(content_type, content) })
        })
    })
    .await
}

/// The maximum age of a page. A finished match stays as it is unless it is revoked and replayed:
/// then no one sees the old one for longer than two minutes.
fn cache_control(page: &RenderedPage) -> &'static str {
    match page.max_age {
        MaxAge::Moment => "public, max-age=2, stale-while-revalidate=60",
        MaxAge::Minute => "public, max-age=60, stale-while-revalidate=60",
        MaxAge::Day => "public, max-age=86400, immutable",
    }
}

fn error_response(site: &Site, language: Language, error: &HttpError) -> Response {
    let frame = PageContext::new(site, &Page::Home, language, Links::Addresses);
    let body = public::refused(frame, error);
    let status = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response =
        (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], body).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let wait = match error {
        HttpError::Busy => Some(2),
        HttpError::Barred(AccessDenied::Often(seconds)) => Some(*seconds),
        _ => None,
    };
    if let Some(seconds) = wait {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// The path below the language, if it begins with that language.
fn below(path: &str, language: Language) -> Option<&str> {
    let rest = path.strip_prefix('/')?.strip_prefix(language.code())?;
    (rest.is_empty() || rest.starts_with('/')).then_some(rest)
}

/// The language of a path, else the reader's preferred one of the site's.
fn language(site: &Site, path: &str, headers: &HeaderMap) -> Language {
    let ours = &site.languages;
    if let Some(language) = ours.iter().find(|language| below(path, **language).is_some()) {
        return *language;
    }
    let preferences = headers.get(header::ACCEPT_LANGUAGE).and_then(|header| header.to_str().ok());
    preferred(preferences.unwrap_or_default(), ours).unwrap_or_else(|| site.default_language())
}

/// The first of `ours` by the weights of an Accept-Language header, such as `fr-CH, es;q=0.8`.
fn preferred(header: &str, ours: &[Language]) -> Option<Language> {
    let preferences = header.split(',').filter_map(|item| {
        let (tag, weight) = item.trim().split_once(";q=").unwrap_or((item.trim(), "1"));
        let code = tag.split('-').next()?.to_lowercase();
        let language = *ours.iter().find(|language| language.code() == code)?;
        Some((language, weight.trim().parse::<f64>().ok().filter(|weight| *weight > 0.0)?))
    });
    // The first of equals: `max_by` would take the last.
    let best = preferences.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    Some(best.0)
}

#[cfg(test)]
mod tests;

/// The content security policy: nothing from other origins, nothing inline; `frame-ancestors` is
/// last.
macro_rules! policy {
    ($framed:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; ",
            "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ",
            $framed
        )
    };
}

/// Whether other sites may embed the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Framing {
    /// Allowed: an embeddable page.
    Allowed,
    /// Not allowed.
    Denied,
}

impl Framing {
    /// The rule for an address.
    pub(crate) fn of(path: &str) -> Framing {
        let is_embeddable = path.split('/').nth(2) == Some("embed");
        if is_embeddable { Framing::Allowed } else { Framing::Denied }
    }
}

/// Adds the headers of every response.
pub(crate) fn protect(headers: &mut HeaderMap, framing: Framing) {
    let policy = match framing {
        Framing::Allowed => policy!("*"),
        Framing::Denied => policy!("'none'"),
    };
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
