//! Errors of writing an archive.

use crate::say;
use certamen_contest::ContestError;
use certamen_i18n::{Localize, Message};
use std::{io, path::PathBuf};

/// Why an archive cannot be written.
#[derive(Debug)]
pub enum ArchiveError {
    /// The destination is not empty.
    NotEmpty(PathBuf),
    /// A file cannot be written.
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The results cannot be read.
    Contest(ContestError),
}

impl Localize for ArchiveError {
    fn message(&self) -> Message {
        match self {
            ArchiveError::NotEmpty(path) => say::not_empty(path),
            ArchiveError::Io { path, error } => say::unreadable(path, error.message()),
            ArchiveError::Contest(error) => error.message(),
        }
    }
}

certamen_i18n::error!(ArchiveError);

impl From<ContestError> for ArchiveError {
    fn from(error: ContestError) -> ArchiveError {
        ArchiveError::Contest(error)
    }
}
