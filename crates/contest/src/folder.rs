//! Where a contest keeps what it writes.

use std::path::{Path, PathBuf};

/// A contest's folder.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// The contest in `path`.
    pub fn new(path: &Path) -> Folder {
        Folder(path.to_owned())
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The contest file.
    pub fn contest_file(&self) -> PathBuf {
        self.0.join("contest.toml")
    }

    /// Everything that was written; removing it starts the contest afresh.
    pub fn written(&self) -> PathBuf {
        self.0.join(".certamen")
    }

    /// The results.
    pub fn store(&self) -> PathBuf {
        self.written().join("store.sqlite")
    }

    /// The draw of its luck, with the secret.
    pub fn draw(&self) -> PathBuf {
        self.written().join("draw.json")
    }

    /// What was played while entries were open, of a contest whose luck is drawn.
    pub fn preliminary(&self) -> PathBuf {
        self.written().join("preliminary.sqlite")
    }

    /// Built bots, by the hash of their files.
    pub fn builds(&self) -> PathBuf {
        self.written().join("builds")
    }

    /// What programs may write while they play.
    pub fn scratch(&self) -> PathBuf {
        self.written().join("scratch")
    }

    /// Held by the one run that is at work.
    pub fn lock(&self) -> PathBuf {
        self.written().join("lock")
    }
}
