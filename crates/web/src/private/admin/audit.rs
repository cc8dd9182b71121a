//! The audit log of the site, the newest first.

use super::{say as words, ways};
use crate::{
    frame::NavLink,
    http_error::HttpError,
    private::{
        asked::{PrivateReply, PrivateRequest, page},
        frame::{PrivateContext, TimeText},
    },
    say,
};
use askama::Template;
use jiff::tz::TimeZone;

/// The maximum number of lines.
const MOST: u32 = 200;

#[derive(Template)]
#[template(path = "admin_audit.html")]
struct AuditPage<'a> {
    frame: PrivateContext<'a>,
    ways: Vec<NavLink>,
    lines: Vec<LoggedLine>,
}

/// A line of the log.
struct LoggedLine {
    time: TimeText,
    who: String,
    act: String,
    subject: String,
    detail: String,
}

/// The page.
pub(super) fn answer(asked: &PrivateRequest<'_>) -> Result<PrivateReply, HttpError> {
    let frame = asked.frame();
    let lines = asked.people.portal.log(None, MOST)?.into_iter().map(|line| LoggedLine {
        time: frame.time(line.time, &TimeZone::UTC),
        who: frame.name(&line.who.unwrap_or_default()),
        act: line.act,
        subject: frame.name(&line.subject),
        detail: frame.name(&line.detail),
    });
    page(200, &AuditPage { lines: lines.collect(), ways: ways(asked), frame })
}
