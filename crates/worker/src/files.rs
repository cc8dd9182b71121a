//! A bot's files: read once, hashed, copied.

use crate::BotError;
use std::{
    ffi::OsStr,
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

/// How many files and folders a bot may have.
const MOST: usize = 2_000;
/// How large they may be altogether, in bytes.
const LARGEST: u64 = 64 << 20;

/// One file of a bot.
#[derive(Clone, Debug)]
pub(crate) struct BotFile {
    pub(crate) path: PathBuf,
    pub(crate) content: Vec<u8>,
    executable: bool,
}

/// All files of the folder `root` but hidden ones and what interpreters leave behind, sorted.
pub(crate) fn folder(root: &Path) -> Result<Vec<BotFile>, BotError> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::new()];
    let (mut count, mut size) = (0, 0);
    while let Some(folder) = folders.pop() {
        let path = root.join(&folder);
        let io = |error| BotError::Io { path: path.clone(), error };
        for entry in fs::read_dir(&path).map_err(io)? {
            let entry = entry.map_err(io)?;
            let name = entry.file_name();
            if is_left_out(&name) {
                continue;
            }
            let inner = folder.join(&name);
            count += 1;
            let kind = entry.file_type().map_err(io)?;
            if kind.is_dir() {
                folders.push(inner);
            } else if kind.is_file() {
                let file = file(root, &inner)?;
                size += file.content.len() as u64;
                files.push(file);
            } else {
                let reason = format!("{} is neither a file nor a folder", inner.display());
                return Err(BotError::Files { path: root.to_owned(), reason });
            }
            if count > MOST || size > LARGEST {
                let reason = format!("more than {MOST} files and folders or {} MiB", LARGEST >> 20);
                return Err(BotError::Files { path: root.to_owned(), reason });
            }
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

/// Whether files and folders of this name are no part of a bot.
pub(crate) fn is_left_out(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".") || name == "__pycache__"
}

/// The file `path` of the folder `root`.
pub(crate) fn file(root: &Path, path: &Path) -> Result<BotFile, BotError> {
    let full = root.join(path);
    let io = |error| BotError::Io { path: full.clone(), error };
    let metadata = fs::metadata(&full).map_err(io)?;
    if metadata.len() > LARGEST {
        let reason = format!("larger than {} MiB", LARGEST >> 20);
        return Err(BotError::Files { path: full, reason });
    }
    let content = fs::read(&full).map_err(io)?;
    let executable = metadata.permissions().mode() & 0o111 != 0;
    Ok(BotFile { path: path.to_owned(), content, executable })
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

/// Writes the files into the folder `root`, readable by everybody whatever the umask.
pub(crate) fn write(files: &[BotFile], root: &Path) -> Result<(), BotError> {
    for file in files {
        let path = root.join(&file.path);
        let io = |error| BotError::Io { path: path.clone(), error };
        let folders: Vec<&Path> = file.path.ancestors().skip(1).collect();
        for folder in folders.into_iter().rev() {
            make_folder(&root.join(folder))?;
        }
        fs::write(&path, &file.content).map_err(io)?;
        let mode = if file.executable { 0o755 } else { 0o644 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).map_err(io)?;
    }
    Ok(())
}

/// Makes the folder `path` unless it is there, and lets everybody in whatever the umask.
pub(crate) fn make_folder(path: &Path) -> Result<(), BotError> {
    let made = fs::create_dir_all(path)
        .and_then(|()| fs::set_permissions(path, fs::Permissions::from_mode(0o755)));
    made.map_err(|error| BotError::Io { path: path.to_owned(), error })
}
