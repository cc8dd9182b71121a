//! Session cookies, and the check that a request was sent from a page of this site.

use axum::http::{HeaderMap, HeaderName, header};
use certamen_portal::{Secret, SiteFile};
use std::net::IpAddr;

/// The cookie's name over https, and for connections on this machine.
const SECURE: &str = "__Host-certamen";
const PLAIN: &str = "certamen";
/// How long a browser stores it; when a session ends is decided elsewhere.
const MAX_AGE: u32 = 90 * 24 * 3600;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Transport {
    /// Through a proxy, over https.
    Secure,
    /// From this machine.
    Local,
    /// Otherwise: unencrypted, so that signing in would expose the password.
    Open,
}

impl Transport {
    /// How a request to `host` from `peer` arrived.
    pub(crate) fn of(file: &SiteFile, headers: &HeaderMap, peer: IpAddr) -> Self {
        if file.is_secure() {
            return Transport::Secure;
        }
        let host = text(headers, &header::HOST);
        let name = host.rsplit_once(':').map_or(host, |(name, port)| {
            if port.bytes().all(|byte| byte.is_ascii_digit()) { name } else { host }
        });
        let local = ["localhost", "127.0.0.1", "[::1]"].contains(&name);
        if peer.is_loopback() && local { Transport::Local } else { Transport::Open }
    }

    fn cookie(self) -> &'static str {
        if self == Transport::Secure { SECURE } else { PLAIN }
    }

    /// The secret in the cookie of a request.
    pub(crate) fn secret(self, headers: &HeaderMap) -> Option<Secret> {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut pairs =
            lines.flat_map(|line| line.split(';')).filter_map(|one| one.split_once('='));
        let (_, value) = pairs.find(|(name, _)| name.trim() == self.cookie())?;
        Some(Secret::given(value.trim()))
    }

    /// The header that sets the cookie.
    pub(crate) fn set(self, secret: &Secret) -> String {
        self.line(secret.reveal(), MAX_AGE)
    }

    pub(crate) fn forget(self) -> String {
        self.line("", 0)
    }

    fn line(self, value: &str, seconds: u32) -> String {
        let secure = if self == Transport::Secure { "; Secure" } else { "" };
        let name = self.cookie();
        format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
    }
}

/// Whether a request that changes something was sent from a page of this site: browsers state its
/// origin, and only browsers have the cookie.
pub(crate) fn is_ours(file: &SiteFile, headers: &HeaderMap) -> bool {
    let site = text(headers, &HeaderName::from_static("sec-fetch-site"));
    if !site.is_empty() {
        return site == "same-origin";
    }
    let origin = text(headers, &header::ORIGIN);
    if !origin.is_empty() {
        let own = match &file.base_url {
            Some(base) => origin_of(base).to_owned(),
            None => format!("http://{}", text(headers, &header::HOST)),
        };
        return origin == own;
    }
    !headers.contains_key(header::COOKIE)
}

const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The value that the last proxy added: its own line, or the end of the last line; anything before
/// may be invented by the client.
pub(crate) fn forwarded(headers: &HeaderMap) -> &str {
    let last = headers.get_all(FORWARDED).iter().next_back();
    last.and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Whether a proxy forwarded the request, whatever it claims.
pub(crate) fn is_forwarded(headers: &HeaderMap) -> bool {
    headers.contains_key(FORWARDED)
}

fn origin_of(address: &str) -> &str {
    let begin = address.find("://").map_or(0, |place| place + 3);
    let end = address[begin..].find('/').map_or(address.len(), |place| begin + place);
    &address[..end]
}

/// The page of this site that `next` names; none for another site's.
pub(crate) fn own_page(next: &str) -> Option<&str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/-_.".contains(c);
    let ours = next.starts_with('/') && !next.starts_with("//") && next.chars().all(plain);
    (ours && next.len() <= 200).then_some(next)
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pairs = pairs.iter().map(|(name, value)| {
            (HeaderName::from_static(name), axum::http::HeaderValue::from_static(value))
        });
        pairs.collect()
    }

    #[test]
    fn only_the_last_proxy_counts_and_an_empty_header_is_forwarded() {
        let two = [("x-forwarded-for", "10.0.0.1"), ("x-forwarded-for", "10.0.0.2, 10.0.0.3")];
        let mut lines = HeaderMap::new();
        for (name, value) in two {
            lines.append(name, axum::http::HeaderValue::from_static(value));
        }
        assert_eq!(forwarded(&lines), "10.0.0.2, 10.0.0.3");
        assert!(is_forwarded(&headers(&[("x-forwarded-for", "")])));
        assert!(!is_forwarded(&headers(&[("host", "x.example")])));
    }

    fn secure() -> SiteFile {
        SiteFile { base_url: Some("https://x.example/".to_owned()), ..SiteFile::default() }
    }

    #[test]
    fn cross_site_requests_are_not_ours() {
        let file = secure();
        for (given, due) in [
            (&[("sec-fetch-site", "same-origin")][..], true),
            (&[("sec-fetch-site", "cross-site"), ("origin", "https://x.example")], false),
            (&[("sec-fetch-site", "same-site")], false),
            (&[("origin", "https://x.example"), ("cookie", "a=b")], true),
            (&[("origin", "https://x.example.evil.org"), ("cookie", "a=b")], false),
            (&[("origin", "null")], false),
            (&[("cookie", "a=b")], false),
            (&[], true),
        ] {
            assert_eq!(is_ours(&file, &headers(given)), due, "{given:?}");
        }
        let own = headers(&[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:8080")]);
        assert!(is_ours(&SiteFile::default(), &own));
        let other = headers(&[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:9090")]);
        assert!(!is_ours(&SiteFile::default(), &other));
    }

    #[test]
    fn unencrypted_remote_requests_are_not_trusted() {
        let plain = SiteFile::default();
        let (here, there) = ([127, 0, 0, 1].into(), [192, 0, 2, 1].into());
        let local = headers(&[("host", "127.0.0.1:8080")]);
        assert_eq!(Transport::of(&plain, &local, here), Transport::Local);
        assert_eq!(Transport::of(&plain, &local, there), Transport::Open);
        let proxied = headers(&[("host", "contests.example.org")]);
        assert_eq!(Transport::of(&plain, &proxied, here), Transport::Open);
        assert_eq!(Transport::of(&secure(), &proxied, here), Transport::Secure);
        let line = Transport::Secure.set(&Secret::given("abc"));
        assert!(line.starts_with("__Host-certamen=abc; Path=/; HttpOnly; SameSite=Lax;"), "{line}");
        assert!(line.ends_with("; Secure"), "{line}");
        let sent = headers(&[("cookie", "other=1; certamen=x; __Host-certamen=y")]);
        assert_eq!(Transport::Secure.secret(&sent), Some(Secret::given("y")));
        assert_eq!(Transport::Local.secret(&sent), Some(Secret::given("x")));
    }

    #[test]
    fn next_is_a_page_of_this_site() {
        assert_eq!(own_page("/es/c/go/submit"), Some("/es/c/go/submit"));
        for other in ["//x.example", "https://x.example", "/\\x", "/a?b", "", "/a\r\nb", "x"] {
            assert_eq!(own_page(other), None, "{other:?}");
        }
    }
}
