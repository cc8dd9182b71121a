//! Requests for private pages, their responses, and the context of their templates.

use super::tables::own_turns;
use crate::{
    contest::ContestView,
    frame::{Links, PageContext},
    http_error::{AccessDenied, HttpError},
    people::People,
    session::Transport,
    site::Site,
    throttle::{Limited, ThrottleKey},
    upload::SentForm,
};
use askama::Template;
use certamen_game::Language;
use certamen_i18n::Message;
use certamen_portal::{
    CurrentUser, Secret,
    rights::{Permission, Relation, SourceVisibility, may},
};
use jiff::{Timestamp, tz::TimeZone};
use std::{cell::OnceCell, net::IpAddr, time::Instant};

pub(crate) struct PrivateRequest<'a> {
    pub(crate) site: &'a Site,
    pub(crate) people: &'a People,
    /// The path of the page, without its language.
    pub(crate) here: &'a str,
    pub(crate) language: Language,
    /// The signed-in user.
    pub(crate) member: Option<CurrentUser>,
    pub(crate) session: Option<Secret>,
    /// The form; none for a GET request.
    pub(crate) form: Option<SentForm>,
    /// The query of the address, without its question mark.
    pub(crate) query: String,
    /// The page to show after sign-in.
    pub(crate) next: String,
    pub(crate) transport: Transport,
    pub(crate) from: IpAddr,
    pub(crate) now: Timestamp,
    /// At how many tables it is the user's turn, once a page has asked.
    pub(crate) turns: OnceCell<u64>,
}

pub(crate) enum PrivateReply {
    /// The status, and the page.
    Page(u16, String),
    /// A redirect, perhaps with another cookie.
    Redirect(String, Option<String>),
    Script(String),
    /// A short text for a script.
    Text(String),
    /// A download: file name and content.
    File(&'static str, Vec<u8>),
}

pub(crate) type PageResult = Result<PrivateReply, HttpError>;

impl<'a> PrivateRequest<'a> {
    pub(crate) fn frame(&self) -> PageContext<'a> {
        let frame = PageContext::new(self.site, self.here, self.language, Links::Addresses);
        PageContext { turns: *self.turns.get_or_init(|| own_turns(self)), ..frame }
    }

    /// The signed-in user; otherwise access is denied.
    pub(crate) fn member(&self) -> Result<&CurrentUser, HttpError> {
        self.member.as_ref().ok_or(HttpError::Barred(AccessDenied::SignIn))
    }

    /// The relation of the user to a contest, or to a submission to it.
    pub(crate) fn relation(&self, contest: &str, is_owner: bool) -> Relation {
        match &self.member {
            None => Relation::Visitor,
            Some(member) => relation(member, contest, is_owner),
        }
    }

    /// Whether the user has a permission for a contest; for the site if `contest` is empty.
    pub(crate) fn may(&self, permission: Permission, contest: &str) -> bool {
        self.may_as(false, permission, contest)
    }

    /// The same for a submission to the contest, which may be the user's own.
    pub(crate) fn may_as(&self, is_owner: bool, permission: Permission, contest: &str) -> bool {
        may(self.relation(contest, is_owner), permission, SourceVisibility::Closed)
    }

    /// Counts an attempt by this user and network.
    pub(crate) fn limited(&self, what: Limited, handle: &str) -> Result<(), HttpError> {
        let user = self.people.throttle.named(what, handle, self.from);
        limited(self.people, what, &[ThrottleKey::at(self.from), user])
    }

    /// Whether this is the user's password. Attempts are counted.
    pub(crate) fn is_confirmed(&self, password: &str) -> Result<bool, HttpError> {
        let handle = &self.member()?.handle;
        self.limited(Limited::SignIn, handle)?;
        Ok(self.people.portal.verify_password(handle, password)?.is_some())
    }

    /// Redirects to another private page.
    pub(crate) fn redirect(&self, path: &str) -> PrivateReply {
        PrivateReply::Redirect(format!("/{}{path}", self.language), None)
    }

    /// Redirects to the same page, after a form.
    pub(crate) fn reload(&self) -> PrivateReply {
        self.redirect(self.here)
    }
}

/// The relation of a user to a contest, or to a submission to it.
pub(crate) fn relation(member: &CurrentUser, contest: &str, is_owner: bool) -> Relation {
    match is_owner {
        true => Relation::Author,
        false if member.grants.admin => Relation::Admin,
        false if member.grants.is_host(contest) => Relation::Host,
        false => Relation::Member,
    }
}

/// Counts an attempt, unless any of these keys has too many.
pub(super) fn limited(
    people: &People,
    what: Limited,
    keys: &[ThrottleKey],
) -> Result<(), HttpError> {
    let now = Instant::now();
    for key in keys {
        let counted = people.throttle.take(what, key.clone(), now);
        counted.map_err(|wait| HttpError::Barred(AccessDenied::Often(wait.as_secs() + 1)))?;
    }
    Ok(())
}

pub(crate) fn page(page: &impl Template) -> PageResult {
    page_with(200, page)
}

pub(crate) fn page_with(status: u16, page: &impl Template) -> PageResult {
    page.render().map(|page| PrivateReply::Page(status, page)).map_err(|_| HttpError::Ours)
}

/// A page with a form: 422 if `wrong` says why the form is rejected.
pub(crate) fn form_page(wrong: &str, page: &impl Template) -> PageResult {
    page_with(if wrong.is_empty() { 200 } else { 422 }, page)
}

/// The result of a form, shown beside the page.
#[derive(Default)]
pub(super) struct Notice {
    pub(super) done: String,
    /// A link or a token, which is shown once.
    pub(super) secret: String,
    /// Why the form is rejected.
    pub(super) wrong: String,
}

impl Notice {
    pub(super) fn wrong(wrong: &Message, language: Language) -> Notice {
        Notice { wrong: wrong.get(language), ..Notice::default() }
    }
}

/// The time zone of the entry rules of a contest.
pub(super) fn entry_zone(view: &ContestView) -> TimeZone {
    let snapshot = view.revision();
    let rules = snapshot.file.as_ref().and_then(|file| file.entries.as_ref());
    rules.map_or(TimeZone::UTC, |rules| rules.zone.clone())
}

/// The time zone of the days of a contest: that of its schedule, else of its entry rules.
pub(super) fn contest_zone(view: &ContestView) -> TimeZone {
    let snapshot = view.revision();
    let schedule = snapshot.file.as_ref().and_then(|file| file.schedule.as_ref());
    schedule.map_or_else(|| entry_zone(view), |schedule| schedule.starts.time_zone().clone())
}

/// Text without control characters that would affect the page.
pub(super) fn plain(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<String> = text.lines().map(certamen_game::legible).collect();
    lines.join("\n")
}

/// Whether the length of a text in a form, in characters, is from 1 to `most`.
pub(super) fn fits(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.chars().count())
}
