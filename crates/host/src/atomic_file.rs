//! Files that appear in one step.

use crate::HostError;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Writes a file in one step: it is there as a whole, or not at all.
pub fn replace(path: &Path, content: &[u8]) -> Result<(), HostError> {
    let draft = draft(path);
    let io = |error| HostError::Io { path: path.to_owned(), error };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(io)?;
    }
    fs::write(&draft, content).and_then(|()| fs::rename(&draft, path)).map_err(io)
}

fn draft(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.draft"))
}
