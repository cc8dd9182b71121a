//! One's own submissions to a contest.

use super::{
    asked::{PrivateReply, PrivateRequest, heading, page},
    frame::{PrivateContext, TimeText},
    own_match, say as own,
    sources::plain,
    submission_status::SubmissionStatus,
};
use crate::{contest::ContestView, http_error::HttpError, private::PrivateRoute, say};
use askama::Template;
use jiff::tz::TimeZone;

#[derive(Template)]
#[template(path = "mine.html")]
struct MinePage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    submit: String,
    rows: Vec<MineRow>,
    /// The latest matches of one's bots.
    matches: Vec<(String, String)>,
}

struct MineRow {
    to: String,
    entrant: String,
    file: String,
    received: TimeText,
    word: String,
    note: String,
}

/// The page.
pub(super) fn answer(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<PrivateReply, HttpError> {
    let (member, frame) = (asked.member()?, asked.frame());
    if asked.form.is_some() {
        return Err(HttpError::Method("POST".to_owned()));
    }
    let snapshot = view.revision();
    let rules = snapshot.file.as_ref().and_then(|file| file.entries.as_ref());
    let zone = rules.map_or(TimeZone::UTC, |rules| rules.zone.clone());
    let mut rows = Vec::new();
    for sent in asked.people.portal.sent_by(member.id, view.slug.as_str())? {
        let (found, _) = SubmissionStatus::of(&view.folder, &sent.id)?;
        rows.push(MineRow {
            to: frame.way(&PrivateRoute::Submission(sent.id)),
            entrant: frame.name(&sent.entrant),
            file: frame.name(&sent.file),
            received: frame.time(sent.received, &zone),
            word: frame.t(found.word()),
            note: plain(sent.note.as_bytes()),
        });
    }
    let matches = own_match::latest(asked, view)?;
    let heading = heading(frame, &snapshot.name);
    let contest = frame.contest(&view.slug);
    let submit = frame.way(&PrivateRoute::Submit(view.slug.clone()));
    page(200, &MinePage { frame, heading, contest, submit, rows, matches })
}
