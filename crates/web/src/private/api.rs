//! The API for authors: requests are authorised by a token, never by a cookie.

use super::{
    AccessDenied, is_id,
    request::limited,
    submission::{SubmissionStatus, find_submission},
    submit::UploadRequest,
    tables,
};
use crate::{
    Slug,
    api::{ApiAnswer, problem},
    app_state::{AppState, run_blocking},
    http_error::HttpError,
    people::People,
    session::{self, Transport},
    site::Site,
    throttle::{Limited, Permit, ThrottleKey},
    upload::{SentForm, Upload},
};
use axum::{
    body::Body,
    http::{HeaderMap, Method, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use certamen_game::Language;
use certamen_i18n::Localize;
use certamen_portal::{CurrentUser, Secret};
use jiff::Timestamp;
use serde_json::{Value, json};
use std::{net::IpAddr, sync::Arc};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PrivateCall {
    /// Submits a bot to a contest.
    Send(Slug),
    Submission(String),
    /// The owner of the token.
    Me,
    /// A table where people play; the token is that of a seat, if there is one.
    Table(String),
    /// A move at a table; the token is that of the seat.
    Move(String),
}

impl PrivateCall {
    /// The request at `path`; none if it is a public one.
    pub(crate) fn read(path: &str) -> Option<PrivateCall> {
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        match segments[..] {
            ["api", "v1", "contests", slug, "submissions"] => {
                Slug::read(slug).map(PrivateCall::Send)
            }
            ["api", "v1", "submissions", id] => Some(PrivateCall::Submission(id.to_owned())),
            ["api", "v1", "me"] => Some(PrivateCall::Me),
            ["api", "v1", "tables", id] if is_id(id) => Some(PrivateCall::Table(id.to_owned())),
            ["api", "v1", "tables", id, "moves"] if is_id(id) => {
                Some(PrivateCall::Move(id.to_owned()))
            }
            _ => None,
        }
    }
}

pub(crate) async fn call(
    app: &AppState,
    (people, call): (Arc<People>, PrivateCall),
    language: Language,
    (parts, body): (Parts, Body),
    peer: IpAddr,
) -> Response {
    let from = people.file.origin(peer, session::forwarded(&parts.headers));
    let is_open = Transport::of(&people.file, &parts.headers, peer) == Transport::Open;
    let expected = match call {
        PrivateCall::Send(_) | PrivateCall::Move(_) => Method::POST,
        PrivateCall::Submission(_) | PrivateCall::Me | PrivateCall::Table(_) => Method::GET,
    };
    let request = ApiRequest { app, people, language, parts, from };
    let answer = if is_open {
        Err(HttpError::Barred(AccessDenied::Open))
    } else if request.parts.method != expected {
        Err(HttpError::Method(request.parts.method.to_string()))
    } else {
        match call {
            PrivateCall::Send(slug) => request.send(slug, body).await,
            PrivateCall::Submission(id) => request.submission(id).await,
            PrivateCall::Me => request.me().await,
            PrivateCall::Table(id) => request.table(id).await,
            PrivateCall::Move(id) => request.make_move(id, body).await,
        }
    };
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

struct ApiRequest<'a> {
    app: &'a AppState,
    people: Arc<People>,
    language: Language,
    parts: Parts,
    from: IpAddr,
}

impl ApiRequest<'_> {
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

    async fn me(self) -> ApiResult {
        let _place = self.app.private_place(self.from)?;
        let member = self.member().await?;
        Ok((200, json!({ "handle": member.handle, "language": member.language.code() })))
    }

    async fn submission(self, id: String) -> ApiResult {
        let place = self.app.private_place(self.from)?;
        let member = self.member().await?;
        self.run(place, move |site, people, language| {
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

    async fn send(self, slug: Slug, body: Body) -> ApiResult {
        let place = self.app.body_place(self.from)?;
        // Large bodies without a token are not read.
        let member = self.member().await?;
        let form = {
            let _place = self.people.uploads.enter(self.from).ok_or(HttpError::Busy)?;
            SentForm::read(&self.parts.headers, body, super::LARGEST).await?
        };
        drop(place);
        let (place, from) = (self.app.private_place(self.from)?, self.from);
        self.run(place, move |site, people, language| {
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

    async fn table(self, id: String) -> ApiResult {
        let (place, secret) = (self.app.private_place(self.from)?, bearer(&self.parts.headers));
        self.run(place, move |_, people, language| {
            let secret = secret.as_ref().map(Secret::told);
            Ok((200, tables::api_table(people, &id, secret, language)?))
        })
        .await
    }

    async fn make_move(self, id: String, body: Body) -> ApiResult {
        let secret = bearer(&self.parts.headers).ok_or(HttpError::Barred(AccessDenied::SignIn))?;
        let keys = [ThrottleKey::at(self.from), ThrottleKey::Handle(secret.told().to_owned())];
        limited(&self.people, Limited::Answer, &keys)?;
        let place = self.app.body_place(self.from)?;
        let form = SentForm::read(&self.parts.headers, body, 0).await?;
        drop(place);
        let place = self.app.private_place(self.from)?;
        self.run(place, move |_, people, language| {
            Ok((200, tables::api_move(people, &id, secret.told(), &form, language)?))
        })
        .await
    }
}

pub(crate) fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let line = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = line.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Secret::given(token.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_calls_differ_from_public_ones() {
        assert_eq!(PrivateCall::read("/api/v1/me"), Some(PrivateCall::Me));
        let slug = Slug::read("go").unwrap();
        assert_eq!(
            PrivateCall::read("/api/v1/contests/go/submissions"),
            Some(PrivateCall::Send(slug))
        );
        let table = |call: fn(String) -> PrivateCall| Some(call("abc7".to_owned()));
        assert_eq!(PrivateCall::read("/api/v1/tables/abc7"), table(PrivateCall::Table));
        assert_eq!(PrivateCall::read("/api/v1/tables/abc7/moves"), table(PrivateCall::Move));
        for path in [
            "/api/v1/contests/go",
            "/api/v1/tables/..%2f",
            "/api/v1/contests/Go/submissions",
            "/en/me",
        ] {
            assert_eq!(PrivateCall::read(path), None, "{path}");
        }
    }
}
