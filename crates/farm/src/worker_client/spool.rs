//! Results that the server does not have yet, on this worker's disk.
//!
//! A worker that is stopped, or loses its server, submits them when both are there again. They are
//! signed, so that a user who can write here can remove them and nothing else.

use crate::{layout::is_name, say};
use certamen_i18n::{Localize, Message};
use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The maximum number of bytes of results here.
const MOST: u64 = 1 << 30;
/// The ending of what is being written.
const DRAFT: &str = "draft";

/// Results that the server does not have yet.
#[derive(Debug)]
pub struct Spool {
    folder: PathBuf,
    most: u64,
    state: Mutex<SpoolState>,
}

/// The size of the spool, and the last error.
#[derive(Debug, Default)]
struct SpoolState {
    bytes: u64,
    wrong: Option<SpoolError>,
    is_reported: bool,
}

#[derive(Debug, Localize)]
#[localize(error)]
pub enum SpoolError {
    /// There is no folder for it, or no room on the disk.
    #[localize(say::not_kept(path, error))]
    Io { path: PathBuf, error: io::Error },
    #[localize(say::spool_full(path, most))]
    Full {
        path: PathBuf,
        /// How many MiB.
        most: u64,
    },
}

impl Spool {
    /// The spool in `folder`, which is created.
    pub fn open(folder: &Path) -> Result<Spool, SpoolError> {
        Spool::bounded(folder, MOST)
    }

    /// Like `open`, with at most this many bytes.
    pub fn bounded(folder: &Path, most: u64) -> Result<Spool, SpoolError> {
        let io = |error| SpoolError::Io { path: folder.to_owned(), error };
        fs::create_dir_all(folder).map_err(io)?;
        let spool = Spool { folder: folder.to_owned(), most, state: Mutex::default() };
        // A partial file is dropped: its writer was stopped meanwhile.
        for draft in spool.files().iter().filter(|path| is_draft(path)) {
            fs::remove_file(draft).map_err(io)?;
        }
        spool.state().bytes = spool.files().iter().filter_map(|path| length(path)).sum();
        Ok(spool)
    }

    /// Keeps a message of `contest` until it is forgotten.
    pub(super) fn keep(&self, contest: &str, name: &str, bytes: &[u8]) {
        let Some(path) = self.path(contest, name) else { return };
        let mut state = self.state();
        let kept = if state.bytes + bytes.len() as u64 > self.most {
            Err(SpoolError::Full { path: self.folder.clone(), most: self.most >> 20 })
        } else {
            let draft = self.folder.join(format!("{contest}.{name}.{DRAFT}"));
            let written = fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, &path));
            // A partial file is dropped.
            written
                .inspect_err(|_| drop(fs::remove_file(&draft)))
                .map_err(|error| SpoolError::Io { path, error })
        };
        match kept {
            Ok(()) => {
                state.bytes += bytes.len() as u64;
                state.wrong = None;
                state.is_reported = false;
            }
            Err(error) => state.wrong = Some(error),
        }
    }

    /// Removes a message that the server has.
    pub(super) fn forget(&self, contest: &str, name: &str) {
        let Some(path) = self.path(contest, name) else { return };
        let mut state = self.state();
        let length = length(&path).unwrap_or_default();
        // It may never have been stored.
        if fs::remove_file(&path).is_ok() {
            state.bytes = state.bytes.saturating_sub(length);
            state.wrong = None;
        }
    }

    /// All results here: contest, name and bytes.
    pub(super) fn all(&self) -> Vec<(String, String, Vec<u8>)> {
        let read = |path: &PathBuf| {
            let (contest, name) = path.file_name()?.to_str()?.split_once('.')?;
            if !is_name(contest) || !is_name(name) || is_draft(path) {
                return None;
            }
            Some((contest.to_owned(), name.to_owned(), fs::read(path).ok()?))
        };
        self.files().iter().filter_map(read).collect()
    }

    /// What went wrong last, once.
    pub(super) fn complaint(&self) -> Option<Message> {
        let mut state = self.state();
        let said = state.wrong.as_ref().filter(|_| !state.is_reported).map(Localize::message);
        state.is_reported |= said.is_some();
        said
    }

    fn path(&self, contest: &str, name: &str) -> Option<PathBuf> {
        (is_name(contest) && is_name(name)).then(|| self.folder.join(format!("{contest}.{name}")))
    }

    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.sort_unstable();
        files
    }

    fn state(&self) -> MutexGuard<'_, SpoolState> {
        // Nothing that is done under the lock leaves it half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_draft(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == DRAFT)
}

fn length(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().map(|found| found.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spooled_results_stay_until_forgotten_within_the_limit() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("spool");
        let spool = Spool::bounded(&folder, 10).unwrap();
        spool.keep("c", "b-0", b"12345");
        spool.keep("c", "b-1", b"12345");
        assert!(spool.complaint().is_none());
        spool.keep("c", "b-2", b"1");
        let said = spool.complaint().unwrap().get(certamen_game::Language::En);
        assert!(said.contains("spool") && spool.complaint().is_none(), "{said}, once");
        let again = Spool::bounded(&folder, 10).unwrap();
        let all = again.all();
        assert_eq!(all.len(), 2);
        assert_eq!(all[0], ("c".to_owned(), "b-0".to_owned(), b"12345".to_vec()));
        again.forget("c", "b-0");
        again.forget("c", "never");
        again.keep("c", "b-2", b"12345");
        assert!(again.complaint().is_none() && again.all().len() == 2);
        for name in ["../b", "a.b", ""] {
            again.keep("c", name, b"");
        }
        assert_eq!(again.all().len(), 2, "what cannot be a file is none");
        fs::remove_dir_all(&folder).unwrap();
        again.forget("c", "b-1");
        again.forget("c", "b-2");
        again.keep("c", "b-3", b"1");
        assert!(again.complaint().is_some());
        assert!(matches!(Spool::open(Path::new("/proc/nothere")), Err(SpoolError::Io { .. })));
    }
    #[test]
    fn partial_files_of_a_killed_worker_are_dropped() {
        let place = tempfile::tempdir().unwrap();
        let half = |name: &str| fs::write(place.path().join(name), b"123").unwrap();
        half("c.draft");
        half("c.b-0.draft");
        let spool = Spool::bounded(place.path(), 10).unwrap();
        spool.keep("c", "b-1", b"1234567");
        assert!(spool.complaint().is_none(), "half of something takes no room");
        half("c.draft");
        half("c.b-2.draft");
        assert_eq!(spool.all(), [("c".to_owned(), "b-1".to_owned(), b"1234567".to_vec())]);
        Spool::bounded(place.path(), 10).unwrap();
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }
}
