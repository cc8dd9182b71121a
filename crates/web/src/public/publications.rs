//! Publications as they were made: none is ever changed.

use super::{contest::PageHead, facts_say};
use crate::{
    board::Announcements,
    championships,
    dates::ShownTime,
    frame::PageContext,
    http_error::{HttpError, Resource},
    page::ContestPart,
    say,
};
use askama::Template;
use certamen_contest::{
    file::Schedule,
    publication::{Publication, PublicationKind, PublicationRow, UnrankedRow, slot_name},
    vocabulary,
};
use certamen_i18n::{Localize, Message};
use jiff::Zoned;

#[derive(Template)]
#[template(path = "publications.html")]
pub(super) struct PublicationsPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    rows: Vec<PublicationLink>,
    next: Option<(String, ShownTime)>,
    trouble: String,
}

pub(super) struct PublicationLink {
    pub(super) number: u32,
    pub(super) to: String,
    pub(super) kind: String,
    pub(super) made: ShownTime,
    pub(super) leader: String,
}

/// The top of the latest publication.
pub(super) struct LastTable {
    pub(super) link: PublicationLink,
    pub(super) rows: Vec<PublishedRow>,
}

#[derive(Template)]
#[template(path = "publication.html")]
pub(super) struct PublicationPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    number: u32,
    kind: String,
    made: ShownTime,
    next: Option<(String, ShownTime)>,
    move_time: String,
    rows: Vec<PublishedRow>,
    below: Vec<(String, String)>,
    all: String,
    /// The link to its matches, where they are a contest of their publication.
    championship: String,
}

pub(super) struct PublishedRow {
    pub(super) rank: u32,
    pub(super) name: String,
    pub(super) share: String,
    pub(super) won: String,
    pub(super) lost: String,
    pub(super) drawn: String,
    pub(super) tally: String,
}

impl<'a> PublicationsPage<'a> {
    pub(super) fn new(frame: PageContext<'a>, head: PageHead, board: &Announcements) -> Self {
        let mut rows: Vec<PublicationLink> = board
            .publications
            .iter()
            .map(|publication| publication_link(frame, &head, publication))
            .collect();
        rows.reverse();
        let next = board.publications.last().and_then(|last| announced(frame, last));
        let trouble = board.trouble.as_ref().map(|_| frame.t(say::paused()));
        PublicationsPage { rows, next, trouble: trouble.unwrap_or_default(), frame, head }
    }
}

impl<'a> PublicationPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        board: &Announcements,
        number: u32,
    ) -> Result<Self, HttpError> {
        let found = board.publications.iter().find(|publication| publication.number == number);
        let found = found.ok_or_else(|| Resource::Publication.unknown(&number.to_string()))?;
        Ok(PublicationPage {
            number,
            kind: frame.t(kind(found.kind)),
            made: ShownTime::of(&found.made),
            next: announced(frame, found),
            move_time: format!(
                "{} ms",
                frame.number(found.conditions.move_time().as_secs_f64() * 1e3)
            ),
            rows: found.table.iter().map(|line| row(frame, line)).collect(),
            below: found.below.iter().map(|line| unranked(frame, line)).collect(),
            all: frame.part(&head.slug, ContestPart::Publications),
            championship: championship(frame, &head, found),
            frame,
            head,
        })
    }
}

fn championship(frame: PageContext<'_>, head: &PageHead, publication: &Publication) -> String {
    let Ok(view) = frame.site.shown(&head.slug) else { return String::new() };
    let number =
        championships::number_of(&view.folder, &slot_name(&publication.planned, publication.kind));
    let is_own = publication.kind != PublicationKind::Provisional && head.slug.is_whole();
    let number = number.filter(|_| is_own);
    let link = |number| frame.part(&head.slug.championship(number), ContestPart::Overview);
    number.map(link).unwrap_or_default()
}

pub(super) fn publication_link(
    frame: PageContext<'_>,
    head: &PageHead,
    publication: &Publication,
) -> PublicationLink {
    PublicationLink {
        number: publication.number,
        to: frame.part(&head.slug, ContestPart::Publication(publication.number)),
        kind: frame.t(kind(publication.kind)),
        made: ShownTime::of(&publication.made),
        leader: publication.table.first().map(|line| frame.name(&line.name)).unwrap_or_default(),
    }
}

pub(crate) fn kind(kind: PublicationKind) -> Message {
    match kind {
        PublicationKind::Provisional => say::kind_provisional(),
        PublicationKind::Championship => say::kind_championship(),
        PublicationKind::Final => say::kind_final(),
    }
}

/// The next publication and its time: as the last one announced it, or the first one of the
/// timetable.
pub(crate) fn next(board: &Announcements, schedule: &Schedule) -> Option<(PublicationKind, Zoned)> {
    if let Some(last) = board.publications.last() {
        return last.next.as_ref().map(|next| (next.kind, next.at.clone()));
    }
    let first = schedule.starts.checked_add(schedule.publish_every).ok()?;
    Some((PublicationKind::Provisional, first))
}

impl LastTable {
    pub(super) fn of(
        frame: PageContext<'_>,
        head: &PageHead,
        board: &Announcements,
    ) -> Option<Self> {
        let last = board.publications.last()?;
        let rows = last.table.iter().take(super::contest::TOP);
        Some(LastTable {
            link: publication_link(frame, head, last),
            rows: rows.map(|line| row(frame, line)).collect(),
        })
    }
}

fn announced(frame: PageContext<'_>, publication: &Publication) -> Option<(String, ShownTime)> {
    let next = publication.next.as_ref()?;
    Some((frame.t(kind(next.kind)), ShownTime::of(&next.at)))
}

fn row(frame: PageContext<'_>, line: &PublicationRow) -> PublishedRow {
    PublishedRow {
        rank: line.rank,
        name: frame.name(&line.name),
        share: frame.rounded(line.share, 2),
        won: frame.count(line.won),
        lost: frame.count(line.lost),
        drawn: frame.count(line.drawn),
        tally: format!("{}–{}–{}", line.won, line.drawn, line.lost),
    }
}

fn unranked(frame: PageContext<'_>, line: &UnrankedRow) -> (String, String) {
    let status = frame.t(line.status.message());
    let fault = line.fault.map(|fault| frame.t(vocabulary::fault(fault)));
    let reason = line.reason.as_ref().map(|reason| frame.name(reason.get(frame.language)));
    let why = fault.or(reason).map(|why| format!("{status}: {why}"));
    (frame.name(&line.name), why.unwrap_or(status))
}
