//! What is wrong with `site.toml`: which key, what was given, and what would do.

use crate::say;
use certamen_game::job::TomlError;
use certamen_i18n::{Language, Localize, Message};
use std::{io, path::PathBuf};

/// A file of a site that cannot be read.
#[derive(Debug)]
pub struct SiteFileError {
    pub(crate) path: PathBuf,
    pub(crate) fault: SiteFault,
}

#[derive(Debug)]
pub(crate) enum SiteFault {
    Io(io::Error),
    /// It is not valid TOML, or has unknown keys.
    Toml(Box<TomlError>),
    Key {
        key: &'static str,
        given: String,
        wanted: SiteWish,
    },
}

/// What the value of a key must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SiteWish {
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

impl Localize for SiteFileError {
    fn message(&self) -> Message {
        let fault = match &self.fault {
            SiteFault::Io(error) => error.message(),
            SiteFault::Toml(fault) => fault.message(),
            SiteFault::Key { key, given, wanted } => say::site_key(*key, given, wanted.message()),
        };
        say::bad_site_file(&self.path, fault)
    }
}

impl Localize for SiteWish {
    fn message(&self) -> Message {
        let languages = || Language::ALL.map(Language::code).join(", ");
        match self {
            SiteWish::Title => say::wish_title(),
            SiteWish::SomeLanguage => say::wish_some_language(languages()),
            SiteWish::KnownLanguage => say::wish_known_language(languages()),
            SiteWish::OtherLanguage => say::wish_other_language(),
            SiteWish::BaseUrl => say::wish_base_url(),
            SiteWish::Socket => say::wish_socket(),
            SiteWish::Machine => say::wish_machine(),
            SiteWish::Size => say::wish_size(),
            SiteWish::Mail => say::wish_mail(),
            SiteWish::Command => say::wish_command(),
        }
    }
}

certamen_i18n::error!(SiteFileError);
