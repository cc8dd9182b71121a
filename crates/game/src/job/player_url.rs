//! The address of a player that is asked over HTTP.

use crate::job::http_say as say;
use certamen_i18n::Localize;
use std::{fmt, net::IpAddr};

/// The longest address, in bytes.
const LONGEST: usize = 2_000;

/// A well-formed `https` address without user name, password and fragment; or an `http` address of
/// this machine. Which addresses its host resolves to is checked when it is connected to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerUrl {
    text: String,
    host: String,
    port: Option<u16>,
    is_https: bool,
}

/// Why a text is not the address of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum PlayerUrlError {
    /// It is longer than 2,000 bytes.
    #[localize(say::url_too_long(LONGEST))]
    Long,
    /// It has blanks or characters other than printable ASCII.
    #[localize(say::url_characters())]
    Characters,
    /// It begins neither with `https://` nor with `http://`.
    #[localize(say::url_scheme())]
    Scheme,
    /// It has a user name or a password.
    #[localize(say::url_user())]
    User,
    /// It has a fragment.
    #[localize(say::url_fragment())]
    Fragment,
    /// Its host or its port is invalid.
    #[localize(say::url_host())]
    Host,
    /// It is not encrypted, and of another machine.
    #[localize(say::url_not_encrypted())]
    NotEncrypted,
}

impl PlayerUrl {
    /// Reads and checks an address.
    pub fn read(text: &str) -> Result<PlayerUrl, PlayerUrlError> {
        if text.len() > LONGEST {
            return Err(PlayerUrlError::Long);
        }
        if !text.chars().all(|c| c.is_ascii_graphic()) {
            return Err(PlayerUrlError::Characters);
        }
        let (scheme, rest) = text.split_once("://").ok_or(PlayerUrlError::Scheme)?;
        let is_https = scheme.eq_ignore_ascii_case("https");
        if !is_https && !scheme.eq_ignore_ascii_case("http") {
            return Err(PlayerUrlError::Scheme);
        }
        if rest.contains('#') {
            return Err(PlayerUrlError::Fragment);
        }
        let authority = rest.split(['/', '?']).next().unwrap_or_default();
        if authority.contains('@') {
            return Err(PlayerUrlError::User);
        }
        let (host, port) = host_and_port(authority).ok_or(PlayerUrlError::Host)?;
        let url = PlayerUrl { text: text.to_owned(), host: host.to_owned(), port, is_https };
        if !is_https && !url.names_this_machine() {
            return Err(PlayerUrlError::NotEncrypted);
        }
        Ok(url)
    }

    /// The address as given.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The host, without brackets.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The host and, if it is given, the port: what may be shown of the address.
    pub fn shown(&self) -> String {
        match self.port {
            Some(port) => format!("{}:{port}", self.host),
            None => self.host.clone(),
        }
    }

    /// Whether the connection is encrypted.
    pub fn is_https(&self) -> bool {
        self.is_https
    }

    /// Whether the host is `localhost` or a loopback address, as written.
    pub fn names_this_machine(&self) -> bool {
        is_this_machine(&self.host)
    }
}

/// Whether the host of a URL, with or without brackets, is `localhost` or a loopback address.
pub fn is_this_machine(host: &str) -> bool {
    let inside = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    let address = inside.parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|it| it.is_loopback())
}

fn host_and_port(authority: &str) -> Option<(&str, Option<u16>)> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (host, rest) = rest.split_once(']')?;
            host.parse::<std::net::Ipv6Addr>().ok()?;
            (host, rest.strip_prefix(':').or_else(|| rest.is_empty().then_some("")))
        }
        None => match authority.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (authority, Some("")),
        },
    };
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
    if host.is_empty() || !host.chars().all(is_name) {
        return None;
    }
    match port? {
        "" if authority.ends_with(':') => None,
        "" => Some((host, None)),
        port => Some((host, Some(port.parse().ok().filter(|port| *port > 0)?))),
    }
}

impl fmt::Display for PlayerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_or_refused() {
        for (text, host, port) in [
            ("https://player.example.org/move", "player.example.org", None),
            ("HTTPS://player.example.org:8443/a?b=c", "player.example.org", Some(8443)),
            ("https://[2001:db8::1]/move", "2001:db8::1", None),
            ("http://127.0.0.1:8000/move", "127.0.0.1", Some(8000)),
            ("http://localhost/", "localhost", None),
            ("http://[::1]:1", "::1", Some(1)),
            ("https://169.254.169.254/", "169.254.169.254", None),
        ] {
            let url = PlayerUrl::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((url.host(), url.port), (host, port), "{text}");
        }
        for (text, expected) in [
            ("player.example.org/move", PlayerUrlError::Scheme),
            ("ftp://player.example.org", PlayerUrlError::Scheme),
            ("file:///etc/passwd", PlayerUrlError::Scheme),
            ("https://user:word@player.example.org/", PlayerUrlError::User),
            ("https://localhost@evil.example/", PlayerUrlError::User),
            ("https://player.example.org/#a", PlayerUrlError::Fragment),
            ("https://", PlayerUrlError::Host),
            ("https://a b/", PlayerUrlError::Characters),
            ("https://a\r\nX: y/", PlayerUrlError::Characters),
            ("https://a:0/", PlayerUrlError::Host),
            ("https://a:99999/", PlayerUrlError::Host),
            ("https://a:/", PlayerUrlError::Host),
            ("https://[::1/", PlayerUrlError::Host),
            ("https://[::1]x/", PlayerUrlError::Host),
            ("https://exa_mple/", PlayerUrlError::Host),
            ("http://player.example.org/", PlayerUrlError::NotEncrypted),
            ("http://10.0.0.1/", PlayerUrlError::NotEncrypted),
            ("http://127.0.0.1.example.org/", PlayerUrlError::NotEncrypted),
        ] {
            assert_eq!(PlayerUrl::read(text), Err(expected), "{text}");
        }
        let long = format!("https://a/{}", "x".repeat(LONGEST));
        assert_eq!(PlayerUrl::read(&long), Err(PlayerUrlError::Long));
    }
}
