//! `site.toml`: how a site is reached, and who may get an account.

use crate::say;
use certamen_speech::{Message, Speak, quoted};
use serde::Deserialize;
use std::{
    fs, io,
    net::IpAddr,
    path::{Path, PathBuf},
};

/// What a host says of his site.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SiteFile {
    /// The address of its first page as others see it, such as `https://contests.example.org/`.
    pub base_url: Option<String>,
    /// Who may get an account.
    pub registration: Registration,
    /// How it is reached.
    pub listen: ListenKeys,
}

/// `[listen]`
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ListenKeys {
    /// Who says the truth about where requests come from.
    pub proxies: Vec<IpAddr>,
}

/// Who may get an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Registration {
    /// Those for whom a host makes one.
    #[default]
    Closed,
    /// Everybody.
    Open,
}

/// A file of a site that cannot be read.
#[derive(Debug)]
pub struct SiteFileError {
    path: PathBuf,
    fault: String,
}

impl Speak for SiteFileError {
    fn message(&self) -> Message {
        say::bad_site_file(&self.path, quoted(&self.fault))
    }
}

certamen_speech::error!(SiteFileError);

impl SiteFile {
    /// What the file in `folder` says; there need be none.
    pub fn read(folder: &Path) -> Result<SiteFile, SiteFileError> {
        let path = folder.join("site.toml");
        let wrong = |fault| SiteFileError { path: path.clone(), fault };
        match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(SiteFile::default()),
            Err(error) => Err(wrong(error.to_string())),
            Ok(text) => toml::from_str(&text).map_err(|error| wrong(error.message().to_owned())),
        }
    }

    /// Where a request comes from that `peer` brought, with what he says of those before him.
    pub fn origin(&self, peer: IpAddr, forwarded: &str) -> IpAddr {
        let last = forwarded.rsplit(',').next().and_then(|last| last.trim().parse().ok());
        last.filter(|_| self.listen.proxies.contains(&peer.to_canonical())).unwrap_or(peer)
    }

    /// Whether whoever reads is promised that nobody listens.
    pub fn is_secure(&self) -> bool {
        self.base_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    /// The address of `path`, which begins with a slash.
    pub fn address(&self, path: &str) -> String {
        let base = self.base_url.as_deref().unwrap_or("http://127.0.0.1:8080");
        format!("{}{path}", base.trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_proxies_are_believed() {
        let text = "[listen]\nproxies = [\"127.0.0.1\"]\n";
        let file: SiteFile = toml::from_str(text).expect("it is in order");
        let [here, there] = ["127.0.0.1", "192.0.2.7"].map(|text| text.parse().expect("it is one"));
        assert_eq!(file.origin(here, "10.0.0.1, 192.0.2.7"), there);
        assert_eq!(file.origin(here, "nonsense"), here);
        assert_eq!(file.origin(there, "127.0.0.1"), there);
        assert_eq!(SiteFile::default().origin(here, "192.0.2.7"), here);
    }

    #[test]
    fn what_is_not_understood_is_refused_by_name() {
        let folder = tempfile::tempdir().expect("there is room");
        assert_eq!(SiteFile::read(folder.path()).expect("there is none"), SiteFile::default());
        let write = |text: &str| fs::write(folder.path().join("site.toml"), text).expect("room");
        write("base_url = \"https://x.example/\"\nregistration = \"open\"\n");
        let file = SiteFile::read(folder.path()).expect("it is in order");
        assert!(file.is_secure() && file.registration == Registration::Open);
        assert_eq!(file.address("/en/me"), "https://x.example/en/me");
        write("colour = 1\n");
        let error = SiteFile::read(folder.path()).expect_err("there is no such key");
        assert!(error.to_string().contains("colour"), "{error}");
    }
}
