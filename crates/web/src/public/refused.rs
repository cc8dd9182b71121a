//! What is shown where there is no page.

use crate::{frame::PageContext, http_error::HttpError, say};
use askama::Template;

#[derive(Template)]
#[template(path = "refused.html")]
struct RefusedPage<'a> {
    frame: PageContext<'a>,
    status: u16,
    why: String,
}

/// The page that says why there is none.
pub(crate) fn refused(frame: PageContext<'_>, error: &HttpError) -> String {
    let page = RefusedPage { frame, status: error.status(), why: frame.t(error.answer()) };
    // It has nothing in it that could fail; words are better than nothing.
    page.render().unwrap_or(page.why)
}
