//! Security headers of every response.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// The content security policy: nothing from other origins, nothing inline; `frame-ancestors` is
/// last.
macro_rules! policy {
    ($framed:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; ",
            "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ",
            $framed
        )
    };
}

/// Whether other sites may embed the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Framing {
    /// Allowed: an embeddable page.
    ByAnybody,
    /// Not allowed.
    ByNobody,
}

impl Framing {
    /// The rule for an address.
    pub(crate) fn of(path: &str) -> Framing {
        let made_for_it = path.split('/').nth(2) == Some("embed");
        if made_for_it { Framing::ByAnybody } else { Framing::ByNobody }
    }
}

/// Adds the headers of every response.
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
