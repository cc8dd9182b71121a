//! The address of a seat or of a contest, as it is given on the command line.

use super::say;
use certamen_game::job::is_this_machine;
use certamen_i18n::Localize;
use ureq::http::Uri;

/// What a player on this machine is to play at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SitAddress {
    /// The origin of the site and the path below which it is, without a slash at the end.
    pub(super) site: String,
    pub(super) target: SitTarget,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SitTarget {
    /// One match: the token is that of the seat.
    Seat(SeatLink),
    /// The matches of an entrant of the contest with this slug.
    Contest(String),
}

/// The seat of a table.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct SeatLink {
    pub(super) table: String,
    pub(super) token: String,
}

impl std::fmt::Debug for SeatLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SeatLink").field("table", &self.table).finish_non_exhaustive()
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub(crate) enum AddressError {
    #[localize(say::no_address())]
    Unreadable,
    /// It would be sent unencrypted over the network.
    #[localize(say::plain_http(host))]
    Plain { host: String },
}

impl SitAddress {
    /// Reads a link such as `https://HOST/en/t/ID/seat/TOKEN` or `https://HOST/c/SLUG`. A token must
    /// not be sent unencrypted to another machine.
    pub(super) fn read(given: &str) -> Result<SitAddress, AddressError> {
        let uri: Uri = given.trim().parse().map_err(|_| AddressError::Unreadable)?;
        let (Some(scheme @ ("http" | "https")), Some(authority)) =
            (uri.scheme_str(), uri.authority())
        else {
            return Err(AddressError::Unreadable);
        };
        // A name and password in an address would be shown in messages.
        if authority.as_str().contains('@') {
            return Err(AddressError::Unreadable);
        }
        let host = authority.host();
        if scheme == "http" && !is_this_machine(host) {
            return Err(AddressError::Plain { host: host.to_owned() });
        }
        let segments: Vec<&str> = uri.path().split('/').filter(|part| !part.is_empty()).collect();
        let (before, target) = match segments[..] {
            [ref before @ .., "t", table, "seat", token] => {
                let link = SeatLink { table: table.to_owned(), token: token.to_owned() };
                (before, SitTarget::Seat(link))
            }
            [ref before @ .., "c", slug] => (before, SitTarget::Contest(slug.to_owned())),
            _ => return Err(AddressError::Unreadable),
        };
        let is_language = |part: &&str| part.parse::<certamen_i18n::Language>().is_ok();
        let prefix = match before {
            [prefix @ .., last] if is_language(last) => prefix,
            prefix => prefix,
        };
        let prefix: String = prefix.iter().flat_map(|part| ["/", part]).collect();
        Ok(SitAddress { site: format!("{scheme}://{authority}{prefix}"), target })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(site: &str) -> SitAddress {
        let link = SeatLink { table: "tab".to_owned(), token: "key".to_owned() };
        SitAddress { site: site.to_owned(), target: SitTarget::Seat(link) }
    }

    #[test]
    fn seat_links_and_contests_are_read() {
        for (given, site) in [
            ("https://a.example/en/t/tab/seat/key", "https://a.example"),
            ("https://a.example:8443/t/tab/seat/key/", "https://a.example:8443"),
            ("https://a.example/games/fr/t/tab/seat/key", "https://a.example/games"),
            ("http://127.0.0.1:80/es/t/tab/seat/key", "http://127.0.0.1:80"),
            ("http://localhost:8080/t/tab/seat/key", "http://localhost:8080"),
            ("http://[::1]:1/t/tab/seat/key", "http://[::1]:1"),
        ] {
            assert_eq!(SitAddress::read(given), Ok(seat(site)), "{given}");
        }
        let contest = SitAddress::read("https://a.example/it/c/open").unwrap();
        assert_eq!(contest.target, SitTarget::Contest("open".to_owned()));
    }

    #[test]
    fn tokens_are_not_sent_unencrypted_or_to_something_else() {
        for given in ["http://a.example/t/tab/seat/key", "http://10.0.0.1/c/open"] {
            assert!(matches!(SitAddress::read(given), Err(AddressError::Plain { .. })), "{given}");
        }
        for given in [
            "",
            "a.example/t/tab/seat/key",
            "ftp://a.example/t/tab/seat/key",
            "https://u:p@a.example/t/tab/seat/key",
            "https://a.example/t/tab",
            "https://a.example/",
        ] {
            assert_eq!(SitAddress::read(given), Err(AddressError::Unreadable), "{given}");
        }
    }
}
