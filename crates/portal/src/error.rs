//! Errors of the site's database.

use crate::say;
use certamen_i18n::{Localize, Message, quoted};
use rusqlite::ErrorCode;
use std::{io, path::PathBuf};

/// Errors of the site's database.
#[derive(Debug)]
pub enum PortalError {
    /// The file or its folder cannot be reached.
    Unreachable {
        /// Which.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// A newer version wrote it.
    Newer {
        /// The file.
        path: PathBuf,
    },
    /// The disk is full.
    Full,
    /// The database's answer.
    Database(String),
    /// Nothing is written any more.
    Closed,
    /// A change failed because of a bug; nothing of it is stored.
    Panicked,
    /// There is nothing to draw secrets from.
    Luck,
    /// Not a valid username.
    Handle(String),
    /// Another account has this username.
    Taken(String),
    /// No account has this username.
    Nobody(String),
    /// A password of another length.
    PasswordLength,
    /// A one-time link that was used, is too old, or never was.
    Spent,
    /// No address to which one can write.
    Mail(String),
    /// A line of an e-mail that would be read as two.
    Controls,
}

impl PortalError {
    /// The same error for another caller that waited for the same commit.
    pub(crate) fn again(&self) -> PortalError {
        match self {
            PortalError::Full => PortalError::Full,
            PortalError::Panicked => PortalError::Panicked,
            other => PortalError::Database(other.to_string()),
        }
    }
}

impl Localize for PortalError {
    fn message(&self) -> Message {
        match self {
            PortalError::Unreachable { path, error } => say::unreachable(path, quoted(error)),
            PortalError::Newer { path } => say::newer(path),
            PortalError::Full => say::full(),
            PortalError::Database(words) => say::database(words),
            PortalError::Closed => say::closed(),
            PortalError::Panicked => say::panicked(),
            PortalError::Luck => say::luck(),
            PortalError::Handle(handle) => say::bad_handle(handle),
            PortalError::Taken(handle) => say::taken(handle),
            PortalError::Nobody(handle) => say::nobody(handle),
            PortalError::PasswordLength => {
                say::password_length(crate::password::SHORTEST, crate::password::LONGEST)
            }
            PortalError::Spent => say::spent(),
            PortalError::Mail(mail) => say::bad_mail(mail),
            PortalError::Controls => say::controls_in_letter(),
        }
    }
}

certamen_i18n::error!(PortalError);

impl From<rusqlite::Error> for PortalError {
    fn from(error: rusqlite::Error) -> PortalError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => PortalError::Full,
            _ => PortalError::Database(error.to_string()),
        }
    }
}
