//! All submissions to a contest, for its organizers: one list, by state and by name, with what can be
//! decided on each.

use super::{
    host::host_head,
    host_say as words,
    request::{PageResult, PrivateRequest, entry_zone, page},
    submission::SubmissionStatus,
};
use crate::{
    address::{Query, encoded},
    contest::ContestView,
    dates::ShownTime,
    frame::{ContestHead, PageContext},
    http_error::HttpError,
    links, private_say as own, say,
};
use askama::Template;
use certamen_contest::entry::{Submission, SubmissionIndex};
use jiff::tz::TimeZone;
use std::cmp::Reverse;

/// The maximum number of rows of a page.
const MAX_ROWS: usize = 500;
const STATES: [SubmissionStatus; 8] = [
    SubmissionStatus::Waiting,
    SubmissionStatus::Held,
    SubmissionStatus::Live,
    SubmissionStatus::Replaced,
    SubmissionStatus::Discarded,
    SubmissionStatus::Disqualified,
    SubmissionStatus::Banned,
    SubmissionStatus::Withdrawn,
];

#[derive(Template)]
#[template(path = "host_list.html")]
struct HostListPage<'a> {
    frame: PageContext<'a>,
    head: ContestHead,
    /// The states to choose from: key, word, and whether it is chosen.
    states: Vec<(&'static str, String, bool)>,
    searched: String,
    rows: Vec<ListRow>,
    /// The number of submissions that are older than these, and the links to the pages of older and
    /// of newer ones; empty if there are none.
    more: String,
    older: String,
    newer: String,
    /// Where decisions are made.
    host: String,
}

struct ListRow {
    entrant: String,
    /// The name as forms send it.
    id: String,
    to: String,
    author: String,
    file: String,
    word: String,
    received: ShownTime,
    is_live: bool,
    is_held: bool,
}

/// The list, with the state, the text and the number of its page in the query.
pub(super) fn list(request: &PrivateRequest<'_>, view: &ContestView) -> PageResult {
    let mut query = Query::read(Some(&request.query));
    let (state, searched) = (query.take("state")?, query.take("q")?.unwrap_or_default());
    let number = query.take_number("page")?.unwrap_or(1).max(1);
    query.finish()?;
    let wanted = match state.as_deref() {
        None | Some("") => None,
        Some(key) => {
            let known = STATES.into_iter().find(|status| status.key() == key);
            Some(known.ok_or_else(|| HttpError::value("state", key))?)
        }
    };
    let sought = searched.to_lowercase();
    let is_sought = |sent: &Submission| {
        [&sent.entrant, &sent.author].iter().any(|text| text.to_lowercase().contains(&sought))
    };
    let mut found = all(view)?;
    found.retain(|(sent, status)| wanted.is_none_or(|wanted| wanted == *status) && is_sought(sent));
    found.sort_by_key(|(sent, _)| Reverse(sent.received));
    let frame = request.frame();
    let zone = entry_zone(view);
    let before = usize::try_from(number - 1).unwrap_or(usize::MAX).saturating_mul(MAX_ROWS);
    let rows: Vec<ListRow> =
        found.iter().skip(before).take(MAX_ROWS).map(|found| row(frame, found, &zone)).collect();
    let more = found.len().saturating_sub(before.saturating_add(MAX_ROWS));
    let page_link = |is_there: bool, number: u64| {
        let state = state.as_deref().unwrap_or_default();
        let (here, text) = (frame.here(), encoded(&searched));
        if is_there {
            format!("{here}?state={state}&q={text}&page={number}")
        } else {
            String::new()
        }
    };
    let states = STATES
        .into_iter()
        .map(|status| (status.key(), frame.t(status.word()), wanted == Some(status)));
    page(&HostListPage {
        head: host_head(request, view),
        states: states.collect(),
        more: frame.count(more as u64),
        older: page_link(more > 0, number.saturating_add(1)),
        newer: page_link(number > 1, number - 1),
        searched,
        rows,
        host: frame.contest_page(&view.slug, links::HOST),
        frame,
    })
}

/// The decided submissions, and those that wait.
fn all(view: &ContestView) -> Result<Vec<(Submission, SubmissionStatus)>, HttpError> {
    let index = SubmissionIndex::read(&view.folder)?;
    let mut found = Vec::new();
    for filed in index.all() {
        let sent = &filed.decided.sent;
        let status = SubmissionStatus::decided(&index, &sent.id).unwrap_or(SubmissionStatus::Lost);
        found.push((sent.clone(), status));
    }
    let waiting = Submission::waiting(&view.folder.submissions()).map_err(|_| HttpError::Ours)?;
    for path in waiting {
        // One that cannot be read is reported by the host.
        let Ok(sent) = Submission::read(&path) else { continue };
        if index.find(&sent.id).is_none() {
            found.push((sent, SubmissionStatus::Waiting));
        }
    }
    Ok(found)
}

fn row(
    frame: PageContext<'_>,
    (sent, status): &(Submission, SubmissionStatus),
    zone: &TimeZone,
) -> ListRow {
    ListRow {
        entrant: frame.name(&sent.entrant),
        id: sent.entrant.clone(),
        to: frame.link(&links::submission(&sent.id)),
        author: frame.name(&sent.author),
        file: frame.name(&sent.file),
        word: frame.t(status.word()),
        received: frame.time(sent.received, zone),
        is_live: *status == SubmissionStatus::Live,
        is_held: *status == SubmissionStatus::Held,
    }
}
