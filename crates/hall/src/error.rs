//! Why a contest cannot be held.

use crate::say;
use certamen_contest::ContestError;
use certamen_course::RegisterError;
use certamen_speech::{Message, Speak, quoted};
use std::{io, path::PathBuf};

/// Why a contest cannot be held. Messages name the file and the way out.
#[derive(Debug)]
pub enum HallError {
    /// A file cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// A file beside a submission is not its report.
    Report {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// A file among those that were published is no table.
    Publication {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// The register of pairs cannot be read.
    Register {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: RegisterError,
    },
    /// The contest file of a championship cannot be made of the contest's.
    Championship {
        /// The contest file.
        path: PathBuf,
        /// What is wrong.
        error: Box<toml::de::Error>,
    },
    /// The contest cannot go on.
    Contest(ContestError),
}

impl Speak for HallError {
    fn message(&self) -> Message {
        match self {
            HallError::Io { path, error } => say::file(path, error),
            HallError::Report { path, error } => say::no_report(path, quoted(error)),
            HallError::Publication { path, error } => say::no_table(path, quoted(error)),
            HallError::Register { path, error } => say::file(path, error),
            HallError::Championship { path, error } => say::file(path, quoted(error)),
            HallError::Contest(error) => error.message(),
        }
    }
}

certamen_speech::error!(HallError);

impl From<ContestError> for HallError {
    fn from(error: ContestError) -> HallError {
        HallError::Contest(error)
    }
}
