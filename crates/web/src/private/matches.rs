//! Replays of a user's own matches: those of their bots, with standard error, and the trial match of
//! a submission. Authors and organizers may see them.

use super::{
    ContestPage, PrivateRoute,
    request::{PageResult, PrivateContext, PrivateReply, PrivateRequest, page, plain},
    say as own,
    submission::find_submission,
    tables::Origin,
};
use crate::{
    contest::ContestView,
    http_error::{HttpError, Resource},
    public::ReplayView,
    replay::Replay,
    say,
};
use askama::Template;
use certamen_contest::{
    Results,
    entry::{SubmissionIndex, SubmissionState},
};
use certamen_game::Seat;
use certamen_portal::rights::Permission;
use certamen_store::{MatchNumber, MatchQuery};
use std::{collections::BTreeSet, fs};

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
    /// The standard error of bots.
    stderr: Vec<(String, String)>,
}

/// A match of the user's own bot after a turn, else at its end; with its standard error.
pub(super) fn own_match(
    request: &PrivateRequest<'_>,
    view: &ContestView,
    number: MatchNumber,
    turn: Option<u64>,
) -> PageResult {
    let ViewableMatch { replay, results, seats } = ViewableMatch::of(request, view, number, turn)?;
    let (frame, slug) = (request.frame(), &view.slug);
    let link = |turn| frame.link(&PrivateRoute::OwnMatch(slug.clone(), number, Some(turn)));
    let stderr = seats.iter().map(|(seat, bot)| {
        let text = results.last_words(number, *seat)?;
        Ok((frame.name(bot), plain(&text)))
    });
    page(&OwnMatchPage {
        heading: frame.heading(&view.revision().name),
        back: frame.contest_page(slug, ContestPage::Mine),
        number: number.0,
        replay: ReplayView::new(frame.public(), &replay, &link),
        frames: frame.link(&PrivateRoute::OwnFrames(slug.clone(), number)),
        stderr: stderr.collect::<Result<_, HttpError>>()?,
        frame,
    })
}

/// The data for the player script.
pub(super) fn own_frames(
    request: &PrivateRequest<'_>,
    view: &ContestView,
    number: MatchNumber,
) -> PageResult {
    let replay = ViewableMatch::of(request, view, number, None)?.replay;
    Ok(PrivateReply::Script(replay.frames(request.language)?))
}

/// The latest matches of a user's bots: the links, and the players.
pub(super) fn latest(
    request: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<Vec<(String, String)>, HttpError> {
    // Before the first match there is nothing to link to; a course has another page for that.
    let Ok(results) = view.results() else { return Ok(Vec::new()) };
    let mut numbers = BTreeSet::new();
    for name in own_bots(request, view)? {
        let query = MatchQuery { bot: Some(&name), ..MatchQuery::default() };
        let found = results.listed(&query, LATEST)?;
        for stored in found.into_iter().filter(|stored| stored.outcome.is_some()) {
            let bots = stored.seats.iter().map(|seat| results.bot(*seat));
            numbers.insert((stored.number, bots.collect::<Result<Vec<_>, _>>()?));
        }
    }
    let frame = request.frame();
    let links = numbers.into_iter().rev().map(|(number, bots)| {
        let bots: Vec<String> = bots.iter().map(|bot| frame.name(bot)).collect();
        let route = PrivateRoute::OwnMatch(view.slug.clone(), number, None);
        (frame.link(&route), format!("{number}: {}", bots.join(" – ")))
    });
    Ok(links.collect())
}

/// A match that the user may see, and the seats whose standard error they may read.
struct ViewableMatch {
    replay: Replay,
    results: Results<'static>,
    seats: Vec<(Seat, String)>,
}

impl ViewableMatch {
    fn of(
        request: &PrivateRequest<'_>,
        view: &ContestView,
        number: MatchNumber,
        turn: Option<u64>,
    ) -> Result<ViewableMatch, HttpError> {
        request.member()?;
        request.only_get()?;
        // For other users there is no such match.
        let unknown = || Resource::Match.unknown(&number.to_string());
        let results = view.results().map_err(|_| unknown())?;
        let record = results.record(number).map_err(|_| unknown())?;
        let replay = Replay::of(&record, request.language, turn)?;
        let own = own_bots(request, view)?;
        let seats = replay.record.table.seats.iter();
        let seats = (0u8..).map(Seat).zip(seats.map(|seat| seat.bot.clone()));
        let readable = seats.filter(|(_, bot)| {
            request.may_as(own.contains(bot), Permission::SeeSubmission, view.slug.as_str())
        });
        let seats: Vec<_> = readable.collect();
        if seats.is_empty() { Err(unknown()) } else { Ok(ViewableMatch { replay, results, seats }) }
    }
}

/// The accepted bots of a user: those of which every version is theirs. Matches of a name that
/// another user had before belong to both.
fn own_bots(
    request: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<BTreeSet<String>, HttpError> {
    let sent = request.people.portal.sent_by(request.member()?.id, view.slug.as_str())?;
    let sent: BTreeSet<String> = sent.into_iter().map(|sent| sent.id).collect();
    let index = SubmissionIndex::read(&view.folder)?;
    let accepted = index.all().iter().filter(|filed| filed.home == SubmissionState::Accepted);
    let (own, others): (Vec<_>, Vec<_>) =
        accepted.map(|filed| &filed.decided.sent).partition(|found| sent.contains(&found.id));
    let others: BTreeSet<&String> = others.into_iter().map(|sent| &sent.entrant).collect();
    let names = own.into_iter().map(|sent| &sent.entrant);
    Ok(names.filter(|name| !others.contains(name)).cloned().collect())
}

#[derive(Template)]
#[template(path = "trial.html")]
struct TrialPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    back: String,
    entrant: String,
    replay: ReplayView,
    frames: String,
}

/// The trial match of a submission after a turn, else at its end.
pub(super) fn trial(request: &PrivateRequest<'_>, id: &str, turn: Option<u64>) -> PageResult {
    let Trial { replay, contest, entrant } = Trial::read(request, id, turn)?;
    let frame = request.frame();
    let link = |turn| frame.link(&PrivateRoute::Trial(id.to_owned(), Some(turn)));
    let mut replay_view = ReplayView::new(frame.public(), &replay, &link);
    let open = |turn| PrivateRoute::OpenTable(Origin::Trial(id.to_owned(), turn));
    replay_view.set_continuation(&replay, &|turn| frame.link(&open(turn)));
    page(&TrialPage {
        heading: frame.heading(&contest),
        back: frame.link(&PrivateRoute::Submission(id.to_owned())),
        entrant: frame.name(&entrant),
        replay: replay_view,
        frames: frame.link(&PrivateRoute::TrialFrames(id.to_owned())),
        frame,
    })
}

/// The data for the player script.
pub(super) fn trial_frames(request: &PrivateRequest<'_>, id: &str) -> PageResult {
    let replay = Trial::read(request, id, None)?.replay;
    Ok(PrivateReply::Script(replay.frames(request.language)?))
}

/// The trial match of a submission, with the names of contest and bot.
pub(super) struct Trial {
    pub(super) replay: Replay,
    contest: String,
    entrant: String,
}

impl Trial {
    /// The match after a turn, else at its end, for users who may see the submission.
    pub(super) fn read(
        request: &PrivateRequest<'_>,
        id: &str,
        turn: Option<u64>,
    ) -> Result<Trial, HttpError> {
        request.only_get()?;
        let (found, view, _) =
            find_submission(request.site, request.people, request.member()?, id)?;
        let unknown = || Resource::Page.unknown("match");
        let index = SubmissionIndex::read(&view.folder)?;
        let filed = index.find(id).ok_or_else(unknown)?;
        let record = fs::read(filed.sample_match()).map_err(|_| unknown())?;
        let replay = Replay::of(&record, request.language, turn)?;
        let contest = view.revision().name.clone();
        Ok(Trial { replay, contest, entrant: found.sent.entrant })
    }
}
