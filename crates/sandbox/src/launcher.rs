//! The permission to create sandboxes, which are built by runs of a program of ours.

use crate::{ErrorCause, isolated::Spawner};
use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex, PoisonError},
};

/// The first argument by which our own program knows that it is to make sandboxes.
pub(crate) const SET_UP: &str = "sandbox-setup";
/// The first argument by which it knows that it is to confine itself.
pub(crate) const CONFINE: &str = "sandbox-confine";

/// Proof that this process has checked first of all whether it is to become a sandbox. Needed to
/// create sandboxes; [`init`](crate::init) returns it.
#[derive(Clone, Debug)]
pub struct Launcher {
    program: PathBuf,
    /// Where sandboxes are begun, once one was.
    spawner: Arc<Mutex<Option<Spawner>>>,
}

impl Launcher {
    /// For this process, whose own program is run again.
    pub(crate) fn of_this_program() -> Launcher {
        // The link serves as well where the name cannot be read.
        Launcher::with_program(env::current_exe().unwrap_or_else(|_| "/proc/self/exe".into()))
    }

    /// The same, with sandboxes built by runs of `program`, which calls [`init`](crate::init)
    /// before anything else.
    pub fn with_program(program: PathBuf) -> Launcher {
        Launcher { program, spawner: Arc::default() }
    }

    /// The program that is run.
    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    /// The result of `order` in the spawner; in another one, if that one is gone.
    pub(crate) fn in_nursery<T>(
        &self,
        order: impl Fn(&Spawner) -> Result<T, ErrorCause>,
    ) -> Result<T, ErrorCause> {
        let mut spawner = self.spawner.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(here) = spawner.take()
            && let Ok(done) = order(&here)
        {
            *spawner = Some(here);
            return Ok(done);
        }
        let mut program = Command::new(&self.program);
        program.arg(SET_UP).env_clear();
        let done = order(spawner.insert(Spawner::open(program)?));
        if done.is_err() {
            *spawner = None;
        }
        done
    }
}
