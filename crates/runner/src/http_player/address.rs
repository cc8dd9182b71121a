//! Which machines a request may go to. The addresses that a host resolves to are checked by the
//! resolver of the HTTP client, which connects to these very addresses: a name that resolves to
//! something else afterwards changes nothing.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
};
use ureq::{
    Error,
    config::Config,
    http::Uri,
    unversioned::{
        resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver},
        transport::NextTimeout,
    },
};

/// Which addresses may be connected to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressRule {
    /// Global unicast addresses only.
    Public,
    /// Loopback addresses only: for a URL on the command line that names this machine.
    ThisMachine,
    /// Global unicast, private and loopback addresses, as the host's contest file permits.
    Private,
}

impl AddressRule {
    /// Whether a connection to `address` is permitted.
    pub fn permits(self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        match self {
            AddressRule::Public => is_global_unicast(address),
            AddressRule::ThisMachine => address.is_loopback(),
            AddressRule::Private => {
                is_global_unicast(address) || address.is_loopback() || is_private(address)
            }
        }
    }
}

fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_private(),
        IpAddr::V6(address) => address.is_unique_local(),
    }
}

/// Whether an address is that of one machine on the Internet, by the registries of special-purpose
/// addresses (RFC 6890 and its updates).
fn is_global_unicast(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_global_v4(address),
        IpAddr::V6(address) => is_global_v6(address),
    }
}

fn is_global_v4(address: Ipv4Addr) -> bool {
    let special = match address.octets() {
        [100, second, ..] => second & 0xc0 == 64,
        [172, second, ..] => second & 0xf0 == 16,
        // The last ones are protocol assignments, documentation, and the former relays of 6to4.
        [0 | 10 | 127 | 224..=255, ..]
        | [169, 254, ..]
        | [192, 168, ..]
        | [198, 18 | 19, ..]
        | [192, 0, 0 | 2, _]
        | [192, 88, 99, _]
        | [198, 51, 100, _]
        | [203, 0, 113, _] => true,
        _ => false,
    };
    !special
}

fn is_global_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let special = match first {
        // Protocol assignments, among them Teredo, and documentation.
        0x2001 => second < 0x0200 || second == 0x0db8,
        // 6to4, which contains an IPv4 address; documentation.
        0x2002 => true,
        0x3fff => second < 0x1000,
        _ => false,
    };
    first & 0xe000 == 0x2000 && !special
}

/// A host resolved to an address to which no connection is permitted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RefusedAddress(pub(crate) IpAddr);

impl fmt::Display for RefusedAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a permitted address", self.0)
    }
}

impl std::error::Error for RefusedAddress {}

/// A resolver whose addresses are checked, all of them: a host with one that is not permitted is
/// refused.
#[derive(Debug)]
pub(crate) struct CheckedResolver<R = DefaultResolver> {
    pub(crate) resolver: R,
    pub(crate) rule: AddressRule,
}

impl<R: Resolver> Resolver for CheckedResolver<R> {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.resolver.resolve(uri, config, timeout)?;
        match found.iter().map(SocketAddr::ip).find(|address| !self.rule.permits(*address)) {
            Some(address) => Err(Error::Other(Box::new(RefusedAddress(address)))),
            None => Ok(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rule: AddressRule, addresses: &[&str], expected: bool) {
        for text in addresses {
            let address = text.parse().unwrap();
            assert_eq!(rule.permits(address), expected, "{rule:?} {text}");
        }
    }

    #[test]
    fn only_global_unicast_addresses_are_public() {
        check(
            AddressRule::Public,
            &[
                "1.1.1.1",
                "93.184.216.34",
                "100.63.255.255",
                "100.128.0.1",
                "172.15.0.1",
                "172.32.0.1",
                "192.0.1.1",
                "198.17.0.1",
                "223.255.255.255",
                "2606:4700::1111",
                "2a00:1450:4003::1",
                "::ffff:1.1.1.1",
            ],
            true,
        );
        check(
            AddressRule::Public,
            &[
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.255.254",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.1",
                "192.0.2.1",
                "192.88.99.1",
                "192.168.1.1",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.1",
                "203.0.113.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:127.0.0.1",
                "::ffff:10.0.0.1",
                "::ffff:169.254.169.254",
                "::127.0.0.1",
                "64:ff9b::7f00:1",
                "100::1",
                "2001::1",
                "2001:db8::1",
                "2002:7f00:1::",
                "3fff::1",
                "fc00::1",
                "fd12::1",
                "fe80::1",
                "fec0::1",
                "ff02::1",
            ],
            false,
        );
    }

    #[test]
    fn private_addresses_are_for_hosts_who_permit_them() {
        let private = ["127.0.0.1", "::1", "10.0.0.1", "192.168.1.1", "fd12::1", "1.1.1.1"];
        check(AddressRule::Private, &private, true);
        // Metadata services of clouds are link-local.
        let never = ["169.254.169.254", "fe80::1", "224.0.0.1", "0.0.0.0", "::"];
        check(AddressRule::Private, &never, false);
        check(AddressRule::ThisMachine, &["127.0.0.1", "::1", "::ffff:127.0.0.1"], true);
        check(AddressRule::ThisMachine, &["10.0.0.1", "1.1.1.1", "169.254.169.254"], false);
    }
}
