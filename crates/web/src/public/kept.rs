//! Saved standings of an earlier time.

use super::{
    contest::PageHead,
    standings::{StandingRow, strength_bar, with_room},
};
use crate::{
    Slug,
    contest::ContestView,
    dates::ShownTime,
    frame::PageContext,
    http_error::{HttpError, Resource},
    page::ContestPart,
    say,
};
use askama::Template;
use certamen_contest::{SavedStandings, SavedStandingsRow, file::Schedule};
use certamen_store::SavedMoment;
use certamen_tournament::statistics::Interval;

/// The maximum number of links to earlier standings.
const MOST: usize = 30;

#[derive(Template)]
#[template(path = "kept.html")]
pub(super) struct MomentPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    at: ShownTime,
    matches: String,
    top: Vec<StandingRow>,
    now: String,
    moments: Vec<MomentLink>,
}

/// A link to earlier standings.
pub(super) struct MomentLink {
    pub(super) to: String,
    pub(super) at: ShownTime,
    pub(super) matches: String,
    pub(super) here: bool,
}

impl<'a> MomentPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        view: &ContestView,
        number: i64,
    ) -> Result<MomentPage<'a>, HttpError> {
        let results = view.results()?;
        let found = results.kept_table(number)?;
        let found = found.ok_or_else(|| Resource::Moment.unknown(&number.to_string()))?;
        let snapshot = view.revision();
        let schedule = snapshot.file.as_ref().and_then(|file| file.schedule.as_ref());
        let moments = results.kept_moments()?;
        Ok(MomentPage {
            at: ShownTime::at(found.moment.at, schedule),
            matches: frame.count(found.moment.matches),
            top: rows(frame, &head.slug, &found),
            now: frame.part(&head.slug, ContestPart::Standings(None)),
            moments: ways(frame, &head.slug, (&moments, Some(number)), schedule),
            frame,
            head,
        })
    }
}

/// The links to the latest saved standings, the newest first; one may be the current page.
pub(super) fn ways(
    frame: PageContext<'_>,
    slug: &Slug,
    (moments, here): (&[SavedMoment], Option<i64>),
    schedule: Option<&Schedule>,
) -> Vec<MomentLink> {
    let last = moments.iter().rev().take(MOST);
    let ways = last.map(|moment| MomentLink {
        to: frame.part(slug, ContestPart::Standings(Some(moment.number))),
        at: ShownTime::at(moment.at, schedule),
        matches: frame.count(moment.matches),
        here: here == Some(moment.number),
    });
    ways.collect()
}

fn rows(frame: PageContext<'_>, slug: &Slug, kept: &SavedStandings) -> Vec<StandingRow> {
    let ends = kept.lines.iter().filter_map(|line| line.placing.strength);
    let ends: Vec<Interval> = ends.map(|[_, low, high]| Interval { low, high }).collect();
    let scale = with_room(&ends);
    kept.lines.iter().map(|line| row(frame, slug, line, scale)).collect()
}

fn row(
    frame: PageContext<'_>,
    slug: &Slug,
    line: &SavedStandingsRow,
    scale: Option<Interval>,
) -> StandingRow {
    let placing = &line.placing;
    let strength = placing.strength.zip(scale);
    let (bar, elo) = strength
        .map(|([rating, low, high], scale)| {
            strength_bar(frame, (rating, Interval { low, high }), scale)
        })
        .unwrap_or_default();
    StandingRow {
        rank: placing.place.map(|place| place.to_string()).unwrap_or_default(),
        to: frame.part(slug, ContestPart::Bot(line.bot.clone())),
        bot: frame.name(&line.bot),
        language: frame.name(&line.language),
        score: line.score.map(|score| frame.number(score)).unwrap_or_default(),
        played: frame.count(placing.played),
        tally: format!("{}–{}–{}", placing.won, placing.drawn, placing.lost),
        bar,
        elo,
        ..StandingRow::default()
    }
}
