//! What a sandbox looks like from inside: planned by the supervisor, built by the setup.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Everything the set-up needs to know.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CellPlan {
    /// Whether a user namespace is needed because this process is not root.
    pub(crate) user_namespace: bool,
    /// The control group that its first process is born in.
    pub(crate) birthplace: Option<PathBuf>,
    /// The entry files of the control groups that it enters by itself.
    pub(crate) doors: Vec<PathBuf>,
    /// What of the machine is seen, read-only, under its own name.
    pub(crate) roots: Vec<PathBuf>,
    /// What else is seen.
    pub(crate) mounts: Vec<Mount>,
    /// Where programs start.
    pub(crate) directory: PathBuf,
    /// The user that programs are.
    pub(crate) user: u32,
    /// Limits that each process has.
    pub(crate) limits: ProcessLimits,
}

/// A folder under another name.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Mount {
    /// Its name inside.
    pub(crate) inside: PathBuf,
    /// What it is.
    pub(crate) what: MountSource,
}

/// What a folder of the sandbox is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum MountSource {
    /// This folder of the machine, read-only.
    Read(PathBuf),
    /// An empty folder in memory, of at most this many bytes.
    Fresh(u64),
}

/// Limits of the kernel's oldest kind, inherited by every program.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct ProcessLimits {
    /// Open descriptors.
    pub(crate) descriptors: u64,
    /// Bytes of a file.
    pub(crate) file_size: u64,
    /// Processes, where no control group counts them.
    pub(crate) processes: Option<u64>,
    /// Bytes of data, where no control group counts memory.
    pub(crate) data: Option<u64>,
    /// Bytes of addresses, used or not, where no control group counts the tables that they need.
    pub(crate) addresses: Option<u64>,
}
