//! The list of open players for programs: `GET` and `POST` of `/api/v1/peers`. What is sent is signed,
//! so there are no tokens; it is limited by key and by network.

#![expect(clippy::result_large_err, reason = "each is the end of a request")]

use super::{enabled, milliseconds};
use crate::{
    api,
    app_state::{AppState, Reader, run_blocking},
    http_error::{AccessDenied, HttpError, Resource},
    links::Id,
    people::People,
    private::request::limited,
    throttle::{Limited, Permit, ThrottleKey},
};
use axum::{
    Extension,
    body::Body,
    extract::{Path, Request, State, rejection::PathRejection},
    http::{HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use certamen_game::Language;
use certamen_i18n::{Localize, Message};
use certamen_peer::listing::{
    Admission, EntryError, MAX_ENTRY, MAX_RECORD, RecordFault, Refusal, SignedEntry, SignedRecord,
    is_record,
};
use jiff::Timestamp;
use std::{net::IpAddr, sync::Arc, time::Duration};
use tokio_stream::StreamExt;

const LINES: &str = "application/jsonl";
/// The longest time for a body to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(60);

/// An answer that is an error, and when to try again.
struct Failure {
    error: HttpError,
    wait_s: Option<u64>,
}

impl From<HttpError> for Failure {
    fn from(error: HttpError) -> Failure {
        let wait_s = match &error {
            HttpError::Busy => Some(2),
            HttpError::Barred(AccessDenied::Often(seconds)) => Some(*seconds),
            _ => None,
        };
        Failure { error, wait_s }
    }
}

impl Failure {
    fn new(status: u16, why: Message) -> Failure {
        HttpError::Barred(AccessDenied::NotSent(status, why)).into()
    }

    fn response(&self, language: Language) -> Response {
        let answer = api::problem(&self.error, language);
        let status = StatusCode::from_u16(self.error.status());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = [(header::CONTENT_TYPE, answer.kind), (header::CACHE_CONTROL, "no-store")];
        let mut response = (status, headers, answer.body).into_response();
        if let Some(seconds) = self.wait_s {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// Sends the list, or accepts an entry or a record.
pub(crate) async fn list_call(
    State(app): State<AppState>,
    Extension(reader): Extension<Reader>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let answered = match parts.method {
        Method::GET | Method::HEAD => send_list(&app, reader).await,
        Method::POST => receive(&app, reader, body).await,
        other => Err(HttpError::Method(other.to_string()).into()),
    };
    answered.unwrap_or_else(|failure| failure.response(reader.language))
}

/// Sends the record of a published match.
pub(crate) async fn record_call(
    State(app): State<AppState>,
    Extension(reader): Extension<Reader>,
    given: Result<Path<Id>, PathRejection>,
    method: Method,
) -> Response {
    let answered = async {
        if !matches!(method, Method::GET | Method::HEAD) {
            return Err(Failure::from(HttpError::Method(method.to_string())));
        }
        let Path(Id(id)) = given.map_err(|_| Resource::Record.unknown("?"))?;
        let (people, _place) = admitted(&app, reader)?;
        let own = Arc::clone(&people);
        let record = run_blocking(&people.places, move || super::record(&own, &id)).await?;
        let headers =
            [(header::CONTENT_TYPE, LINES), (header::CACHE_CONTROL, "public, max-age=60")];
        Ok((headers, record).into_response())
    };
    answered.await.unwrap_or_else(|failure| failure.response(reader.language))
}

/// The people of a site that has a list, and a permit to answer.
fn admitted(app: &AppState, reader: Reader) -> Result<(Arc<People>, Permit), HttpError> {
    let people = app.site.people.clone().ok_or_else(|| Resource::Page.unknown("peers"))?;
    enabled(&people)?;
    Ok((people, app.private_place(reader.from)?))
}

async fn send_list(app: &AppState, reader: Reader) -> Result<Response, Failure> {
    let (people, _place) = admitted(app, reader)?;
    let portal = Arc::clone(&people.portal);
    let now = milliseconds(Timestamp::now());
    let listing = run_blocking(&people.places, move || Ok(portal.peers(now)?)).await?;
    let headers = [(header::CONTENT_TYPE, LINES), (header::CACHE_CONTROL, "public, max-age=2")];
    Ok((headers, listing.to_text()).into_response())
}

async fn receive(app: &AppState, reader: Reader, body: Body) -> Result<Response, Failure> {
    let (people, place) = admitted(app, reader)?;
    drop(place);
    let read = ReceivedBody::read(app, &people, reader.from, body);
    let timed = tokio::time::timeout(BODY_TIMEOUT, read).await;
    let body = timed.map_err(|_| HttpError::Barred(AccessDenied::Form))??;
    let _place = app.private_place(reader.from)?;
    let (own, from) = (Arc::clone(&people), reader.from);
    let now = milliseconds(Timestamp::now());
    let done = run_blocking(&people.places, move || {
        let bytes = body.bytes;
        let publishes = is_record(&bytes);
        Ok(if publishes { add_match(&own, bytes, from, now) } else { add(&own, &bytes, from, now) })
    });
    let status = done.await??;
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    Ok((status, headers, "{}").into_response())
}

/// A body within its limit, and the permit that a long one takes while it is in memory.
struct ReceivedBody {
    bytes: Vec<u8>,
    permit: Option<Permit>,
}

impl ReceivedBody {
    async fn read(
        app: &AppState,
        people: &People,
        from: IpAddr,
        body: Body,
    ) -> Result<ReceivedBody, HttpError> {
        let _place = app.body_place(from)?;
        let mut pieces = body.into_data_stream();
        let mut received = ReceivedBody { bytes: Vec::new(), permit: None };
        while let Some(piece) = pieces.next().await {
            let piece = piece.map_err(|_| HttpError::Barred(AccessDenied::Form))?;
            let length = received.bytes.len() + piece.len();
            if length > MAX_RECORD {
                return Err(HttpError::Barred(AccessDenied::TooLarge(MAX_RECORD)));
            }
            if length > MAX_ENTRY + 1 && received.permit.is_none() {
                received.permit = Some(people.uploads.enter(from).ok_or(HttpError::Busy)?);
            }
            received.bytes.extend_from_slice(&piece);
        }
        Ok(received)
    }
}

/// Adds an entry at `now`, in milliseconds since 1970; the status. A key pays for new entries only:
/// others can send the ones that it published again.
fn add(people: &People, bytes: &[u8], from: IpAddr, now: u64) -> Result<u16, Failure> {
    limited(people, Limited::Announce, &[ThrottleKey::at(from)])?;
    let entry = SignedEntry::read(bytes).map_err(|error| {
        let status = match error {
            EntryError::TooLong => 413,
            EntryError::Unreadable(_) => 400,
            EntryError::Signature => 401,
        };
        Failure::new(status, error.message())
    })?;
    let refused = |refusal: Refusal| match refusal {
        Refusal::Older => Failure::new(409, refusal.message()),
        Refusal::Full { wait_ms } => {
            Failure { wait_s: Some(wait_ms.div_ceil(1000)), ..Failure::new(429, refusal.message()) }
        }
    };
    let mut listing = people.portal.peers(now).map_err(HttpError::from)?;
    match listing.admit(entry.clone(), now).map_err(refused)? {
        Admission::Repeated => return Ok(200),
        Admission::Added => {}
    }
    let checked = entry.check(now, certamen_games::find);
    checked.map_err(|fault| Failure::new(422, fault.message()))?;
    limited(people, Limited::Announce, &[ThrottleKey::Handle(entry.key.clone())])?;
    let added = people.portal.add_peer(entry, now).map_err(HttpError::from)?;
    Ok(match added.map_err(refused)? {
        Admission::Added => 201,
        Admission::Repeated => 200,
    })
}

/// Publishes a match at `now`, in milliseconds since 1970; the status. Signatures are verified before
/// the match is replayed, which takes longer.
fn add_match(people: &People, bytes: Vec<u8>, from: IpAddr, now: u64) -> Result<u16, Failure> {
    let refused = |fault: RecordFault| {
        let status = match fault {
            RecordFault::TooLong => 413,
            RecordFault::Unreadable(_) => 400,
            RecordFault::Signature(_) => 401,
            RecordFault::Seal(_) | RecordFault::OneSignature | RecordFault::Unsound(_) => 422,
        };
        Failure::new(status, fault.message())
    };
    limited(people, Limited::PublishMatch, &[ThrottleKey::at(from)])?;
    let signed = SignedRecord::read(&bytes).map_err(refused)?;
    let portal = &people.portal;
    if portal.has_peer_match(&signed.id().to_string()).map_err(HttpError::from)? {
        return Ok(200);
    }
    if people.file.min_free_space.lacking(portal.site_folder()).is_some() {
        return Err(HttpError::Barred(AccessDenied::NoRoom).into());
    }
    limited(people, Limited::PublishMatch, &signed.keys().map(ThrottleKey::Handle))?;
    let checked = signed.check(now / 1000, certamen_games::find).map_err(refused)?;
    let added = portal.add_peer_match(checked.line(), bytes).map_err(HttpError::from)?;
    Ok(if added { 201 } else { 200 })
}
