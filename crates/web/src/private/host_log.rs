//! The log of a contest, for its organizers: user actions from the audit log, and the host's
//! activity since the site started.

use super::{
    asked::{PrivateReply, PrivateRequest, heading, page},
    frame::{PrivateContext, TimeText},
    host_nav::{host, ways},
    host_say as words, notices, say as own,
};
use crate::{
    activity_log::ActivityEvent, contest::ContestView, frame::NavLink, http_error::HttpError, say,
};
use askama::Template;
use certamen_i18n::Message;
use certamen_portal::check_job::ContestActivity;
use jiff::tz::TimeZone;

/// The maximum number of lines.
const MOST: u32 = 200;

#[derive(Template)]
#[template(path = "host_log.html")]
struct HostLogPage<'a> {
    frame: PrivateContext<'a>,
    heading: String,
    contest: String,
    ways: Vec<NavLink>,
    lines: Vec<LoggedRow>,
    /// The host's activity, the newest first.
    doings: Vec<(TimeText, String)>,
}

/// A line of the log of a contest.
pub(super) struct LoggedRow {
    pub(super) time: TimeText,
    pub(super) who: String,
    pub(super) act: String,
    pub(super) detail: String,
}

/// The page.
pub(super) fn answer(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
) -> Result<PrivateReply, HttpError> {
    host(asked, view)?;
    let (frame, zone) = (asked.frame(), notices::zone(view));
    let moments = view.doings.past();
    let doings = moments.iter().rev();
    let doings = doings.map(|told| (frame.time(told.time, &zone), word(frame, told, &zone)));
    page(
        200,
        &HostLogPage {
            heading: heading(frame, &view.revision().name),
            contest: frame.contest(&view.slug),
            ways: ways(asked, view),
            lines: logged(asked, view, (MOST, &zone))?,
            doings: doings.collect(),
            frame,
        },
    )
}

/// The last lines of the log of a contest, the newest first.
pub(super) fn logged(
    asked: &PrivateRequest<'_>,
    view: &ContestView,
    (most, zone): (u32, &TimeZone),
) -> Result<Vec<LoggedRow>, HttpError> {
    let frame = asked.frame();
    let lines = asked.people.portal.log(Some(view.slug.as_str()), most)?;
    let lines = lines.into_iter().map(|line| LoggedRow {
        time: frame.time(line.time, zone),
        who: line.who.unwrap_or_default(),
        act: line.act,
        detail: frame.name(&line.detail),
    });
    Ok(lines.collect())
}

/// The activity in words; for a failure also why, and the next try.
pub(super) fn word(frame: PrivateContext<'_>, told: &ActivityEvent, zone: &TimeZone) -> String {
    let said: Message = match &told.doing {
        ContestActivity::Nothing => say::state_resting(),
        ContestActivity::Opening => say::state_opening(),
        ContestActivity::Playing(_) => say::state_playing(),
        ContestActivity::Finished => words::all_played(),
        ContestActivity::Incomplete { again } => words::incomplete(again.as_secs().div_ceil(60)),
        ContestActivity::NeverHeld => words::never_held(),
        ContestActivity::Elsewhere => say::state_elsewhere(),
        ContestActivity::Failed { why, .. } => {
            let again = told.again().map(|again| frame.time(again, zone).text);
            words::failed_until(why, again.unwrap_or_default())
        }
    };
    frame.t(said)
}
