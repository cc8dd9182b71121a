//! Why a key cannot be used.

use crate::identity::say;
use certamen_i18n::{Localize, Message};
use std::{io, path::PathBuf};

/// Why a key cannot be used. Messages name the file and the way out.
#[derive(Debug)]
pub enum KeyError {
    /// Its file cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// Others may read its file.
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

impl Localize for KeyError {
    fn message(&self) -> Message {
        match self {
            KeyError::Io { path, error } => say::unreadable(path, error),
            KeyError::Open { path, mode } => say::open(path, format!("{mode:o}")),
            KeyError::NoKey { path } => say::no_key(path),
            KeyError::NotSigned => say::not_signed(),
        }
    }
}

certamen_i18n::error!(KeyError);
