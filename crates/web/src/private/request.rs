//! Requests for private pages, their responses, and the context of their templates.

use super::{ContestPage, PrivateRoute, say as own};
use crate::{
    Slug,
    contest::ContestView,
    dates::exact,
    frame::Links,
    frame::{NavLink, PageContext},
    http_error::HttpError,
    page::{ContestPart, Page},
    people::People,
    session::Transport,
    site::Site,
    throttle::{Limited, ThrottleKey},
    upload::SentForm,
};
use askama::Template;
use certamen_game::Language;
use certamen_i18n::{Localize, Message};
use certamen_portal::{
    CurrentUser, PortalError, Secret,
    rights::{Permission, Relation, SourceVisibility, may},
};
use jiff::{Timestamp, tz::TimeZone};
use std::{net::IpAddr, ops::Deref, time::Instant};

pub(crate) struct PrivateRequest<'a> {
    pub(crate) site: &'a Site,
    pub(crate) people: &'a People,
    pub(crate) route: &'a PrivateRoute,
    pub(crate) language: Language,
    /// The signed-in user.
    pub(crate) member: Option<CurrentUser>,
    /// The secret of the session.
    pub(crate) session: Option<Secret>,
    /// The form; none for a GET request.
    pub(crate) form: Option<SentForm>,
    /// The page to show after sign-in.
    pub(crate) next: String,
    pub(crate) transport: Transport,
    pub(crate) from: IpAddr,
    pub(crate) now: Timestamp,
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
    pub(crate) fn frame(&self) -> PrivateContext<'a> {
        let public = PageContext::new(self.site, &Page::Home, self.language, Links::Addresses);
        PrivateContext { public, route: self.route }
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

    /// An error if a form was sent to a page that has none.
    pub(crate) fn only_get(&self) -> Result<(), HttpError> {
        if self.form.is_some() { Err(HttpError::Method("POST".to_owned())) } else { Ok(()) }
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
    pub(crate) fn redirect(&self, route: &PrivateRoute) -> PrivateReply {
        PrivateReply::Redirect(self.frame().link(route), None)
    }

    /// Redirects to the same page, after a form.
    pub(crate) fn reload(&self) -> PrivateReply {
        self.redirect(self.route)
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

/// The context of a private page: that of public pages, with the links of private ones.
#[derive(Clone, Copy)]
pub(crate) struct PrivateContext<'a> {
    public: PageContext<'a>,
    route: &'a PrivateRoute,
}

impl<'a> Deref for PrivateContext<'a> {
    type Target = PageContext<'a>;

    fn deref(&self) -> &PageContext<'a> {
        &self.public
    }
}

/// The head of a page about a contest.
pub(crate) struct ContestHead {
    pub(crate) heading: String,
    /// The link to the contest.
    pub(crate) contest: String,
    /// The pages of its organizers; empty for others.
    pub(crate) nav: Vec<NavLink>,
}

/// A time, for people and for programs.
pub(crate) struct TimeText {
    pub(crate) exact: String,
    pub(crate) text: String,
}

impl<'a> PrivateContext<'a> {
    /// The context of public parts of the page.
    pub(crate) fn public(&self) -> PageContext<'a> {
        self.public
    }

    /// The link to another private page.
    pub(crate) fn link(&self, route: &PrivateRoute) -> String {
        format!("/{}{}", self.language, route.path())
    }

    /// The link to a private page of a contest.
    pub(crate) fn contest_page(&self, slug: &Slug, page: ContestPage) -> String {
        self.link(&PrivateRoute::Contest(slug.clone(), page))
    }

    /// The link to this page.
    pub(crate) fn here(&self) -> String {
        self.link(self.route)
    }

    /// The link to a contest.
    pub(crate) fn contest(&self, slug: &Slug) -> String {
        self.part(slug, ContestPart::Overview)
    }

    pub(crate) fn head(&self, name: &str, slug: &Slug) -> ContestHead {
        ContestHead { heading: self.heading(name), contest: self.contest(slug), nav: Vec::new() }
    }

    /// The heading of a page about a contest.
    pub(crate) fn heading(&self, contest: &str) -> String {
        self.t(own::of_contest(self.name(contest)))
    }

    /// The link to the account page.
    pub(crate) fn account(&self) -> Option<NavLink> {
        self.public.account().map(|link| NavLink { here: *self.route == PrivateRoute::Me, ..link })
    }

    /// This page in each language.
    pub(crate) fn languages(&self) -> Vec<(Language, NavLink)> {
        let mut links = self.public.languages();
        for (language, link) in &mut links {
            link.to = format!("/{language}{}", self.route.path());
        }
        links
    }

    /// A time in a zone.
    #[expect(clippy::unused_self, reason = "callers format everything with their context")]
    pub(crate) fn time(&self, time: Timestamp, zone: &TimeZone) -> TimeText {
        let zoned = time.to_zoned(zone.clone());
        TimeText { exact: exact(&zoned), text: zoned.strftime("%Y-%m-%d %H:%M:%S %Z").to_string() }
    }
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

/// Why access is denied, or a submission rejected.
#[derive(Debug, Localize)]
#[localize(display)]
pub enum AccessDenied {
    #[localize(own::too_large(_0))]
    TooLarge(usize),
    /// The body is not a valid form.
    #[localize(own::no_form())]
    Form,
    /// The request comes from another site.
    #[localize(own::forged())]
    Forged,
    /// The connection is not encrypted.
    #[localize(own::listened())]
    Open,
    #[localize(own::sign_in_first())]
    SignIn,
    /// Rate limit exceeded; retry after this many seconds.
    #[localize(own::too_often(_0))]
    Often(u64),
    /// The submission is rejected for a reason of the contest: status and message.
    #[localize(_1.clone())]
    NotSent(u16, Message),
    #[localize(own::no_room())]
    NoRoom,
    /// The accounts cannot be read or written.
    #[localize(transparent)]
    Portal(PortalError),
}

impl AccessDenied {
    pub(crate) fn status(&self) -> u16 {
        match self {
            AccessDenied::TooLarge(_) => 413,
            AccessDenied::Form => 400,
            AccessDenied::Forged | AccessDenied::Open => 403,
            AccessDenied::SignIn => 401,
            AccessDenied::Often(_) => 429,
            AccessDenied::NotSent(status, _) => *status,
            AccessDenied::NoRoom | AccessDenied::Portal(PortalError::Full) => 507,
            AccessDenied::Portal(PortalError::Spent) => 404,
            AccessDenied::Portal(_) => 500,
        }
    }
}

impl From<PortalError> for HttpError {
    fn from(error: PortalError) -> HttpError {
        HttpError::Barred(AccessDenied::Portal(error))
    }
}
