//! `site.toml`: the title of a site, how it is reached, and who may get an account. The public
//! address comes from the file, else from where the site listens: a process that makes links for a
//! site served by another process reads it beside the database.

use crate::{Portal, PortalError, check_mail, say};
use certamen_contest::MinFreeSpace;
use certamen_game::job::{FileError, read_toml};
use certamen_i18n::{Language, Localize, Message};
use serde::Deserialize;
use std::{
    fs, io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4},
    path::Path,
};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SiteFile {
    pub title: Option<String>,
    /// The languages of its pages, the first of which is the fallback; empty if not configured.
    pub languages: Vec<Language>,
    /// The address of its first page as others see it, such as `https://contests.example.org/`.
    pub base_url: Option<String>,
    pub registration: Registration,
    pub listen: ListenKeys,
    pub mail: MailKeys,
    pub peers: PeerKeys,
    /// The minimum free disk space: with less, nothing is accepted or played.
    pub min_free_space: MinFreeSpace,
}

pub const USUAL_ADDRESS: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 8080));
/// The default of the minimum free disk space.
const DEFAULT_MIN_FREE: &str = "512 MiB";

/// `[listen]`
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListenKeys {
    /// Where it listens, unless the command says so.
    pub address: Option<SocketAddr>,
    /// Proxies that are trusted about the origin of requests.
    pub proxies: Vec<IpAddr>,
}

/// `[mail]`
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MailKeys {
    /// The sender of e-mails, unless it follows from the address of the site.
    pub from: Option<String>,
    /// The command that reads and sends an e-mail, with its arguments; without one, e-mails wait.
    pub command: Vec<String>,
}

/// `[peers]`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PeerKeys {
    /// Whether the site lists open players on other machines, and matches between them.
    pub enabled: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Registration {
    /// Accounts are created by a host.
    #[default]
    Closed,
    /// Holders of an invitation, each of whom creates an account.
    Invitation,
    /// Everyone.
    Open,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct SiteKeys {
    title: Option<String>,
    languages: Option<Vec<String>>,
    base_url: Option<String>,
    registration: Registration,
    listen: ListenSection,
    limits: LimitSection,
    mail: MailSection,
    peers: PeerKeys,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct MailSection {
    from: Option<String>,
    command: Option<Vec<String>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct LimitSection {
    min_free: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct ListenSection {
    address: Option<String>,
    proxies: Vec<String>,
}

impl SiteFile {
    /// The settings in `folder`; the file may be missing.
    pub fn read(folder: &Path) -> Result<SiteFile, FileError> {
        let path = folder.join("site.toml");
        let read = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => SiteFile::parse(""),
            Err(error) => Err(FileError::new(error.message())),
            Ok(text) => SiteFile::parse(&text),
        };
        read.map_err(|error| error.in_file(path))
    }

    fn parse(text: &str) -> Result<SiteFile, FileError> {
        let keys: SiteKeys = read_toml(text)?;
        let ListenSection { address, proxies } = keys.listen;
        let proxies = proxies.into_iter();
        let proxies = proxies.map(|text| typed("listen.proxies", text, ExpectedValue::Machine));
        Ok(SiteFile {
            title: keys.title.map(title).transpose()?,
            languages: keys.languages.map(languages).transpose()?.unwrap_or_default(),
            base_url: keys.base_url.map(base_url).transpose()?,
            registration: keys.registration,
            listen: ListenKeys {
                address: address
                    .map(|text| typed("listen.address", text, ExpectedValue::Socket))
                    .transpose()?,
                proxies: proxies.collect::<Result<_, _>>()?,
            },
            mail: mail(keys.mail)?,
            peers: keys.peers,
            min_free_space: min_free(keys.limits.min_free)?,
        })
    }

    /// The origin of a request that came from `peer`, given what it reports in `forwarded`.
    pub fn origin(&self, peer: IpAddr, forwarded: &str) -> IpAddr {
        let last = forwarded.rsplit(',').next().and_then(|last| last.trim().parse().ok());
        last.filter(|_| self.listen.proxies.contains(&peer.to_canonical())).unwrap_or(peer)
    }

    /// Whether the site is served over HTTPS.
    pub fn is_secure(&self) -> bool {
        self.base_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    pub fn sender(&self) -> String {
        let host = self.base_url.as_deref().and_then(|url| url.split("://").nth(1));
        let host = host.and_then(|host| host.split(['/', ':']).next());
        let host = host.filter(|host| check_mail(&format!("certamen@{host}")).is_ok());
        let usual = || format!("certamen@{}", host.unwrap_or("localhost"));
        self.mail.from.clone().unwrap_or_else(usual)
    }

    /// Whether it is known where it is reached; else that is the usual address, and may be another
    /// one once it is served.
    pub fn is_reached(&self) -> bool {
        self.base_url.is_some() || self.listen.address.is_some()
    }

    /// The address of `path`, which begins with a slash; without a configured address, on this
    /// machine.
    pub fn address(&self, path: &str) -> String {
        let listens = || base(self.listen.address.unwrap_or(USUAL_ADDRESS));
        let base = self.base_url.clone().unwrap_or_else(listens);
        format!("{}{path}", base.trim_end_matches('/'))
    }

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

fn mail(given: MailSection) -> Result<MailKeys, FileError> {
    let MailSection { from, command } = given;
    if let Some(from) = from.as_ref().filter(|from| check_mail(from).is_err()) {
        return Err(wrong("mail.from", from, ExpectedValue::Mail));
    }
    let is_word = |word: &String| !word.is_empty() && !word.contains('\0');
    match command {
        None => Ok(MailKeys { from, command: Vec::new() }),
        Some(command) if !command.is_empty() && command.iter().all(is_word) => {
            Ok(MailKeys { from, command })
        }
        Some(command) => Err(wrong("mail.command", format!("{command:?}"), ExpectedValue::Command)),
    }
}

fn min_free(given: Option<String>) -> Result<MinFreeSpace, FileError> {
    let given = given.unwrap_or_else(|| DEFAULT_MIN_FREE.to_owned());
    MinFreeSpace::read(&given).map_err(|_| wrong("limits.min_free", given, ExpectedValue::Size))
}

fn wrong(key: &'static str, given: impl Into<String>, wanted: ExpectedValue) -> FileError {
    FileError::key(key, say::site_value(given.into(), wanted.message()))
}

fn title(given: String) -> Result<String, FileError> {
    let fits = !given.trim().is_empty() && !given.chars().any(char::is_control);
    if fits { Ok(given) } else { Err(wrong("title", given, ExpectedValue::Title)) }
}

fn languages(given: Vec<String>) -> Result<Vec<Language>, FileError> {
    let key = "languages";
    let mut languages = Vec::new();
    for code in given {
        let found = Language::ALL.into_iter().find(|language| language.code() == code);
        match found {
            None => return Err(wrong(key, code, ExpectedValue::KnownLanguage)),
            Some(known) if languages.contains(&known) => {
                return Err(wrong(key, code, ExpectedValue::OtherLanguage));
            }
            Some(new) => languages.push(new),
        }
    }
    if languages.is_empty() {
        Err(wrong(key, "[]", ExpectedValue::SomeLanguage))
    } else {
        Ok(languages)
    }
}

/// Links begin with a slash: a site is at the root of its host name.
fn base_url(given: String) -> Result<String, FileError> {
    let host = ["https://", "http://"].iter().find_map(|scheme| given.strip_prefix(scheme));
    let host = host.map(|rest| rest.strip_suffix('/').unwrap_or(rest));
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
    let fits = host.is_some_and(|host| !host.is_empty() && host.chars().all(plain));
    if fits { Ok(given) } else { Err(wrong("base_url", given, ExpectedValue::BaseUrl)) }
}

fn typed<T: std::str::FromStr>(
    key: &'static str,
    given: String,
    wanted: ExpectedValue,
) -> Result<T, FileError> {
    given.parse().map_err(|_| wrong(key, given, wanted))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExpectedValue {
    Title,
    SomeLanguage,
    KnownLanguage,
    /// Each language once.
    OtherLanguage,
    BaseUrl,
    Socket,
    Machine,
    /// A number of bytes.
    Size,
    Mail,
    Command,
}

impl Localize for ExpectedValue {
    fn message(&self) -> Message {
        let languages = || Language::ALL.map(Language::code).join(", ");
        match self {
            ExpectedValue::Title => say::wish_title(),
            ExpectedValue::SomeLanguage => say::wish_some_language(languages()),
            ExpectedValue::KnownLanguage => say::wish_known_language(languages()),
            ExpectedValue::OtherLanguage => say::wish_other_language(),
            ExpectedValue::BaseUrl => say::wish_base_url(),
            ExpectedValue::Socket => say::wish_socket(),
            ExpectedValue::Machine => say::wish_machine(),
            ExpectedValue::Size => say::wish_size(),
            ExpectedValue::Mail => say::wish_mail(),
            ExpectedValue::Command => say::wish_command(),
        }
    }
}

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
    fn only_proxies_are_believed() {
        let text = "[listen]\nproxies = [\"127.0.0.1\"]\n";
        let file = SiteFile::parse(text).expect("it is in order");
        let [here, there] = ["127.0.0.1", "192.0.2.7"].map(|text| text.parse().expect("it is one"));
        assert_eq!(file.origin(here, "10.0.0.1, 192.0.2.7"), there);
        assert_eq!(file.origin(here, "nonsense"), here);
        assert_eq!(file.origin(there, "127.0.0.1"), there);
        assert_eq!(SiteFile::default().origin(here, "192.0.2.7"), here);
    }

    #[test]
    fn a_site_file_is_read() {
        let folder = tempfile::tempdir().expect("there is room");
        let usual = SiteFile::read(folder.path()).expect("there is none");
        assert_eq!(usual.min_free_space.bytes(), 512 << 20);
        let min_free_space = MinFreeSpace::default();
        assert_eq!(SiteFile { min_free_space, ..usual }, SiteFile::default());
        let text = "title = \"Programmers' contests\"\nlanguages = [\"es\", \"en\"]\n\
                    base_url = \"https://x.example/\"\nregistration = \"open\"\n\
                    [listen]\naddress = \"127.0.0.1:8090\"\n";
        fs::write(folder.path().join("site.toml"), text).expect("there is room");
        let file = SiteFile::read(folder.path()).expect("it is in order");
        assert_eq!(file.title.as_deref(), Some("Programmers' contests"));
        assert_eq!(file.languages, [Language::Es, Language::En]);
        assert!(file.is_secure() && file.registration == Registration::Open);
        assert_eq!(file.listen.address.map(|address| address.port()), Some(8090));
        assert_eq!(file.sender(), "certamen@x.example");
        let mail = "[mail]\nfrom = \"us@x.example\"\ncommand = [\"sendmail\", \"-t\"]\n";
        let mailed = SiteFile::parse(mail).expect("it is in order");
        assert_eq!((mailed.sender(), mailed.mail.command.len()), ("us@x.example".to_owned(), 2));
        assert_eq!(file.address("/en/me"), "https://x.example/en/me");
    }

    #[test]
    fn what_is_not_understood_names_file_key_and_value_and_the_way_out() {
        let folder = tempfile::tempdir().expect("there is room");
        for (text, words) in [
            ("colour = 1", ["colour", "use `title`"]),
            ("title = \"a\\nb\"", ["title", "on one line"]),
            ("title = 3", ["title", "a text"]),
            ("languages = []", ["languages", "en, es, fr, it"]),
            ("languages = [\"de\"]", ["`de`", "en, es, fr, it"]),
            ("languages = [\"es\", \"es\"]", ["`es`", "remove one"]),
            ("languages = \"es\"", ["languages", "a list"]),
            ("base_url = \"contests.example.org\"", ["base_url", "https://"]),
            ("base_url = \"https://example.org/contests\"", ["base_url", "without a path"]),
            ("registration = \"all\"", ["`invitation`", "`open`"]),
            ("[listen]\naddress = \"localhost\"", ["listen.address", "127.0.0.1:8080"]),
            ("[mail]\nfrom = \"a\\nb@x\"", ["mail.from", "contests@example.org"]),
            ("[mail]\ncommand = []", ["mail.command", "sendmail"]),
            ("[mail]\ncommand = \"sendmail -t\"", ["command", "a list"]),
            ("[listen]\nproxies = [\"front\"]", ["listen.proxies", "`front`"]),
            ("[peers]\nenabled = \"yes\"", ["peers.enabled", "true"]),
            ("[peers]\nopen = true", ["`open`", "use `enabled`"]),
        ] {
            fs::write(folder.path().join("site.toml"), text).expect("there is room");
            let error = SiteFile::read(folder.path()).expect_err(text).to_string();
            for word in words.into_iter().chain(["site.toml"]) {
                assert!(error.contains(word), "{text}: {error}");
            }
        }
    }

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
