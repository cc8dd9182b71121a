//! Every request, before and after its route: the reader's language and address, error pages, and
//! the headers of all responses.

use crate::{
    app_state::{AppState, Reader},
    assets::SVG,
    frame::{Links, PageContext},
    http_error::HttpError,
    log::{RequestLog, known, without_secrets},
    private, public, routes, say, session,
    site::Site,
};
use axum::{
    Router,
    body::{Body, HttpBody},
    extract::{Request, State},
    http::{
        Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, Version, header,
        uri::InvalidUri,
    },
    middleware,
    response::{IntoResponse, Response},
};
use certamen_game::Language;
use std::{
    net::{IpAddr, Ipv4Addr},
    sync::{Arc, Once},
    time::Instant,
};
use tower::ServiceExt;
use tracing::Instrument;

/// The site, as a service.
pub(crate) fn router(app: AppState) -> Router {
    let mut pages = public::router().layer(middleware::from_fn(routes::read_in_time));
    if app.site.people.is_some() {
        for page in private::pages() {
            pages = pages.route(&page.path, page.service);
        }
    }
    let pages = pages.fallback(public::unknown).with_state(app.clone());
    let others = routes::other_addresses(&app).fallback_service(pages.clone());
    let others = others.with_state(app.clone());
    Router::new().fallback(respond).with_state(Front { site: app.site, pages, others })
}

/// The routes: those of pages, without their language, and all addresses without a language.
#[derive(Clone)]
struct Front {
    site: Arc<Site>,
    pages: Router,
    others: Router,
}

async fn respond(State(front): State<Front>, request: Request) -> Response {
    let (begun, site) = (Instant::now(), Arc::clone(&front.site));
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let language = language(&site, &path, request.headers());
    let from = origin(&site, request.extensions(), request.headers());
    let span =
        tracing::info_span!("request", method = known(&method), path = without_secrets(&path));
    let answered = async {
        let mut response = front.routed(request, language, from).await;
        match response.extensions_mut().remove::<Arc<HttpError>>() {
            Some(error) => error_response(&site, language, &error),
            None => response,
        }
    };
    let mut response = answered.instrument(span).await;
    let framing = Framing::of(&path, response.headers());
    protect(response.headers_mut(), framing);
    if method == Method::HEAD {
        *response.body_mut() = Body::empty();
    }
    if let Some(log) = &site.log {
        let status = response.status().as_u16();
        let bytes = response.body().size_hint().exact();
        log.answered(&RequestLog { method, path, status, bytes, taken: begun.elapsed(), from });
    }
    response
}

impl Front {
    async fn routed(self, mut request: Request, language: Language, from: IpAddr) -> Response {
        let headers = request.headers();
        let hosts = headers.get_all(header::HOST).iter().count();
        if hosts > 1 || (hosts == 0 && request.version() == Version::HTTP_11) {
            return HttpError::Host.into_response();
        }
        let peer = peer(request.extensions());
        if hides_origins(&self.site, peer, headers) {
            let why = say::unbelieved_proxy().get(self.site.default_language());
            PROXY_WARNING.call_once(|| tracing::warn!("{why}"));
        }
        let rest = below(request.uri().path(), language);
        let is_localized = rest.is_some();
        let path = rest.unwrap_or(request.uri().path());
        let Ok(uri) = uri_of(path, request.uri().query()) else {
            return HttpError::Address(path.to_owned()).into_response();
        };
        *request.uri_mut() = uri;
        request.extensions_mut().insert(Reader { language, peer, from, is_localized });
        let router = if is_localized { self.pages } else { self.others };
        let Ok(response) = router.oneshot(request).await;
        response
    }
}

/// An address with single slashes only, and none at its end.
fn uri_of(path: &str, query: Option<&str>) -> Result<Uri, InvalidUri> {
    let segments = path.split('/').filter(|segment| !segment.is_empty());
    let path: String = segments.flat_map(|segment| ["/", segment]).collect();
    let path = if path.is_empty() { "/" } else { &path };
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    format!("{path}{query}").parse()
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

fn error_response(site: &Site, language: Language, error: &HttpError) -> Response {
    let frame = PageContext::new(site, "", language, Links::Addresses);
    let body = public::refused(frame, error);
    let status = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response =
        (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], body).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(seconds) = error.retry_after() {
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
pub(crate) mod tests;

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

/// Whether and how other sites may embed the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Framing {
    /// Allowed: an embeddable page.
    Allowed,
    /// Not allowed.
    Denied,
    /// Allowed, as a picture, which has its style rules in it.
    Picture,
}

/// The end of the addresses of animated pictures.
const ANIMATION: &str = "/animation.svg";

impl Framing {
    /// The rule for what is answered at an address.
    pub(crate) fn of(path: &str, headers: &HeaderMap) -> Framing {
        let is_embeddable = path.split('/').nth(2) == Some("embed");
        // An error is a page there, too.
        let is_picture = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == SVG);
        if is_picture && path.ends_with(ANIMATION) {
            Framing::Picture
        } else if is_embeddable {
            Framing::Allowed
        } else {
            Framing::Denied
        }
    }
}

/// Adds the headers of every response.
pub(crate) fn protect(headers: &mut HeaderMap, framing: Framing) {
    let policy = match framing {
        Framing::Allowed => policy!("*"),
        Framing::Denied => policy!("'none'"),
        Framing::Picture => "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    };
    let resource_policy = if framing == Framing::Picture { "cross-origin" } else { "same-origin" };
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), resource_policy),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
