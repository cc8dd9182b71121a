//! The public pages, one file each: functions of what was read, the same bytes for all users.

mod bot;
mod conditions;
mod contest;
mod embedded;
mod entrants;
mod entries;
mod fair_play;
mod field;
mod game;
mod game_options;
mod hall;
mod home;
mod host_texts;
mod kept;
mod matches;
mod matrix;
mod not_yet;
mod pairs;
mod publications;
mod refused;
mod replayed;
mod result;
mod rules;
mod series;
mod standings;
mod state;
mod versions;
mod worth;

pub(crate) use entries::entries_close;
pub(crate) use host_texts::anchor;
pub(crate) use matches::known;
pub(crate) use publications::{kind, next};
pub(crate) use refused::refused;
pub(crate) use replayed::ReplayView;
pub use replayed::single;
pub(crate) use rules::{held_options, shown_file};
pub(crate) use state::Tag;
pub(crate) use worth::ValueText;

use crate::{
    Slug,
    contest::ContestView,
    etag, feeds,
    finality::Finality,
    frame::PageContext,
    http_error::{HttpError, Resource},
    invitation::SocialCard,
    page::{ContestPart, Page},
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

/// The content of an address.
pub(crate) enum PageBytes {
    /// A page.
    Html(String),
    /// A page about something finished, which does not change.
    Lasting(String),
    /// A script with data of something finished.
    Script(String),
    /// The same, at an address with the digest of its source: it never changes.
    NamedScript(String),
    /// A feed.
    Atom(String),
}

/// The page that `frame` is for.
pub(crate) fn write(frame: PageContext<'_>) -> Result<PageBytes, HttpError> {
    let Page::Contest(slug, part) = frame.page else {
        return match frame.page {
            Page::Game(slug) => html(&game::GamePage::new(frame, slug)?),
            Page::Feed => Ok(PageBytes::Atom(feeds::feed(frame, None))),
            Page::Series(series) => html(&series::SeriesPage::new(frame, series)?),
            Page::Hall => html(&hall::LivePage::new(frame)),
            _ => html(&home::HomePage::new(frame)),
        };
    };
    let view = &frame.site.shown(slug)?;
    if let ContestPart::Frames(number, from, of) = part {
        let bytes = view.matches()?.record(*number)?;
        let data = replay::frames(&bytes, frame.language, *from)?;
        return match of.as_str() {
            "" => Ok(PageBytes::Script(data)),
            of if of == etag::digest(&bytes) => Ok(PageBytes::NamedScript(data)),
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
        Some(found) => (found.told, found.at),
        None => (view.revision(), None),
    };
    let pseudonyms = snapshot.tabled().ok().and_then(|tabled| tabled.pseudonyms.as_ref());
    let frame = PageContext { masks: pseudonyms, ..frame };
    let head = contest::PageHead::new(frame, slug, view, &snapshot).of_when(at, &snapshot);
    if let Some(section) = not_yet::empty_section(&snapshot, part).filter(|_| frame.is_served()) {
        return html(&not_yet::NotYetPage { frame, head, section });
    }
    match part {
        ContestPart::Overview => {
            let boards = hall::boards(frame, view);
            let social_card = SocialCard::of(frame, view, &snapshot);
            let page = contest::ContestPage::new(
                frame,
                (head, boards, social_card),
                (&snapshot, &view.board()),
            );
            html(&page)
        }
        ContestPart::Standings(None) => {
            html(&standings::StandingsPage::new(frame, head, (&snapshot, &view.board()))?)
        }
        ContestPart::Standings(Some(number)) => {
            html(&kept::MomentPage::new(frame, head, view, *number)?)
        }
        ContestPart::Matrix => html(&matrix::MatrixPage::new(frame, head, snapshot.tabled()?)),
        ContestPart::Pairs => html(&pairs::PairsPage::new(frame, head, snapshot.tabled()?)),
        ContestPart::Field => html(&field::FieldPage::new(frame, head, snapshot.tabled()?)),
        ContestPart::FairPlay => {
            let tabled = snapshot.tabled()?;
            html(&fair_play::FairPlayPage::new(frame, head, tabled.fair_play(&view.folder)?))
        }
        ContestPart::Entrants => {
            html(&entrants::EntrantsPage::new(frame, head, snapshot.tabled()?))
        }
        ContestPart::Rules => html(&rules::RulesPage::new(frame, head, &snapshot)?),
        ContestPart::Matches(search) => {
            let tabled = snapshot.tabled()?;
            html(&matches::MatchesPage::new(frame, head, (view, tabled), search)?)
        }
        ContestPart::Match(number, turn) => {
            let page = replayed::MatchPage::new(frame, head, view, (*number, *turn))?;
            let written = html(&page)?;
            Ok(if page.is_over() { written.lasting() } else { written })
        }
        ContestPart::Worth(number) => {
            let page = worth::WorthPage::new(frame, head, view, *number)?;
            Ok(html(&page)?.lasting())
        }
        ContestPart::Bot(name) => {
            let tabled = snapshot.tabled()?;
            html(&bot::BotPage::new(frame, head, (view, tabled), name)?)
        }
        told => by_hosts(frame, head, view, told),
    }
}

/// Announcements, and pages for embedding.
fn by_hosts(
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
            html(&host_texts::HostTextsPage::new(frame, head, title, &board.notices))
        }
        ContestPart::Faq => {
            html(&host_texts::HostTextsPage::new(frame, head, say::tab_faq(), &board.faq))
        }
        ContestPart::Feed => Ok(PageBytes::Atom(feeds::feed(frame, Some(view)))),
        ContestPart::EmbeddedTable => {
            html(&embedded::EmbeddedTable::new(frame, head, view.revision().tabled()?))
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
    /// The same, for something finished.
    fn lasting(self) -> PageBytes {
        match self {
            PageBytes::Html(page) => PageBytes::Lasting(page),
            other => other,
        }
    }
}

fn html(page: &impl Template) -> Result<PageBytes, HttpError> {
    page.render().map(PageBytes::Html).map_err(|_| HttpError::Ours)
}
