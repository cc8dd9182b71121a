//! Pages as they are written: HTML, scripts and feeds, and the page of an error.

use crate::{assets::SVG, cache::MaxAge, frame::PageContext, http_error::HttpError, say};
use askama::Template;

/// A rendered page.
pub(super) struct PageBytes {
    pub(super) kind: &'static str,
    pub(super) content: Vec<u8>,
    pub(super) max_age: MaxAge,
}

impl PageBytes {
    fn of(kind: &'static str, content: impl Into<Vec<u8>>) -> Self {
        PageBytes { kind, content: content.into(), max_age: MaxAge::Moment }
    }

    pub(super) fn script(script: String) -> Self {
        PageBytes::of("text/javascript; charset=utf-8", script)
    }

    pub(super) fn markdown(text: String) -> Self {
        PageBytes::of("text/markdown; charset=utf-8", text)
    }

    pub(super) fn atom(feed: String) -> Self {
        PageBytes::of("application/atom+xml; charset=utf-8", feed)
    }

    pub(super) fn svg(picture: String) -> Self {
        PageBytes::of(SVG, picture)
    }

    pub(super) fn png(picture: Vec<u8>) -> Self {
        PageBytes::of("image/png", picture)
    }

    /// The same about something finished, which changes only if it is replayed.
    pub(super) fn lasting(self) -> Self {
        PageBytes { max_age: MaxAge::Minute, ..self }
    }
}

pub(super) fn html(page: &impl Template) -> Result<PageBytes, HttpError> {
    let page = page.render().map_err(|_| HttpError::Ours)?;
    Ok(PageBytes::of("text/html; charset=utf-8", page))
}

#[derive(Template)]
#[template(path = "refused.html")]
struct RefusedPage<'a> {
    frame: PageContext<'a>,
    status: u16,
    why: String,
}

pub(crate) fn refused(frame: PageContext<'_>, error: &HttpError) -> String {
    let page = RefusedPage { frame, status: error.status(), why: frame.t(error.answer()) };
    // Its template cannot fail; text is better than nothing.
    page.render().unwrap_or(page.why)
}
