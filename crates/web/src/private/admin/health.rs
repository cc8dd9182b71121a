//! The health of the site: its version, its disk space, and its problems.

use super::{say as words, ways};
use crate::{
    frame::NavLink,
    http_error::HttpError,
    private::{
        asked::{PrivateReply, PrivateRequest, page},
        frame::PrivateContext,
        host,
    },
    say,
};
use askama::Template;

const MIB: u64 = 1 << 20;

#[derive(Template)]
#[template(path = "admin_health.html")]
struct HealthPage<'a> {
    frame: PrivateContext<'a>,
    ways: Vec<NavLink>,
    version: &'static str,
    /// The problems: subject and description.
    troubles: Vec<(String, String)>,
}

/// The page.
pub(super) fn answer(asked: &PrivateRequest<'_>) -> Result<PrivateReply, HttpError> {
    let (frame, least) = (asked.frame(), asked.people.file.min_free_space);
    let mut troubles = Vec::new();
    for view in asked.site.exhibits() {
        let name = frame.name(&view.revision().name);
        if let Some(left) = least.lacking(view.folder.path()) {
            let (left, least) = (frame.count(left / MIB), frame.count(least.bytes() / MIB));
            let how = frame.t(words::mebibytes(left, least));
            troubles.push((frame.t(words::room_left(&name)), how));
        }
        let trouble = host::trouble(asked, view);
        if !trouble.is_empty() {
            troubles.push((frame.t(words::stands_still(&name)), trouble));
        }
    }
    for (handle, file) in asked.people.portal.refused_letters()? {
        let file = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        troubles.push((frame.t(words::letter_refused(handle)), frame.t(words::refused_how(file))));
    }
    let version = env!("CARGO_PKG_VERSION");
    page(200, &HealthPage { ways: ways(asked), version, troubles, frame })
}
