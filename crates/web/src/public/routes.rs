//! The routes of public pages: one line for each, with its address, its parameters, what changes it,
//! and its handler.

use super::{
    bot, contest, crosstable, docs, game, games,
    head::PageHead,
    home, matches, openings, publications, replayed,
    serve::{
        ContestRequest,
        Freshness::{Build, Cores, Countdown, Late, Records},
        PublicPage, PublicRoute, contest_page, site_page,
    },
    standings, tv, worth,
    written::{PageBytes, html},
};
use crate::{
    Slug,
    address::decoded,
    app_state::AppState,
    assets,
    cache::MaxAge,
    feeds,
    frame::PageContext,
    http_error::{HttpError, Resource},
    page::{MatchSearch, plain_number},
    replay, say,
};
use askama::Template;
use axum::{
    Router,
    http::{Method, Uri},
};
use std::sync::Arc;

/// The public pages of the site, without their language.
fn site_pages() -> Vec<PublicRoute> {
    vec![
        site_page("/", |frame, _| html(&home::HomePage::new(frame))).changed_by(Countdown),
        site_page("/hall", |frame, _| html(&home::LivePage::new(frame))).changed_by(Cores),
        site_page("/tv", |frame, parts| {
            let wanted = parts.query().take("match")?;
            html(&tv::TvPage::of_site(frame, wanted.as_deref())?)
        })
        .with(&["match"])
        .expensive(),
        site_page("/feed.atom", |frame, _| Ok(PageBytes::atom(feeds::feed(frame, None))))
            .changed_by(Countdown),
        site_page("/games", |frame, _| html(&games::GamesPage::new(frame))),
        site_page("/games/{game}", |frame, parts| {
            html(&game::GamePage::new(frame, parts.get("game"))?)
        }),
        site_page("/docs", |frame, _| Ok(html(&docs::DocsPage::new(frame, "")?)?.lasting()))
            .changed_by(Build),
        site_page(docs::SEARCH, |frame, parts| {
            let query = parts.query().take("q")?.unwrap_or_default();
            Ok(html(&docs::DocsSearchPage::new(frame, &query)?)?.lasting())
        })
        .with(&["q"])
        .changed_by(Build),
        site_page("/docs/{page}", |frame, parts| {
            Ok(html(&docs::DocsPage::new(frame, parts.get("page"))?)?.lasting())
        })
        .changed_by(Build),
        site_page("/docs/{folder}/{page}", |frame, parts| {
            let name = format!("{}/{}", parts.get("folder"), parts.get("page"));
            Ok(html(&docs::DocsPage::new(frame, &name)?)?.lasting())
        })
        .changed_by(Build),
        site_page("/games/{game}/brief.md", |frame, parts| {
            let slug = parts.get("game");
            let game = certamen_games::find(slug).ok_or_else(|| Resource::Game.unknown(slug))?;
            Ok(PageBytes::markdown(certamen_games::brief::brief(game, frame.language)))
        }),
        site_page("/series/{series}", |frame, parts| {
            let series = parts.get("series");
            let slug = Slug::read(series).ok_or_else(|| Resource::Series.unknown(series))?;
            html(&home::SeriesPage::new(frame, slug.as_str())?)
        }),
    ]
}

fn contest_pages() -> Vec<PublicRoute> {
    vec![
        contest_page("/c/{slug}", |page| {
            let (view, snapshot) = (page.view, page.snapshot);
            html(&contest::ContestPage::new(page.frame, page.head(), view, snapshot))
        })
        .changed_by(Countdown),
        contest_page("/c/{slug}/standings", standings).with(&["at", "q"]),
        contest_page("/c/{slug}/matrix", |page| {
            html(&crosstable::MatrixPage::new(page.frame, page.head(), page.snapshot.tabled()?))
        })
        .changed_by(Late),
        contest_page("/c/{slug}/pairs", |page| {
            html(&crosstable::PairsPage::new(page.frame, page.head(), page.snapshot.tabled()?))
        })
        .changed_by(Late),
        contest_page("/c/{slug}/field", |page| {
            html(&crosstable::FieldPage::new(page.frame, page.head(), page.snapshot.tabled()?))
        })
        .changed_by(Late),
        contest_page("/c/{slug}/fair-play", |page| {
            let report = page.snapshot.tabled()?.fair_play(&page.view.folder)?;
            html(&crosstable::FairPlayPage::new(page.frame, page.head(), report))
        })
        .changed_by(Late),
        contest_page("/c/{slug}/tv", |page| {
            let wanted = page.parts.query().take_number("match")?;
            html(&tv::TvPage::of_contest(page.frame, page.view, wanted)?)
        })
        .with(&["match"])
        .expensive(),
        contest_page("/c/{slug}/openings", |page| {
            let moves = page.parts.query().take("moves")?.unwrap_or_default();
            let (frame, view, snapshot) = (page.frame, page.view, page.snapshot);
            html(&openings::OpeningsPage::new(frame, page.head(), view, snapshot, &moves)?)
        })
        .with(&["moves"])
        .changed_by(Records)
        .expensive(),
        contest_page("/c/{slug}/entrants", entrants),
        contest_page("/c/{slug}/rules", |page| {
            html(&game::RulesPage::new(page.frame, page.head(), page.snapshot)?)
        }),
        contest_page("/c/{slug}/matches", matches)
            .with(&["bot", "vs", "result", "fault", "before"]),
        contest_page("/c/{slug}/matches/{number}", match_page).with(&["turn"]),
        contest_page("/c/{slug}/matches/{number}/frames.js", frames).with(&["from", "of"]),
        contest_page("/c/{slug}/matches/{number}/worth", |page| {
            let number = page.parts.number()?;
            let page = worth::WorthPage::new(page.frame, page.head(), page.view, number)?;
            Ok(html(&page)?.lasting())
        })
        .expensive(),
        contest_page("/c/{slug}/matches/{number}/animation.svg", |page| {
            let record = replay::read(&page.view.matches()?.record(page.parts.number()?)?)?;
            let names = record.table.seats.iter().map(|seat| page.frame.name(&seat.bot));
            let names: Vec<String> = names.collect();
            Ok(PageBytes::svg(replay::animation(&record, &names, page.frame.language)?).lasting())
        })
        .expensive(),
        contest_page("/c/{slug}/matches/{number}/preview.png", preview).with(&["turn"]).expensive(),
        contest_page("/c/{slug}/bots/{bot}", |page| {
            let (tabled, bot) = (page.snapshot.tabled()?, page.parts.get("bot"));
            html(&bot::BotPage::new(page.frame, page.head(), page.view, tabled, bot)?)
        }),
    ]
}

/// What a contest announces, and what other sites embed of it.
fn announcements() -> Vec<PublicRoute> {
    vec![
        contest_page("/c/{slug}/publications", |page| {
            let board = page.view.board();
            html(&publications::PublicationsPage::new(page.frame, page.head(), &board))
        }),
        contest_page("/c/{slug}/publications/{number}", publication),
        contest_page("/c/{slug}/notices", |page| {
            let (board, title) = (page.view.board(), say::tab_notices());
            html(&contest::HostTextsPage::new(page.frame, page.head(), title, &board.notices))
        }),
        contest_page("/c/{slug}/faq", |page| {
            let (board, title) = (page.view.board(), say::tab_faq());
            html(&contest::HostTextsPage::new(page.frame, page.head(), title, &board.faq))
        }),
        contest_page("/c/{slug}/feed.atom", |page| {
            Ok(PageBytes::atom(feeds::feed(page.frame, Some(page.view))))
        })
        .changed_by(Countdown),
        contest_page("/embed/c/{slug}/standings", |page| {
            html(&standings::EmbeddedTable::new(page.frame, page.head(), page.snapshot.tabled()?))
        }),
        contest_page("/embed/c/{slug}/matches/{number}", |page| {
            let number = page.parts.number()?;
            let page = replayed::EmbeddedMatch::new(page.frame, page.head(), page.view, number)?;
            Ok(html(&page)?.lasting())
        }),
    ]
}

/// The router of the public pages, without their language.
pub(crate) fn router() -> Router<AppState> {
    let mut router = Router::new();
    for page in [site_pages(), contest_pages(), announcements()].into_iter().flatten() {
        let page = Arc::new(page);
        if let Some(path) = page.of_championship() {
            router = router.route(&path, Arc::clone(&page).service());
        }
        router = router.route(page.path, Arc::clone(&page).service());
    }
    router
}

/// The answer to a request for no page.
pub(crate) async fn unknown(method: Method, uri: Uri) -> HttpError {
    if !matches!(method, Method::GET | Method::HEAD) {
        return HttpError::Method(method.to_string());
    }
    let path = uri.path();
    if let Some(error) = path.split('/').find_map(|segment| decoded(segment).err()) {
        return error;
    }
    match path.split('/').nth(1) {
        Some(code) if code.len() == 2 => Resource::Language.unknown(code),
        _ => Resource::Page.unknown(path),
    }
}

#[derive(Template)]
#[template(path = "not_yet.html")]
struct NotYetPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    section: &'static str,
}

/// A page whose section is empty before the first match, as it is then; none afterwards.
fn not_yet(page: &ContestRequest<'_>, section: &'static str) -> Option<PublicPage> {
    let is_empty = page.snapshot.waits_for_a_match() && page.frame.is_served();
    is_empty.then(|| html(&NotYetPage { frame: page.frame, head: page.head(), section }))
}

fn standings(page: &ContestRequest<'_>) -> PublicPage {
    let (frame, head, view) = (page.frame, page.head(), page.view);
    let mut query = page.parts.query();
    let (at, searched) = (query.take_number("at")?, query.take("q")?.unwrap_or_default());
    match at {
        None => not_yet(page, "standings").unwrap_or_else(|| {
            let (snapshot, board) = (page.snapshot, view.board());
            html(&standings::StandingsPage::new(frame, head, snapshot, &board, &searched)?)
        }),
        Some(number) => {
            let number = i64::try_from(number).unwrap_or(i64::MAX);
            html(&standings::MomentPage::new(frame, head, view, number)?)
        }
    }
}

fn entrants(page: &ContestRequest<'_>) -> PublicPage {
    not_yet(page, "entrants").unwrap_or_else(|| {
        let tabled = page.snapshot.tabled()?;
        html(&standings::EntrantsPage::new(page.frame, page.head(), tabled))
    })
}

fn matches(page: &ContestRequest<'_>) -> PublicPage {
    let search = MatchSearch::read(&mut page.parts.query())?;
    let empty = not_yet(page, "matches").filter(|_| page.snapshot.shows_matches);
    empty.unwrap_or_else(|| {
        let tabled = page.snapshot.tabled()?;
        let (frame, head, view) = (page.frame, page.head(), page.view);
        html(&matches::MatchesPage::new(frame, head, view, tabled, &search)?)
    })
}

fn match_page(page: &ContestRequest<'_>) -> PublicPage {
    let (number, turn) = (page.parts.number()?, page.parts.query().take_number("turn")?);
    let page = replayed::MatchPage::new(page.frame, page.head(), page.view, number, turn)?;
    let written = html(&page)?;
    Ok(if page.is_over() { written.lasting() } else { written })
}

/// The board of a match for link previews.
fn preview(page: &ContestRequest<'_>) -> PublicPage {
    let (number, turn) = (page.parts.number()?, page.parts.query().take_number("turn")?);
    let record = replay::read(&page.view.matches()?.record(number)?)?;
    Ok(PageBytes::png(replay::preview(record, turn, page.frame.language)?).lasting())
}

/// The data for stepping through a match, from this turn on, of the record with this digest; of the
/// current record if that is empty.
fn frames(page: &ContestRequest<'_>) -> PublicPage {
    let (number, mut query) = (page.parts.number()?, page.parts.query());
    let from = query.take_number("from")?.unwrap_or_default();
    if from % replay::PIECE != 0 {
        return Err(HttpError::value("from", &from.to_string()));
    }
    let of = query.take("of")?.unwrap_or_default();
    let plain = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if !of.is_empty() && (of.len() != assets::DIGITS || !of.bytes().all(plain)) {
        return Err(HttpError::value("of", &of));
    }
    let bytes = page.view.matches()?.record(number)?;
    let data = replay::frames(&bytes, page.frame.language, from)?;
    let script = PageBytes::script(data);
    match of.as_str() {
        "" => Ok(script.lasting()),
        // Its address has the digest of its source: it never changes.
        of if of == assets::digest(&bytes) => Ok(PageBytes { max_age: MaxAge::Day, ..script }),
        // The match was replayed since.
        of => Err(Resource::Record.unknown(of)),
    }
}

fn publication(page: &ContestRequest<'_>) -> PublicPage {
    let given = page.parts.get("number");
    let number = plain_number(given).and_then(|number| u32::try_from(number).ok());
    let number = number.ok_or_else(|| Resource::Publication.unknown(given))?;
    let board = page.view.board();
    html(&publications::PublicationPage::new(page.frame, page.head(), &board, number)?)
}
