//! Errors of the site's database.

use crate::say;
use certamen_i18n::{Localize, quoted};
use rusqlite::ErrorCode;
use std::{io, path::PathBuf};

#[derive(Debug, Localize)]
#[localize(error)]
pub enum PortalError {
    /// The file or its folder cannot be reached.
    #[localize(say::unreachable(path, quoted(error)))]
    Unreachable {
        path: PathBuf,
        error: io::Error,
    },
    Newer {
        path: PathBuf,
    },
    Full,
    Database(String),
    /// Nothing is written any more.
    Closed,
    /// A change failed because of a bug; nothing of it is stored.
    Panicked,
    /// There is nothing to draw secrets from.
    Luck,
    #[localize(say::bad_handle(_0))]
    Handle(String),
    Taken(String),
    UnknownUser(String),
    #[localize(say::password_length(crate::password::SHORTEST, crate::password::LONGEST))]
    PasswordLength,
    /// A one-time link that was used, is too old, or never was.
    Spent,
    /// No address to which one can write.
    #[localize(say::bad_mail(_0))]
    Mail(String),
    /// A line of an e-mail that would be read as two.
    #[localize(say::controls_in_letter())]
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

impl From<rusqlite::Error> for PortalError {
    fn from(error: rusqlite::Error) -> PortalError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => PortalError::Full,
            _ => PortalError::Database(error.to_string()),
        }
    }
}
