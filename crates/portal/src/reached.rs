//! The public address of a site: from its file, else where it listens. A process that makes links
//! for a site served by another process reads here where that listens.

use crate::{Portal, PortalError, SiteFile};
use std::{
    fs, io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::Path,
};

/// The file with the address, next to the database.
pub(crate) const ADDRESS: &str = "address";
/// No address is longer, in bytes.
const LONGEST: u64 = 64;

impl Portal {
    /// Stores where the site listens, for processes that make links to it.
    pub fn leave_address(&self, address: SocketAddr) -> Result<(), PortalError> {
        let path = self.own_folder().join(ADDRESS);
        let part = path.with_extension("part");
        let written = fs::write(&part, address.to_string()).and_then(|()| fs::rename(&part, &path));
        written.map_err(|error| PortalError::Unreachable { path, error })
    }
}

impl SiteFile {
    /// The same, of a site that listens there.
    #[must_use]
    pub fn listening_at(mut self, address: SocketAddr) -> SiteFile {
        self.listen.address = Some(address);
        self
    }

    /// The same, of the site in `folder`, which listens where it listened last.
    #[must_use]
    pub fn as_served(self, folder: &Path) -> SiteFile {
        match left_address(&Portal::path_in(folder).with_file_name(ADDRESS)) {
            Ok(Some(address)) => self.listening_at(address),
            // There is none yet, or it is invalid: the file says enough.
            Ok(None) | Err(_) => self,
        }
    }
}

/// The address of a server that listens at `address`, for a browser on the same machine.
pub(crate) fn base(address: SocketAddr) -> String {
    let own: IpAddr = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(own, address.port()))
}

fn left_address(path: &Path) -> io::Result<Option<SocketAddr>> {
    let found = fs::symlink_metadata(path)?;
    if !found.is_file() || found.len() > LONGEST {
        return Ok(None);
    }
    Ok(fs::read_to_string(path)?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_where_the_site_listens() {
        let folder = tempfile::tempdir().unwrap();
        let link = || SiteFile::default().as_served(folder.path()).address("/en/me");
        assert_eq!(link(), "http://127.0.0.1:8080/en/me");
        let is_reached = || SiteFile::default().as_served(folder.path()).is_reached();
        assert!(!is_reached(), "it was never served");
        let portal = Portal::create(folder.path()).unwrap();
        assert_eq!(link(), "http://127.0.0.1:8080/en/me");
        for (listens, reached) in [
            ("127.0.0.1:9000", "http://127.0.0.1:9000/en/me"),
            ("0.0.0.0:9001", "http://127.0.0.1:9001/en/me"),
            ("[::]:9002", "http://[::1]:9002/en/me"),
            ("192.0.2.7:80", "http://192.0.2.7:80/en/me"),
        ] {
            portal.leave_address(listens.parse().unwrap()).unwrap();
            assert_eq!(link(), reached);
            assert!(is_reached());
        }
        let base_url = Some("https://x.example/".to_owned());
        let named = SiteFile { base_url, ..SiteFile::default() }.as_served(folder.path());
        assert_eq!(named.address("/en/me"), "https://x.example/en/me");
        // Invalid content is ignored, and not read without limit.
        let path = folder.path().join(".site").join(ADDRESS);
        for left in ["evil.example", &"1".repeat(100)] {
            fs::write(&path, left).unwrap();
            assert_eq!(link(), "http://127.0.0.1:8080/en/me");
        }
    }
}
