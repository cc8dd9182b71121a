//! Builds bots, once for each content.

use crate::{cache::note_use, error::BotError, files, remove_dir::remove_folder};
use certamen_sandbox::{Build, CompileError, PYTHON_TWO, Refusal, Sandbox, compile};
use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

/// A folder of built bots, one folder each, named by the hash of its files and its build.
/// What is in it is complete: it appears in one step.
#[derive(Clone)]
pub struct BuildCache {
    folder: PathBuf,
    sandbox: Arc<dyn Sandbox>,
    /// Held while compiling, where one compiler runs at a time.
    compilers: Option<Arc<Mutex<()>>>,
}

/// The file beside the products in which the words of the compiler are kept.
pub(crate) const COMPILER_WORDS: &str = "build.log";
/// The prefix of folders in which a build is running.
pub(crate) const DRAFT: &str = "draft";

impl BuildCache {
    /// The workshop in `folder`, which is made when it is needed. Compilers run in `sandbox`.
    pub fn new(folder: PathBuf, sandbox: Arc<dyn Sandbox>) -> BuildCache {
        BuildCache { folder, sandbox, compilers: None }
    }

    /// The same, in which one compiler works at a time: it takes all cores there are.
    #[must_use]
    pub fn with_one_compiler(self) -> BuildCache {
        BuildCache { compilers: Some(Arc::default()), ..self }
    }

    /// The folder in which `build` built what has this key, now or earlier.
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

    /// Runs the compiler of `language` on what `bot` has in the folder `draft`, for products that
    /// will be beside it, and keeps the compiler's words.
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
        let words =
            compile(&*self.sandbox, &build).map_err(|error| refused(bot, language, error))?;
        let log = draft.join(COMPILER_WORDS);
        let written = remove_folder(&scratch).and_then(|()| fs::write(&log, words));
        written.map_err(|error| BotError::Io { path: log, error })
    }
}

/// Why `bot` has no build.
fn refused(bot: &str, language: &str, error: CompileError) -> BotError {
    let bot = bot.to_owned();
    match error {
        CompileError::Refused { why: Refusal::Exited(PYTHON_TWO), words }
            if language == "python" =>
        {
            BotError::PythonTwo { bot, words: words.trim_end().to_owned() }
        }
        error => BotError::Compile { bot, error },
    }
}

/// A folder for a build in progress. Dropping it removes it: half a build is useless.
struct UnfinishedBuild(PathBuf);

impl UnfinishedBuild {
    /// A folder that no other build uses: others, here or in another process, may build the same.
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
        // Finished ones are not there any more; what cannot be removed is removed as abandoned.
        let _ = remove_folder(&self.0);
    }
}

/// Removes what builds left behind whose process is no more.
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

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_sandbox::Unisolated;
    use std::{sync::mpsc, thread};

    #[test]
    fn one_compiler_works_at_a_time_and_what_is_built_is_there_meanwhile() {
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
}
