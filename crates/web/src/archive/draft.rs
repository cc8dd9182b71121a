//! A folder that is written beside its destination and moved there when it is complete.

use super::ArchiveError;
use serde_json::{Map, Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A folder that is being written.
pub(super) struct FolderDraft {
    place: PathBuf,
    draft: PathBuf,
    digests: Map<String, Value>,
    files: u64,
}

impl FolderDraft {
    /// Starts the folder for `place`, which is missing or empty.
    pub(super) fn begin(place: &Path) -> Result<FolderDraft, ArchiveError> {
        let io = |error| ArchiveError::Io { path: place.to_owned(), error };
        if place.symlink_metadata().is_ok() {
            let empty = place.is_dir() && fs::read_dir(place).map_err(io)?.next().is_none();
            if !empty {
                return Err(ArchiveError::NotEmpty(place.to_owned()));
            }
        }
        let mut name = place.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        let draft = place.with_file_name(name);
        // What a killed run left behind is removed.
        if draft.is_dir() {
            fs::remove_dir_all(&draft).map_err(io)?;
        }
        let (place, digests) = (place.to_owned(), Map::new());
        Ok(FolderDraft { place, draft, digests, files: 0 })
    }

    /// Writes a file.
    pub(super) fn write(&mut self, name: &str, content: &[u8]) -> Result<(), ArchiveError> {
        let path = self.draft.join(name);
        let written = fs::create_dir_all(path.parent().unwrap_or(&self.draft))
            .and_then(|()| fs::write(&path, content));
        written.map_err(|error| ArchiveError::Io { path, error })?;
        let digest = blake3::hash(content).to_hex().to_string();
        self.digests.insert(name.to_owned(), json!({ "bytes": content.len(), "blake3": digest }));
        self.files += 1;
        Ok(())
    }

    /// Writes the list of all files, and moves the folder to its destination.
    pub(super) fn finish(mut self) -> Result<u64, ArchiveError> {
        let digests = std::mem::take(&mut self.digests);
        let list = json!({ "certamen": env!("CARGO_PKG_VERSION"), "files": digests });
        self.write("manifest.json", format!("{list:#}\n").as_bytes())?;
        let FolderDraft { place, draft, files, .. } = self;
        let moved = match fs::remove_dir(&place) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => fs::rename(&draft, &place),
        };
        moved.map_err(|error| ArchiveError::Io { path: place, error })?;
        Ok(files)
    }
}
