//! Private pages: rendered per request for the signed-in user, never cached. The
//! portal decides on permissions; submissions are in the contest's folder.

mod account;
mod admin;
mod api;
mod contest_text;
mod course;
mod email;
mod host;
mod ideas;
mod matches;
mod members;
mod notices;
mod request;
mod route;
mod submission;
mod submit;
mod tables;
mod wishes;

pub(crate) use api::{PrivateCall, bearer, call};
pub(crate) use email::MailCursor;
pub use request::AccessDenied;
pub(crate) use route::{ContestPage, PrivateRoute, TablePage, is_id};
pub(crate) use say::{account, enter_link, rule_day, rule_slots};
#[cfg(all(test, feature = "schema"))]
pub(crate) use tables::ApiTable;
pub(crate) use tables::Origin;

use crate::{
    app_state::{AppState, run_blocking},
    http_error::HttpError,
    people::People,
    session::{self, Transport},
    upload::SentForm,
};
use axum::{
    body::Body,
    http::{HeaderValue, Method, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use certamen_game::Language;
use jiff::Timestamp;
use request::{PageResult, PrivateReply, PrivateRequest};
use std::{net::IpAddr, sync::Arc, time::Instant};

mod wish_say {
    certamen_i18n::texts!("locales/wishes");
}

mod say {
    certamen_i18n::texts!("locales/private");
}

mod letter_say {
    certamen_i18n::texts!("locales/letters");
}

mod host_say {
    certamen_i18n::texts!("locales/host");
}

/// The maximum file size of any form, whatever its contest allows.
const LARGEST: usize = 9 << 20;

/// Answers a request for a private page.
pub(crate) async fn enter(
    app: &AppState,
    (people, route): (Arc<People>, PrivateRoute),
    language: Language,
    (parts, body): (Parts, Body),
    peer: IpAddr,
) -> Result<Response, HttpError> {
    let headers = &parts.headers;
    let transport = Transport::of(&people.file, headers, peer);
    // Public content may be read over any connection, as an anonymous user.
    if transport == Transport::Open && !route.is_public() {
        return Err(HttpError::Barred(AccessDenied::Open));
    }
    let from = people.file.origin(peer, session::forwarded(headers));
    let sends = parts.method == Method::POST;
    let held = if sends { app.body_place(from)? } else { app.private_place(from)? };
    let session = transport.secret(headers).filter(|_| transport != Transport::Open);
    let now = Timestamp::now();
    let (portal, secret) = (Arc::clone(&people.portal), session.clone());
    let member = run_blocking(&people.places, move || match &secret {
        Some(secret) => Ok(portal.member(secret, now)?),
        None => Ok(None),
    })
    .await?;
    if let Some(member) = &member {
        people.throttle.note_owner(&member.handle, from, Instant::now());
    }
    let form = form(&people, &route, member.is_some(), (&parts, body), from).await?;
    let _held = if sends {
        drop(held);
        app.private_place(from)?
    } else {
        held
    };
    let next = parts.uri.query().and_then(|query| query.strip_prefix("next="));
    let next = session::own_page(next.unwrap_or_default()).unwrap_or_default().to_owned();
    let here = format!("/{language}{}", route.path());
    let (site, places) = (Arc::clone(&app.site), Arc::clone(&people.places));
    let reply = run_blocking(&places, move || {
        answer(&PrivateRequest {
            site: &site,
            people: &people,
            route: &route,
            language,
            member,
            session,
            form,
            next,
            transport,
            from,
            now,
        })
    });
    match reply.await {
        // A GET request is redirected to sign-in and back; a POST gets an error.
        Err(HttpError::Barred(AccessDenied::SignIn)) if parts.method != Method::POST => {
            let to = format!("/{language}{}?next={here}", PrivateRoute::SignIn.path());
            Ok(response(PrivateReply::Redirect(to, None)))
        }
        reply => reply.map(response),
    }
}

/// The form; `None` for a request that sends none.
async fn form(
    people: &People,
    route: &PrivateRoute,
    is_member: bool,
    (parts, body): (&Parts, Body),
    from: IpAddr,
) -> Result<Option<SentForm>, HttpError> {
    match parts.method {
        Method::GET | Method::HEAD => Ok(None),
        Method::POST if !session::is_ours(&people.file, &parts.headers) => {
            Err(HttpError::Barred(AccessDenied::Forged))
        }
        // Large bodies of anonymous users are not read.
        Method::POST if route.accepts_files() && (is_member || !route.is_for_all()) => {
            if !is_member {
                return Err(HttpError::Barred(AccessDenied::SignIn));
            }
            let _place = people.uploads.enter(from).ok_or(HttpError::Busy)?;
            Ok(Some(SentForm::read(&parts.headers, body, LARGEST).await?))
        }
        Method::POST => Ok(Some(SentForm::read(&parts.headers, body, 0).await?)),
        _ => Err(HttpError::Method(parts.method.to_string())),
    }
}

fn answer(request: &PrivateRequest<'_>) -> PageResult {
    match request.route {
        PrivateRoute::SignIn => account::sign_in(request),
        PrivateRoute::Register => account::register(request),
        PrivateRoute::Invited(secret) => account::invited(request, secret),
        PrivateRoute::SignOut => account::sign_out(request),
        PrivateRoute::OneTime(secret) => account::one_time(request, secret),
        PrivateRoute::Me => account::me(request),
        PrivateRoute::Contest(slug, page) => {
            let view = request.site.contest_view(slug)?;
            match page {
                ContestPage::Submit => submit::submit(request, view),
                ContestPage::Mine => submission::mine(request, view),
                ContestPage::Course => course::course(request, view),
                ContestPage::Marks => course::marks(request, view),
                ContestPage::Sheet => course::sheet(request, view),
                ContestPage::Host => host::answer(request, view),
                ContestPage::Teams => course::teams(request, view),
                ContestPage::Members => members::answer(request, view),
                ContestPage::Log => host::log(request, view),
                ContestPage::Notices => notices::notices(request, view),
                ContestPage::Questions => notices::questions(request, view),
                ContestPage::File => contest_text::answer(request, view),
                ContestPage::Ask => notices::ask(request, view),
                ContestPage::Idea => ideas::idea(request, view),
                ContestPage::Ideas => ideas::ideas(request, view),
            }
        }
        PrivateRoute::OwnMatch(slug, number, turn) => {
            matches::own_match(request, request.site.contest_view(slug)?, *number, *turn)
        }
        PrivateRoute::OwnFrames(slug, number) => {
            matches::own_frames(request, request.site.contest_view(slug)?, *number)
        }
        PrivateRoute::Submission(id) => submission::submission(request, id),
        PrivateRoute::Trial(id, turn) => matches::trial(request, id, *turn),
        PrivateRoute::TrialFrames(id) => matches::trial_frames(request, id),
        PrivateRoute::Sources(slug, entrant) => {
            submission::sources(request, request.site.contest_view(slug)?, entrant)
        }
        PrivateRoute::Suggestions => wishes::answer(request),
        PrivateRoute::Admin(part) => admin::answer(request, *part),
        PrivateRoute::Play => tables::lobby(request),
        PrivateRoute::OpenTable(origin) => tables::open(request, origin),
        PrivateRoute::Table(id, page) => match page {
            TablePage::Watch => tables::watch(request, id),
            TablePage::Stamp => tables::stamp(request, id),
            TablePage::Seat(secret) => tables::seat(request, id, secret),
            TablePage::Match(turn) => tables::step(request, id, *turn),
            TablePage::Frames => tables::frames(request, id),
            TablePage::Worth(turn) => tables::worth(request, id, *turn),
            TablePage::Record => tables::record(request, id),
        },
    }
}

fn response(reply: PrivateReply) -> Response {
    let mut response = match reply {
        PrivateReply::Page(status, page) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
            (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
        }
        PrivateReply::Redirect(to, cookie) => {
            let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response();
            let cookie = cookie.and_then(|cookie| HeaderValue::from_str(&cookie).ok());
            if let Some(cookie) = cookie {
                response.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            response
        }
        PrivateReply::Script(script) => {
            ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], script).into_response()
        }
        PrivateReply::Text(text) => {
            ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
        }
        PrivateReply::File(name, content) => {
            let headers = [
                (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
                (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
            ];
            (headers, content).into_response()
        }
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
