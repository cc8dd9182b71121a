//! The context of every page: its language, its address, its links and number formats. Links are by
//! address on a server, by file in an archive.

use crate::{
    Slug,
    archive::ArchivePath,
    assets,
    board::Announcements,
    contest::ContestSnapshot,
    dates::ShownTime,
    front_say, links,
    page::{ContestPart, Page},
    private_say as own,
    pseudonyms::Pseudonyms,
    say,
    site::Site,
};
use certamen_contest::{ContestError, Results};
use certamen_game::Language;
use certamen_i18n::Message;
use certamen_store::{MatchNumber, MatchQuery, StoredMatch};
use jiff::{Timestamp, tz::TimeZone};

#[derive(Clone, Copy)]
pub(crate) struct PageContext<'a> {
    pub(crate) site: &'a Site,
    /// The address of the page, without its language.
    pub(crate) here: &'a str,
    /// The contest that the page is about; none for pages of users.
    pub(crate) contest: Option<&'a Slug>,
    pub(crate) language: Language,
    pub(crate) links: Links<'a>,
    /// Pseudonyms of bots whose names are private.
    pub(crate) pseudonyms: Option<&'a Pseudonyms>,
    /// At how many tables it is the turn of the user; zero on public pages.
    pub(crate) turns: u64,
}

pub(crate) struct NavLink {
    pub(crate) to: String,
    pub(crate) word: String,
    pub(crate) here: bool,
}

impl<'a> PageContext<'a> {
    pub(crate) fn new(site: &'a Site, here: &'a str, language: Language, links: Links<'a>) -> Self {
        PageContext { site, here, contest: None, language, links, pseudonyms: None, turns: 0 }
    }
}

/// The head of a page about a contest for signed-in users.
pub(crate) struct ContestHead {
    pub(crate) heading: String,
    /// The link to the contest.
    pub(crate) contest: String,
    /// The pages of its organizers; empty for others.
    pub(crate) nav: Vec<NavLink>,
}

impl PageContext<'_> {
    /// The link to a private page, by its address without the language.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("/{}{path}", self.language)
    }

    /// The link to a private page of a contest: one of the ends of addresses in `links`.
    pub(crate) fn contest_page(&self, slug: &Slug, page: &str) -> String {
        self.link(&links::contest_page(slug, page))
    }

    /// The link to this page.
    pub(crate) fn here(&self) -> String {
        self.link(self.here)
    }

    /// The link to a contest.
    pub(crate) fn contest(&self, slug: &Slug) -> String {
        self.part(slug, ContestPart::Overview)
    }

    pub(crate) fn head(&self, name: &str, slug: &Slug) -> ContestHead {
        ContestHead { heading: self.heading(name), contest: self.contest(slug), nav: Vec::new() }
    }

    /// The heading of a private page about a contest.
    pub(crate) fn heading(&self, contest: &str) -> String {
        self.t(own::of_contest(self.name(contest)))
    }

    #[expect(clippy::unused_self, reason = "callers format everything with their context")]
    pub(crate) fn time(&self, time: Timestamp, zone: &TimeZone) -> ShownTime {
        ShownTime::of(&time.to_zoned(zone.clone()))
    }

    #[expect(clippy::needless_pass_by_value, reason = "messages are created where they are shown")]
    pub(crate) fn t(&self, message: Message) -> String {
        message.get(self.language)
    }

    pub(crate) fn to(&self, page: &Page) -> String {
        self.links.to(page, self.language)
    }

    pub(crate) fn part(&self, slug: &Slug, part: ContestPart) -> String {
        self.to(&Page::Contest(slug.clone(), part))
    }

    /// The link to the first page: of an archive, the one that it begins with.
    pub(crate) fn home(&self) -> String {
        match self.links {
            Links::Files(path) => self.to(path.first()),
            Links::Addresses | Links::Nowhere => self.to(&Page::Home),
        }
    }

    pub(crate) fn docs(&self) -> String {
        self.to(&Page::Docs(String::new()))
    }

    /// The link to the contest that `slug` is a championship of, if it is one.
    pub(crate) fn whole_of(&self, slug: &Slug) -> Option<NavLink> {
        let whole = slug.whole().filter(|_| !slug.is_whole())?;
        let name = self.site.contest_view(&whole).ok()?.revision().name.clone();
        let to = self.part(&whole, ContestPart::Overview);
        Some(NavLink { to, word: self.name(&name), here: false })
    }

    pub(crate) fn title(&self) -> String {
        self.name(&self.site.title)
    }

    /// The absolute link to a page, where the site's public address is known.
    pub(crate) fn whole_address(&self, to: &str) -> String {
        let base = self.site.base_url.as_deref().filter(|_| self.is_served());
        base.map_or_else(|| to.to_owned(), |base| format!("{}{to}", base.trim_end_matches('/')))
    }

    /// The absolute link to the board of a match for link previews; empty without a match, and
    /// where the site's public address is not known: others need one.
    pub(crate) fn preview(
        &self,
        slug: &Slug,
        number: Option<MatchNumber>,
        turn: Option<u64>,
    ) -> String {
        let is_known = self.is_served() && self.site.base_url.is_some();
        let number = number.filter(|_| is_known);
        let to = number.map(|number| self.part(slug, ContestPart::Preview(number, turn)));
        to.map(|to| self.whole_address(&to)).unwrap_or_default()
    }

    /// The pages that the header of every page links to; none in an archive, which has what belongs
    /// to its contests.
    pub(crate) fn main_pages(&self) -> Vec<NavLink> {
        if !self.is_served() {
            return Vec::new();
        }
        let link = |page: &Page, word| NavLink {
            to: self.to(page),
            word: self.t(word),
            here: page.path() == self.here,
        };
        let mut pages =
            vec![link(&Page::Home, say::contests()), link(&Page::Games, front_say::games())];
        pages.extend(self.account().map(|_| NavLink {
            to: self.link(links::LOBBY),
            word: self.t(match self.turns {
                0 => front_say::play(),
                turns => front_say::play_with_turns(turns),
            }),
            here: self.here == links::LOBBY,
        }));
        pages.push(link(&Page::Live, say::live()));
        pages
    }

    /// What the links to the main pages are, for screen readers.
    pub(crate) fn main_label(&self) -> String {
        self.t(front_say::main_pages())
    }

    /// The link to a new table for a game, where there are tables.
    pub(crate) fn play(&self, game: &str) -> String {
        let link = |_| self.link(&links::open_table(game));
        self.account().map(link).unwrap_or_default()
    }

    /// The link to the account page, where there are accounts: the same for all users.
    pub(crate) fn account(&self) -> Option<NavLink> {
        let has_accounts = self.is_served() && self.site.people.is_some();
        let (to, here) = (self.link(links::ME), self.here == links::ME);
        has_accounts.then(|| NavLink { to, word: self.t(own::account()), here })
    }

    /// The link to the list of players on other machines, where there is one.
    pub(crate) fn peers(&self) -> Option<NavLink> {
        let people = self.site.people.as_ref().filter(|people| people.file.peers.enabled);
        let (to, here) = (self.link(links::PEERS), self.here == links::PEERS);
        let is_listed = self.is_served() && people.is_some();
        is_listed.then(|| NavLink { to, word: self.t(crate::peer_say::open_players()), here })
    }

    pub(crate) fn submit(&self, slug: &Slug) -> Option<NavLink> {
        let account = self.account()?;
        let to = self.contest_page(slug, links::SUBMIT);
        Some(NavLink { to, word: self.t(own::enter_link()), ..account })
    }

    pub(crate) fn course(&self, slug: &Slug) -> Option<NavLink> {
        let submit = self.submit(slug)?;
        Some(NavLink { to: self.contest_page(slug, links::COURSE), ..submit })
    }

    /// The link to the record of a match; empty in an archive.
    pub(crate) fn record(&self, slug: &Slug, number: MatchNumber) -> String {
        if self.is_served() {
            format!("/api/v1/contests/{slug}/matches/{number}/record")
        } else {
            String::new()
        }
    }

    pub(crate) fn asset(&self, name: &str) -> String {
        self.links.asset(name)
    }

    /// The link to the feed; empty in an archive.
    pub(crate) fn feed(&self) -> String {
        if !self.is_served() {
            return String::new();
        }
        match self.contest {
            Some(slug) => self.part(slug, ContestPart::Feed),
            None => self.to(&Page::Feed),
        }
    }

    /// Whether a server answers further requests (not an archive).
    pub(crate) fn is_served(&self) -> bool {
        matches!(self.links, Links::Addresses)
    }

    pub(crate) fn languages(&self) -> Vec<(Language, NavLink)> {
        let languages = self.site.languages.iter();
        let links = languages.map(|language| {
            let here = *language == self.language;
            let to = self.links.same(self.here, *language);
            (*language, NavLink { to, word: say::language_itself().get(*language), here })
        });
        links.collect()
    }

    /// The pages of a contest: those about standings only where there are any or the first match
    /// adds them.
    pub(crate) fn tabs(
        &self,
        slug: &Slug,
        snapshot: &ContestSnapshot,
        board: &Announcements,
    ) -> Vec<NavLink> {
        let is_tabled = snapshot.tabled().is_ok();
        let is_expected = is_tabled || (self.is_served() && snapshot.waits_for_a_match());
        let tabs = [
            (ContestPart::Overview, say::tab_overview()),
            (ContestPart::Standings(None), say::tab_standings()),
            (ContestPart::Matrix, say::tab_matrix()),
            (ContestPart::Field, say::tab_field()),
            (ContestPart::Matches(crate::page::MatchSearch::default()), say::tab_matches()),
            (ContestPart::Entrants, say::tab_entrants()),
            (ContestPart::FairPlay, say::tab_fair_play()),
            (ContestPart::Publications, say::tab_publications()),
            (ContestPart::Notices, say::tab_notices()),
            (ContestPart::Faq, say::tab_faq()),
            (ContestPart::Rules, say::tab_rules()),
        ];
        let path = |part| Page::Contest(slug.clone(), part).path();
        let is_matrix = [ContestPart::Matrix, ContestPart::Pairs]
            .map(path)
            .iter()
            .any(|path| path == self.here);
        let links = tabs.into_iter().filter_map(|(part, word)| {
            let is_available = match part {
                ContestPart::Overview | ContestPart::Rules => true,
                ContestPart::Publications => !board.publications.is_empty(),
                ContestPart::Notices => !board.notices.is_empty(),
                ContestPart::Faq => !board.faq.is_empty(),
                ContestPart::Standings(_) | ContestPart::Entrants => is_expected,
                ContestPart::Matches(_) => is_expected && snapshot.shows_matches,
                _ => is_tabled,
            };
            if !is_available {
                return None;
            }
            let is_of_matches = matches!(part, ContestPart::Matches(_));
            let of_pairs = part == ContestPart::Matrix && is_matrix;
            let page = Page::Contest(slug.clone(), part);
            let here = of_pairs || page.path() == self.here;
            let link = NavLink { to: self.to(&page), word: self.t(word), here };
            Some([Some(link), self.openings(slug, snapshot).filter(|_| is_of_matches)])
        });
        links.flatten().flatten().collect()
    }

    /// The link to the openings of a contest, where its game has comparable ones; an archive would
    /// have a page for each line.
    fn openings(&self, slug: &Slug, snapshot: &ContestSnapshot) -> Option<NavLink> {
        let is_known = self.is_served() && snapshot.tabled().is_ok() && snapshot.has_openings();
        let path = links::contest_page(slug, links::OPENINGS);
        let here = self.here.split('?').next() == Some(&path);
        let (to, word) = (self.link(&path), self.t(front_say::openings()));
        is_known.then_some(NavLink { to, word, here })
    }

    /// A name that another user chose, without characters that would affect the page.
    pub(crate) fn name(&self, name: &str) -> String {
        let alias = self.pseudonyms.and_then(|pseudonyms| pseudonyms.alias(name));
        certamen_game::legible(alias.unwrap_or(name))
    }

    /// A whole number, in groups of three digits.
    pub(crate) fn count(&self, number: u64) -> String {
        grouped(&number.to_string(), self.language)
    }

    /// A number with the language's decimal mark.
    pub(crate) fn number(&self, value: f64) -> String {
        let text = certamen_game::number::json(value).to_string();
        self.marked(&text)
    }

    pub(crate) fn rounded(&self, value: f64, digits: usize) -> String {
        self.marked(&format!("{value:.digits$}"))
    }

    /// A number with its sign, without decimals.
    pub(crate) fn signed(&self, value: f64) -> String {
        let text = format!("{value:+.0}");
        // A value that rounds to zero has no sign.
        let text = if text[1..] == *"0" { "0".to_owned() } else { text };
        self.marked(&text.replace('-', "\u{2212}"))
    }

    fn marked(&self, text: &str) -> String {
        let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
        let digits = whole.trim_start_matches(|c: char| !c.is_ascii_digit());
        let sign = &whole[..whole.len() - digits.len()];
        let whole = grouped(digits, self.language);
        let mark = if self.language == Language::En { '.' } else { ',' };
        if rest.is_empty() {
            format!("{sign}{whole}")
        } else {
            format!("{sign}{whole}{mark}{rest}")
        }
    }
}

/// Digits in groups of three, from five digits on.
fn grouped(digits: &str, language: Language) -> String {
    if digits.len() < 5 {
        return digits.to_owned();
    }
    let between = match language {
        Language::En => ",",
        Language::Es | Language::Fr => "\u{202f}",
        Language::It => ".",
    };
    let first = (digits.len() - 1) % 3 + 1;
    let mut groups = vec![&digits[..first]];
    let mut rest = &digits[first..];
    while !rest.is_empty() {
        groups.push(&rest[..3]);
        rest = &rest[3..];
    }
    groups.join(between)
}

#[derive(Clone, Copy)]
pub(crate) enum Links<'a> {
    Addresses,
    Files(&'a ArchivePath),
    /// Not at all: the page stands alone.
    Nowhere,
}

impl Links<'_> {
    /// The link to a page; empty if there is none.
    pub(crate) fn to(self, page: &Page, language: Language) -> String {
        match (self, page) {
            (Links::Addresses, _) => page.address(language),
            // One file has all turns.
            (_, Page::Contest(_, ContestPart::Match(_, Some(turn)))) => {
                let here = matches!(self, Links::Nowhere);
                let whole = if here { String::new() } else { self.to(&whole(page), language) };
                format!("{whole}#t={turn}")
            }
            (Links::Files(path), _) => path.to(page, language),
            (Links::Nowhere, _) => String::new(),
        }
    }

    /// The link to the page at `here` itself in a language.
    pub(crate) fn same(self, here: &str, language: Language) -> String {
        match self {
            Links::Addresses => format!("/{language}{here}"),
            Links::Files(path) => path.same(here, language),
            Links::Nowhere => String::new(),
        }
    }

    pub(crate) fn asset(self, name: &str) -> String {
        match self {
            Links::Addresses => assets::address(name),
            Links::Files(path) => path.relative(&format!("a/{name}")),
            Links::Nowhere => String::new(),
        }
    }

    /// The matches of a contest that pages link to, at most `most`, the newest first.
    pub(crate) fn listed(
        self,
        slug: &Slug,
        results: &Results<'_>,
        (query, most): (&MatchQuery<'_>, usize),
    ) -> Result<Vec<StoredMatch>, ContestError> {
        let chosen = match self {
            Links::Files(path) => path.chosen(slug),
            Links::Addresses | Links::Nowhere => None,
        };
        match chosen {
            Some(chosen) => Ok(chosen.listed(query, most)),
            None => results.listed(query, most),
        }
    }
}

/// The page of a match, whatever turn is requested.
fn whole(page: &Page) -> Page {
    match page {
        Page::Contest(slug, ContestPart::Match(number, _)) => {
            Page::Contest(slug.clone(), ContestPart::Match(*number, None))
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_digit_groups() {
        let grouped = Language::ALL.map(|language| grouped("1234567", language));
        assert_eq!(
            grouped,
            ["1,234,567", "1\u{202f}234\u{202f}567", "1\u{202f}234\u{202f}567", "1.234.567"]
        );
        assert_eq!(super::grouped("9876", Language::It), "9876");
    }
}
