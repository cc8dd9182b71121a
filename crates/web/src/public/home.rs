//! The home page: all contests, unfinished ones first, then the others by year.

use super::{entries::closes_in, facts_say as words, state::Tag};
use crate::{
    contest::{ContestSnapshot, ContestView},
    finality::{Entering, Finality},
    frame::PageContext,
    page::{ContestPart, Page},
    say,
};
use askama::Template;
use certamen_contest::publication::PublicationKind;
use certamen_game::DynGame;
use jiff::{Timestamp, Zoned, tz::TimeZone};
use std::collections::BTreeMap;

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
    pub(super) fn new(frame: PageContext<'a>) -> HomePage<'a> {
        let (mut contests, mut finished) = (Vec::new(), BTreeMap::<i16, Vec<ContestRow>>::new());
        for view in frame.site.exhibits() {
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
