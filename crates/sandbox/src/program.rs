//! The program to run, with its limits and folders.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

/// A program, ready to start.
#[derive(Clone, Debug)]
pub struct Program {
    /// An absolute path and its arguments.
    pub command: Vec<OsString>,
    /// Its working directory.
    pub directory: PathBuf,
    /// All of its environment: nothing is inherited.
    pub environment: Vec<(String, String)>,
    /// Its limits.
    pub limits: Limits,
    /// The folders it is made of. Where programs are isolated it sees these, under their names
    /// inside, and not the machine's; its command, directory and environment use the same names.
    pub folders: Vec<Folder>,
}

impl Program {
    /// Gives it a folder for temporary files: `outside` where it is not isolated, and otherwise a
    /// new one for each run.
    pub fn give_temporary(&mut self, outside: &Path) {
        self.environment.push(("TMPDIR".to_owned(), outside.display().to_string()));
        self.folders.push(Folder {
            outside: outside.to_owned(),
            inside: "/tmp",
            access: Access::Passing(self.limits.scratch),
        });
    }

    /// Whether something that it writes outlives its cell.
    pub(crate) fn keeps(&self) -> bool {
        self.folders.iter().any(|folder| matches!(folder.access, Access::Kept(_)))
    }
}

/// A folder that a program sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder {
    /// Where it is.
    pub outside: PathBuf,
    /// Its name inside.
    pub inside: &'static str,
    /// What the program may do there.
    pub access: Access,
}

/// What a program may do in a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Read.
    Read,
    /// Write at most this many bytes, which stay: an isolating sandbox has the folder in memory,
    /// copies in what is there outside, and copies out what is left when the cell is released. If
    /// more is left than can be kept, the folder outside is gone.
    Kept(u64),
    /// Write at most this many bytes, for as long as the cell exists; an isolating sandbox has the
    /// folder empty and in memory.
    Scratch(u64),
    /// Write at most this many bytes, for one run or one life: an isolating sandbox is built again
    /// for each, so that nothing passes from one to the next.
    Passing(u64),
}

/// The limits of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Memory, in bytes.
    pub memory: u64,
    /// The longest answer, in bytes.
    pub output: usize,
    /// Processes, threads included.
    pub processes: u64,
    /// What it may write, in bytes.
    pub scratch: u64,
    /// Whether it is frozen between its turns, where the tier can do that.
    pub freeze: bool,
    /// Whether it is known to wait for its turn: then it is frozen only once it was seen computing
    /// while it was not on turn.
    pub waits: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: 256 << 20,
            output: 64 << 10,
            processes: 32,
            scratch: 16 << 20,
            freeze: true,
            waits: false,
        }
    }
}
