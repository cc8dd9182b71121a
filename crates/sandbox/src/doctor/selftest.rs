//! Canaries, and the cells and folders in which they are tested.
//!
//! A killed process cannot remove its folder: the next one does it.

use super::finding::CanaryError;
use crate::{
    Access, Cell, Folder, Limits, Process, Program, Run, Sandbox, SandboxError, Tier, TimeBudget,
};
use rustix::{
    fs::{FlockOperation, Mode, OFlags, flock, open},
    io::Errno,
    process::geteuid,
};
use std::{
    env,
    fs::{self, DirBuilder, DirEntry, OpenOptions},
    io::{self, Write},
    os::{
        fd::OwnedFd,
        unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt},
    },
    path::{Path, PathBuf},
    process::{self, Command, Output, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::Duration,
};

static CANARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/canary"));

/// The prefix of the folders.
const NAME: &str = "certamen-doctor.";

/// The limits of canaries. Low, so that they are reached soon.
pub(super) const LIMITS: Limits = Limits {
    memory: 32 << 20,
    output: 16 << 10,
    processes: 16,
    scratch: 4 << 20,
    freeze: true,
    waits: false,
};
/// The size of their scratch folder, in bytes.
pub(super) const SCRATCH: u64 = 1 << 20;
/// Time for quick answers.
const PLENTY: TimeBudget =
    TimeBudget { cpu: Duration::from_secs(5), wall: Duration::from_secs(10) };

/// A folder with a canary in it, removed when dropped.
pub(super) struct SelftestDir {
    folder: PathBuf,
    /// Shows later runs that this process is alive.
    _claim: FolderLock,
}

impl SelftestDir {
    /// Writes a canary into the first folder from which programs can be run.
    pub(super) fn new() -> Result<SelftestDir, CanaryError> {
        if CANARY.is_empty() {
            return Err(CanaryError::Processor);
        }
        let mut failed = CanaryError::NoFolder;
        for place in [env::temp_dir(), "/var/tmp".into(), "/dev/shm".into()] {
            match SelftestDir::below(&place) {
                Ok(selftest_dir) => return Ok(selftest_dir),
                Err(error) => failed = CanaryError::Place { place, error: Box::new(error) },
            }
        }
        Err(failed)
    }

    fn below(place: &Path) -> Result<SelftestDir, CanaryError> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let serial = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = place.join(format!("{NAME}{}.{serial}", process::id()));
        // An existing folder belongs to another process.
        DirBuilder::new().mode(0o755).create(&folder)?;
        let folder_lock = FolderLock::on(&folder)?.ok_or(CanaryError::NoFolder)?;
        let selftest_dir = SelftestDir { folder, _claim: folder_lock };
        remove_abandoned(place, NAME);
        // Programs run as another user, who must have access whatever our umask.
        fs::set_permissions(&selftest_dir.folder, fs::Permissions::from_mode(0o755))?;
        let mut file = OpenOptions::new();
        let mut file =
            file.write(true).create_new(true).mode(0o755).open(selftest_dir.probe_program())?;
        file.write_all(CANARY)?;
        file.set_permissions(fs::Permissions::from_mode(0o755))?;
        drop(file);
        // A copy that is not running: a running file cannot be opened for writing.
        fs::write(selftest_dir.folder.join("plain"), "as it was")?;
        let output = selftest_dir.outside("hello")?;
        if output.stdout != b"hello\n" {
            return Err(CanaryError::Silent(output.status));
        }
        Ok(selftest_dir)
    }

    fn probe_program(&self) -> PathBuf {
        self.folder.join("canary")
    }

    /// Runs a canary without a sandbox.
    pub(super) fn outside(&self, what: &str) -> io::Result<Output> {
        loop {
            let mut command = Command::new(self.probe_program());
            command.arg(what).env_clear().stdin(Stdio::null()).stderr(Stdio::null());
            match command.output() {
                // A process that was forked by another thread still has the file open to write, until
                // it executes its program; no event shows that.
                Err(error) if error.raw_os_error() == Some(Errno::TXTBSY.raw_os_error()) => {
                    thread::sleep(Duration::from_millis(1));
                }
                done => return done,
            }
        }
    }

    /// The answers of system calls without a sandbox.
    pub(super) fn calls_outside(&self, calls: &str) -> io::Result<Vec<i64>> {
        Ok(numbers(&self.outside(&format!("calls:{calls}"))?.stdout))
    }

    /// A cell for canaries that do `living` when started.
    pub(super) fn cell<'a>(
        &'a self,
        sandbox: &'a dyn Sandbox,
        living: &str,
    ) -> Result<SelftestCell<'a>, SandboxError> {
        let folder =
            |name: &str, inside, access| Folder { outside: self.folder.join(name), inside, access };
        let mut folders = vec![folder("", "/bot", Access::Read)];
        if sandbox.tier() < Tier::C {
            // In other tiers the folder is neither created nor limited.
            folders.push(folder("scratch", "/scratch", Access::Scratch(SCRATCH)));
        }
        let program = Program {
            command: vec![self.probe_program().into(), living.into()],
            directory: self.folder.clone(),
            environment: Vec::new(),
            limits: LIMITS,
            folders,
        };
        let cell = sandbox.create_cell(&program)?;
        Ok(SelftestCell { sandbox, program, cell })
    }
}

impl Drop for SelftestDir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

pub(super) struct SelftestCell<'a> {
    sandbox: &'a dyn Sandbox,
    program: Program,
    cell: Box<dyn Cell>,
}

impl SelftestCell<'_> {
    pub(super) fn tier(&self) -> Tier {
        self.sandbox.tier()
    }

    /// Another cell of the same kind.
    pub(super) fn another(&self) -> Result<SelftestCell<'_>, SandboxError> {
        let cell = self.sandbox.create_cell(&self.program)?;
        Ok(SelftestCell { sandbox: self.sandbox, program: self.program.clone(), cell })
    }

    pub(super) fn run(&mut self, what: &str) -> Result<Run, SandboxError> {
        self.run_for(what, PLENTY)
    }

    pub(super) fn run_for(&mut self, what: &str, time: TimeBudget) -> Result<Run, SandboxError> {
        self.cell.run(Some(what), None, time)
    }

    /// The output of the canary for a command.
    pub(super) fn ask(&mut self, what: &str) -> Result<String, SandboxError> {
        Ok(String::from_utf8_lossy(&self.run(what)?.output).into_owned())
    }

    /// The answers of system calls.
    pub(super) fn calls(&mut self, calls: &str) -> Result<Vec<i64>, SandboxError> {
        Ok(numbers(&self.run(&format!("calls:{calls}"))?.output))
    }

    pub(super) fn start(&mut self) -> Result<Box<dyn Process>, SandboxError> {
        self.cell.start()
    }
}

fn numbers(text: &[u8]) -> Vec<i64> {
    let text = String::from_utf8_lossy(text);
    text.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// A younger folder may be just created and not locked yet.
const YOUNG: Duration = Duration::from_secs(60);

/// A lock on a folder, released by the system when the process ends.
pub(super) struct FolderLock {
    _folder: OwnedFd,
}

impl FolderLock {
    /// Locks a folder; `None` if another process has it.
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

/// Removes our own folders in `place` with this prefix that are no longer in use. A folder that
/// cannot be removed stays: nothing depends on it.
fn remove_abandoned(place: &Path, name: &str) {
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
    fn abandoned_folders_are_removed_unless_in_use_or_young() {
        let place = tempfile::tempdir().unwrap();
        let made = |name: &str, age: Duration| {
            let folder = place.path().join(name);
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("canary"), "x").unwrap();
            File::open(&folder).unwrap().set_modified(SystemTime::now() - age).unwrap();
            folder
        };
        let old = 2 * YOUNG;
        let dead = made("doctor.1.0", old);
        let used = made("doctor.2.0", old);
        let young = made("doctor.3.0", Duration::ZERO);
        let other = made("another.4.0", old);
        let folder_lock = FolderLock::on(&used).unwrap().expect("the lock is free");
        remove_abandoned(place.path(), "doctor.");
        let there = [&dead, &used, &young, &other].map(|folder| folder.exists());
        assert_eq!(there, [false, true, true, true]);
        drop(folder_lock);
        remove_abandoned(place.path(), "doctor.");
        assert!(!used.exists(), "it was given up");
    }
}
