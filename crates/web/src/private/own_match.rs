//! A match of the user's own bot, with its standard error: for its author and the organizers.

use super::{
    Ownership,
    asked::{PrivateReply, PrivateRequest, heading, page},
    frame::PrivateContext,
    say as own,
    sources::plain,
    viewer,
};
use crate::{
    contest::ContestView,
    frame::PageContext,
    http_error::{HttpError, Resource},
    links::Links,
    page::Page,
    private::PrivateRoute,
    public::ReplayView,
    replay::Replay,
    say,
    slug::Slug,
};
use askama::Template;
use certamen_contest::{
    Results,
    entry::{SubmissionIndex, SubmissionState},
};
use certamen_game::Seat;
use certamen_portal::rights::{Permission, Relation, SourceVisibility, may};
use certamen_store::{MatchNumber, MatchQuery};
use std::collections::BTreeSet;

/// The maximum number of latest matches per bot.
const LATEST: usize = 10;

#[derive(Template)]
#[template(path = "own_match.html")]
struct OwnMatchPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    back: String,
    number: i64,
    replay: ReplayView,
    frames: String,
    said: Vec<(String, String)>,
}

/// The page, after a turn or at the end.
pub(super) fn answer(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
    (number, turn): (MatchNumber, Option<u64>),
) -> Result<PrivateReply, HttpError> {
    let seen = ViewableMatch::of(asked, view, (number, turn))?;
    let (frame, slug) = (asked.frame(), &view.slug);
    let public = PageContext::new(asked.site, &Page::Home, asked.language, Links::Addresses);
    let way = |turn| frame.way(&PrivateRoute::OwnMatch(slug.clone(), number, Some(turn)));
    let said = seen.seats.iter().map(|(seat, bot)| {
        let words = seen.results.last_words(number, *seat)?;
        Ok((frame.name(bot), plain(&words)))
    });
    page(
        200,
        &OwnMatchPage {
            heading: heading(frame, &view.revision().name),
            back: frame.way(&PrivateRoute::Mine(slug.clone())),
            number: number.0,
            replay: ReplayView::new(public, &seen.film, &way),
            frames: frame.way(&PrivateRoute::OwnFrames(slug.clone(), number)),
            said: said.collect::<Result<_, HttpError>>()?,
            frame,
        },
    )
}

/// The data for the player script.
pub(super) fn frames(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
    number: MatchNumber,
) -> Result<PrivateReply, HttpError> {
    let film = ViewableMatch::of(asked, view, (number, None))?.film;
    Ok(PrivateReply::Script(film.frames(asked.language)?))
}

/// The latest matches of a user's bots: the links, and the players.
pub(super) fn latest(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<Vec<(String, String)>, HttpError> {
    // Before the first match there is nothing to link to; a course has another page for that.
    let Ok(results) = view.results() else { return Ok(Vec::new()) };
    let mut numbers = BTreeSet::new();
    for name in own_programs(asked, view)? {
        let wanted = MatchQuery { bot: Some(&name), ..MatchQuery::default() };
        let found = results.listed(&wanted, LATEST)?;
        let over = found.into_iter().filter(|stored| stored.outcome.is_some());
        for stored in over {
            let bots = stored.seats.iter().map(|seat| results.bot(*seat));
            numbers.insert((stored.number, bots.collect::<Result<Vec<_>, _>>()?));
        }
    }
    let frame = asked.frame();
    let told = numbers.into_iter().rev().map(|(number, bots)| {
        let bots: Vec<String> = bots.iter().map(|bot| frame.name(bot)).collect();
        let room = PrivateRoute::OwnMatch(view.slug.clone(), number, None);
        (frame.way(&room), format!("{number}: {}", bots.join(" – ")))
    });
    Ok(told.collect())
}

/// A match that the user may see, and the seats whose standard error they may read.
struct ViewableMatch {
    film: Replay,
    results: Results<'static>,
    seats: Vec<(Seat, String)>,
}

impl ViewableMatch {
    fn of(
        asked: &PrivateRequest<'_>,
        view: &ContestView,
        (number, turn): (MatchNumber, Option<u64>),
    ) -> Result<ViewableMatch, HttpError> {
        let member = asked.member()?;
        if asked.form.is_some() {
            return Err(HttpError::Method("POST".to_owned()));
        }
        // For other users there is no such match.
        let unknown = || Resource::Match.unknown(&number.to_string());
        let results = view.results().map_err(|_| unknown())?;
        let record = results.record(number).map_err(|_| unknown())?;
        let replay = Replay::of(&record, asked.language, turn)?;
        let own = own_programs(asked, view)?;
        let seats = replay.record.table.seats.iter();
        let seats = (0u8..).map(Seat).zip(seats.map(|seat| seat.bot.clone()));
        let readable = seats.filter(|(_, bot)| {
            let ownership = if own.contains(bot) { Ownership::Yes } else { Ownership::No };
            let as_whom: Relation = viewer(Some(member), view.slug.as_str(), ownership);
            may(as_whom, Permission::SeeSubmission, SourceVisibility::Closed)
        });
        let seats: Vec<_> = readable.collect();
        if seats.is_empty() {
            Err(unknown())
        } else {
            Ok(ViewableMatch { film: replay, results, seats })
        }
    }
}

/// The accepted bots of a user: those of which every version is theirs. Matches of a name that
/// another user had before belong to both.
fn own_programs(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<BTreeSet<String>, HttpError> {
    let (member, slug): (_, &Slug) = (asked.member()?, &view.slug);
    let sent = asked.people.portal.sent_by(member.id, slug.as_str())?;
    let sent: BTreeSet<String> = sent.into_iter().map(|sent| sent.id).collect();
    let roster = SubmissionIndex::read(&view.folder)?;
    let let_in = || roster.all().iter().filter(|filed| filed.home == SubmissionState::Accepted);
    let others = let_in().filter(|filed| !sent.contains(&filed.decided.sent.id));
    let others: BTreeSet<&String> = others.map(|filed| &filed.decided.sent.entrant).collect();
    let names = let_in().map(|filed| &filed.decided.sent.entrant);
    Ok(names.filter(|name| !others.contains(name)).cloned().collect())
}
