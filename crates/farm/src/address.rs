//! Where the server is.

use crate::say;
use certamen_i18n::Localize;
use std::{fmt, net::IpAddr, str::FromStr};

const PORT: u16 = 4222;

/// The address of the server, and whether the connection is encrypted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    host: String,
    port: u16,
    is_encrypted: bool,
}

/// Whether an unencrypted connection to another machine is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllowPlaintext {
    Allowed,
    /// Only on one machine.
    Loopback,
}

#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum AddressError {
    #[localize(say::address_form(given))]
    Form { given: String },
    /// It contains a username or a password, which process lists show to all users.
    Credentials,
    /// Others on the network could read along.
    Plain { host: String },
}

impl Address {
    /// The same address, if an unencrypted connection to it is allowed.
    pub fn allowing(self, plain: AllowPlaintext) -> Result<Address, AddressError> {
        if self.is_encrypted || plain == AllowPlaintext::Allowed || self.is_loopback() {
            return Ok(self);
        }
        Err(AddressError::Plain { host: self.host })
    }

    pub fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    fn is_loopback(&self) -> bool {
        let number = self.host.trim_matches(['[', ']']).parse::<IpAddr>();
        self.host == "localhost" || number.is_ok_and(|number| number.is_loopback())
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(given: &str) -> Result<Address, AddressError> {
        let form = || AddressError::Form { given: given.to_owned() };
        if given.contains('@') {
            return Err(AddressError::Credentials);
        }
        let (scheme, rest) = given.split_once("://").ok_or_else(form)?;
        let is_encrypted = match scheme {
            "tls" => true,
            "nats" => false,
            _ => return Err(form()),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let behind = rest.rfind(']').map_or(0, |end| end + 1);
        let (host, port) = match rest[behind..].rfind(':') {
            Some(at) => {
                let port = rest[behind + at + 1..].parse().map_err(|_| form())?;
                (&rest[..behind + at], port)
            }
            None => (rest, PORT),
        };
        let plain =
            |character: char| character.is_ascii_alphanumeric() || "-._:[]".contains(character);
        if host.is_empty() || !host.chars().all(plain) {
            return Err(form());
        }
        Ok(Address { host: host.to_owned(), port, is_encrypted })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_encrypted { "tls" } else { "nats" };
        write!(f, "{scheme}://{}:{}", self.host, self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_they_are_shown() {
        for (given, shown) in [
            ("nats://127.0.0.1:4222", "nats://127.0.0.1:4222"),
            ("tls://farm.example/", "tls://farm.example:4222"),
            ("nats://[::1]:7000", "nats://[::1]:7000"),
        ] {
            assert_eq!(given.parse::<Address>().unwrap().to_string(), shown);
        }
    }

    #[test]
    fn addresses_that_expose_credentials_or_traffic_are_refused() {
        let refused = |given: &str| given.parse::<Address>().unwrap_err();
        assert_eq!(refused("nats://me:secret@farm:4222"), AddressError::Credentials);
        for given in ["", "farm:4222", "http://farm", "nats://", "nats://farm:port", "nats://a b"] {
            assert!(matches!(refused(given), AddressError::Form { .. }), "{given}");
        }
        let open = || "nats://farm.example".parse::<Address>().unwrap();
        assert!(matches!(
            open().allowing(AllowPlaintext::Loopback),
            Err(AddressError::Plain { .. })
        ));
        assert!(open().allowing(AllowPlaintext::Allowed).is_ok());
        for own in ["nats://localhost", "nats://127.0.0.1:1", "nats://[::1]:1", "tls://farm"] {
            assert!(
                own.parse::<Address>().unwrap().allowing(AllowPlaintext::Loopback).is_ok(),
                "{own}"
            );
        }
    }
}
