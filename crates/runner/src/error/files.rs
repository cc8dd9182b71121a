//! Why the files of a bot are rejected, and the limits of their number and size.

use crate::say;
use certamen_game::escaped;
use certamen_i18n::{Localize, Message};
use std::path::PathBuf;

/// How many files and folders a bot may have.
pub(crate) const MOST: usize = 2_000;
/// How large they may be altogether, in bytes.
pub(crate) const LARGEST: u64 = 64 << 20;
/// How deep folders may lie in each other.
pub(crate) const DEEPEST: usize = 64;

/// Why the files of a bot are not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FilesError {
    /// A link, a pipe, a device.
    NotPlain {
        /// Which, from the bot's folder on.
        path: PathBuf,
    },
    /// There are too many, or they are too large altogether.
    TooMany,
    /// One is too large by itself.
    TooLarge,
    /// Folders lie too deep in each other.
    TooDeep,
}

impl Localize for FilesError {
    fn message(&self) -> Message {
        let size = LARGEST >> 20;
        match self {
            FilesError::NotPlain { path } => say::not_plain(escaped(&path.to_string_lossy())),
            FilesError::TooMany => say::too_many(MOST, size),
            FilesError::TooLarge => say::too_large(size),
            FilesError::TooDeep => say::too_deep(DEEPEST),
        }
    }
}

certamen_i18n::said!(FilesError);
