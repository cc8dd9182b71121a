//! What one sent to a contest.

use super::{
    asked::{RoomReply, RoomRequest, heading, page},
    frame::{RoomFrame, ToldTime},
    own_match, say as own,
    sources::plain,
    whereabouts::Whereabouts,
};
use crate::{contest::Exhibit, private::PrivateRoom, refusal::Refusal, say};
use askama::Template;
use jiff::tz::TimeZone;

#[derive(Template)]
#[template(path = "mine.html")]
struct MinePage<'a> {
    frame: RoomFrame<'a>,
    heading: String,
    contest: String,
    submit: String,
    rows: Vec<MineRow>,
    /// The latest matches of one's programs.
    matches: Vec<(String, String)>,
}

struct MineRow {
    to: String,
    entrant: String,
    file: String,
    received: ToldTime,
    word: String,
    note: String,
}

/// The page.
pub(super) fn answer(asked: &RoomRequest<'_>, exhibit: &Exhibit) -> Result<RoomReply, Refusal> {
    let (member, frame) = (asked.member()?, asked.frame());
    if asked.form.is_some() {
        return Err(Refusal::Method("POST".to_owned()));
    }
    let revision = exhibit.revision();
    let rules = revision.file.as_ref().and_then(|file| file.entries.as_ref());
    let zone = rules.map_or(TimeZone::UTC, |rules| rules.zone.clone());
    let mut rows = Vec::new();
    for sent in asked.people.portal.sent_by(member.id, exhibit.slug.as_str())? {
        let (found, _) = Whereabouts::of(&exhibit.folder, &sent.id)?;
        rows.push(MineRow {
            to: frame.way(&PrivateRoom::Submission(sent.id)),
            entrant: frame.name(&sent.entrant),
            file: frame.name(&sent.file),
            received: frame.time(sent.received, &zone),
            word: frame.t(found.word()),
            note: plain(sent.note.as_bytes()),
        });
    }
    let matches = own_match::latest(asked, exhibit)?;
    let heading = heading(frame, &revision.name);
    let contest = frame.contest(&exhibit.slug);
    let submit = frame.way(&PrivateRoom::Submit(exhibit.slug.clone()));
    page(200, &MinePage { frame, heading, contest, submit, rows, matches })
}
