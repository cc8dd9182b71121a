//! Folders that are written for users, in which nothing is ever overwritten.

use crate::command_error::{CommandError, Context, usage};
use crate::say::refusal;
use std::{fs, io::Write, path::Path};

/// Where such a folder may be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Where {
    /// Where there is nothing.
    New,
    /// There, too, where there is an empty folder.
    NewOrEmpty,
}

/// A folder that was just made.
pub(crate) struct NewFolder<'a>(&'a Path);

impl NewFolder<'_> {
    /// Makes it, and the folders that it lies in.
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

    /// Writes a file that is not there yet, and the folders that it lies in.
    pub(crate) fn write(&self, name: &str, content: &str) -> Result<(), CommandError> {
        let path = self.0.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).context(folder)?;
        }
        let mut file = fs::File::create_new(&path).context(&path)?;
        file.write_all(content.as_bytes()).context(&path)
    }
}
