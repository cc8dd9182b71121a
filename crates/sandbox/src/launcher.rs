//! The permission to create sandboxes, which are built by runs of our own program: such a run becomes
//! a sandbox, or a program that confines itself.

use crate::{ErrorCause, isolated::Spawner};
use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex, PoisonError},
};

/// The first argument of a run of our own program that becomes the spawner of sandboxes.
pub(crate) const SET_UP: &str = "sandbox-setup";
/// The first argument of a run that confines itself.
pub(crate) const CONFINE: &str = "sandbox-confine";

/// Proof that this process first checked whether it has to become a sandbox. Needed to create
/// sandboxes; [`init()`](crate::init()) returns it.
#[derive(Clone, Debug)]
pub struct Launcher {
    program: PathBuf,
    /// Started with the first sandbox.
    spawner: Arc<Mutex<Option<Spawner>>>,
}

impl Launcher {
    /// Sandboxes are built by runs of `program`, which calls [`init()`](crate::init()) before anything else.
    pub fn with_program(program: PathBuf) -> Launcher {
        Launcher { program, spawner: Arc::default() }
    }

    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    /// Sends an order to the spawner, or to a new one if that one is gone.
    pub(crate) fn in_spawner<T>(
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
