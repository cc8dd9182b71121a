//! What somebody asks of a private page, and what he gets.

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

/// What somebody asks.
pub(crate) struct PrivateRequest<'a> {
    pub(crate) site: &'a Site,
    pub(crate) people: &'a People,
    pub(crate) room: &'a PrivateRoute,
    pub(crate) language: Language,
    /// Whoever signed in.
    pub(crate) member: Option<CurrentUser>,
    /// What he wants to be done; nothing if he only looks.
    pub(crate) form: Option<SentForm>,
    /// Where he wants to go when he has signed in.
    pub(crate) next: String,
    pub(crate) transport: Transport,
    pub(crate) from: IpAddr,
    pub(crate) now: Timestamp,
}

/// What he gets.
pub(crate) enum PrivateReply {
    /// A page.
    Page(u16, String),
    /// He is led to another page, perhaps with another cookie.
    Elsewhere(String, Option<String>),
    /// A script with data.
    Script(String),
    /// A word for a script.
    Word(String),
    /// A file to keep: what it is called and what is in it.
    File(&'static str, Vec<u8>),
}

impl<'a> PrivateRequest<'a> {
    /// What every page needs.
    pub(crate) fn frame(&self) -> PrivateContext<'a> {
        PrivateContext { site: self.site, room: self.room, language: self.language }
    }

    /// Whoever signed in; nobody else is let in.
    pub(crate) fn member(&self) -> Result<&CurrentUser, HttpError> {
        self.member.as_ref().ok_or(HttpError::Barred(AccessDenied::SignIn))
    }

    /// Lets somebody try, by his handle and by the network he comes from.
    pub(crate) fn limited(&self, what: Limited, handle: &str) -> Result<(), HttpError> {
        let named = self.people.throttle.named(what, handle, self.from);
        let throttle_key = [ThrottleKey::at(self.from), named];
        limited(self.people, what, throttle_key, Instant::now())
    }

    /// The way to another private page.
    pub(crate) fn elsewhere(&self, room: &PrivateRoute) -> PrivateReply {
        PrivateReply::Elsewhere(self.frame().way(room), None)
    }
}

/// Lets somebody try, unless any of those who he may be tried too often.
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

/// The heading of a page whose subject is its contest.
pub(crate) fn heading(frame: PrivateContext<'_>, name: &str) -> String {
    frame.t(say::of_contest(frame.name(name)))
}
