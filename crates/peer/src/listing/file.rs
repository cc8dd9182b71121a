//! A list as a file, for those who have no site but a folder that others can read.

use super::{Admission, ListError, Listing, MAX_LIST, Refusal, SignedEntry, say};
use certamen_i18n::{Localize, quoted};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

/// A file with a list. Several processes may write to it at the same time.
#[derive(Clone, Debug)]
pub struct ListFile {
    path: PathBuf,
}

/// Why a list in a file cannot be read or changed.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum ListFileError {
    /// The file or its folder cannot be read or written.
    #[localize(say::list_file(path, quoted(error)))]
    Io {
        path: PathBuf,
        /// What the system reports.
        error: io::Error,
    },
    /// The file is no list: it is not changed.
    #[localize(say::list_file(path, error))]
    Content {
        path: PathBuf,
        /// Its first invalid line.
        error: ListError,
    },
    /// The list does not accept the entry.
    #[localize(transparent)]
    Refused(Refusal),
}

impl ListFile {
    /// The list at `path`, which may not exist yet.
    pub fn new(path: &Path) -> ListFile {
        ListFile { path: path.to_owned() }
    }

    /// The list, with its signatures checked. A file that does not exist is an error: a mistyped
    /// path is no empty list.
    pub fn read(&self) -> Result<Listing, ListFileError> {
        let mut text = Vec::new();
        let file = File::open(&self.path).map_err(|error| self.io(error))?;
        let read = file.take(MAX_LIST as u64 + 1).read_to_end(&mut text);
        read.map_err(|error| self.io(error))?;
        let listing = Listing::read(&text);
        listing.map_err(|error| ListFileError::Content { path: self.path.clone(), error })
    }

    /// Adds an entry at `now`, in milliseconds since 1970; removes what has expired. Readers see the
    /// old file or the new one.
    pub fn put(&self, entry: SignedEntry, now: u64) -> Result<Admission, ListFileError> {
        let _lock = self.lock().map_err(|error| self.io(error))?;
        let mut listing = match self.read() {
            Err(ListFileError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                Listing::default()
            }
            read => read?,
        };
        let admission = listing.admit(entry, now).map_err(ListFileError::Refused)?;
        if admission == Admission::Added {
            self.replace(&listing.to_text()).map_err(|error| self.io(error))?;
        }
        Ok(admission)
    }

    /// Waits for the lock, which is a file beside the list: the list itself is replaced, and a lock
    /// on it would end with it. It is released when the file is closed.
    fn lock(&self) -> io::Result<File> {
        let lock = OpenOptions::new().create(true).append(true).open(self.beside("lock"))?;
        lock.lock()?;
        Ok(lock)
    }

    fn replace(&self, text: &str) -> io::Result<()> {
        let part = self.beside("part");
        let mut file = File::create(&part)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&part, &self.path)
    }

    fn beside(&self, end: &str) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        self.path.with_file_name(format!(".{name}.{end}"))
    }

    fn io(&self, error: io::Error) -> ListFileError {
        ListFileError::Io { path: self.path.clone(), error }
    }
}
