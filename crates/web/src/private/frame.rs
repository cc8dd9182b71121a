//! The context of every private page.

use super::PrivateRoute;
use crate::{
    Slug,
    dates::exact,
    frame::{NavLink, PageContext},
    links::Links,
    page::{ContestPart, Page},
    say,
    site::Site,
};
use certamen_game::Language;
use certamen_i18n::Message;
use jiff::{Timestamp, tz::TimeZone};

/// The context of a private page.
#[derive(Clone, Copy)]
pub(crate) struct PrivateContext<'a> {
    pub(crate) site: &'a Site,
    pub(crate) room: &'a PrivateRoute,
    pub(crate) language: Language,
}

/// A time, for people and for programs.
pub(crate) struct TimeText {
    pub(crate) exact: String,
    pub(crate) text: String,
}

impl PrivateContext<'_> {
    /// A message in the language of the page.
    #[expect(clippy::needless_pass_by_value, reason = "messages are made where they are said")]
    pub(crate) fn t(&self, message: Message) -> String {
        message.get(self.language)
    }

    /// The link to another private page.
    pub(crate) fn way(&self, room: &PrivateRoute) -> String {
        format!("/{}{}", self.language, room.path())
    }

    /// The link to this page.
    pub(crate) fn here(&self) -> String {
        self.way(self.room)
    }

    /// The link to a contest.
    pub(crate) fn contest(&self, slug: &Slug) -> String {
        Page::Contest(slug.clone(), ContestPart::Overview).address(self.language)
    }

    /// The title of the site.
    pub(crate) fn title(&self) -> String {
        self.name(&self.site.title)
    }

    /// The link to the home page.
    pub(crate) fn home(&self) -> String {
        Page::Home.address(self.language)
    }

    /// The link to the live page.
    pub(crate) fn hall(&self) -> String {
        Page::Hall.address(self.language)
    }

    /// The link to the feed.
    pub(crate) fn feed(&self) -> String {
        Page::Feed.address(self.language)
    }

    /// Whether a server answers further requests: always, for private pages.
    #[expect(clippy::unused_self, reason = "templates say everything by the frame")]
    pub(crate) fn is_served(&self) -> bool {
        true
    }

    /// The link to the account page.
    #[expect(clippy::unnecessary_wraps, reason = "public pages may have none")]
    pub(crate) fn account(&self) -> Option<NavLink> {
        let here = *self.room == PrivateRoute::Me;
        Some(NavLink { to: self.way(&PrivateRoute::Me), word: self.t(super::say::account()), here })
    }

    /// The link to a static file.
    #[expect(clippy::unused_self, reason = "templates say everything by the frame")]
    pub(crate) fn asset(&self, name: &str) -> String {
        Links::Addresses.asset(name)
    }

    /// This page in each language.
    pub(crate) fn languages(&self) -> Vec<(Language, NavLink)> {
        let ways = self.site.languages.iter().map(|language| {
            let here = *language == self.language;
            let to = format!("/{language}{}", self.room.path());
            (*language, NavLink { to, word: say::language_itself().get(*language), here })
        });
        ways.collect()
    }

    /// A name that another user chose, without characters that would affect the page.
    #[expect(clippy::unused_self, reason = "templates say everything by the frame")]
    pub(crate) fn name(&self, name: &str) -> String {
        certamen_game::legible(name)
    }

    /// A time in a zone.
    #[expect(clippy::unused_self, reason = "templates say everything by the frame")]
    pub(crate) fn time(&self, time: Timestamp, zone: &TimeZone) -> TimeText {
        let zoned = time.to_zoned(zone.clone());
        TimeText { exact: exact(&zoned), text: zoned.strftime("%Y-%m-%d %H:%M:%S %Z").to_string() }
    }

    /// A number in the format of the language.
    pub(crate) fn count(&self, number: u64) -> String {
        let page = Page::Home;
        let links = Links::Addresses;
        PageContext::new(self.site, &page, self.language, links).count(number)
    }
}
