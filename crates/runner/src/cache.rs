//! A cache of what can be rebuilt: what was used least recently is removed first.
//!
//! The modification time says when an entry was last used; each user of the entry sets it. Other
//! processes may share the folders and their current use is unknown, so recent entries are kept.

use crate::{remove_dir::remove_folder, workshop::DRAFT};
use std::{
    fs::{self, File, Metadata},
    io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// How much is kept, and for how long at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CacheLimits {
    /// How many bytes at most.
    pub most: u64,
    /// What was used so recently stays, however much it is.
    pub fresh: Duration,
}

/// One thing that is kept: a file, or a folder with all that is in it.
struct CacheEntry {
    path: PathBuf,
    used: SystemTime,
    bytes: u64,
}

impl CacheLimits {
    /// Removes from `folders` what was used least recently, until what stays is no more than may be.
    pub fn make_room(self, folders: &[PathBuf]) -> io::Result<()> {
        let mut kept: Vec<CacheEntry> = folders.iter().flat_map(|folder| things(folder)).collect();
        kept.sort_by_key(|one| one.used);
        let mut bytes: u64 = kept.iter().map(|one| one.bytes).sum();
        let now = SystemTime::now();
        for one in kept {
            let age = now.duration_since(one.used).unwrap_or_default();
            if bytes <= self.most || age < self.fresh {
                break;
            }
            remove(&one.path)?;
            bytes -= one.bytes;
        }
        Ok(())
    }
}

/// Notes that this entry is in use now.
pub fn note_use(path: &Path) {
    // It belongs to another user or is gone: then it is built again.
    let _ = File::open(path).and_then(|own| own.set_modified(SystemTime::now()));
}

/// What is kept in a folder.
fn things(folder: &Path) -> Vec<CacheEntry> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let thing = |path: PathBuf| {
        let found = fs::symlink_metadata(&path).ok()?;
        Some(CacheEntry { used: found.modified().ok()?, bytes: size(&path, &found), path })
    };
    entries.filter_map(|entry| thing(entry.path())).collect()
}

/// The size of a file, or of everything in a folder. Sandboxes limit the depth of folders, so this
/// ends.
fn size(path: &Path, found: &Metadata) -> u64 {
    let (mut bytes, mut left) = (found.len(), Vec::new());
    left.extend(found.is_dir().then(|| path.to_owned()));
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(inner) = entry.metadata() else { continue };
            bytes += inner.len();
            left.extend(inner.is_dir().then(|| entry.path()));
        }
    }
    bytes
}

/// Removes an entry. A folder is renamed to an unused draft first, so it is never seen half
/// removed.
fn remove(path: &Path) -> io::Result<()> {
    let is_gone = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    let removed = if fs::symlink_metadata(path).is_ok_and(|found| found.is_dir()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let draft = path.with_file_name(format!("{DRAFT}-{}-gone-{name}", std::process::id()));
        fs::rename(path, &draft).and_then(|()| remove_folder(&draft))
    } else {
        fs::remove_file(path)
    };
    // Others may make room, too.
    removed.or_else(|error| if is_gone(&error) { Ok(()) } else { Err(error) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    /// An entry of slightly more than 1000 bytes, last used this many hours ago.
    fn thing(path: &Path, hours: u32) {
        let file = if path.extension().is_some() {
            path.to_owned()
        } else {
            fs::create_dir_all(path.join("out")).unwrap();
            path.join("out/program")
        };
        fs::write(&file, [0; 1000]).unwrap();
        let used = SystemTime::now() - hours * HOUR;
        File::open(path).unwrap().set_modified(used).unwrap();
    }

    #[test]
    fn what_was_used_least_recently_goes_and_what_is_used_stays() {
        let place = tempfile::tempdir().unwrap();
        let folders = ["builds", "bundles"].map(|name| place.path().join(name));
        for folder in &folders {
            fs::create_dir(folder).unwrap();
        }
        let [builds, bundles] = &folders;
        let all = [
            (builds.join("oldest"), 9),
            (bundles.join("old.json"), 8),
            (builds.join("used"), 7),
            (builds.join("young"), 6),
            (bundles.join("fresh.json"), 0),
        ];
        for (path, hours) in &all {
            thing(path, *hours);
        }
        note_use(&builds.join("used"));
        let there = || all.each_ref().map(|(path, _)| path.exists());
        let make_room = |most| CacheLimits { most, fresh: HOUR }.make_room(&folders).unwrap();
        make_room(1 << 20);
        assert_eq!(there(), [true; 5], "there is room for all");
        let size: u64 = folders.iter().flat_map(|folder| things(folder)).map(|one| one.bytes).sum();
        make_room(size - 1);
        assert_eq!(there(), [false, true, true, true, true], "the oldest is enough");
        make_room(0);
        assert_eq!(there(), [false, false, true, false, true], "what is used stays");
        let left = fs::read_dir(builds).unwrap().count();
        assert_eq!(left, 1, "nothing is left by halves");
        make_room(0);
        CacheLimits { most: 0, fresh: HOUR }.make_room(&[place.path().join("none")]).unwrap();
    }
}
