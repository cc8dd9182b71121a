//! The API for authors: requests are authorised by a token, never by a cookie.

use super::{
    AccessDenied, asked, is_id, sending::UploadRequest, submission::seen,
    submission_status::SubmissionStatus, tables,
};
use crate::{
    api::{ApiAnswer, problem},
    desk::{AppState, run_blocking},
    http_error::HttpError,
    people::People,
    session::{self, Transport},
    site::Site,
    slug::Slug,
    throttle::{Limited, ThrottleKey},
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
use std::{net::IpAddr, sync::Arc, time::Instant};

/// A request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OwnCall {
    /// Submits a bot to a contest.
    Send(Slug),
    /// The status of a submission.
    Submission(String),
    /// The owner of the token.
    Me,
    /// A table where people play; the token is that of a seat, if there is one.
    Table(String),
    /// A move at a table; the token is that of the seat.
    Move(String),
}

impl OwnCall {
    /// The request at `path`; none if it is a public one.
    pub(crate) fn read(path: &str) -> Option<OwnCall> {
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        match segments[..] {
            ["api", "v1", "contests", slug, "submissions"] => Slug::read(slug).map(OwnCall::Send),
            ["api", "v1", "submissions", id] => Some(OwnCall::Submission(id.to_owned())),
            ["api", "v1", "me"] => Some(OwnCall::Me),
            ["api", "v1", "tables", id] if is_id(id) => Some(OwnCall::Table(id.to_owned())),
            ["api", "v1", "tables", id, "moves"] if is_id(id) => Some(OwnCall::Move(id.to_owned())),
            _ => None,
        }
    }
}

/// Answers a request.
pub(crate) async fn call(
    app: &AppState,
    (people, call): (Arc<People>, OwnCall),
    language: Language,
    (request, body): (Parts, Body),
    peer: IpAddr,
) -> Response {
    let answered = answer(app, (people, call), language, (&request, body), peer).await;
    let (status, kind, body) = match answered {
        Ok((status, told)) => (status, "application/json", told.to_string().into_bytes()),
        Err(error) => {
            let ApiAnswer { kind, body, .. } = problem(&error, language);
            (error.status(), kind, body)
        }
    };
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")];
    (status, headers, body).into_response()
}

async fn answer(
    app: &AppState,
    (people, call): (Arc<People>, OwnCall),
    language: Language,
    (request, body): (&Parts, Body),
    peer: IpAddr,
) -> Result<(u16, Value), HttpError> {
    if Transport::of(&people.file, &request.headers, peer) == Transport::Open {
        return Err(HttpError::Barred(AccessDenied::Open));
    }
    let sends = matches!(call, OwnCall::Send(_) | OwnCall::Move(_));
    let due = if sends { Method::POST } else { Method::GET };
    if request.method != due {
        return Err(HttpError::Method(request.method.to_string()));
    }
    let from = people.file.origin(peer, session::forwarded(&request.headers));
    if let OwnCall::Table(id) | OwnCall::Move(id) = call {
        return at_table((app, people), id, language, (request, body), from).await;
    }
    let held = if sends { app.body_place(from)? } else { app.private_place(from)? };
    let secret = bearer(&request.headers).ok_or(HttpError::Barred(AccessDenied::SignIn))?;
    // Large bodies without a token are not read.
    let (portal, site) = (Arc::clone(&people.portal), Arc::clone(&app.site));
    let places = Arc::clone(&people.places);
    let member = run_blocking(&places, move || Ok(portal.bearer(&secret)?)).await?;
    let member = member.ok_or(HttpError::Barred(AccessDenied::SignIn))?;
    let form = match call {
        OwnCall::Send(_) => {
            let _place = people.uploads.enter(from).ok_or(HttpError::Busy)?;
            SentForm::read(&request.headers, body, super::LARGEST).await?
        }
        _ => SentForm::default(),
    };
    let _held = if sends {
        drop(held);
        app.private_place(from)?
    } else {
        held
    };
    run_blocking(&places, move || match call {
        OwnCall::Me => Ok((200, me(&member))),
        OwnCall::Submission(id) => Ok((200, submission(&site, &people, (&member, &id), language)?)),
        OwnCall::Send(slug) => send(&site, &people, (&member, &slug), (&form, language, from)),
        // These were answered before: their tokens belong to no account.
        OwnCall::Table(_) | OwnCall::Move(_) => Err(HttpError::Ours),
    })
    .await
}

/// The document of a table, or a move.
async fn at_table(
    (app, people): (&AppState, Arc<People>),
    id: String,
    language: Language,
    (request, body): (&Parts, Body),
    from: IpAddr,
) -> Result<(u16, Value), HttpError> {
    let (places, now) = (Arc::clone(&people.places), Timestamp::now());
    let secret = bearer(&request.headers).map(|secret| secret.told().to_owned());
    if request.method == Method::GET {
        let _held = app.private_place(from)?;
        return run_blocking(&places, move || {
            Ok((200, tables::told(&people, (&id, secret.as_deref()), language, now)?))
        })
        .await;
    }
    let secret = secret.ok_or(HttpError::Barred(AccessDenied::SignIn))?;
    let throttle_key = [ThrottleKey::at(from), ThrottleKey::Handle(secret.clone())];
    asked::limited(&people, tables::LIMIT, throttle_key, Instant::now())?;
    let held = app.body_place(from)?;
    let form = SentForm::read(&request.headers, body, 0).await?;
    drop(held);
    let _held = app.private_place(from)?;
    run_blocking(&places, move || {
        Ok((200, tables::moved(&people, (&id, &secret), &form, (language, now))?))
    })
    .await
}

/// The token of a request.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let line = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = line.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Secret::given(token.trim()))
}

fn me(member: &CurrentUser) -> Value {
    json!({ "handle": member.handle, "language": member.language.code() })
}

fn submission(
    site: &Site,
    people: &People,
    (member, id): (&CurrentUser, &str),
    language: Language,
) -> Result<Value, HttpError> {
    let (found, view, _) = seen(site, people, member, id)?;
    let (place, roster) = SubmissionStatus::of(&view.folder, id)?;
    let reasons = roster.find(id).map(|filed| filed.decided.reasons.clone()).unwrap_or_default();
    let reasons: Vec<&str> = reasons.iter().map(|texts| texts.get(language)).collect();
    let steps = people.portal.steps(id)?;
    let steps: Vec<Value> = steps
        .iter()
        .map(|step| {
            json!({ "stage": step.stage, "result": step.result, "time": step.time.to_string() })
        })
        .collect();
    let sent = &found.sent;
    Ok(json!({
        "id": sent.id, "contest": sent.contest, "entrant": sent.entrant, "file": sent.file,
        "note": sent.note, "digest": sent.digest, "received": sent.received.to_string(),
        "state": place.key(), "told": place.word().get(language),
        "steps": steps, "reasons": reasons,
    }))
}

fn send(
    site: &Site,
    people: &People,
    (member, slug): (&CurrentUser, &Slug),
    (form, language, from): (&SentForm, Language, IpAddr),
) -> Result<(u16, Value), HttpError> {
    let view = site.exhibit(slug)?;
    asked::limited(
        people,
        Limited::Send,
        [ThrottleKey::at(from), ThrottleKey::Handle(member.handle.clone())],
        Instant::now(),
    )?;
    let empty = Upload { name: String::new(), content: Vec::new() };
    let file = form.file.as_ref().unwrap_or(&empty);
    let (entrant, note, now) = (form.text("entrant"), form.text("note"), Timestamp::now());
    let written_by = None;
    let upload =
        UploadRequest { people, view, member, language, entrant, note, file, written_by, now };
    match upload.send() {
        Ok(id) => Ok((201, json!({ "id": id, "told": format!("/api/v1/submissions/{id}") }))),
        Err(error) => {
            Err(HttpError::Barred(AccessDenied::NotSent(error.status(), error.message())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_calls_are_told_from_those_of_everybody() {
        assert_eq!(OwnCall::read("/api/v1/me"), Some(OwnCall::Me));
        let slug = Slug::read("go").unwrap();
        assert_eq!(OwnCall::read("/api/v1/contests/go/submissions"), Some(OwnCall::Send(slug)));
        let table = |call: fn(String) -> OwnCall| Some(call("abc7".to_owned()));
        assert_eq!(OwnCall::read("/api/v1/tables/abc7"), table(OwnCall::Table));
        assert_eq!(OwnCall::read("/api/v1/tables/abc7/moves"), table(OwnCall::Move));
        for path in [
            "/api/v1/contests/go",
            "/api/v1/tables/..%2f",
            "/api/v1/contests/Go/submissions",
            "/en/me",
        ] {
            assert_eq!(OwnCall::read(path), None, "{path}");
        }
    }
}
