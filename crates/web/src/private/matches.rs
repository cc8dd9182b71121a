//! Replays of a user's own matches: those of their bots, with standard error, and the trial match of
//! a submission. Authors and organizers may see them.

use super::{
    request::{PageResult, PrivateRequest, page, plain},
    stepping::{RecordSource, SteppedMatch},
    submission::find_submission,
};
use crate::{
    Slug,
    contest::ContestView,
    frame::PageContext,
    http_error::{HttpError, Resource},
    links::{self, Id, Number, Turn},
    private_say as own,
    public::ReplayView,
    replay::read,
    say,
};
use askama::Template;
use certamen_contest::{
    Results,
    entry::{SubmissionIndex, SubmissionState},
};
use certamen_game::{MatchRecord, Seat};
use certamen_portal::{AccountId, Portal, rights::Permission};
use certamen_store::MatchQuery;
use serde::Deserialize;
use std::{collections::BTreeSet, fs};

/// The maximum number of latest matches per bot.
const LATEST: usize = 10;

#[derive(Template)]
#[template(path = "own_match.html")]
struct OwnMatchPage<'a> {
    frame: PageContext<'a>,
    heading: String,
    back: String,
    number: i64,
    replay: ReplayView,
    frames: String,
    /// The link to the record, and its file; empty where matches are not public.
    record: String,
    file: String,
    /// The command that asks a bot again, up to the turn.
    again: String,
    asked: u64,
    /// The standard error of bots, by turn.
    stderr: Vec<(String, Vec<TurnStderr>)>,
}

/// What a bot wrote to standard error in a turn.
struct TurnStderr {
    /// The turn and the link to it; `None` for output of no turn, or of several.
    turn: Option<(u64, String)>,
    is_after_end: bool,
    text: String,
}

/// A match of the user's own bot.
#[derive(Deserialize)]
pub(super) struct OwnMatch {
    slug: Slug,
    number: Number,
    turn: Option<Turn>,
}

impl RecordSource for OwnMatch {
    type Found = OwnBots;

    fn turn(&self) -> Option<u64> {
        self.turn.map(|turn| turn.0)
    }

    fn find(&self, request: &PrivateRequest<'_>) -> Result<(MatchRecord, OwnBots), HttpError> {
        let (view, Number(number)) = (request.site.contest_view(&self.slug)?, self.number);
        // For other users there is no such match.
        let unknown = || Resource::Match.unknown(&number.to_string());
        let results = view.results().map_err(|_| unknown())?;
        let record = read(&results.record(number).map_err(|_| unknown())?)?;
        let own = own_bots(request, view)?;
        let seats = record.table.seats.iter();
        let seats = (0u8..).map(Seat).zip(seats.map(|seat| seat.bot.clone()));
        let readable = seats.filter(|(_, bot)| {
            request.may_as(own.contains(bot), Permission::SeeSubmission, view.slug.as_str())
        });
        let seats: Vec<_> = readable.collect();
        if seats.is_empty() { Err(unknown()) } else { Ok((record, OwnBots { results, seats })) }
    }

    fn address(&self) -> String {
        links::own_match(&self.slug, self.number.0)
    }

    fn frames(&self) -> String {
        format!("{}/frames.js", self.address())
    }

    fn page(
        &self,
        request: &PrivateRequest<'_>,
        found: OwnBots,
        stepped: SteppedMatch,
    ) -> PageResult {
        let (frame, view) = (request.frame(), request.site.contest_view(&self.slug)?);
        let last = stepped.view.last;
        let piece = |(turn, text): (u64, Vec<u8>)| TurnStderr {
            turn: (1..=last)
                .contains(&turn)
                .then(|| (turn, frame.link(&format!("{}/{turn}", self.address())))),
            is_after_end: turn > last,
            text: plain(&text),
        };
        let stderr = found.seats.iter().map(|(seat, bot)| {
            let pieces = found.results.last_words(self.number.0, *seat)?;
            Ok((frame.name(bot), pieces.into_iter().map(piece).collect()))
        });
        let number = self.number.0;
        let file = format!("{}-{number}.jsonl", self.slug);
        let shows_matches = view.revision().shows_matches;
        page(&OwnMatchPage {
            record: if shows_matches { frame.record(&self.slug, number) } else { String::new() },
            again: format!("certamen check BOT --from {file}#"),
            file,
            asked: stepped.replay.turn.max(1),
            heading: frame.heading(&view.revision().name),
            back: frame.contest_page(&self.slug, links::MINE),
            number: number.0,
            replay: stepped.view,
            frames: stepped.frames,
            stderr: stderr.collect::<Result<_, HttpError>>()?,
            frame,
        })
    }
}

/// The bots of a match whose standard error the user may read.
pub(super) struct OwnBots {
    results: Results<'static>,
    seats: Vec<(Seat, String)>,
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
        let to = frame.link(&links::own_match(&view.slug, number));
        (to, format!("{number}{} {}", frame.t(say::colon()), bots.join(" – ")))
    });
    Ok(links.collect())
}

/// The accepted bots of the user who asks.
pub(super) fn own_bots(
    request: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<BTreeSet<String>, HttpError> {
    bots_of(&request.people.portal, request.member()?.id, view)
}

/// The accepted bots of a user: those of which every version is theirs. Matches of a name that
/// another user had before belong to both.
pub(super) fn bots_of(
    portal: &Portal,
    account: AccountId,
    view: &ContestView,
) -> Result<BTreeSet<String>, HttpError> {
    let sent = portal.sent_by(account, view.slug.as_str())?;
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
    frame: PageContext<'a>,
    heading: String,
    back: String,
    entrant: String,
    replay: ReplayView,
    frames: String,
}

/// The trial match of a submission.
#[derive(Deserialize)]
pub(super) struct TrialMatchPage {
    id: Id,
    turn: Option<Turn>,
}

/// The names of the contest and of the bot.
pub(super) struct TrialNames {
    contest: String,
    entrant: String,
}

impl RecordSource for TrialMatchPage {
    type Found = TrialNames;

    fn turn(&self) -> Option<u64> {
        self.turn.map(|turn| turn.0)
    }

    fn find(&self, request: &PrivateRequest<'_>) -> Result<(MatchRecord, TrialNames), HttpError> {
        trial_record(request, &self.id.0)
    }

    fn address(&self) -> String {
        links::trial(&self.id.0)
    }

    fn frames(&self) -> String {
        format!("{}/frames.js", links::submission(&self.id.0))
    }

    fn continued(&self, _found: &TrialNames, turn: u64) -> Option<String> {
        Some(links::continue_trial(&self.id.0, turn))
    }

    fn page(
        &self,
        request: &PrivateRequest<'_>,
        found: TrialNames,
        stepped: SteppedMatch,
    ) -> PageResult {
        let frame = request.frame();
        page(&TrialPage {
            heading: frame.heading(&found.contest),
            back: frame.link(&links::submission(&self.id.0)),
            entrant: frame.name(&found.entrant),
            replay: stepped.view,
            frames: stepped.frames,
            frame,
        })
    }
}

/// The record of the trial match of a submission, for users who may see the submission.
pub(super) fn trial_record(
    request: &PrivateRequest<'_>,
    id: &str,
) -> Result<(MatchRecord, TrialNames), HttpError> {
    let (found, view, _) = find_submission(request.site, request.people, request.member()?, id)?;
    let unknown = || Resource::Page.unknown("match");
    let index = SubmissionIndex::read(&view.folder)?;
    let filed = index.find(id).ok_or_else(unknown)?;
    let record = read(&fs::read(filed.sample_match()).map_err(|_| unknown())?)?;
    let contest = view.revision().name.clone();
    Ok((record, TrialNames { contest, entrant: found.sent.entrant }))
}
