//! What is to be run.

use std::{ffi::OsString, path::PathBuf};

/// A program, ready to start.
#[derive(Clone, Debug)]
pub struct Program {
    /// An absolute path and its arguments.
    pub command: Vec<OsString>,
    /// Its working directory.
    pub directory: PathBuf,
    /// All of its environment: nothing is inherited.
    pub environment: Vec<(String, String)>,
    /// What it may use.
    pub limits: Limits,
}

/// What a program may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Memory, in bytes.
    pub memory: u64,
    /// The longest answer, in bytes.
    pub output: usize,
    /// Processes and threads.
    pub processes: u64,
    /// What it may write, in bytes.
    pub scratch: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 256 << 20, output: 64 << 10, processes: 32, scratch: 16 << 20 }
    }
}
