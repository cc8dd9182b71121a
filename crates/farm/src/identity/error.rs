//! Why a key cannot be used.

use crate::identity::say;
use certamen_i18n::Localize;
use std::{io, path::PathBuf};

/// Why a key cannot be used. Messages name the file and the way out.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum KeyError {
    /// Its file cannot be read or written.
    #[localize(say::unreadable(path, error))]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// Others may read its file.
    #[localize(say::open(path, format!("{mode:o}")))]
    Open {
        /// The file.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
    /// The file contains no key.
    NoKey {
        /// The file.
        path: PathBuf,
    },
    /// The signed text is different, or another key signed it.
    NotSigned,
}
