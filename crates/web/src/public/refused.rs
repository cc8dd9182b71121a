//! What is shown where there is no page.

use crate::{frame::Frame, refusal::Refusal, say};
use askama::Template;

#[derive(Template)]
#[template(path = "refused.html")]
struct RefusedPage<'a> {
    frame: Frame<'a>,
    status: u16,
    why: String,
}

/// The page that says why there is none.
pub(crate) fn refused(frame: Frame<'_>, refusal: &Refusal) -> String {
    let page = RefusedPage { frame, status: refusal.status(), why: frame.t(refusal.answer()) };
    // It has nothing in it that could fail; words are better than nothing.
    page.render().unwrap_or(page.why)
}
