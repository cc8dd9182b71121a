//! Folders that are written for users; existing files are never overwritten.

use crate::command_error::{CommandError, Context, usage};
use crate::say::refusal;
use std::{fs, io::Write, path::Path};

/// Where a new folder is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Where {
    /// At a path that does not exist.
    New,
    /// Also in an existing empty folder.
    NewOrEmpty,
}

pub(crate) struct NewFolder<'a>(&'a Path);

impl NewFolder<'_> {
    /// Creates the folder and its parents.
    pub(crate) fn make(folder: &Path, place: Where) -> Result<NewFolder<'_>, CommandError> {
        if folder.symlink_metadata().is_ok() {
            let empty = folder.is_dir() && fs::read_dir(folder).context(folder)?.next().is_none();
            match place {
                Where::New => return Err(usage(refusal::exists())).context(folder),
                Where::NewOrEmpty if empty => {}
                Where::NewOrEmpty => return Err(usage(refusal::not_empty())).context(folder),
            }
        }
        fs::create_dir_all(folder).context(folder)?;
        Ok(NewFolder(folder))
    }

    /// Writes a new file, and the folders in its path.
    pub(crate) fn write(&self, name: &str, content: &str) -> Result<(), CommandError> {
        let path = self.0.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).context(folder)?;
        }
        let mut file = fs::File::create_new(&path).context(&path)?;
        file.write_all(content.as_bytes()).context(&path)
    }
}
