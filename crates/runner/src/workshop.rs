//! Builds bots, once for each content, and limits the size of caches.

use crate::{error::BotError, files, remove_dir::remove_folder};
use certamen_sandbox::{Build, CompileError, PYTHON_TWO, Refusal, Sandbox, compile};
use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// A folder of built bots, one folder each, named by the hash of its files and its build. Each appears
/// complete, in one step.
#[derive(Clone)]
pub struct BuildCache {
    folder: PathBuf,
    sandbox: Arc<dyn Sandbox>,
    /// Held while compiling, where one compiler runs at a time.
    compilers: Option<Arc<Mutex<()>>>,
}

/// The file with the compiler's output, beside the build output.
pub(crate) const COMPILER_WORDS: &str = "build.log";
/// The prefix of folders in which a build is running.
pub(crate) const DRAFT: &str = "draft";

impl BuildCache {
    /// The cache in `folder`, which is created when needed. Compilers run in `sandbox`.
    pub fn new(folder: PathBuf, sandbox: Arc<dyn Sandbox>) -> BuildCache {
        BuildCache { folder, sandbox, compilers: None }
    }

    /// Runs one compiler at a time: each uses all cores.
    #[must_use]
    pub fn with_one_compiler(self) -> BuildCache {
        BuildCache { compilers: Some(Arc::default()), ..self }
    }

    /// The folder of the build with this key, which `build` makes unless it exists.
    pub(crate) fn once(
        &self,
        key: &str,
        build: impl FnOnce(&Path) -> Result<(), BotError>,
    ) -> Result<PathBuf, BotError> {
        let io = |error| BotError::Io { path: self.folder.clone(), error };
        files::make_folder(&self.folder)?;
        let folder = self.folder.canonicalize().map_err(io)?;
        let home = folder.join(key);
        if home.is_dir() {
            note_use(&home);
        } else {
            remove_abandoned(&folder).map_err(io)?;
            let draft = UnfinishedBuild::new(&folder, key)?;
            let compilers = self.compilers.as_ref();
            let _turn = compilers.map(|turn| turn.lock().unwrap_or_else(PoisonError::into_inner));
            build(&draft.0)?;
            draft.finish(&home).map_err(io)?;
        }
        Ok(home)
    }

    /// Runs the compiler on the files of `bot` in the folder `draft`, and stores its output.
    pub(crate) fn compile(
        &self,
        bot: &str,
        language: &str,
        draft: &Path,
        command: &[OsString],
    ) -> Result<(), BotError> {
        let [source, out, scratch] = ["source", "out", "scratch"].map(|folder| draft.join(folder));
        for folder in [&out, &scratch] {
            files::make_folder(folder)?;
        }
        let build = Build { command, source: &source, out: &out, scratch: &scratch };
        let words = compile(&*self.sandbox, &build).map_err(|error| match error {
            CompileError::Refused { why: Refusal::Exited(PYTHON_TWO), words }
                if language == "python" =>
            {
                BotError::PythonTwo { bot: bot.to_owned(), words: words.trim_end().to_owned() }
            }
            error => BotError::Compile { bot: bot.to_owned(), error },
        })?;
        let log = draft.join(COMPILER_WORDS);
        let written = remove_folder(&scratch).and_then(|()| fs::write(&log, words));
        written.map_err(|error| BotError::Io { path: log, error })
    }
}

/// A folder for a build in progress. Dropping it removes it.
struct UnfinishedBuild(PathBuf);

impl UnfinishedBuild {
    /// A folder that no other build uses: another thread or process may build the same.
    fn new(folder: &Path, key: &str) -> Result<UnfinishedBuild, BotError> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let draft = folder.join(format!("{DRAFT}-{}-{number}-{key}", std::process::id()));
        remove_folder(&draft).map_err(|error| BotError::Io { path: draft.clone(), error })?;
        files::make_folder(&draft)?;
        Ok(UnfinishedBuild(draft))
    }

    /// The build output becomes `home`, unless another process finished the same build first.
    fn finish(self, home: &Path) -> io::Result<()> {
        match fs::rename(&self.0, home) {
            Err(_) if home.is_dir() => Ok(()),
            done => done,
        }
    }
}

impl Drop for UnfinishedBuild {
    fn drop(&mut self) {
        // A finished one was renamed. What cannot be removed now is removed later as abandoned.
        let _ = remove_folder(&self.0);
    }
}

/// Removes what the builds of ended processes left behind.
fn remove_abandoned(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        let owner = name.strip_prefix(DRAFT).and_then(|rest| rest.split('-').nth(1));
        if owner.is_some_and(|owner| !Path::new("/proc").join(owner).exists()) {
            // Another process may be removing it, too.
            let _ = remove_folder(&folder.join(&*name));
        }
    }
    Ok(())
}

/// The limits of a cache of what can be rebuilt: what was used least recently is removed first.
///
/// The modification time says when an entry was last used; each user of the entry sets it. Other
/// processes may share the folders, so recent entries are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CacheLimits {
    /// The maximum size, in bytes.
    pub most: u64,
    /// Entries that were used within this time stay, whatever their size.
    pub fresh: Duration,
}

struct CacheEntry {
    path: PathBuf,
    used: SystemTime,
    bytes: u64,
}

impl CacheLimits {
    /// Removes from `folders` what was used least recently, until the rest is within the limits.
    pub fn make_room(self, folders: &[PathBuf]) -> io::Result<()> {
        let mut entries: Vec<CacheEntry> =
            folders.iter().flat_map(|folder| cache_entries(folder)).collect();
        entries.sort_by_key(|entry| entry.used);
        let mut bytes: u64 = entries.iter().map(|entry| entry.bytes).sum();
        let now = SystemTime::now();
        for entry in entries {
            let age = now.duration_since(entry.used).unwrap_or_default();
            if bytes <= self.most || age < self.fresh {
                break;
            }
            remove(&entry.path)?;
            bytes -= entry.bytes;
        }
        Ok(())
    }
}

/// Notes that this entry is in use now.
pub fn note_use(path: &Path) {
    // If it belongs to another user or is gone, it is built again.
    let _ = File::open(path).and_then(|own| own.set_modified(SystemTime::now()));
}

fn cache_entries(folder: &Path) -> Vec<CacheEntry> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let thing = |path: PathBuf| {
        let found = fs::symlink_metadata(&path).ok()?;
        Some(CacheEntry { used: found.modified().ok()?, bytes: size(&path, &found), path })
    };
    entries.filter_map(|entry| thing(entry.path())).collect()
}

/// The size of a file, or of everything in a folder.
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

/// Removes an entry. A folder is renamed to a draft first, so it is never seen half removed.
fn remove(path: &Path) -> io::Result<()> {
    let removed = if fs::symlink_metadata(path).is_ok_and(|found| found.is_dir()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let draft = path.with_file_name(format!("{DRAFT}-{}-gone-{name}", std::process::id()));
        fs::rename(path, &draft).and_then(|()| remove_folder(&draft))
    } else {
        fs::remove_file(path)
    };
    // Another process may have removed it, too.
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_sandbox::Unisolated;
    use std::{sync::mpsc, thread};

    #[test]
    fn one_compiler_runs_at_a_time_while_existing_builds_are_served() {
        let folder = tempfile::tempdir().unwrap();
        let cache = BuildCache::new(folder.path().to_owned(), Arc::new(Unisolated::new()));
        let cache = cache.with_one_compiler();
        cache.once("old", |_| Ok(())).unwrap();
        let ((begins, begun), (ends, ended)) = (mpsc::channel(), mpsc::channel::<()>());
        thread::scope(|scope| {
            let long = cache.clone();
            scope.spawn(move || {
                long.once("long", |_| {
                    begins.send(()).unwrap();
                    ended.recv().unwrap();
                    Ok(())
                })
            });
            begun.recv().unwrap();
            cache.once("old", |_| unreachable!("it is built")).unwrap();
            let next = scope.spawn(|| {
                cache.once("next", |_| {
                    assert!(folder.path().join("long").is_dir(), "the other one has ended");
                    Ok(())
                })
            });
            ends.send(()).unwrap();
            next.join().unwrap().unwrap();
        });
    }

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
    fn entries_used_least_recently_are_removed_first() {
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
        let size: u64 =
            folders.iter().flat_map(|folder| cache_entries(folder)).map(|one| one.bytes).sum();
        make_room(size - 1);
        assert_eq!(there(), [false, true, true, true, true], "the oldest is enough");
        make_room(0);
        assert_eq!(there(), [false, false, true, false, true], "what is used stays");
        let left = fs::read_dir(builds).unwrap().count();
        assert_eq!(left, 1, "no draft is left");
        make_room(0);
        CacheLimits { most: 0, fresh: HOUR }.make_room(&[place.path().join("none")]).unwrap();
    }
}
