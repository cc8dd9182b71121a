//! Private pages, one file each: rendered per request for the signed-in user, never cached. The
//! portal decides on permissions; submissions are in the contest's folder.

mod access_denied;
mod admin;
mod api;
mod asked;
mod contest_text;
mod course;
mod frame;
mod host;
mod host_log;
mod host_nav;
mod ideas;
mod inviting;
mod letters;
mod me;
mod members;
mod mine;
mod next_edition;
mod notices;
mod one_time;
mod own_match;
mod questions;
mod register;
mod room;
mod sending;
mod sign_in;
mod sources;
mod submission;
mod submission_status;
mod submit;
mod tables;
mod trial;
mod wishes;

pub use access_denied::AccessDenied;
pub(crate) use api::{OwnCall, bearer, call};
pub(crate) use letters::MailCursor;
pub(crate) use room::{PrivateRoute, is_id};
pub(crate) use say::{account, enter_link, rule_day, rule_slots};
#[cfg(all(test, feature = "schema"))]
pub(crate) use tables::ApiTable;
pub(crate) use tables::Origin;

use crate::{
    contest::ContestView,
    desk::{AppState, run_blocking},
    http_error::HttpError,
    people::People,
    session::{self, Transport},
    upload::SentForm,
};
use asked::{PrivateReply, PrivateRequest};
use axum::{
    body::Body,
    http::{HeaderValue, Method, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use certamen_game::Language;
use certamen_portal::{CurrentUser, rights::Relation};
use jiff::Timestamp;
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
    (people, room): (Arc<People>, PrivateRoute),
    language: Language,
    (request, body): (Parts, Body),
    peer: IpAddr,
) -> Result<Response, HttpError> {
    let headers = &request.headers;
    let transport = Transport::of(&people.file, headers, peer);
    // Public content may be read over any connection, as an anonymous user.
    if transport == Transport::Open && !room.is_public() {
        return Err(HttpError::Barred(AccessDenied::Open));
    }
    let from = people.file.origin(peer, session::forwarded(headers));
    let sends = request.method == Method::POST;
    let held = if sends { app.body_place(from)? } else { app.private_place(from)? };
    let secret = transport.secret(headers).filter(|_| transport != Transport::Open);
    let now = Timestamp::now();
    let portal = Arc::clone(&people.portal);
    let known = secret.clone();
    let member = run_blocking(&people.places, move || match &known {
        Some(secret) => Ok(portal.member(secret, now)?),
        None => Ok(None),
    })
    .await?;
    if let Some(member) = &member {
        people.throttle.note_owner(&member.handle, from, Instant::now());
    }
    let form = form(&people, &room, member.as_ref(), (&request, body), from).await?;
    let _held = if sends {
        drop(held);
        app.private_place(from)?
    } else {
        held
    };
    let next = request.uri.query().and_then(|query| query.strip_prefix("next="));
    let next = session::own_page(next.unwrap_or_default()).unwrap_or_default().to_owned();
    let site = Arc::clone(&app.site);
    let here = format!("/{language}{}", room.path());
    let places = Arc::clone(&people.places);
    let replied = run_blocking(&places, move || {
        let (site, people, room) = (&site, &people, &room);
        if *room == PrivateRoute::SignOut
            && let (Some(secret), Some(_)) = (&secret, &form)
        {
            people.portal.sign_out(secret)?;
        }
        answer(&PrivateRequest {
            site,
            people,
            room,
            language,
            member,
            form,
            next,
            transport,
            from,
            now,
        })
    });
    match replied.await {
        // A GET request is redirected to sign-in and back; a POST gets an error.
        Err(HttpError::Barred(AccessDenied::SignIn)) if request.method != Method::POST => {
            let to = format!("/{language}{}?next={here}", PrivateRoute::SignIn.path());
            Ok(sent(PrivateReply::Elsewhere(to, None)))
        }
        replied => replied.map(sent),
    }
}

/// The form; none for a GET request.
async fn form(
    people: &People,
    room: &PrivateRoute,
    member: Option<&CurrentUser>,
    (request, body): (&Parts, Body),
    from: IpAddr,
) -> Result<Option<SentForm>, HttpError> {
    let headers = &request.headers;
    match request.method {
        Method::GET | Method::HEAD => Ok(None),
        Method::POST if !session::is_ours(&people.file, headers) => {
            Err(HttpError::Barred(AccessDenied::Forged))
        }
        // Large bodies of anonymous users are not read.
        Method::POST if room.takes_files() && (member.is_some() || !room.is_for_all()) => {
            member.ok_or(HttpError::Barred(AccessDenied::SignIn))?;
            let _place = people.uploads.enter(from).ok_or(HttpError::Busy)?;
            SentForm::read(headers, body, LARGEST).await.map(Some)
        }
        Method::POST => SentForm::read(headers, body, 0).await.map(Some),
        _ => Err(HttpError::Method(request.method.to_string())),
    }
}

fn answer(asked: &PrivateRequest<'_>) -> Result<PrivateReply, HttpError> {
    match asked.room {
        PrivateRoute::SignIn => sign_in::answer(asked),
        PrivateRoute::Register => register::answer(asked),
        PrivateRoute::Invited(secret) => register::invited(asked, secret),
        PrivateRoute::SignOut => Ok(sign_in::left(asked)),
        PrivateRoute::OneTime(secret) => one_time::answer(asked, secret),
        PrivateRoute::Me => me::answer(asked),
        PrivateRoute::Submit(slug) => submit::answer(asked, exhibit(asked, slug)?),
        PrivateRoute::Mine(slug) => mine::answer(asked, exhibit(asked, slug)?),
        PrivateRoute::OwnMatch(slug, number, turn) => {
            own_match::answer(asked, exhibit(asked, slug)?, (*number, *turn))
        }
        PrivateRoute::OwnFrames(slug, number) => {
            own_match::frames(asked, exhibit(asked, slug)?, *number)
        }
        PrivateRoute::Submission(id) => submission::answer(asked, id),
        PrivateRoute::Trial(id, turn) => trial::answer(asked, id, *turn),
        PrivateRoute::TrialFrames(id) => trial::frames(asked, id),
        PrivateRoute::Sources(slug, entrant) => {
            sources::answer(asked, exhibit(asked, slug)?, entrant)
        }
        PrivateRoute::Course(slug) => course::answer(asked, exhibit(asked, slug)?),
        PrivateRoute::Marks(slug) => course::marks(asked, exhibit(asked, slug)?),
        PrivateRoute::Sheet(slug) => course::sheet(asked, exhibit(asked, slug)?),
        PrivateRoute::Host(slug) => host::answer(asked, exhibit(asked, slug)?),
        PrivateRoute::Pairs(slug) => course::pairs(asked, exhibit(asked, slug)?),
        PrivateRoute::Members(slug) => members::answer(asked, exhibit(asked, slug)?),
        PrivateRoute::HostLog(slug) => host_log::answer(asked, exhibit(asked, slug)?),
        PrivateRoute::Notices(slug) => notices::answer(asked, exhibit(asked, slug)?),
        PrivateRoute::Questions(slug) => questions::answer(asked, exhibit(asked, slug)?),
        PrivateRoute::ContestText(slug) => contest_text::answer(asked, exhibit(asked, slug)?),
        PrivateRoute::Ask(slug) => questions::ask(asked, exhibit(asked, slug)?),
        PrivateRoute::Idea(slug) => ideas::idea(asked, exhibit(asked, slug)?),
        PrivateRoute::Ideas(slug) => ideas::ideas(asked, exhibit(asked, slug)?),
        PrivateRoute::Wishes => wishes::answer(asked),
        PrivateRoute::Admin(part) => admin::answer(asked, *part),
        PrivateRoute::Play => tables::lobby(asked),
        PrivateRoute::OpenTable(origin) => tables::open(asked, origin),
        PrivateRoute::Table(id) => tables::watch(asked, id),
        PrivateRoute::TableStamp(id) => tables::stamp(asked, id),
        PrivateRoute::TableSeat(id, secret) => tables::seat(asked, (id, secret)),
        PrivateRoute::TableMatch(id, turn) => tables::step(asked, id, *turn),
        PrivateRoute::TableFrames(id) => tables::frames(asked, id),
        PrivateRoute::TableWorth(id, turn) => tables::worth(asked, id, *turn),
        PrivateRoute::TableRecord(id) => tables::record(asked, id),
    }
}

fn exhibit<'a>(
    asked: &PrivateRequest<'a>,
    slug: &crate::Slug,
) -> Result<&'a Arc<ContestView>, HttpError> {
    asked.site.exhibit(slug)
}

/// The relation of the user to a submission of a contest.
pub(crate) fn viewer(
    member: Option<&CurrentUser>,
    contest: &str,
    ownership: Ownership,
) -> Relation {
    match member {
        None => Relation::Visitor,
        Some(member) if member.grants.admin && ownership == Ownership::No => Relation::Admin,
        Some(_) if ownership == Ownership::Yes => Relation::Author,
        Some(member) if member.grants.is_host(contest) => Relation::Host,
        Some(_) => Relation::Member,
    }
}

/// Whether the user is the owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ownership {
    /// The owner.
    Yes,
    /// Someone else.
    No,
}

fn sent(reply: PrivateReply) -> Response {
    let mut response = match reply {
        PrivateReply::Page(status, page) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
            (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
        }
        PrivateReply::Elsewhere(to, cookie) => {
            let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response();
            let cookie = cookie.and_then(|cookie| HeaderValue::from_str(&cookie).ok());
            if let Some(cookie) = cookie {
                response.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            response
        }
        PrivateReply::Script(script) => {
            let kind = (header::CONTENT_TYPE, "text/javascript; charset=utf-8");
            ([kind], script).into_response()
        }
        PrivateReply::Word(word) => {
            ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], word).into_response()
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
