//! Folders that a doctor left behind because it was killed before it could clean up.
//!
//! A killed process cannot clean up after itself: the next one does it.

use rustix::{
    fs::{FlockOperation, Mode, OFlags, flock, open},
    io::Errno,
    process::geteuid,
};
use std::{
    fs::{self, DirEntry},
    io,
    os::{fd::OwnedFd, unix::fs::MetadataExt},
    path::Path,
    time::Duration,
};

/// A folder younger than this may have been made just now, and not be claimed yet.
const YOUNG: Duration = Duration::from_secs(60);

/// A folder that is in use. The system gives it up with the process, however that ends.
pub(super) struct FolderLock {
    _folder: OwnedFd,
}

impl FolderLock {
    /// Claims a folder; `None` if another process has it.
    pub(super) fn on(folder: &Path) -> io::Result<Option<FolderLock>> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let folder = open(folder, flags, Mode::empty())?;
        match flock(&folder, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Some(FolderLock { _folder: folder })),
            Err(Errno::WOULDBLOCK) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Removes our own folders in `place` with this prefix that are not in use any more. What
/// cannot be removed stays: nothing depends on it.
pub(super) fn remove(place: &Path, name: &str) {
    let Ok(entries) = fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        let is_one = entry.file_name().to_str().is_some_and(|found| found.starts_with(name));
        if is_one && is_left(&entry).unwrap_or(false) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn is_left(entry: &DirEntry) -> io::Result<bool> {
    let known = entry.metadata()?;
    let age = known.modified()?.elapsed().unwrap_or_default();
    let is_ours = known.is_dir() && known.uid() == geteuid().as_raw();
    Ok(is_ours && age > YOUNG && FolderLock::on(&entry.path())?.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs::File, time::SystemTime};

    #[test]
    fn what_the_dead_left_is_removed_and_what_is_in_use_or_young_stays() {
        let place = tempfile::tempdir().unwrap();
        let made = |name: &str, age: Duration| {
            let folder = place.path().join(name);
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("canary"), "it sang").unwrap();
            File::open(&folder).unwrap().set_modified(SystemTime::now() - age).unwrap();
            folder
        };
        let old = 2 * YOUNG;
        let dead = made("doctor.1.0", old);
        let used = made("doctor.2.0", old);
        let young = made("doctor.3.0", Duration::ZERO);
        let other = made("another.4.0", old);
        let folder_lock = FolderLock::on(&used).unwrap().expect("the lock is free");
        remove(place.path(), "doctor.");
        let there = [&dead, &used, &young, &other].map(|folder| folder.exists());
        assert_eq!(there, [false, true, true, true]);
        drop(folder_lock);
        remove(place.path(), "doctor.");
        assert!(!used.exists(), "it was given up");
    }
}
