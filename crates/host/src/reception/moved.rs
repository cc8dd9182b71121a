//! Moves files that are not accepted out of the inbox.

use std::{fs, io, path::Path};

/// Moves what is at `from` to `to`. From one file system to another only `content` is, which was read
/// of it: what is no ordinary file, and what a link leads to, stays behind and is removed, for
/// opening a pipe waits and a file may be endless.
pub(super) fn put_aside(from: &Path, to: &Path, content: Option<&[u8]>) -> io::Result<()> {
    match fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {}
        done => return done,
    }
    if let Some(content) = content {
        let draft = to.with_extension("draft");
        fs::write(&draft, content)?;
        fs::rename(&draft, to)?;
    }
    if fs::symlink_metadata(from)?.is_dir() {
        return fs::remove_dir_all(from);
    }
    fs::remove_file(from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{os::unix::fs::symlink, process::Command};
    use tempfile::TempDir;

    fn folders() -> [TempDir; 2] {
        let temporary = std::env::temp_dir();
        let places = [Path::new("/dev/shm"), &temporary];
        let folders = places.map(|place| tempfile::tempdir_in(place).unwrap());
        let to = folders[1].path().join("file");
        let across = fs::rename(folders[0].path(), to).unwrap_err();
        assert_eq!(across.kind(), io::ErrorKind::CrossesDevices, "these are one file system");
        folders
    }

    #[test]
    fn pipes_links_and_folders_do_not_come_from_another_file_system() {
        let [sent, home] = folders();
        let [from, to] = [sent.path().join("x.cl"), home.path().join("x.cl")];
        let is_removed = || {
            put_aside(&from, &to, None).unwrap();
            assert!(from.symlink_metadata().is_err() && to.symlink_metadata().is_err());
        };
        assert!(Command::new("mkfifo").arg(&from).status().unwrap().success());
        is_removed();
        symlink("/etc/passwd", &from).unwrap();
        is_removed();
        fs::create_dir_all(from.join("deep")).unwrap();
        is_removed();
    }

    #[test]
    fn of_an_ordinary_file_comes_what_was_judged() {
        let [sent, home] = folders();
        let [from, to] = [sent.path().join("x.cl"), home.path().join("x.cl")];
        fs::write(&from, "judged, and then more").unwrap();
        put_aside(&from, &to, Some(b"judged")).unwrap();
        assert!(!from.exists());
        assert_eq!(fs::read(&to).unwrap(), b"judged");
    }
}
