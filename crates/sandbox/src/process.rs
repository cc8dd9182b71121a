//! What a sandbox can do, whichever way it isolates.

use crate::{Program, Tier};
use std::{
    io,
    time::{Duration, Instant},
};

/// A way of running programs.
pub trait Sandbox: Send + Sync {
    /// How much it isolates.
    fn tier(&self) -> Tier;

    /// Starts a program that lives through a match.
    fn start(&self, program: &Program) -> Result<Box<dyn Process>, SandboxError>;

    /// Runs a program once, to its end or to the end of `wall`, whichever comes first. A program
    /// that closes its output has ended, whatever else it has in mind; so has one whose descendants
    /// live on.
    ///
    /// `argument` is appended to its command, `input` is what it finds on standard input.
    fn run(
        &self,
        program: &Program,
        argument: Option<&str>,
        input: Option<&[u8]>,
        wall: Duration,
    ) -> Result<Run, SandboxError>;
}

/// A program that lives through a match. Dropping it ends it and all its descendants that the tier
/// can reach.
pub trait Process: Send {
    /// Queues one line, without its end of line, and sends what the program takes now. What it
    /// does not take is sent while the answer is awaited: a program that never reads blocks nobody.
    /// One that leaves more than 1 MiB unread is out of time.
    fn send(&mut self, line: &[u8]) -> Result<(), Broken>;

    /// Receives one line, without its end of line, into `line`, which is cleared first. A line is
    /// what an end of line follows: the rest that a program leaves behind when it ends is none.
    /// Whoever has failed once is stopped, and fails in the same way ever after.
    fn receive(&mut self, line: &mut Vec<u8>, deadline: Instant) -> Result<(), Broken>;

    /// The last words on its standard error that were heard so far, at most 8 KiB: for its author,
    /// never for the match.
    fn errors(&self) -> &[u8];

    /// Closes its input: nothing more will be said.
    fn close(&mut self);
}

/// One finished run.
#[derive(Clone, Debug)]
pub struct Run {
    /// What it wrote on standard output.
    pub output: Vec<u8>,
    /// The last words on its standard error, at most 8 KiB.
    pub errors: Vec<u8>,
    /// How it ended.
    pub end: End,
    /// The time it is charged.
    pub charged: Duration,
    /// The time that passed.
    pub wall: Duration,
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By itself, with this code.
    Exited(i32),
    /// By this signal, which was not ours.
    Signalled(i32),
    /// By us, out of time.
    Timeout,
    /// By us, for too much output.
    Output,
}

/// Why a living program cannot be talked to.
#[derive(Debug)]
pub enum Broken {
    /// Its own matter.
    Program(End),
    /// Ours.
    Sandbox(SandboxError),
}

/// What the sandbox itself could not do: never the program's fault.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The program cannot be started.
    #[error("cannot start {program}: {error}")]
    Start {
        /// The path tried.
        program: String,
        /// The system's answer.
        error: io::Error,
    },
    /// Something failed while it ran.
    #[error("{doing}: {error}")]
    Running {
        /// What was being done.
        doing: &'static str,
        /// The system's answer.
        error: io::Error,
    },
}

impl SandboxError {
    pub(crate) fn running(doing: &'static str) -> impl Fn(io::Error) -> SandboxError {
        move |error| SandboxError::Running { doing, error }
    }
}
