//! All contests, as rows: those in which something may still change, then the others by year.

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
    /// Those that are over, by the year in which they ended, the latest first.
    finished: Vec<(i16, Vec<ContestRow>)>,
}

struct ContestRow {
    to: String,
    name: String,
    game: Option<(String, String)>,
    tag: Tag,
    /// How long programs are taken in, where that is known.
    closes: String,
    bots: String,
    played: String,
    leader: String,
}

impl<'a> HomePage<'a> {
    pub(super) fn new(frame: PageContext<'a>) -> HomePage<'a> {
        let (mut contests, mut finished) = (Vec::new(), BTreeMap::<i16, Vec<ContestRow>>::new());
        for exhibit in frame.site.exhibits() {
            let revision = exhibit.revision();
            match year(exhibit, &revision) {
                Some(year) => {
                    finished.entry(year).or_default().push(row(frame, exhibit, &revision));
                }
                None => contests.push(row(frame, exhibit, &revision)),
            }
        }
        let finished = finished.into_iter().rev().collect();
        HomePage { frame, contests, finished }
    }
}

fn row(frame: PageContext<'_>, exhibit: &ContestView, revision: &ContestSnapshot) -> ContestRow {
    let tabled = revision.tabled().ok();
    let leader = tabled.and_then(|tabled| tabled.lines.first());
    let leader = leader.filter(|line| line.played > 0).map(|line| &line.bot);
    // Of a course everybody knows what was published.
    let board = exhibit.board();
    let published = board.publications.last().map(|own| &own.table);
    let published = published.filter(|_| revision.is_anonymous());
    let leader = leader.or(published.and_then(|table| Some(&table.first()?.name)));
    let bots = tabled.map(|tabled| tabled.lines.len()).or(published.map(Vec::len));
    let game = revision.game.map(DynGame::info);
    let closes = match revision.entering {
        Entering::Until(Some(until)) => closes_in(frame, until),
        _ => None,
    };
    ContestRow {
        to: frame.part(&exhibit.slug, ContestPart::Overview),
        name: frame.name(&revision.name),
        game: game.map(|game| {
            let to = frame.to(&Page::Game(game.slug.to_owned()));
            (to, frame.t(game.title))
        }),
        tag: Tag::of(frame, exhibit, revision),
        closes: closes.unwrap_or_default(),
        bots: bots.map(|bots| frame.count(bots as u64)).unwrap_or_default(),
        played: tabled.map(|_| frame.count(revision.played())).unwrap_or_default(),
        leader: leader.map(|leader| frame.name(leader)).unwrap_or_default(),
    }
}

/// The year in which a contest ended; none while anything may still change.
fn year(exhibit: &ContestView, revision: &ContestSnapshot) -> Option<i16> {
    let board = exhibit.board();
    if let Some(last) = board.publications.last().filter(|last| last.kind == PublicationKind::Final)
    {
        return Some(last.made.year());
    }
    let tabled = revision.tabled().ok().filter(|_| revision.finality() == Finality::Final)?;
    let ended = Timestamp::try_from(tabled.moments.last()?.at).ok()?;
    let hosting = revision.file.as_ref().and_then(|file| file.hosting.as_ref());
    let zone = hosting.map_or(TimeZone::UTC, |hosting| hosting.starts.time_zone().clone());
    Some(Zoned::new(ended, zone).year())
}
