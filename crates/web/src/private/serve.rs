//! Private pages as routes: who may open a page, what it may be sent, and how it is answered. Pages
//! are rendered per request for the signed-in user, and never cached.

use super::request::{PageResult, PrivateReply, PrivateRequest};
use crate::{
    Slug,
    app_state::{AppState, Reader, run_blocking},
    contest::ContestView,
    http_error::{AccessDenied, HttpError, Resource},
    links,
    people::People,
    session::{self, Transport},
    upload::SentForm,
};
use axum::{
    Extension,
    body::Body,
    extract::{Path, Request, State, rejection::PathRejection},
    http::{HeaderValue, Method, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
    routing::{MethodRouter, any},
};
use certamen_portal::rights::Permission;
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use std::{cell::OnceCell, net::IpAddr, sync::Arc, time::Instant};

/// The maximum file size of any form, whatever its contest allows.
pub(super) const LARGEST: usize = 9 << 20;

/// Who may open a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// Everyone, over any connection.
    Public,
    /// Everyone.
    Anyone,
    /// Signed-in users; others are sent to sign-in and back.
    Member,
    /// Organizers of the contest; for others there is no such page.
    Host,
    /// Admins of the site; for others there is no such page.
    Admin,
}

/// What a page may be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Takes {
    Nothing,
    /// A form with short texts.
    Form,
    /// A form with a file.
    File,
}

/// A private page: its address without the language, its rules, and its handler.
pub(crate) struct PrivateRoute {
    pub(crate) path: String,
    #[cfg_attr(not(test), expect(dead_code, reason = "the test of all roles reads them"))]
    pub(crate) rules: RouteRules,
    pub(crate) service: MethodRouter<AppState>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RouteRules {
    pub(crate) access: Access,
    pub(crate) takes: Takes,
}

/// A page whose address has no variable parts.
pub(crate) fn page(
    path: &str,
    access: Access,
    takes: Takes,
    handler: fn(&PrivateRequest<'_>) -> PageResult,
) -> PrivateRoute {
    page_at(path, access, takes, move |request, ()| handler(request))
}

/// A page with the variable parts of its address.
pub(crate) fn page_at<P>(
    path: &str,
    access: Access,
    takes: Takes,
    handler: impl Fn(&PrivateRequest<'_>, P) -> PageResult + Copy + Send + Sync + 'static,
) -> PrivateRoute
where
    P: DeserializeOwned + Send + 'static,
{
    route(path.to_owned(), access, takes, move |request, parts: P| {
        access.check(request, "")?;
        handler(request, parts)
    })
}

/// A page of a contest: one of the ends of addresses in `links`.
pub(crate) fn contest_page(
    end: &str,
    access: Access,
    takes: Takes,
    handler: fn(&PrivateRequest<'_>, &ContestView) -> PageResult,
) -> PrivateRoute {
    route(format!("/c/{{slug}}{end}"), access, takes, move |request, slug: Slug| {
        let view = request.site.contest_view(&slug)?;
        access.check(request, slug.as_str())?;
        handler(request, view)
    })
}

fn route<P>(
    path: String,
    access: Access,
    takes: Takes,
    handler: impl Fn(&PrivateRequest<'_>, P) -> PageResult + Copy + Send + Sync + 'static,
) -> PrivateRoute
where
    P: DeserializeOwned + Send + 'static,
{
    let rules = RouteRules { access, takes };
    let service = any(
        move |State(app): State<AppState>,
              Extension(reader): Extension<Reader>,
              parts: Result<Path<P>, PathRejection>,
              request: Request| async move {
            let people = app.site.people.clone().filter(|_| reader.is_localized);
            let (Some(people), Ok(Path(parts))) = (people, parts) else {
                return Err(Resource::Page.unknown(request.uri().path()));
            };
            let enter = Entry { app, people, reader, rules };
            enter.answer(request, move |request| handler(request, parts)).await
        },
    );
    PrivateRoute { path, rules, service }
}

impl Access {
    /// Whether anonymous users may never open it.
    fn needs_member(self) -> bool {
        !matches!(self, Access::Public | Access::Anyone)
    }

    /// An error unless the user may open a page of the site, or of a contest.
    fn check(self, request: &PrivateRequest<'_>, contest: &str) -> Result<(), HttpError> {
        if self.needs_member() {
            request.member()?;
        }
        let (permission, name) = match self {
            Access::Public | Access::Anyone | Access::Member => return Ok(()),
            Access::Host => (Permission::Decide, "host"),
            Access::Admin => (Permission::Administer, "admin"),
        };
        if request.may(permission, contest) { Ok(()) } else { Err(Resource::Page.unknown(name)) }
    }
}

/// A request for a private page that is let in.
struct Entry {
    app: AppState,
    people: Arc<People>,
    reader: Reader,
    rules: RouteRules,
}

impl Entry {
    async fn answer(
        self,
        request: Request,
        handler: impl FnOnce(&PrivateRequest<'_>) -> PageResult + Send + 'static,
    ) -> Result<Response, HttpError> {
        let Entry { app, people, reader, rules } = &self;
        let (parts, body) = request.into_parts();
        let (headers, language) = (&parts.headers, reader.language);
        let transport = Transport::of(&people.file, headers, reader.peer);
        // Public content may be read over any connection, as an anonymous user.
        if transport == Transport::Open && rules.access != Access::Public {
            return Err(HttpError::Barred(AccessDenied::Open));
        }
        let from = reader.from;
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
        let form = self.form(member.is_some(), &parts, body, from).await?;
        let _held = if sends {
            drop(held);
            app.private_place(from)?
        } else {
            held
        };
        let query = parts.uri.query().unwrap_or_default().to_owned();
        let next = parts.uri.query().and_then(|query| query.strip_prefix("next="));
        let next = session::own_page(next.unwrap_or_default()).unwrap_or_default().to_owned();
        let here = parts.uri.path().to_owned();
        let sign_in = format!("/{language}{}?next=/{language}{here}", links::SIGN_IN);
        let (site, own, places) =
            (Arc::clone(&app.site), Arc::clone(people), Arc::clone(&people.places));
        let reply = run_blocking(&places, move || {
            handler(&PrivateRequest {
                site: &site,
                people: &own,
                here: &here,
                language,
                member,
                session,
                form,
                query,
                next,
                transport,
                from,
                now,
                turns: OnceCell::new(),
            })
        });
        match reply.await {
            // A GET request is redirected to sign-in and back; a POST gets an error.
            Err(HttpError::Barred(AccessDenied::SignIn)) if !sends => {
                Ok(response(PrivateReply::Redirect(sign_in, None)))
            }
            reply => reply.map(response),
        }
    }

    /// The form; `None` for a request that sends none.
    async fn form(
        &self,
        is_member: bool,
        parts: &Parts,
        body: Body,
        from: IpAddr,
    ) -> Result<Option<SentForm>, HttpError> {
        let RouteRules { access, takes } = self.rules;
        match parts.method {
            Method::GET | Method::HEAD => return Ok(None),
            Method::POST if takes != Takes::Nothing => {}
            _ => return Err(HttpError::Method(parts.method.to_string())),
        }
        if !session::is_ours(&self.people.file, &parts.headers) {
            return Err(HttpError::Barred(AccessDenied::Forged));
        }
        // Large bodies of anonymous users are not read.
        if takes == Takes::File && !is_member && access.needs_member() {
            return Err(HttpError::Barred(AccessDenied::SignIn));
        }
        if takes == Takes::File && is_member {
            let _place = self.people.uploads.enter(from).ok_or(HttpError::Busy)?;
            return Ok(Some(SentForm::read(&parts.headers, body, LARGEST).await?));
        }
        Ok(Some(SentForm::read(&parts.headers, body, 0).await?))
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
