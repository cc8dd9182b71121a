//! The pages of several contests: the home page, the live page, and the editions of a series.

use super::{docs_say, entries::closes_in, facts_say, head::Tag};
use crate::{
    contest::{ContestSnapshot, ContestView},
    finality::{Entering, Finality},
    frame::PageContext,
    http_error::{HttpError, Resource},
    page::{ContestPart, Page},
    replay::Replay,
    say,
};
use askama::Template;
use certamen_contest::publication::PublicationKind;
use certamen_game::DynGame;
use certamen_portal::check_job::ContestActivity;
use jiff::{Timestamp, Zoned, tz::TimeZone};
use std::{collections::BTreeMap, num::NonZeroU32, sync::PoisonError};

#[derive(Template)]
#[template(path = "home.html")]
pub(super) struct HomePage<'a> {
    frame: PageContext<'a>,
    contests: Vec<ContestRow>,
    /// Finished contests, by the year in which they ended, the latest first.
    finished: Vec<(i16, Vec<ContestRow>)>,
}

struct ContestRow {
    to: String,
    name: String,
    game: Option<(String, String)>,
    tag: Tag,
    /// The time until the entry deadline, where known.
    closes: String,
    bots: String,
    played: String,
    leader: String,
}

impl<'a> HomePage<'a> {
    pub(super) fn new(frame: PageContext<'a>) -> Self {
        let (mut contests, mut finished) = (Vec::new(), BTreeMap::<i16, Vec<ContestRow>>::new());
        for view in frame.site.contest_views() {
            let snapshot = view.revision();
            match year(view, &snapshot) {
                Some(year) => {
                    finished.entry(year).or_default().push(row(frame, view, &snapshot));
                }
                None => contests.push(row(frame, view, &snapshot)),
            }
        }
        let finished = finished.into_iter().rev().collect();
        HomePage { frame, contests, finished }
    }
}

fn row(frame: PageContext<'_>, view: &ContestView, snapshot: &ContestSnapshot) -> ContestRow {
    let standings = snapshot.tabled().ok();
    let leader = standings.and_then(|standings| standings.lines.first());
    let leader = leader.filter(|line| line.played > 0).map(|line| &line.bot);
    // Of a course the publications are public.
    let board = view.board();
    let published = board.publications.last().map(|own| &own.table);
    let published = published.filter(|_| snapshot.is_anonymous());
    let leader = leader.or(published.and_then(|table| Some(&table.first()?.name)));
    let bots = standings.map(|standings| standings.lines.len()).or(published.map(Vec::len));
    let game = snapshot.game.map(DynGame::info);
    let closes = match snapshot.entering {
        Entering::Until(Some(until)) => closes_in(frame, until),
        _ => None,
    };
    ContestRow {
        to: frame.part(&view.slug, ContestPart::Overview),
        name: frame.name(&snapshot.name),
        game: game.map(|game| {
            let to = frame.to(&Page::Game(game.slug.to_owned()));
            (to, frame.t(game.title))
        }),
        tag: Tag::of(frame, view, snapshot),
        closes: closes.unwrap_or_default(),
        bots: bots.map(|bots| frame.count(bots as u64)).unwrap_or_default(),
        played: standings.map(|_| frame.count(snapshot.played())).unwrap_or_default(),
        leader: leader.map(|leader| frame.name(leader)).unwrap_or_default(),
    }
}

/// The year in which a contest ended; none while anything may still change.
fn year(view: &ContestView, snapshot: &ContestSnapshot) -> Option<i16> {
    let board = view.board();
    if let Some(last) = board.publications.last().filter(|last| last.kind == PublicationKind::Final)
    {
        return Some(last.made.year());
    }
    let standings = snapshot.tabled().ok().filter(|_| snapshot.finality() == Finality::Final)?;
    let ended = Timestamp::try_from(standings.moments.last()?.at).ok()?;
    let schedule = snapshot.file.as_ref().and_then(|file| file.schedule.as_ref());
    let zone = schedule.map_or(TimeZone::UTC, |schedule| schedule.starts.time_zone().clone());
    Some(Zoned::new(ended, zone).year())
}

#[derive(Template)]
#[template(path = "live.html")]
pub(super) struct LivePage<'a> {
    frame: PageContext<'a>,
    contests: Vec<LiveContest>,
    boards: Vec<LiveBoard>,
    /// The number of cores used here; empty if none.
    cores: String,
}

struct LiveContest {
    to: String,
    name: String,
    tag: Tag,
    progress: String,
    /// The numbers of the cores that play it now; empty if unknown.
    on: String,
}

pub(super) struct LiveBoard {
    pub(super) to: String,
    pub(super) bots: String,
    pub(super) caption: String,
    pub(super) board: String,
    pub(super) turns: String,
}

impl<'a> LivePage<'a> {
    pub(super) fn new(frame: PageContext<'a>) -> Self {
        let live = || {
            frame.site.contest_views().filter(|view| {
                matches!(
                    view.doing(),
                    ContestActivity::Playing(_)
                        | ContestActivity::Opening
                        | ContestActivity::Elsewhere
                )
            })
        };
        let contests = live().map(|view| {
            let snapshot = view.revision();
            let progress = snapshot.tabled().ok().map(|standings| {
                let (played, total) = (standings.progress.finished, standings.progress.total);
                frame.t(say::progress(frame.count(played), frame.count(total.max(played))))
            });
            let on = view.cores.read().unwrap_or_else(PoisonError::into_inner);
            let on: Vec<String> = on.iter().map(usize::to_string).collect();
            LiveContest {
                on: on.join(", "),
                to: frame.part(&view.slug, ContestPart::Overview),
                name: frame.name(&snapshot.name),
                tag: Tag::of(frame, view, &snapshot),
                progress: progress.unwrap_or_default(),
            }
        });
        let boards = live().flat_map(|view| boards(frame, view));
        let cores = frame.site.cores;
        let cores = (cores > 0).then(|| frame.t(facts_say::cores_play(frame.count(cores as u64))));
        LivePage {
            cores: cores.unwrap_or_default(),
            contests: contests.collect(),
            boards: boards.collect(),
            frame,
        }
    }
}

pub(super) fn boards(frame: PageContext<'_>, view: &ContestView) -> Vec<LiveBoard> {
    // In a course the opponents of a match are private.
    if view.matches().is_err() {
        return Vec::new();
    }
    let boards = view.running_matches.all().into_iter().filter_map(|(number, record)| {
        let replay = Replay::of_record((*record).clone(), frame.language, None).ok()?;
        let last = &replay.frame;
        let bots = replay.record.table.seats.iter().map(|seat| frame.name(&seat.bot));
        Some(LiveBoard {
            to: frame.part(&view.slug, ContestPart::Match(number, None)),
            bots: bots.collect::<Vec<_>>().join(" – "),
            caption: last
                .picture
                .as_ref()
                .map(|picture| picture.description.clone())
                .unwrap_or_default(),
            board: last.picture.as_ref().map(crate::charts::board).unwrap_or_default(),
            turns: frame.count(replay.last),
        })
    });
    boards.collect()
}

#[derive(Template)]
#[template(path = "series.html")]
pub(super) struct SeriesPage<'a> {
    frame: PageContext<'a>,
    name: String,
    editions: Vec<EditionRow>,
}

struct EditionRow {
    number: String,
    to: String,
    name: String,
    tag: Tag,
    first: Option<(String, String)>,
}

impl<'a> SeriesPage<'a> {
    pub(super) fn new(frame: PageContext<'a>, series: &str) -> Result<Self, HttpError> {
        let editions = frame.site.contest_views().filter_map(|view| {
            let snapshot = view.revision();
            let site = &snapshot.file.as_ref()?.site;
            (site.series.as_deref() == Some(series)).then_some((site.edition, view))
        });
        let mut editions: Vec<(Option<NonZeroU32>, &_)> = editions.collect();
        if editions.is_empty() {
            return Err(Resource::Series.unknown(series));
        }
        // Those without a number come last.
        editions.sort_by_key(|(edition, view)| (std::cmp::Reverse(*edition), view.slug.clone()));
        let editions =
            editions.into_iter().map(|(edition, view)| edition_row(frame, edition, view));
        Ok(SeriesPage { name: series.to_owned(), editions: editions.collect(), frame })
    }
}

fn edition_row(
    frame: PageContext<'_>,
    edition: Option<NonZeroU32>,
    view: &ContestView,
) -> EditionRow {
    let snapshot = view.revision();
    let leader = snapshot.tabled().ok().and_then(|standings| standings.lines.first());
    let leader = leader.filter(|line| line.played > 0).map(|line| frame.name(&line.bot));
    EditionRow {
        number: edition.map(|number| number.to_string()).unwrap_or_default(),
        to: frame.part(&view.slug, ContestPart::Overview),
        name: frame.name(&snapshot.name),
        tag: Tag::of(frame, view, &snapshot),
        first: leader.zip(snapshot.finality().leader_title().map(|title| frame.t(title))),
    }
}
