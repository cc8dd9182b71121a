//! Publications as they were made: none is ever changed.

use super::{contest::PageHead, facts_say};
use crate::{
    board::Announcements,
    championships,
    dates::ShownTime,
    frame::PageContext,
    front_say,
    http_error::{HttpError, Resource},
    page::ContestPart,
    pseudonyms::NAMELESS,
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

/// The number of rows of the latest publication on the overview.
const MAX_LAST: usize = 5;

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
            rows: rows_of(frame, found),
            below: below(frame, found),
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
        leader: leader(frame, publication).unwrap_or_default(),
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
        let mut rows = rows_of(frame, last);
        rows.truncate(MAX_LAST);
        Some(LastTable { link: publication_link(frame, head, last), rows })
    }
}

fn announced(frame: PageContext<'_>, publication: &Publication) -> Option<(String, ShownTime)> {
    let next = publication.next.as_ref()?;
    Some((frame.t(kind(next.kind)), ShownTime::of(&next.at)))
}

/// The names of a publication, those without a rank last. Players without an alias are numbered in
/// the order of the page, which says nothing of their teams.
fn names(frame: PageContext<'_>, publication: &Publication) -> impl Iterator<Item = String> {
    let ranked = publication.table.iter().map(|line| &line.name);
    let all = ranked.chain(publication.below.iter().map(|line| &line.name));
    let mut nameless: u64 = 0;
    all.map(move |name| {
        if name != NAMELESS {
            return frame.name(name);
        }
        nameless += 1;
        frame.t(front_say::player_number(frame.count(nameless)))
    })
}

/// The name of the first in a publication.
pub(crate) fn leader(frame: PageContext<'_>, publication: &Publication) -> Option<String> {
    names(frame, publication).next().filter(|_| !publication.table.is_empty())
}

fn rows_of(frame: PageContext<'_>, publication: &Publication) -> Vec<PublishedRow> {
    let names = names(frame, publication).zip(&publication.table);
    names.map(|(name, line)| row(frame, line, name)).collect()
}

/// The names of those without a rank, each with the reason.
fn below(frame: PageContext<'_>, publication: &Publication) -> Vec<(String, String)> {
    let names = names(frame, publication).skip(publication.table.len());
    names.zip(&publication.below).map(|(name, line)| (name, reason(frame, line))).collect()
}

fn row(frame: PageContext<'_>, line: &PublicationRow, name: String) -> PublishedRow {
    PublishedRow {
        rank: line.rank,
        name,
        share: frame.rounded(line.share, 2),
        won: frame.count(line.won),
        lost: frame.count(line.lost),
        drawn: frame.count(line.drawn),
        tally: format!("{}–{}–{}", line.won, line.drawn, line.lost),
    }
}

fn reason(frame: PageContext<'_>, line: &UnrankedRow) -> String {
    let status = frame.t(line.status.message());
    let fault = line.fault.map(|fault| frame.t(vocabulary::fault(fault)));
    let reason = line.reason.as_ref().map(|reason| frame.name(reason.get(frame.language)));
    let why = fault.or(reason).map(|why| format!("{status}{} {why}", frame.t(say::colon())));
    why.unwrap_or(status)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{frame::Links, site::Site};
    use certamen_game::Language;

    #[test]
    fn players_without_an_alias_are_numbered_in_the_readers_language() {
        let row = |rank: u32, name: &str| {
            format!(
                "{{\"rank\":{rank},\"name\":\"{name}\",\"language\":\"\",\"share\":50.0,\"played\":2,\
                 \"won\":1,\"lost\":1,\"drawn\":0,\"faults\":0}}"
            )
        };
        let rows = [row(1, NAMELESS), row(2, "Torre"), row(3, NAMELESS)].join(",");
        let text = format!(
            "{{\"contest\":\"C\",\"number\":1,\"kind\":\"final\",\
             \"planned\":\"2026-03-13T12:00:00+01:00[Europe/Madrid]\",\
             \"made\":\"2026-03-13T12:00:07+01:00[Europe/Madrid]\",\"next\":null,\"matches\":6,\
             \"conditions\":{{\"move_time\":null,\"move_ms\":1000,\"tier\":\"D\"}},\"table\":[{rows}],\
             \"below\":[{{\"name\":\"{NAMELESS}\",\"status\":\"disqualified\",\"fault\":\"timeout\"}}]}}"
        );
        let publication: Publication = serde_json::from_str(&text).unwrap();
        let site = Site::without_contests();
        let frame = |language| PageContext::new(&site, "/", language, Links::Addresses);
        let english = frame(Language::En);
        let shown: Vec<String> =
            rows_of(english, &publication).into_iter().map(|row| row.name).collect();
        assert_eq!(shown, ["player 1", "Torre", "player 2"]);
        let out = ("player 3".to_owned(), "disqualified: timeout".to_owned());
        assert_eq!(below(english, &publication), [out]);
        assert_eq!(names(frame(Language::Es), &publication).next().unwrap(), "jugador 1");
    }
}
