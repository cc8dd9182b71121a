//! Runs of our own program that become something else: a sandbox, or a program that confines
//! itself. Both are known only here.

use crate::{
    Launcher, confined,
    isolated::become_nursery,
    launcher::{CONFINE, SET_UP},
};
use std::{env, ffi::OsString};

/// Becomes what makes sandboxes if the arguments of this process ask for it; then it does not come back.
/// Otherwise gives the right to make sandboxes.
///
/// It is the first thing that `main` does: whatever ran before it would run again with each
/// sandbox.
pub fn init() -> Launcher {
    let arguments: Vec<OsString> = env::args_os().collect();
    match &arguments[..] {
        [_, word, plan, command @ ..] if word == CONFINE => confined::launch(plan, command),
        [_, word] if word == SET_UP => become_nursery(),
        _ => Launcher::of_this_program(),
    }
}
