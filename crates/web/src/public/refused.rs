//! Error pages.

use crate::{frame::PageContext, http_error::HttpError, say};
use askama::Template;

#[derive(Template)]
#[template(path = "refused.html")]
struct RefusedPage<'a> {
    frame: PageContext<'a>,
    status: u16,
    why: String,
}

/// The error page for `http_error`.
pub(crate) fn refused(frame: PageContext<'_>, error: &HttpError) -> String {
    let page = RefusedPage { frame, status: error.status(), why: frame.t(error.answer()) };
    // Its template cannot fail; text is better than nothing.
    page.render().unwrap_or(page.why)
}
