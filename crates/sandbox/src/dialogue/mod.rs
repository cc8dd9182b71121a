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

/// What the system refuses while a program is listened to.
fn listening(error: io::Error) -> SandboxError {
    SandboxError::running(Operation::Listening)(error)
}

/// A program that was started. Dropping it ends it, and whatever of it the sandbox can reach.
pub(crate) trait Child: Send {
    /// Becomes readable when the program itself has ended.
    fn handle(&self) -> BorrowedFd<'_>;

    /// Ends what is left of it. Returns how it ended by itself, or `ours` if it had not.
    fn finish(&mut self, ours: ProgramExit) -> Result<ProgramExit, SandboxError>;

    /// Whether its CPU time is counted.
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

    /// When its memory must be checked again, where the kernel does not limit it:
    /// then call [`Child::out_of_memory`].
    fn weighed_by(&self) -> Option<Instant> {
        None
    }

    /// Whether it was just seen with more memory than it may have; looks only if that is due.
    fn is_too_heavy(&self) -> io::Result<bool> {
        let due = self.weighed_by().is_some_and(|by| by <= Instant::now());
        Ok(due && self.out_of_memory()?)
    }

    /// The most memory that it and its descendants had at once, in bytes, where memory is counted.
    fn memory(&self) -> io::Result<Option<u64>> {
        Ok(None)
    }

    /// All its processes, as far as they are known.
    fn processes(&self) -> Vec<i32> {
        Vec::new()
    }

    /// It computed while it was not on turn: from now on it is stopped, where that can be done.
    fn distrust(&mut self) {}

    /// Stops it between its turns, or lets it go on, where that can be done.
    fn freeze(&mut self, _frozen: bool) {}
}

/// Our ends of a program's pipes.
pub(crate) struct Pipes {
    /// To its standard input; none if it finds nothing there.
    pub(crate) input: Option<OwnedFd>,
    /// From its standard output.
    pub(crate) output: OwnedFd,
    /// From its standard error.
    pub(crate) errors: OwnedFd,
}

/// Whether a program finds anything on its standard input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// An empty file.
    Nothing,
    /// A pipe from us.
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

/// Fresh pipes: our ends, and the program's.
pub(crate) fn pipes(input: Input) -> io::Result<(Pipes, PipeEnds)> {
    let (output, its_output) = pipe_with(PipeFlags::CLOEXEC)?;
    let (errors, its_errors) = pipe_with(PipeFlags::CLOEXEC)?;
    let (input, its_input) = match input {
        Input::Pipe => {
            let (its_input, input) = pipe_with(PipeFlags::CLOEXEC)?;
            (Some(input), Some(its_input))
        }
        Input::Nothing => (None, None),
    };
    let pipe_ends = PipeEnds { input: its_input, output: its_output, errors: its_errors };
    Ok((Pipes { input, output, errors }, pipe_ends))
}
