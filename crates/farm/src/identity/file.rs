//! Files of keys: one line, for their owner's eyes only.

use crate::identity::KeyError;
use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::Path,
};

/// Only the owner.
const PRIVATE: u32 = 0o600;

/// The key in a file, which only its owner may read.
pub(crate) fn read(path: &Path) -> Result<String, KeyError> {
    let io = |error| KeyError::Io { path: path.to_owned(), error };
    let mode = fs::metadata(path).map_err(io)?.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        return Err(KeyError::Open { path: path.to_owned(), mode });
    }
    fs::read_to_string(path).map_err(io)
}

/// Writes a key to a file; an existing file is never overwritten.
pub(crate) fn write(path: &Path, seed: &str) -> Result<(), KeyError> {
    let io = |error: io::Error| KeyError::Io { path: path.to_owned(), error };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(io)?;
    }
    let mut file =
        OpenOptions::new().write(true).create_new(true).mode(PRIVATE).open(path).map_err(io)?;
    file.write_all(format!("{seed}\n").as_bytes()).map_err(io)
}
