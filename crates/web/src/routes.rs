//! The router of a site. The tables of its pages are `private::routes` and `public::routes`; here are
//! the other addresses, which have no language.

use crate::{
    Slug,
    api::{self, ApiCall, ApiNoun},
    app_state::{AppState, Reader, run_blocking},
    assets,
    cache::{PageKey, RenderedPage},
    health,
    http_error::{AccessDenied, HttpError, Resource},
    invitation::ShareLink,
    links::{self, Id},
    live::{contest_stream, table_stream},
    metrics, private, session,
    throttle::Permit,
};
use axum::{
    Extension, Router,
    extract::{Path, Request, State},
    http::{HeaderMap, Method, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::any,
};
use jiff::Timestamp;
use std::{sync::Arc, time::Duration};

const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// The addresses that have no language.
pub(crate) fn other_addresses(app: &AppState) -> Router<AppState> {
    let mut router = Router::new()
        .route("/healthz", any(async || "ok\n"))
        .route("/readyz", any(async |State(app): State<AppState>| health::ready(&app).await))
        .route("/metrics", any(metrics))
        .route("/llms.txt", any(briefs))
        .route("/a/{*file}", any(asset))
        .route("/c/{slug}/events", any(contest_events))
        .route("/i/{name}", any(share_link))
        .route("/api/{*call}", any(api_call))
        .layer(middleware::from_fn(read_in_time));
    if app.site.people.is_some() {
        let table_events = any(table_events).layer(middleware::from_fn(read_in_time));
        router = router
            .route("/t/{id}/events", table_events.clone())
            .route("/api/v1/tables/{id}/events", table_events);
        router = router
            .route(links::PEERS_CALL, any(private::list_call))
            .route("/api/v1/peers/{id}", any(private::record_call));
        for call in private::api_calls() {
            router = router.route(call.path, call.service);
        }
    }
    router
}

/// Lets requests through that only read. Their response must begin in time: event streams last
/// longer.
pub(crate) async fn read_in_time(request: Request, next: Next) -> Result<Response, HttpError> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(HttpError::Method(request.method().to_string()));
    }
    tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await.map_err(|_| HttpError::Busy)
}

/// Metrics, for programs on this machine and those with the token of an admin.
async fn metrics(
    State(app): State<AppState>,
    Extension(reader): Extension<Reader>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    if !reader.peer.is_loopback() || session::is_forwarded(&headers) {
        let denied = || HttpError::Barred(AccessDenied::SignIn);
        let people = app.site.people.as_ref().ok_or_else(denied)?;
        let token = private::bearer(&headers).ok_or_else(denied)?;
        let portal = Arc::clone(&people.portal);
        let member = run_blocking(&people.places, move || Ok(portal.bearer(&token)?)).await?;
        member.filter(|member| member.grants.admin).ok_or_else(denied)?;
    }
    let site = Arc::clone(&app.site);
    let text = run_blocking(&app.writers, move || Ok(metrics::write(&site))).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}

/// The list of the texts for language models.
async fn briefs() -> Response {
    let text = certamen_games::brief::brief_list(|slug| format!("/games/{slug}/brief.md"));
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// A file of this build.
async fn asset(
    State(app): State<AppState>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let address = format!("/a/{file}");
    let found = assets::find(&file).ok_or_else(|| Resource::Page.unknown(&address))?;
    let key = PageKey { address, stamp: 0 };
    let (kind, content) = found;
    let page =
        app.pages.get(key, || Ok::<_, HttpError>(RenderedPage::new(kind, content.to_owned())))?;
    Ok(page.sent("public, max-age=31536000, immutable", &headers))
}

async fn share_link(
    State(app): State<AppState>,
    Extension(reader): Extension<Reader>,
    request: Request,
) -> Result<Response, HttpError> {
    let path = request.uri().path();
    let share_link = ShareLink::read(path).ok_or_else(|| Resource::Page.unknown(path))?;
    share_link.answer(&app, reader.language, request.headers()).await
}

/// A permit for an event stream, if one is free for this address.
fn stream_permit(app: &AppState, reader: Reader) -> Result<Permit, HttpError> {
    app.streams.enter(reader.from).ok_or(HttpError::Busy)
}

async fn contest_events(
    State(app): State<AppState>,
    Extension(reader): Extension<Reader>,
    Path(slug): Path<String>,
) -> Result<Response, HttpError> {
    let slug = Slug::read(&slug).ok_or_else(|| Resource::Contest.unknown(&slug))?;
    events_of(&app, &slug, reader)
}

/// The event stream of a contest, if a permit is free.
fn events_of(app: &AppState, slug: &Slug, reader: Reader) -> Result<Response, HttpError> {
    let view = app.site.contest_view(slug)?;
    let permit = stream_permit(app, reader)?;
    // Before the state is read, so that no later change is missed.
    let events = view.listen();
    Ok(contest_stream(view.revision().event(), events, app.stop.clone(), permit))
}

/// The event stream of a table where people play, if a permit is free.
async fn table_events(
    State(app): State<AppState>,
    Extension(reader): Extension<Reader>,
    Path(id): Path<String>,
) -> Result<Response, HttpError> {
    let unknown = || Resource::Table.unknown(&id);
    let Id(id) = Id::try_from(id.clone()).map_err(|_| unknown())?;
    let people = app.site.people.clone().ok_or_else(unknown)?;
    let permit = stream_permit(&app, reader)?;
    let (own, wanted) = (Arc::clone(&people), id.clone());
    let found =
        run_blocking(&people.places, move || Ok(own.table(&wanted, Timestamp::now())?.is_some()));
    if !found.await? {
        return Err(unknown());
    }
    Ok(table_stream(people.live_tables.listen(), id, app.stop.clone(), permit))
}

/// A document of the API. Its errors are documents, too.
async fn api_call(
    State(app): State<AppState>,
    Extension(reader): Extension<Reader>,
    request: Request,
) -> Result<Response, HttpError> {
    let _permit = app.public.enter(reader.from).ok_or(HttpError::Busy)?;
    let uri = request.uri();
    let below = uri.path().strip_prefix("/api/").unwrap_or_default();
    let answered = match ApiCall::read(below, uri.query()) {
        Ok(ApiCall::Of(slug, ApiNoun::Whole)) => api::send_export(&app, &slug).await,
        Ok(ApiCall::Of(slug, ApiNoun::Events)) => events_of(&app, &slug, reader),
        Ok(call) => {
            let is_championship = matches!(&call, ApiCall::Of(slug, _) if !slug.is_whole());
            let places = if is_championship { &app.lookers } else { &app.writers };
            let site = Arc::clone(&app.site);
            let answer = run_blocking(places, move || call.answer(&site)).await;
            answer.map(|answer| api::response(StatusCode::OK, answer))
        }
        Err(error) => Err(error),
    };
    Ok(answered.unwrap_or_else(|error| {
        let status = StatusCode::from_u16(error.status());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        api::response(status, api::problem(&error, reader.language))
    }))
}
