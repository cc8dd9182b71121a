//! The launch: a run of our own program that gives everything up and becomes a bot.

use crate::{
    filter::{self, Memory},
    landlock::{self, Files},
    rlimits::{NO_CORE, lower},
};
use rustix::process::Resource;
use serde::{Deserialize, Serialize};
use std::{
    convert::Infallible, ffi::OsString, io, os::unix::process::CommandExt, path::PathBuf,
    process::Command,
};

/// The first argument by which our own program knows that it is to confine itself.
pub(crate) const WORD: &str = "sandbox-confine";
/// The exit code of a launch that failed.
pub(super) const FAILED: i32 = 126;

/// What a program may see.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Confinement {
    pub(super) read: Vec<PathBuf>,
    pub(super) write: Vec<PathBuf>,
    /// The largest file it may write, in bytes.
    pub(super) file_size: u64,
}

/// Confines this process as `plan` says and becomes `command`. Comes back only in failure.
pub(crate) fn launch(plan: &OsString, command: &[OsString]) -> ! {
    let Err(failed) = confine(plan, command);
    eprintln!("sandbox: {failed}");
    std::process::exit(FAILED)
}

fn confine(plan: &OsString, command: &[OsString]) -> io::Result<Infallible> {
    let plan: Confinement = serde_json::from_slice(plan.as_encoded_bytes())?;
    let programs = filter::programs(Memory::Uncounted).map_err(io::Error::other)?;
    lower(Resource::Core, NO_CORE)?;
    lower(Resource::Fsize, plan.file_size)?;
    lower(Resource::Nofile, 256)?;
    let closed = landlock::restrict(&plan.read, &plan.write).map_err(io::Error::other)?;
    // It is the only wall here: half of one will not do.
    if closed.files != Files::Closed {
        return Err(io::Error::other("the kernel's Landlock is missing or too old"));
    }
    if rustix::process::geteuid().is_root() && !closed.outside {
        return Err(io::Error::other("root could send signals to everybody: run as somebody else"));
    }
    filter::install(&programs)?;
    let (path, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    Err(Command::new(path).args(arguments).exec())
}
