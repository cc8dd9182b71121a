//! Private pages, a file each: made for each request by whoever signed in, kept by nobody. What may
//! be done is decided in `portal`; what was sent lies in the contest's folder.

mod admin;
mod api;
mod asked;
mod barred;
mod contest_text;
mod course;
mod frame;
mod host;
mod host_log;
mod host_nav;
mod host_say;
mod ideas;
mod inviting;
mod letter_say;
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
mod say;
mod sending;
mod sign_in;
mod sources;
mod submission;
mod submit;
mod tables;
mod trial;
mod whereabouts;
mod wish_say;
mod wishes;

pub(crate) use api::{OwnCall, bearer, call};
pub use barred::Barred;
pub(crate) use letters::LettersSeen;
pub(crate) use room::{PrivateRoom, is_id};
pub(crate) use say::{account, enter_link, rule_day, rule_slots};
#[cfg(all(test, feature = "schema"))]
pub(crate) use tables::ApiTable;
pub(crate) use tables::Origin;

use crate::{
    contest::Exhibit,
    desk::{Desk, at_desk},
    people::People,
    refusal::Refusal,
    session::{self, Transport},
    upload::SentForm,
};
use asked::{RoomReply, RoomRequest};
use axum::{
    body::Body,
    http::{HeaderValue, Method, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use certamen_game::Language;
use certamen_portal::{SignedIn, rights::Viewer};
use jiff::Timestamp;
use std::{net::IpAddr, sync::Arc, time::Instant};

/// The largest file that any form takes, whatever its contest says.
const LARGEST: usize = 9 << 20;

/// Answers a request for a private page.
pub(crate) async fn enter(
    desk: &Desk,
    (people, room): (Arc<People>, PrivateRoom),
    language: Language,
    (request, body): (Parts, Body),
    peer: IpAddr,
) -> Result<Response, Refusal> {
    let headers = &request.headers;
    let transport = Transport::of(&people.file, headers, peer);
    // What everybody may see he may see over any wire, as nobody in particular.
    if transport == Transport::Open && !room.needs_nobody() {
        return Err(Refusal::Barred(Barred::Open));
    }
    let from = people.file.origin(peer, session::forwarded(headers));
    let sends = request.method == Method::POST;
    let held = if sends { desk.body_place(from)? } else { desk.private_place(from)? };
    let secret = transport.secret(headers).filter(|_| transport != Transport::Open);
    let now = Timestamp::now();
    let portal = Arc::clone(&people.portal);
    let known = secret.clone();
    let member = at_desk(&people.places, move || match &known {
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
        desk.private_place(from)?
    } else {
        held
    };
    let next = request.uri.query().and_then(|query| query.strip_prefix("next="));
    let next = session::own_page(next.unwrap_or_default()).unwrap_or_default().to_owned();
    let site = Arc::clone(&desk.site);
    let here = format!("/{language}{}", room.path());
    let places = Arc::clone(&people.places);
    let replied = at_desk(&places, move || {
        let (site, people, room) = (&site, &people, &room);
        if *room == PrivateRoom::SignOut
            && let (Some(secret), Some(_)) = (&secret, &form)
        {
            people.portal.sign_out(secret)?;
        }
        answer(&RoomRequest {
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
        // Whoever looks is led to where he signs in, and back; whoever sends something is told.
        Err(Refusal::Barred(Barred::SignIn)) if request.method != Method::POST => {
            let to = format!("/{language}{}?next={here}", PrivateRoom::SignIn.path());
            Ok(sent(RoomReply::Elsewhere(to, None)))
        }
        replied => replied.map(sent),
    }
}

/// What somebody wants to be done; nothing if he only looks.
async fn form(
    people: &People,
    room: &PrivateRoom,
    member: Option<&SignedIn>,
    (request, body): (&Parts, Body),
    from: IpAddr,
) -> Result<Option<SentForm>, Refusal> {
    let headers = &request.headers;
    match request.method {
        Method::GET | Method::HEAD => Ok(None),
        Method::POST if !session::is_ours(&people.file, headers) => {
            Err(Refusal::Barred(Barred::Forged))
        }
        // Whoever did not sign in is not listened to for megabytes.
        Method::POST if room.takes_files() && (member.is_some() || !room.is_for_all()) => {
            member.ok_or(Refusal::Barred(Barred::SignIn))?;
            let _place = people.uploads.enter(from).ok_or(Refusal::Busy)?;
            SentForm::read(headers, body, LARGEST).await.map(Some)
        }
        Method::POST => SentForm::read(headers, body, 0).await.map(Some),
        _ => Err(Refusal::Method(request.method.to_string())),
    }
}

fn answer(asked: &RoomRequest<'_>) -> Result<RoomReply, Refusal> {
    match asked.room {
        PrivateRoom::SignIn => sign_in::answer(asked),
        PrivateRoom::Register => register::answer(asked),
        PrivateRoom::Invited(secret) => register::invited(asked, secret),
        PrivateRoom::SignOut => Ok(sign_in::left(asked)),
        PrivateRoom::OneTime(secret) => one_time::answer(asked, secret),
        PrivateRoom::Me => me::answer(asked),
        PrivateRoom::Submit(slug) => submit::answer(asked, exhibit(asked, slug)?),
        PrivateRoom::Mine(slug) => mine::answer(asked, exhibit(asked, slug)?),
        PrivateRoom::OwnMatch(slug, number, turn) => {
            own_match::answer(asked, exhibit(asked, slug)?, (*number, *turn))
        }
        PrivateRoom::OwnFrames(slug, number) => {
            own_match::frames(asked, exhibit(asked, slug)?, *number)
        }
        PrivateRoom::Submission(id) => submission::answer(asked, id),
        PrivateRoom::Trial(id, turn) => trial::answer(asked, id, *turn),
        PrivateRoom::TrialFrames(id) => trial::frames(asked, id),
        PrivateRoom::Sources(slug, entrant) => {
            sources::answer(asked, exhibit(asked, slug)?, entrant)
        }
        PrivateRoom::Course(slug) => course::answer(asked, exhibit(asked, slug)?),
        PrivateRoom::Marks(slug) => course::marks(asked, exhibit(asked, slug)?),
        PrivateRoom::Sheet(slug) => course::sheet(asked, exhibit(asked, slug)?),
        PrivateRoom::Host(slug) => host::answer(asked, exhibit(asked, slug)?),
        PrivateRoom::Pairs(slug) => course::pairs(asked, exhibit(asked, slug)?),
        PrivateRoom::Members(slug) => members::answer(asked, exhibit(asked, slug)?),
        PrivateRoom::HostLog(slug) => host_log::answer(asked, exhibit(asked, slug)?),
        PrivateRoom::Notices(slug) => notices::answer(asked, exhibit(asked, slug)?),
        PrivateRoom::Questions(slug) => questions::answer(asked, exhibit(asked, slug)?),
        PrivateRoom::ContestText(slug) => contest_text::answer(asked, exhibit(asked, slug)?),
        PrivateRoom::Ask(slug) => questions::ask(asked, exhibit(asked, slug)?),
        PrivateRoom::Idea(slug) => ideas::idea(asked, exhibit(asked, slug)?),
        PrivateRoom::Ideas(slug) => ideas::ideas(asked, exhibit(asked, slug)?),
        PrivateRoom::Wishes => wishes::answer(asked),
        PrivateRoom::Admin(part) => admin::answer(asked, *part),
        PrivateRoom::Play => tables::lobby(asked),
        PrivateRoom::OpenTable(origin) => tables::open(asked, origin),
        PrivateRoom::Table(id) => tables::watch(asked, id),
        PrivateRoom::TableStamp(id) => tables::stamp(asked, id),
        PrivateRoom::TableSeat(id, secret) => tables::seat(asked, (id, secret)),
        PrivateRoom::TableMatch(id, turn) => tables::step(asked, id, *turn),
        PrivateRoom::TableFrames(id) => tables::frames(asked, id),
        PrivateRoom::TableWorth(id, turn) => tables::worth(asked, id, *turn),
        PrivateRoom::TableRecord(id) => tables::record(asked, id),
    }
}

fn exhibit<'a>(asked: &RoomRequest<'a>, slug: &crate::Slug) -> Result<&'a Arc<Exhibit>, Refusal> {
    asked.site.exhibit(slug)
}

/// As what somebody looks at a thing of a contest, of which he may be an author.
pub(crate) fn viewer(member: Option<&SignedIn>, contest: &str, owns: Owns) -> Viewer {
    match member {
        None => Viewer::Visitor,
        Some(member) if member.grants.admin && owns == Owns::No => Viewer::Admin,
        Some(_) if owns == Owns::Yes => Viewer::Author,
        Some(member) if member.grants.is_host(contest) => Viewer::Host,
        Some(_) => Viewer::Member,
    }
}

/// Whether something is one's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Owns {
    /// It is.
    Yes,
    /// It is not.
    No,
}

fn sent(reply: RoomReply) -> Response {
    let mut response = match reply {
        RoomReply::Page(status, page) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
            (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
        }
        RoomReply::Elsewhere(to, cookie) => {
            let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response();
            let cookie = cookie.and_then(|cookie| HeaderValue::from_str(&cookie).ok());
            if let Some(cookie) = cookie {
                response.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            response
        }
        RoomReply::Script(script) => {
            let kind = (header::CONTENT_TYPE, "text/javascript; charset=utf-8");
            ([kind], script).into_response()
        }
        RoomReply::Word(word) => {
            ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], word).into_response()
        }
        RoomReply::File(name, content) => {
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
