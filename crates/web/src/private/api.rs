//! The API for authors: requests are authorised by a token, never by a cookie.

use super::{
    request::limited,
    serve::LARGEST,
    submission::{SubmissionStatus, find_submission},
    submit::UploadRequest,
};
use crate::{
    Slug,
    api::{ApiAnswer, problem},
    app_state::{AppState, Reader, run_blocking},
    http_error::{AccessDenied, HttpError, Resource},
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
    http::{HeaderMap, HeaderValue, Method, StatusCode, header, request::Parts},
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
    let wait = answer.as_ref().err().and_then(HttpError::retry_after);
    let (status, kind, body) = match answer {
        Ok(ApiReply::Document(status, document)) => {
            (status, "application/json", document.to_string().into_bytes())
        }
        Ok(ApiReply::Lines(lines)) => (200, "application/jsonl", lines),
        Ok(ApiReply::Nothing) => (204, "application/json", Vec::new()),
        Err(error) => {
            let ApiAnswer { kind, body, .. } = problem(&error, language);
            (error.status(), kind, body)
        }
    };
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")];
    let mut response = (status, headers, body).into_response();
    if let Some(seconds) = wait {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// The result of a call.
pub(super) enum ApiReply {
    /// The status, and a JSON document.
    Document(u16, Value),
    /// Lines of JSON.
    Lines(Vec<u8>),
    /// There is nothing yet.
    Nothing,
}

pub(super) type ApiResult = Result<ApiReply, HttpError>;

pub(super) struct ApiRequest {
    pub(super) app: AppState,
    pub(super) people: Arc<People>,
    pub(super) language: Language,
    pub(super) parts: Parts,
    pub(super) from: IpAddr,
    /// The address that the request was sent from.
    pub(super) peer: IpAddr,
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
        let Reader { language, from, peer, .. } = reader;
        Ok(ApiRequest { app, people, language, parts, from, peer })
    }

    /// The owner of the token.
    pub(super) async fn member(&self) -> Result<CurrentUser, HttpError> {
        let secret = bearer(&self.parts.headers).ok_or(HttpError::Barred(AccessDenied::SignIn))?;
        let portal = Arc::clone(&self.people.portal);
        let member = run_blocking(&self.people.places, move || Ok(portal.bearer(&secret)?)).await?;
        member.ok_or(HttpError::Barred(AccessDenied::SignIn))
    }

    /// Answers by blocking work, in `place`.
    pub(super) async fn run(
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
    let document = json!({ "handle": member.handle, "language": member.language.code() });
    Ok(ApiReply::Document(200, document))
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
            Ok(ApiReply::Document(200, document))
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
                    let place = format!("/api/v1/submissions/{id}");
                    Ok(ApiReply::Document(201, json!({ "id": id, "told": place })))
                }
                Err(error) => {
                    Err(HttpError::Barred(AccessDenied::NotSent(error.status(), error.message())))
                }
            }
        })
        .await
}

pub(crate) fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let line = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = line.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Secret::given(token.trim()))
}
