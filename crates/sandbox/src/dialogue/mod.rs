//! The dialogue with a program through three pipes, whichever sandbox it runs in.
//!
//! Nothing here starts a program or knows how it is confined; nothing here ever waits for one
//! longer than it is allowed.

mod clock;
mod one_run;
mod pipe;
mod sleep;
mod talk;

pub(crate) use one_run::{RunPlan, one_run};
pub(crate) use sleep::Sleep;
pub(crate) use talk::Dialogue;

use crate::{Operation, ProgramExit, SandboxError};
use rustix::{
    fd::{BorrowedFd, OwnedFd},
    pipe::{PipeFlags, pipe_with},
};
use std::{
    io,
    time::{Duration, Instant},
};

/// The error of a system call while a program is read.
fn listening(error: io::Error) -> SandboxError {
    SandboxError::during(Operation::Listening)(error)
}

/// A program that was started. Dropping it ends it, and whatever of it the sandbox can reach.
pub(crate) trait Child: Send {
    /// Becomes readable when the program itself has ended.
    fn handle(&self) -> BorrowedFd<'_>;

    /// Ends its remaining processes. Returns how it ended by itself, or `ours` if it had not.
    fn finish(&mut self, ours: ProgramExit) -> Result<ProgramExit, SandboxError>;

    fn is_counted(&self) -> bool {
        false
    }

    /// The CPU time that it and its descendants have used, where it is counted.
    fn cpu(&self) -> io::Result<Option<Duration>> {
        Ok(None)
    }

    /// Whether one of its processes was killed for lack of memory, where that is counted.
    fn out_of_memory(&self) -> io::Result<bool> {
        Ok(false)
    }

    /// When its memory must be checked again by [`Child::out_of_memory`], if the kernel does not
    /// limit it.
    fn weighed_by(&self) -> Option<Instant> {
        None
    }

    /// Whether a check, if one is due, finds more memory than allowed.
    fn is_too_heavy(&self) -> io::Result<bool> {
        let due = self.weighed_by().is_some_and(|by| by <= Instant::now());
        Ok(due && self.out_of_memory()?)
    }

    /// The most memory that it and its descendants had at once, in bytes, where memory is counted.
    fn memory(&self) -> io::Result<Option<u64>> {
        Ok(None)
    }

    /// All its known processes.
    fn processes(&self) -> Vec<i32> {
        Vec::new()
    }

    /// It computed outside its turns: from now on it is frozen between them, if possible.
    fn distrust(&mut self) {}

    /// Freezes it between its turns, or resumes it, if possible.
    fn freeze(&mut self, _frozen: bool) {}
}

/// Our ends of a program's pipes.
pub(crate) struct Pipes {
    /// `None` if its standard input is empty.
    pub(crate) input: Option<OwnedFd>,
    pub(crate) output: OwnedFd,
    pub(crate) errors: OwnedFd,
}

/// A program's standard input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProgramInput {
    /// An empty file.
    Nothing,
    Pipe,
}

/// The program's ends of its pipes.
pub(crate) struct PipeEnds {
    /// Its standard input; none if it is to find an empty file, which must be its own.
    pub(crate) input: Option<OwnedFd>,
    /// Its standard output.
    pub(crate) output: OwnedFd,
    /// Its standard error.
    pub(crate) errors: OwnedFd,
}

/// New pipes: our ends, and the program's.
pub(crate) fn pipes(input: ProgramInput) -> io::Result<(Pipes, PipeEnds)> {
    let (output, its_output) = pipe_with(PipeFlags::CLOEXEC)?;
    let (errors, its_errors) = pipe_with(PipeFlags::CLOEXEC)?;
    let (input, its_input) = match input {
        ProgramInput::Pipe => {
            let (its_input, input) = pipe_with(PipeFlags::CLOEXEC)?;
            (Some(input), Some(its_input))
        }
        ProgramInput::Nothing => (None, None),
    };
    let pipe_ends = PipeEnds { input: its_input, output: its_output, errors: its_errors };
    Ok((Pipes { input, output, errors }, pipe_ends))
}
