//! The paths of the files that a contest writes.

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

    /// Everything that was written; removing it restarts the contest.
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

    /// The public hash of the secret of its draw.
    pub fn commitment(&self) -> PathBuf {
        self.written().join("commitment.txt")
    }

    /// What only the coordinator of its matches knows, where other machines play them.
    pub fn bus(&self) -> PathBuf {
        self.written().join("bus.json")
    }

    /// The head of the log of attempts, as it was when the table was last printed.
    pub fn log_head(&self) -> PathBuf {
        self.written().join("table.chain")
    }

    /// Who had entered when entries closed: digests and names, for the host to publish.
    pub fn entrants(&self) -> PathBuf {
        self.written().join("entrants.txt")
    }

    /// The public value of a draw, which the host puts there.
    pub fn beacon(&self) -> PathBuf {
        self.0.join("beacon.json")
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

    /// Tables that were published.
    pub fn published(&self) -> PathBuf {
        self.0.join("published")
    }

    /// Championships, a folder each.
    pub fn championships(&self) -> PathBuf {
        self.0.join("championships")
    }

    /// Files that were sent and not looked at yet.
    pub fn submissions(&self) -> PathBuf {
        self.0.join("submissions")
    }

    /// Those of them that take part, or did.
    pub fn accepted(&self) -> PathBuf {
        self.0.join("accepted")
    }

    /// The others, with the reasons.
    pub fn rejected(&self) -> PathBuf {
        self.0.join("rejected")
    }

    /// Receipts for all of them.
    pub fn received(&self) -> PathBuf {
        self.0.join("received")
    }

    /// What hosts of a course ruled.
    pub fn rulings(&self) -> PathBuf {
        self.0.join("rulings")
    }

    /// The marks of a course, by its final table.
    pub fn marks(&self) -> PathBuf {
        self.0.join("marks.csv")
    }

    /// The marks of a course, by its last championship.
    pub fn marks_so_far(&self) -> PathBuf {
        self.0.join("marks-so-far.csv")
    }

    /// When submissions were last looked at.
    pub fn looked(&self) -> PathBuf {
        self.written().join("looked")
    }

    /// Held by the one host.
    pub fn host_lock(&self) -> PathBuf {
        self.written().join("host")
    }

    /// Held by the one run that is at work.
    pub fn lock(&self) -> PathBuf {
        self.written().join("lock")
    }
}
