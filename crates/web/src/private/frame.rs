//! What every private page needs to be written.

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

/// What every private page needs.
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

    /// The way to another private page.
    pub(crate) fn way(&self, room: &PrivateRoute) -> String {
        format!("/{}{}", self.language, room.path())
    }

    /// The way to this page.
    pub(crate) fn here(&self) -> String {
        self.way(self.room)
    }

    /// The way to a contest.
    pub(crate) fn contest(&self, slug: &Slug) -> String {
        Page::Contest(slug.clone(), ContestPart::Overview).address(self.language)
    }

    /// What the site is called.
    pub(crate) fn title(&self) -> String {
        self.name(&self.site.title)
    }

    /// The way home.
    pub(crate) fn home(&self) -> String {
        Page::Home.address(self.language)
    }

    /// The way to what is being played.
    pub(crate) fn hall(&self) -> String {
        Page::Hall.address(self.language)
    }

    /// The way to what is new here, for those who subscribe.
    pub(crate) fn feed(&self) -> String {
        Page::Feed.address(self.language)
    }

    /// Whether somebody answers who is asked again: private pages are nowhere else.
    #[expect(clippy::unused_self, reason = "templates say everything by the frame")]
    pub(crate) fn is_served(&self) -> bool {
        true
    }

    /// The way to one's account.
    #[expect(clippy::unnecessary_wraps, reason = "public pages may have none")]
    pub(crate) fn account(&self) -> Option<NavLink> {
        let here = *self.room == PrivateRoute::Me;
        Some(NavLink { to: self.way(&PrivateRoute::Me), word: self.t(super::say::account()), here })
    }

    /// The way to a file that all pages share.
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

    /// A name that somebody else chose, without what would act on the reader's page.
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

    /// A number, with the marks of the language.
    pub(crate) fn count(&self, number: u64) -> String {
        let page = Page::Home;
        let links = Links::Addresses;
        PageContext::new(self.site, &page, self.language, links).count(number)
    }
}
