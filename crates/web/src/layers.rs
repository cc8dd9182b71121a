//! What every answer has: headers that keep browsers from doing what no page of ours asks for.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// The policy of contents: nothing from elsewhere, nothing inline; who may frame it comes last.
macro_rules! policy {
    ($framed:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; ",
            "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ",
            $framed
        )
    };
}

/// Whether pages of others may show a page of ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Framing {
    /// They may: it was made for it.
    ByAnybody,
    /// They may not.
    ByNobody,
}

impl Framing {
    /// What goes for an address.
    pub(crate) fn of(path: &str) -> Framing {
        let made_for_it = path.split('/').nth(2) == Some("embed");
        if made_for_it { Framing::ByAnybody } else { Framing::ByNobody }
    }
}

/// Adds the headers that every answer has.
pub(crate) fn protect(headers: &mut HeaderMap, framing: Framing) {
    let policy = match framing {
        Framing::ByAnybody => policy!("*"),
        Framing::ByNobody => policy!("'none'"),
    };
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
