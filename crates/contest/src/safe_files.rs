//! Files in folders that another user may write to: the site's own user, not the one who plays.
//!
//! Links are not followed, special files are not opened for long, and reads are limited. Parent
//! folders are trusted.

use rustix::fs::{Mode, OFlags, open};
use std::{
    fs::{self, DirEntry, File},
    io::{self, ErrorKind, Read, Write},
    path::Path,
};

pub(crate) const DRAFT_ENDING: &str = ".draft";

/// The content of the file at `path`; an error beyond `most` bytes.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(open(path, flags, Mode::empty())?);
    if !file.metadata()?.is_file() {
        return Err(ErrorKind::InvalidData.into());
    }
    let mut content = Vec::new();
    file.take(most + 1).read_to_end(&mut content)?;
    if content.len() as u64 > most { Err(ErrorKind::FileTooLarge.into()) } else { Ok(content) }
}

/// Writes a file atomically and flushes it to the disk.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = path.with_file_name(format!(".{name}{DRAFT_ENDING}"));
    // A draft of an earlier time, or put there by another user: the new file must not be a link.
    match fs::remove_file(&draft) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = File::create_new(&draft)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(&draft, path)
}

/// The entries of `folder`; empty if it does not exist.
pub(crate) fn entries(folder: &Path) -> io::Result<Vec<DirEntry>> {
    match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries?.collect(),
    }
}

/// Deletes hidden files in `folder` with this ending, left by an interrupted process.
pub(crate) fn sweep(folder: &Path, ending: &str) -> io::Result<()> {
    for entry in entries(folder)? {
        let name = entry.file_name();
        let is_left =
            name.to_str().is_some_and(|name| name.starts_with('.') && name.ends_with(ending));
        if is_left && !entry.file_type()?.is_dir() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Flushes a folder to the disk.
pub(crate) fn synced(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// The longest text that is read, in bytes: a thousand times what a person writes by hand.
pub const LONGEST_TEXT: u64 = 16 << 20;

pub fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read_bytes(path)?;
    String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// The bytes at `path`, with the same maximum.
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = File::open(path)?.take(LONGEST_TEXT + 1).read_to_end(&mut bytes)?;
    if read as u64 > LONGEST_TEXT {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_neither_read_nor_written() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        fs::write(at("private"), "secret").unwrap();
        symlink(at("private"), at("content")).unwrap();
        symlink(at("private"), at(".text.md.draft")).unwrap();
        assert!(read(&at("content"), 100).is_err());
        assert!(read(place.path(), 100).is_err());
        replace(&at("text.md"), b"new").unwrap();
        assert_eq!(read(&at("text.md"), 3).unwrap(), b"new");
        assert_eq!(read(&at("text.md"), 2).unwrap_err().kind(), ErrorKind::FileTooLarge);
        assert_eq!(fs::read(at("private")).unwrap(), b"secret");
    }

    #[test]
    fn an_endless_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        std::fs::write(&path, "some words").unwrap();
        assert_eq!(read_text(&path).unwrap(), "some words");
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(read_text(&path).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read_text(folder.path()).unwrap_err().kind(), io::ErrorKind::IsADirectory);
    }
}
