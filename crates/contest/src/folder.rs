//! The paths of the files that a contest writes.

use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    time::SystemTime,
};

#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

/// What distinguishes a folder from another one that has its name later: device, inode and when it
/// was created, because inodes are used again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FolderIdentity {
    device: u64,
    inode: u64,
    created: SystemTime,
}

impl FolderIdentity {
    /// That of the folder at `path`; `None` if none is there, or if the file system does not record
    /// when it was created.
    pub fn of(path: &Path) -> Option<FolderIdentity> {
        let found = fs::metadata(path).ok().filter(fs::Metadata::is_dir)?;
        let created = found.created().ok()?;
        Some(FolderIdentity { device: found.dev(), inode: found.ino(), created })
    }
}

impl Folder {
    pub fn new(path: &Path) -> Folder {
        Folder(path.to_owned())
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn contest_file(&self) -> PathBuf {
        self.0.join("contest.toml")
    }

    /// Everything that runs write; removing it restarts the contest.
    pub fn written(&self) -> PathBuf {
        self.0.join(".certamen")
    }

    /// What went wrong, for the operator.
    pub fn logs(&self) -> PathBuf {
        self.written().join("logs")
    }

    pub fn store(&self) -> PathBuf {
        self.written().join("store.sqlite")
    }

    /// The draw of the seed, with the secret.
    pub fn draw(&self) -> PathBuf {
        self.written().join("draw.json")
    }

    pub fn commitment(&self) -> PathBuf {
        self.written().join("commitment.txt")
    }

    /// State of the coordinator, if workers play.
    pub fn bus(&self) -> PathBuf {
        self.written().join("bus.json")
    }

    /// The head of the log of attempts when the standings were last printed.
    pub fn log_head(&self) -> PathBuf {
        self.written().join("table.chain")
    }

    /// Digests and names of the entrants when entries closed, for the host to publish.
    pub fn entrants(&self) -> PathBuf {
        self.written().join("entrants.txt")
    }

    pub fn beacon(&self) -> PathBuf {
        self.0.join("beacon.json")
    }

    /// The store of the matches played while entries were open, if the seed is drawn.
    pub fn preliminary(&self) -> PathBuf {
        self.written().join("preliminary.sqlite")
    }

    /// Built bots, by the hash of their files.
    pub fn builds(&self) -> PathBuf {
        self.written().join("builds")
    }

    pub fn scratch(&self) -> PathBuf {
        self.written().join("scratch")
    }

    pub fn published(&self) -> PathBuf {
        self.0.join("published")
    }

    pub fn championships(&self) -> PathBuf {
        self.0.join("championships")
    }

    /// Submitted files that are not processed yet.
    pub fn submissions(&self) -> PathBuf {
        self.0.join("submissions")
    }

    /// Submissions of current and former entrants.
    pub fn accepted(&self) -> PathBuf {
        self.0.join("accepted")
    }

    pub fn rejected(&self) -> PathBuf {
        self.0.join("rejected")
    }

    pub fn received(&self) -> PathBuf {
        self.0.join("received")
    }

    pub fn rulings(&self) -> PathBuf {
        self.0.join("rulings")
    }

    pub fn marks(&self) -> PathBuf {
        self.0.join("marks.csv")
    }

    /// The marks of a course, by its last championship.
    pub fn marks_so_far(&self) -> PathBuf {
        self.0.join("marks-so-far.csv")
    }

    pub fn looked(&self) -> PathBuf {
        self.written().join("looked")
    }

    pub fn host_lock(&self) -> PathBuf {
        self.written().join("host")
    }

    pub fn entries_lock(&self) -> PathBuf {
        self.written().join("entries.lock")
    }

    /// The hashes of the tokens of entrants on other machines.
    pub fn remote_tokens(&self) -> PathBuf {
        self.written().join("remote.json")
    }

    /// The lock of the one run at work.
    pub fn lock(&self) -> PathBuf {
        self.written().join("lock")
    }
}
