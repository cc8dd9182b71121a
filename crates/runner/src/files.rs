//! A bot's files: read once, hashed, copied.
//!
//! The author may write to them while they are read, and this process may read more than the author.
//! So they are read below one open folder, and links are never followed.

use crate::error::{BotError, DEEPEST, FilesError, LARGEST, MOST};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{self, AtFlags, CWD, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;
use std::ffi::{CStr, CString, OsStr};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug)]
pub(crate) struct BotFile {
    pub(crate) path: PathBuf,
    pub(crate) content: Vec<u8>,
    pub(crate) executable: bool,
}

/// All files of the folder `root`, except hidden ones and what interpreters leave behind, sorted.
pub(crate) fn folder(root: &Path) -> Result<Vec<BotFile>, BotError> {
    // The user may name a link to a folder; links inside the folder are rejected.
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let io = |error: Errno| BotError::Io { path: root.to_owned(), error: error.into() };
    let opened = fs::openat(CWD, root, flags, Mode::empty()).map_err(io)?;
    let mut reader = FolderReader { root, files: Vec::new(), count: 0, left: LARGEST };
    reader.folder(&opened, &mut PathBuf::new(), 0)?;
    let mut files = reader.files;
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

/// Whether files and folders of this name are ignored.
pub(crate) fn is_left_out(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".") || name == "__pycache__"
}

/// The file `path` of the folder `root`, named by the user: a link is followed.
pub(crate) fn file(root: &Path, path: &Path) -> Result<BotFile, BotError> {
    let full = root.join(path);
    // Opening a pipe must not block.
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let io = |error: io::Error| BotError::Io { path: full.clone(), error };
    let opened = fs::openat(CWD, &full, flags, Mode::empty()).map_err(|error| io(error.into()))?;
    let mode = fs::fstat(&opened).map_err(|error| io(error.into()))?.st_mode;
    let refused = |why| BotError::Files { path: full.clone(), why };
    if FileType::from_raw_mode(mode) != FileType::RegularFile {
        return Err(BotError::Files {
            path: root.to_owned(),
            why: FilesError::NotPlain { path: path.to_owned() },
        });
    }
    let content =
        read(opened, LARGEST).map_err(io)?.ok_or_else(|| refused(FilesError::TooLarge))?;
    Ok(BotFile { path: path.to_owned(), content, executable: mode & 0o111 != 0 })
}

struct FolderReader<'a> {
    root: &'a Path,
    files: Vec<BotFile>,
    count: usize,
    /// How many more bytes are allowed.
    left: u64,
}

impl FolderReader<'_> {
    fn folder(
        &mut self,
        folder: &OwnedFd,
        path: &mut PathBuf,
        depth: usize,
    ) -> Result<(), BotError> {
        if depth > DEEPEST {
            return Err(self.refused(FilesError::TooDeep));
        }
        for name in self.names(folder, path)? {
            path.push(OsStr::from_bytes(name.to_bytes()));
            self.entry(folder, &name, path, depth)?;
            path.pop();
        }
        Ok(())
    }

    /// The names in a folder, except ignored ones.
    fn names(&mut self, folder: &OwnedFd, path: &Path) -> Result<Vec<CString>, BotError> {
        let mut names = Vec::new();
        for entry in Dir::read_from(folder).map_err(|error| self.io(path, error))? {
            let entry = entry.map_err(|error| self.io(path, error))?;
            if is_left_out(OsStr::from_bytes(entry.file_name().to_bytes())) {
                continue;
            }
            names.push(entry.file_name().to_owned());
            self.count += 1;
            if self.count > MOST {
                return Err(self.refused(FilesError::TooMany));
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    fn entry(
        &mut self,
        folder: impl AsFd,
        name: &CStr,
        path: &mut PathBuf,
        depth: usize,
    ) -> Result<(), BotError> {
        let not_plain = |own: &Self| own.refused(FilesError::NotPlain { path: path.clone() });
        // Checked before it is opened, because opening a pipe or a device has effects, and afterwards,
        // because it may have been replaced in between.
        let seen = fs::statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW);
        let seen = FileType::from_raw_mode(seen.map_err(|error| self.io(path, error))?.st_mode);
        if ![FileType::RegularFile, FileType::Directory].contains(&seen) {
            return Err(not_plain(self));
        }
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let opened = match fs::openat(&folder, name, flags, Mode::empty()) {
            Err(Errno::LOOP) => return Err(not_plain(self)),
            opened => opened.map_err(|error| self.io(path, error))?,
        };
        let mode = fs::fstat(&opened).map_err(|error| self.io(path, error))?.st_mode;
        if FileType::from_raw_mode(mode) != seen {
            return Err(not_plain(self));
        }
        if seen == FileType::Directory {
            return self.folder(&opened, path, depth + 1);
        }
        let io = |error| BotError::Io { path: self.root.join(&*path), error };
        let Some(content) = read(opened, LARGEST).map_err(io)? else {
            let path = self.root.join(path);
            return Err(BotError::Files { path, why: FilesError::TooLarge });
        };
        let left = self.left.checked_sub(content.len() as u64);
        self.left = left.ok_or_else(|| self.refused(FilesError::TooMany))?;
        self.files.push(BotFile { path: path.clone(), content, executable: mode & 0o111 != 0 });
        Ok(())
    }

    fn refused(&self, why: FilesError) -> BotError {
        BotError::Files { path: self.root.to_owned(), why }
    }

    fn io(&self, path: &Path, error: Errno) -> BotError {
        BotError::Io { path: self.root.join(path), error: error.into() }
    }
}

/// The content of an open file, unless that is more than `most` bytes: it may grow while it is read.
fn read(opened: OwnedFd, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut content = Vec::new();
    File::from(opened).take(most + 1).read_to_end(&mut content)?;
    Ok((content.len() as u64 <= most).then_some(content))
}

/// The hash of names, contents and permission to run: equal files, equal submission.
pub(crate) fn digest(files: &[BotFile]) -> String {
    let mut hasher = blake3::Hasher::new();
    for file in files {
        let name = file.path.as_os_str().as_encoded_bytes();
        for part in [name, &file.content, &[u8::from(file.executable)]] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    hasher.finalize().to_hex().to_string()
}

/// Writes the files into the folder `root`, readable by all users whatever the umask.
pub(crate) fn write(files: &[BotFile], root: &Path) -> Result<(), BotError> {
    for file in files {
        let path = root.join(&file.path);
        let io = |error| BotError::Io { path: path.clone(), error };
        let folders: Vec<&Path> = file.path.ancestors().skip(1).collect();
        for folder in folders.into_iter().rev() {
            make_folder(&root.join(folder))?;
        }
        std::fs::write(&path, &file.content).map_err(io)?;
        let mode = if file.executable { 0o755 } else { 0o644 };
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).map_err(io)?;
    }
    Ok(())
}

/// Creates the folder `path` unless it exists, accessible to all users whatever the umask.
pub(crate) fn make_folder(path: &Path) -> Result<(), BotError> {
    let made = std::fs::create_dir_all(path)
        .and_then(|()| std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)));
    made.map_err(|error| BotError::Io { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        os::unix::fs::symlink,
        sync::atomic::{AtomicBool, Ordering},
        thread,
    };

    const SECRET: &str = "what root alone may read";

    fn refusal(root: &Path) -> FilesError {
        match folder(root) {
            Err(BotError::Files { why, .. }) => why,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn links_are_not_followed_at_any_depth() {
        let (bot, secret) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::write(secret.path().join("key"), SECRET).unwrap();
        std::fs::create_dir(bot.path().join("data")).unwrap();
        for (name, to) in [("link", secret.path().join("key")), ("data/all", secret.path().into())]
        {
            let link = bot.path().join(name);
            symlink(to, &link).unwrap();
            assert_eq!(refusal(bot.path()), FilesError::NotPlain { path: name.into() });
            std::fs::remove_file(link).unwrap();
        }
        assert_eq!(folder(bot.path()).unwrap().len(), 0);
    }

    /// The author exchanges a file with a hidden link again and again while the host reads.
    #[test]
    fn a_race_against_the_reader_reveals_nothing() {
        let (bot, secret) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::write(secret.path().join("key"), SECRET).unwrap();
        let [data, hidden] = ["data.txt", ".hidden"].map(|name| bot.path().join(name));
        std::fs::write(&data, "data").unwrap();
        symlink(secret.path().join("key"), &hidden).unwrap();
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    let flags = fs::RenameFlags::EXCHANGE;
                    fs::renameat_with(CWD, &data, CWD, &hidden, flags).unwrap();
                }
            });
            for _ in 0..2_000 {
                for file in folder(bot.path()).unwrap_or_default() {
                    assert_eq!(file.content, b"data");
                }
            }
            over.store(true, Ordering::Relaxed);
        });
    }

    #[test]
    fn a_pipe_does_not_block_the_reader() {
        let bot = tempfile::tempdir().unwrap();
        let pipe = bot.path().join("bot.py");
        fs::mknodat(CWD, &pipe, FileType::Fifo, Mode::RWXU, 0).unwrap();
        assert_eq!(refusal(bot.path()), FilesError::NotPlain { path: "bot.py".into() });
        let single = file(bot.path(), Path::new("bot.py"));
        assert!(matches!(single, Err(BotError::Files { why: FilesError::NotPlain { .. }, .. })));
    }

    #[test]
    fn deeply_nested_folders_are_rejected() {
        let bot = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(bot.path().join("x/".repeat(DEEPEST))).unwrap();
        assert!(folder(bot.path()).is_ok());
        std::fs::create_dir_all(bot.path().join("x/".repeat(DEEPEST + 1))).unwrap();
        assert_eq!(refusal(bot.path()), FilesError::TooDeep);
    }
}
