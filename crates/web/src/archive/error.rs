//! Errors of writing an archive.

use crate::say;
use certamen_contest::ContestError;
use certamen_i18n::Localize;
use std::{io, path::PathBuf};

/// Why an archive cannot be written.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum ArchiveError {
    /// The destination is not empty.
    NotEmpty(PathBuf),
    /// A file cannot be written.
    #[localize(say::unreadable(path, error.message()))]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The results cannot be read.
    #[localize(transparent)]
    Contest(ContestError),
}

impl From<ContestError> for ArchiveError {
    fn from(error: ContestError) -> ArchiveError {
        ArchiveError::Contest(error)
    }
}
