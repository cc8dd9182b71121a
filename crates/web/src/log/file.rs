//! The log file: whole lines are appended to it; if it is moved away, a new one is created.

use rustix::{fs::OFlags, io::Errno};
use std::{
    fs::{File, Metadata, OpenOptions, metadata},
    io::{self, Write},
    os::unix::fs::{MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// How often to check whether the file was moved away.
const LOOK: Duration = Duration::from_secs(1);

/// A file to append to.
pub(super) struct LogFile {
    /// Its absolute path, to open it again.
    path: PathBuf,
    file: File,
    looked: Instant,
}

impl LogFile {
    /// Opens it, or creates it readable by its owner only. An error if it is not a regular file.
    pub(super) fn open(path: &Path) -> io::Result<LogFile> {
        let path = std::path::absolute(path)?;
        let file = open(&path)?;
        Ok(LogFile { path, file, looked: Instant::now() })
    }

    /// Appends a line, as a whole or not at all.
    pub(super) fn add(&mut self, line: &[u8]) -> io::Result<()> {
        if self.looked.elapsed() >= LOOK {
            self.look();
        }
        let written = self.file.write(line)?;
        if written == line.len() {
            return Ok(());
        }
        // The disk is full: a partial line would spoil the next one, too.
        let long = self.file.metadata()?.len();
        self.file.set_len(long.saturating_sub(written as u64))?;
        Err(Errno::NOSPC.into())
    }

    /// Opens the file at the path; until that works, lines go on to the old file.
    fn look(&mut self) {
        self.looked = Instant::now();
        let name = |known: Metadata| (known.dev(), known.ino());
        let there = metadata(&self.path).ok().map(name);
        if there.is_some() && there == self.file.metadata().ok().map(name) {
            return;
        }
        if let Ok(file) = open(&self.path) {
            self.file = file;
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    // Opening a pipe without a reader would block.
    let at_once = OFlags::NONBLOCK.bits() as i32;
    let mut options = OpenOptions::new();
    let file = options.append(true).create(true).mode(0o600).custom_flags(at_once).open(path)?;
    let is_ordinary = file.metadata()?.is_file();
    is_ordinary.then_some(file).ok_or_else(|| Errno::INVAL.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{read_to_string, rename};

    #[test]
    fn it_is_added_to_and_is_its_owner_s() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("log");
        for line in ["one\n", "two\n"] {
            LogFile::open(&path).unwrap().add(line.as_bytes()).unwrap();
        }
        assert_eq!(read_to_string(&path).unwrap(), "one\ntwo\n");
        assert_eq!(metadata(&path).unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    fn what_was_moved_away_is_made_anew() {
        let place = tempfile::tempdir().unwrap();
        let (path, old) = (place.path().join("log"), place.path().join("log.1"));
        let mut log = LogFile::open(&path).unwrap();
        log.add(b"one\n").unwrap();
        rename(&path, &old).unwrap();
        log.look();
        log.add(b"two\n").unwrap();
        assert_eq!(read_to_string(&old).unwrap(), "one\n");
        assert_eq!(read_to_string(&path).unwrap(), "two\n");
        assert_eq!(metadata(&path).unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    fn only_an_ordinary_file_is_one() {
        let place = tempfile::tempdir().unwrap();
        let pipe = place.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        for path in [&pipe, Path::new("/dev/null"), place.path(), Path::new("/nowhere/log")] {
            assert!(LogFile::open(path).is_err(), "{}", path.display());
        }
    }
}
