//! The start of a process: it may have to become a sandbox first.

use crate::{
    Launcher, confined,
    isolated::become_spawner,
    launcher::{CONFINE, SET_UP},
};
use std::{env, ffi::OsString};

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
