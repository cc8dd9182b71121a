//! Requests for private pages, and their responses.

use super::{AccessDenied, PrivateRoute, frame::PrivateContext, say};
use crate::{
    http_error::HttpError,
    people::People,
    session::Transport,
    site::Site,
    throttle::{Limited, ThrottleKey},
    upload::SentForm,
};
use askama::Template;
use certamen_game::Language;
use certamen_portal::{CurrentUser, PortalError};
use jiff::Timestamp;
use std::{net::IpAddr, time::Instant};

/// A request.
pub(crate) struct PrivateRequest<'a> {
    pub(crate) site: &'a Site,
    pub(crate) people: &'a People,
    pub(crate) room: &'a PrivateRoute,
    pub(crate) language: Language,
    /// The signed-in user.
    pub(crate) member: Option<CurrentUser>,
    /// The form; none for a GET request.
    pub(crate) form: Option<SentForm>,
    /// The page to show after sign-in.
    pub(crate) next: String,
    pub(crate) transport: Transport,
    pub(crate) from: IpAddr,
    pub(crate) now: Timestamp,
}

/// A response.
pub(crate) enum PrivateReply {
    /// A page.
    Page(u16, String),
    /// A redirect, perhaps with another cookie.
    Elsewhere(String, Option<String>),
    /// A script with data.
    Script(String),
    /// A short text for a script.
    Word(String),
    /// A download: file name and content.
    File(&'static str, Vec<u8>),
}

impl<'a> PrivateRequest<'a> {
    /// The context of the page.
    pub(crate) fn frame(&self) -> PrivateContext<'a> {
        PrivateContext { site: self.site, room: self.room, language: self.language }
    }

    /// The signed-in user; otherwise access is denied.
    pub(crate) fn member(&self) -> Result<&CurrentUser, HttpError> {
        self.member.as_ref().ok_or(HttpError::Barred(AccessDenied::SignIn))
    }

    /// Counts an attempt by this user and network.
    pub(crate) fn limited(&self, what: Limited, handle: &str) -> Result<(), HttpError> {
        let named = self.people.throttle.named(what, handle, self.from);
        let throttle_key = [ThrottleKey::at(self.from), named];
        limited(self.people, what, throttle_key, Instant::now())
    }

    /// The link to another private page.
    pub(crate) fn elsewhere(&self, room: &PrivateRoute) -> PrivateReply {
        PrivateReply::Elsewhere(self.frame().way(room), None)
    }
}

/// Counts an attempt, unless any of these keys has too many.
pub(super) fn limited<const MANY: usize>(
    people: &People,
    what: Limited,
    throttle_key: [ThrottleKey; MANY],
    now: Instant,
) -> Result<(), HttpError> {
    for throttle_key in throttle_key {
        let taken = people.throttle.take(what, throttle_key, now);
        taken.map_err(|wait| HttpError::Barred(AccessDenied::Often(wait.as_secs() + 1)))?;
    }
    Ok(())
}

/// A page with this status.
pub(crate) fn page(status: u16, page: &impl Template) -> Result<PrivateReply, HttpError> {
    page.render().map(|page| PrivateReply::Page(status, page)).map_err(|_| HttpError::Ours)
}

impl From<PortalError> for HttpError {
    fn from(error: PortalError) -> HttpError {
        HttpError::Barred(AccessDenied::Portal(error))
    }
}

/// The heading of a page about a contest.
pub(crate) fn heading(frame: PrivateContext<'_>, name: &str) -> String {
    frame.t(say::of_contest(frame.name(name)))
}
