//! The live page for admins: the cores, the activity of each contest with its start, and the next
//! try after an error.

use super::{say as words, ways};
use crate::{
    contest::ContestView,
    frame::NavLink,
    http_error::HttpError,
    private::{
        PrivateRoute,
        asked::{PrivateReply, PrivateRequest, page},
        frame::{PrivateContext, TimeText},
        host_log, notices,
    },
    say,
};
use askama::Template;

#[derive(Template)]
#[template(path = "admin_hall.html")]
struct AdminHostPage<'a> {
    frame: PrivateContext<'a>,
    ways: Vec<NavLink>,
    cores: String,
    runners: Vec<RunnerRow>,
}

/// A contest, and the host's activity.
struct RunnerRow {
    name: String,
    log: String,
    doing: String,
    since: Option<TimeText>,
    failed: bool,
}

/// The page.
pub(super) fn answer(asked: &PrivateRequest<'_>) -> Result<PrivateReply, HttpError> {
    let frame = asked.frame();
    let cores = match asked.site.cores {
        0 => frame.t(words::nobody_plays()),
        cores => frame.t(words::plays_on(frame.count(cores as u64))),
    };
    let runners = asked.site.exhibits().map(|view| row(frame, view)).collect();
    page(200, &AdminHostPage { ways: ways(asked), cores, runners, frame })
}

fn row(frame: PrivateContext<'_>, view: &ContestView) -> RunnerRow {
    let (zone, last) = (notices::zone(view), view.doings.latest());
    RunnerRow {
        name: frame.name(&view.revision().name),
        log: frame.way(&PrivateRoute::HostLog(view.slug.clone())),
        failed: last.as_ref().is_some_and(|last| last.again().is_some()),
        since: last.as_ref().map(|last| frame.time(last.time, &zone)),
        doing: match &last {
            Some(last) => host_log::word(frame, last, &zone),
            None => frame.t(say::state_resting()),
        },
    }
}
