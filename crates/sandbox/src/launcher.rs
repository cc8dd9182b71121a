//! The right to make sandboxes, which are built by runs of a program of ours.

use std::{env, ffi::OsStr, path::Path, path::PathBuf, process::Command};

/// The first argument by which our own program knows that it is to be a sandbox.
pub(crate) const SET_UP: &str = "sandbox-setup";
/// The first argument by which it knows that it is to confine itself.
pub(crate) const CONFINE: &str = "sandbox-confine";

/// Proof that this process has asked first of all whether it is to become a sandbox. Whoever makes
/// sandboxes needs it; [`init`](crate::init) gives it.
#[derive(Clone, Debug)]
pub struct Launcher {
    program: PathBuf,
}

impl Launcher {
    /// For this process, whose own program is run again.
    pub(crate) fn of_this_program() -> Launcher {
        // The link serves as well where the name cannot be read.
        Launcher::with_program(env::current_exe().unwrap_or_else(|_| "/proc/self/exe".into()))
    }

    /// Likewise, with sandboxes built by runs of `program`, which calls [`init`](crate::init)
    /// before anything else.
    pub fn with_program(program: PathBuf) -> Launcher {
        Launcher { program }
    }

    /// The program that is run.
    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    /// A run of it that becomes a sandbox as `plan` says.
    pub(crate) fn set_up(&self, plan: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(SET_UP).arg(plan).env_clear();
        command
    }
}
