//! The API for authors: requests are authorised by a token, never by a cookie.

use super::{
    request::limited,
    serve::LARGEST,
    submission::{SubmissionStatus, find_submission},
    submit::UploadRequest,
    tables,
};
use crate::{
    Slug,
    api::{ApiAnswer, problem},
    app_state::{AppState, Reader, run_blocking},
    http_error::{AccessDenied, HttpError, Resource},
    links::Id,
    people::People,
    session::Transport,
    site::Site,
    throttle::{Limited, Permit, ThrottleKey},
    upload::{SentForm, Upload},
};
use axum::{
    Extension,
    body::Body,
    extract::{Path, Request, State, rejection::PathRejection},
    http::{HeaderMap, Method, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
    routing::{MethodRouter, any},
};
use certamen_game::Language;
use certamen_i18n::Localize;
use certamen_portal::{CurrentUser, Secret};
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::{net::IpAddr, sync::Arc};

/// A call of the API for authors: its address, its method, and its handler.
pub(crate) struct ApiRoute {
    pub(crate) path: &'static str,
    #[cfg_attr(not(test), expect(dead_code, reason = "the test of all calls reads it"))]
    pub(crate) method: Method,
    pub(crate) service: MethodRouter<AppState>,
}

/// The call at `path`, with the variable parts of its address.
pub(super) fn call<P, F>(
    path: &'static str,
    method: Method,
    handler: fn(ApiRequest, P, Body) -> F,
) -> ApiRoute
where
    P: DeserializeOwned + Send + 'static,
    F: Future<Output = ApiResult> + Send + 'static,
{
    let expected = method.clone();
    let service = any(
        move |State(app): State<AppState>,
              Extension(reader): Extension<Reader>,
              given: Result<Path<P>, PathRejection>,
              request: Request| async move {
            let (parts, body) = request.into_parts();
            let answer = match (ApiRequest::admitted(app, reader, parts, &expected), given) {
                (Ok(request), Ok(Path(given))) => handler(request, given, body).await,
                (Ok(request), Err(_)) => Err(Resource::Page.unknown(request.parts.uri.path())),
                (Err(error), _) => Err(error),
            };
            response(answer, reader.language)
        },
    );
    ApiRoute { path, method, service }
}

fn response(answer: ApiResult, language: Language) -> Response {
    let (status, kind, body) = match answer {
        Ok((status, document)) => (status, "application/json", document.to_string().into_bytes()),
        Err(error) => {
            let ApiAnswer { kind, body, .. } = problem(&error, language);
            (error.status(), kind, body)
        }
    };
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")];
    (status, headers, body).into_response()
}

/// The status, and the document.
type ApiResult = Result<(u16, Value), HttpError>;

pub(super) struct ApiRequest {
    app: AppState,
    people: Arc<People>,
    language: Language,
    parts: Parts,
    from: IpAddr,
}

impl ApiRequest {
    /// The request, if it is sent by this method over a connection that is not open to others.
    fn admitted(
        app: AppState,
        reader: Reader,
        parts: Parts,
        method: &Method,
    ) -> Result<Self, HttpError> {
        let unknown = || Resource::Page.unknown(parts.uri.path());
        let people = app.site.people.clone().ok_or_else(unknown)?;
        if Transport::of(&people.file, &parts.headers, reader.peer) == Transport::Open {
            return Err(HttpError::Barred(AccessDenied::Open));
        }
        if parts.method != *method {
            return Err(HttpError::Method(parts.method.to_string()));
        }
        let Reader { language, from, .. } = reader;
        Ok(ApiRequest { app, people, language, parts, from })
    }

    /// The owner of the token.
    async fn member(&self) -> Result<CurrentUser, HttpError> {
        let secret = bearer(&self.parts.headers).ok_or(HttpError::Barred(AccessDenied::SignIn))?;
        let portal = Arc::clone(&self.people.portal);
        let member = run_blocking(&self.people.places, move || Ok(portal.bearer(&secret)?)).await?;
        member.ok_or(HttpError::Barred(AccessDenied::SignIn))
    }

    /// Answers by blocking work, in `place`.
    async fn run(
        self,
        place: Permit,
        work: impl FnOnce(&Site, &People, Language) -> ApiResult + Send + 'static,
    ) -> ApiResult {
        let _place = place;
        let (site, people, language) = (Arc::clone(&self.app.site), self.people, self.language);
        let places = Arc::clone(&people.places);
        run_blocking(&places, move || work(&site, &people, language)).await
    }
}

/// The owner of the token.
pub(super) async fn me(request: ApiRequest, (): (), _: Body) -> ApiResult {
    let _place = request.app.private_place(request.from)?;
    let member = request.member().await?;
    Ok((200, json!({ "handle": member.handle, "language": member.language.code() })))
}

pub(super) async fn submission(request: ApiRequest, id: String, _: Body) -> ApiResult {
    let place = request.app.private_place(request.from)?;
    let member = request.member().await?;
    request
        .run(place, move |site, people, language| {
            let (found, view, _) = find_submission(site, people, &member, &id)?;
            let (status, index) = SubmissionStatus::of(&view.folder, &id)?;
            let reasons = index.find(&id).into_iter().flat_map(|filed| &filed.decided.reasons);
            let reasons: Vec<&str> = reasons.map(|texts| texts.get(language)).collect();
            let steps = people.portal.steps(&id)?.into_iter().map(|step| {
            json!({ "stage": step.stage, "result": step.result, "time": step.time.to_string() })
        });
            let sent = &found.sent;
            let document = json!({
                "id": sent.id, "contest": sent.contest, "entrant": sent.entrant,
                "file": sent.file, "note": sent.note, "digest": sent.digest,
                "received": sent.received.to_string(),
                "state": status.key(), "told": status.word().get(language),
                "steps": steps.collect::<Vec<Value>>(), "reasons": reasons,
            });
            Ok((200, document))
        })
        .await
}

/// Submits a bot to a contest.
pub(super) async fn send(request: ApiRequest, slug: Slug, body: Body) -> ApiResult {
    let place = request.app.body_place(request.from)?;
    // Large bodies without a token are not read.
    let member = request.member().await?;
    let form = {
        let _place = request.people.uploads.enter(request.from).ok_or(HttpError::Busy)?;
        SentForm::read(&request.parts.headers, body, LARGEST).await?
    };
    drop(place);
    let (place, from) = (request.app.private_place(request.from)?, request.from);
    request
        .run(place, move |site, people, language| {
            let view = site.contest_view(&slug)?;
            let keys = [ThrottleKey::at(from), ThrottleKey::Handle(member.handle.clone())];
            limited(people, Limited::Send, &keys)?;
            let empty = Upload { name: String::new(), content: Vec::new() };
            let upload = UploadRequest {
                people,
                view,
                member: &member,
                language,
                entrant: form.text("entrant"),
                note: form.text("note"),
                file: form.file.as_ref().unwrap_or(&empty),
                written_by: None,
                now: Timestamp::now(),
            };
            match upload.send() {
                Ok(id) => {
                    Ok((201, json!({ "id": id, "told": format!("/api/v1/submissions/{id}") })))
                }
                Err(error) => {
                    Err(HttpError::Barred(AccessDenied::NotSent(error.status(), error.message())))
                }
            }
        })
        .await
}

/// A table where people play; the token is that of a seat, if there is one.
pub(super) async fn table(request: ApiRequest, Id(id): Id, _: Body) -> ApiResult {
    let (place, secret) =
        (request.app.private_place(request.from)?, bearer(&request.parts.headers));
    request
        .run(place, move |_, people, language| {
            let secret = secret.as_ref().map(Secret::told);
            Ok((200, tables::api_table(people, &id, secret, language)?))
        })
        .await
}

/// A move at a table; the token is that of the seat.
pub(super) async fn make_move(request: ApiRequest, Id(id): Id, body: Body) -> ApiResult {
    let secret = bearer(&request.parts.headers).ok_or(HttpError::Barred(AccessDenied::SignIn))?;
    let keys = [ThrottleKey::at(request.from), ThrottleKey::Handle(secret.told().to_owned())];
    limited(&request.people, Limited::Answer, &keys)?;
    let place = request.app.body_place(request.from)?;
    let form = SentForm::read(&request.parts.headers, body, 0).await?;
    drop(place);
    let place = request.app.private_place(request.from)?;
    request
        .run(place, move |_, people, language| {
            Ok((200, tables::api_move(people, &id, secret.told(), &form, language)?))
        })
        .await
}

pub(crate) fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let line = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = line.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Secret::given(token.trim()))
}
