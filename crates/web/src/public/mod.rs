//! The public pages: functions of what was read, the same bytes for all users.

mod bot;
mod contest;
mod crosstable;
mod entries;
mod game;
mod home;
mod matches;
mod publications;
mod replayed;
mod standings;
mod worth;

pub(crate) use contest::anchor;
pub(crate) use entries::entries_close;
pub(crate) use game::{contest_options, shown_file};
pub(crate) use home::Tag;
pub(crate) use matches::known;
pub(crate) use publications::{kind, next};
pub(crate) use replayed::ReplayView;
pub use replayed::single;
pub(crate) use worth::{Appraisals, ValueText};

use crate::{
    Slug, assets,
    contest::{ContestSnapshot, ContestView},
    feeds,
    finality::Finality,
    frame::PageContext,
    http_error::{HttpError, Resource},
    page::{ContestPart, Page},
    public::contest::PageHead,
    replay, say,
};
use askama::Template;
use std::sync::Arc;

mod more_say {
    certamen_i18n::texts!("locales/more");
}

pub(crate) mod facts_say {
    certamen_i18n::texts!("locales/facts");
}

mod entries_say {
    certamen_i18n::texts!("locales/entries");
}

pub(crate) enum PageBytes {
    Html(String),
    /// A page about something finished, which does not change.
    Lasting(String),
    /// A script with data of something finished.
    Script(String),
    /// The same, at an address with the digest of its source: it never changes.
    NamedScript(String),
    Atom(String),
}

pub(crate) fn write(frame: PageContext<'_>) -> Result<PageBytes, HttpError> {
    let Page::Contest(slug, part) = frame.page else {
        return match frame.page {
            Page::Game(slug) => html(&game::GamePage::new(frame, slug)?),
            Page::Feed => Ok(PageBytes::Atom(feeds::feed(frame, None))),
            Page::Series(series) => html(&home::SeriesPage::new(frame, series)?),
            Page::Live => html(&home::LivePage::new(frame)),
            _ => html(&home::HomePage::new(frame)),
        };
    };
    let view = &frame.site.shown(slug)?;
    if let ContestPart::Frames(number, from, of) = part {
        let bytes = view.matches()?.record(*number)?;
        let data = replay::frames(&bytes, frame.language, *from)?;
        return match of.as_str() {
            "" => Ok(PageBytes::Script(data)),
            of if of == assets::digest(&bytes) => Ok(PageBytes::NamedScript(data)),
            // The match was replayed since.
            of => Err(Resource::Record.unknown(of)),
        };
    }
    of_contest(frame, slug, view, part)
}

fn of_contest(
    frame: PageContext<'_>,
    slug: &Slug,
    view: &Arc<ContestView>,
    part: &ContestPart,
) -> Result<PageBytes, HttpError> {
    let (snapshot, at) = match part.is_stale().then(|| view.stale_snapshot()) {
        Some(found) => (found.snapshot, found.at),
        None => (view.revision(), None),
    };
    let pseudonyms = snapshot.tabled().ok().and_then(|tabled| tabled.pseudonyms.as_ref());
    let frame = PageContext { pseudonyms, ..frame };
    let head = contest::PageHead::new(frame, slug, view, &snapshot).with_time(at, &snapshot);
    if let Some(section) = empty_section(&snapshot, part).filter(|_| frame.is_served()) {
        return html(&NotYetPage { frame, head, section });
    }
    match part {
        ContestPart::Overview => html(&contest::ContestPage::new(frame, head, view, &snapshot)),
        ContestPart::Standings(None) => {
            html(&standings::StandingsPage::new(frame, head, &snapshot, &view.board())?)
        }
        ContestPart::Standings(Some(number)) => {
            html(&standings::MomentPage::new(frame, head, view, *number)?)
        }
        ContestPart::Matrix => html(&crosstable::MatrixPage::new(frame, head, snapshot.tabled()?)),
        ContestPart::Pairs => html(&crosstable::PairsPage::new(frame, head, snapshot.tabled()?)),
        ContestPart::Field => html(&crosstable::FieldPage::new(frame, head, snapshot.tabled()?)),
        ContestPart::FairPlay => {
            let tabled = snapshot.tabled()?;
            html(&crosstable::FairPlayPage::new(frame, head, tabled.fair_play(&view.folder)?))
        }
        ContestPart::Entrants => {
            html(&standings::EntrantsPage::new(frame, head, snapshot.tabled()?))
        }
        ContestPart::Rules => html(&game::RulesPage::new(frame, head, &snapshot)?),
        ContestPart::Matches(search) => {
            let tabled = snapshot.tabled()?;
            html(&matches::MatchesPage::new(frame, head, view, tabled, search)?)
        }
        ContestPart::Match(number, turn) => {
            let page = replayed::MatchPage::new(frame, head, view, *number, *turn)?;
            let written = html(&page)?;
            Ok(if page.is_over() { written.lasting() } else { written })
        }
        ContestPart::Worth(number) => {
            let page = worth::WorthPage::new(frame, head, view, *number)?;
            Ok(html(&page)?.lasting())
        }
        ContestPart::Bot(name) => {
            let tabled = snapshot.tabled()?;
            html(&bot::BotPage::new(frame, head, view, tabled, name)?)
        }
        _ => announcements_page(frame, head, view, part),
    }
}

fn announcements_page(
    frame: PageContext<'_>,
    head: contest::PageHead,
    view: &Arc<ContestView>,
    part: &ContestPart,
) -> Result<PageBytes, HttpError> {
    let board = view.board();
    match part {
        ContestPart::Publications => {
            html(&publications::PublicationsPage::new(frame, head, &board))
        }
        ContestPart::Publication(number) => {
            html(&publications::PublicationPage::new(frame, head, &board, *number)?)
        }
        ContestPart::Notices => {
            let title = say::tab_notices();
            html(&contest::HostTextsPage::new(frame, head, title, &board.notices))
        }
        ContestPart::Faq => {
            html(&contest::HostTextsPage::new(frame, head, say::tab_faq(), &board.faq))
        }
        ContestPart::Feed => Ok(PageBytes::Atom(feeds::feed(frame, Some(view)))),
        ContestPart::EmbeddedTable => {
            html(&standings::EmbeddedTable::new(frame, head, view.revision().tabled()?))
        }
        ContestPart::EmbeddedMatch(number) => {
            let page = replayed::EmbeddedMatch::new(frame, head, view, *number)?;
            Ok(html(&page)?.lasting())
        }
        _ => Err(HttpError::Ours),
    }
}

/// The title of the leader, if any.
fn first(frame: PageContext<'_>, finality: Finality) -> Option<String> {
    Some(frame.t(match finality {
        Finality::Moving => return None,
        Finality::Open => say::leads(),
        Finality::Endless => say::king(),
        Finality::Final => say::winner(),
    }))
}

impl PageBytes {
    fn lasting(self) -> Self {
        match self {
            PageBytes::Html(page) => PageBytes::Lasting(page),
            other => other,
        }
    }
}

fn html(page: &impl Template) -> Result<PageBytes, HttpError> {
    page.render().map(PageBytes::Html).map_err(|_| HttpError::Ours)
}

#[derive(Template)]
#[template(path = "not_yet.html")]
pub(super) struct NotYetPage<'a> {
    pub(super) frame: PageContext<'a>,
    pub(super) head: PageHead,
    pub(super) section: &'static str,
}

/// The section of a page that is empty before the first match; none of any other page.
pub(super) fn empty_section(
    snapshot: &ContestSnapshot,
    part: &ContestPart,
) -> Option<&'static str> {
    match part {
        _ if !snapshot.waits_for_a_match() => None,
        ContestPart::Standings(None) => Some("standings"),
        ContestPart::Matches(_) if snapshot.shows_matches => Some("matches"),
        ContestPart::Entrants => Some("entrants"),
        _ => None,
    }
}

#[derive(Template)]
#[template(path = "refused.html")]
struct RefusedPage<'a> {
    frame: PageContext<'a>,
    status: u16,
    why: String,
}

pub(crate) fn refused(frame: PageContext<'_>, error: &HttpError) -> String {
    let page = RefusedPage { frame, status: error.status(), why: frame.t(error.answer()) };
    // Its template cannot fail; text is better than nothing.
    page.render().unwrap_or(page.why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Slug,
        frame::Links,
        page::{MatchSearch, Page},
        pseudonyms::Disclosure,
        site::{Contests, Site, SiteInfo},
    };
    use certamen_game::Language;
    use certamen_portal::SiteFile;
    use std::fs;

    #[test]
    fn pages_before_the_first_match_have_the_sections_that_it_fills() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("open")).unwrap();
        let text = "name = \"Open\"\ngame = \"footsteps\"\nbots = [\"builtin:random\"]\n\
            [format]\nkind = \"round-robin\"\n[ranking]\nkind = \"points\"\n";
        fs::write(place.path().join("open/contest.toml"), text).unwrap();
        let contests = Contests::find(place.path()).unwrap();
        let sign = SiteInfo::of(&SiteFile::default(), Language::En);
        let site = Site::still(&contests, sign, &Disclosure::Nothing);
        let page = |part| {
            let page = Page::Contest(Slug::read("open").unwrap(), part);
            match write(PageContext::new(&site, &page, Language::En, Links::Addresses)) {
                Ok(PageBytes::Html(page)) => page,
                _ => panic!("it is a page"),
            }
        };
        let has = |page: &str, section: &str| page.contains(&format!("data-live=\"{section}\""));
        let overview = page(ContestPart::Overview);
        for section in ["tabs", "facts", "top", "boards", "tables", "notices", "draw"] {
            assert!(has(&overview, section), "{section}");
        }
        for to in ["/standings", "/matches", "/entrants"] {
            assert!(overview.contains(&format!("/en/c/open{to}\"")), "{to}");
        }
        for (part, section, filled) in [
            (
                ContestPart::Standings(None),
                "standings",
                include_str!("../../templates/standings.html"),
            ),
            (
                ContestPart::Matches(MatchSearch::default()),
                "matches",
                include_str!("../../templates/matches.html"),
            ),
            (ContestPart::Entrants, "entrants", include_str!("../../templates/entrants.html")),
        ] {
            let page = page(part);
            assert!(page.contains("nothing has been played yet") && has(&page, section), "{page}");
            assert!(has(filled, section), "what is played is shown where nothing is");
        }
    }
}
