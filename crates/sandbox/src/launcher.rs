//! The permission to create sandboxes, which are built by runs of our own program: such a run becomes
//! a sandbox, or a program that confines itself.

use crate::{
    ErrorCause, confined,
    isolated::{Spawner, become_spawner},
};
use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex, PoisonError},
};

/// The first argument of a run of our own program that becomes the spawner of sandboxes.
const SET_UP: &str = "sandbox-setup";
/// The first argument of a run that confines itself.
pub(crate) const CONFINE: &str = "sandbox-confine";

/// Proof that this process first checked whether it has to become a sandbox. Needed to create
/// sandboxes; [`init`] returns it.
#[derive(Clone, Debug)]
pub struct Launcher {
    program: PathBuf,
    /// Started with the first sandbox.
    spawner: Arc<Mutex<Option<Spawner>>>,
}

impl Launcher {
    /// Sandboxes are built by runs of `program`, which calls [`init`] before anything else.
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

/// If the arguments of this process ask for it, becomes the spawner of sandboxes or a confined
/// program, and does not return. Otherwise returns the permission to create sandboxes.
///
/// `main` calls it first: anything before it would run again with each sandbox.
pub fn init() -> Launcher {
    let arguments: Vec<OsString> = env::args_os().collect();
    match &arguments[..] {
        [_, word, plan, command @ ..] if word == CONFINE => confined::launch(plan, command),
        [_, word] if word == SET_UP => become_spawner(),
        // The link is as good as a name that cannot be read.
        _ => Launcher::with_program(env::current_exe().unwrap_or_else(|_| "/proc/self/exe".into())),
    }
}
