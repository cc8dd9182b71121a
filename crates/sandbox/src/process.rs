//! The operations of a sandbox, independent of its isolation.

use crate::{Program, SandboxError, Tier};
use std::time::Duration;

/// A way of running programs with some isolation.
pub trait Sandbox: Send + Sync {
    /// Its isolation level.
    fn tier(&self) -> Tier;

    /// Creates a cell for `program`, in which it can be run again and again.
    fn create_cell(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError>;

    /// The same, for a trusted program whose lines begin each match from scratch: the process
    /// in there may have served other matches of the same program.
    fn create_reusable_cell(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError> {
        self.create_cell(program)
    }
}

/// A cell for one program. Dropping it ends everything in there that the tier can reach.
pub trait Cell: Send {
    /// Starts a program that lives through a match.
    fn start(&mut self) -> Result<Box<dyn Process>, SandboxError>;

    /// Prepares the cell for another match of `program`, which differs from the one it was created
    /// for only in its environment. False if it is not as good as new: then another must be
    /// created.
    fn renew(&mut self, _program: &Program) -> bool {
        false
    }

    /// Runs the program once, to its end or to its limits.
    ///
    /// `argument` is appended to its command, `input` is its standard input.
    fn run(
        &mut self,
        argument: Option<&str>,
        input: Option<&[u8]>,
        budget: TimeBudget,
    ) -> Result<Run, SandboxError>;
}

/// A program that lives through a match. Dropping it ends it and all its descendants that the tier
/// can reach.
pub trait Process: Send {
    /// Begins its turn: it resumes if it was frozen, and its clock starts.
    fn begin_turn(&mut self, budget: TimeBudget) -> Result<(), SandboxError>;

    /// Ends its turn and returns what it took. Where the tier can do so it is frozen until the
    /// next.
    fn end_turn(&mut self) -> Result<AnswerCost, SandboxError>;

    /// The CPU time used between the last turn and this one, where it is counted.
    fn pondered(&self) -> Duration;

    /// How long it slept in its last turn, as far as that was seen.
    fn asleep(&self) -> Duration;

    /// Another match begins for a program that lives through several: it has slept in none of it.
    fn another_match(&mut self) {}

    /// Queues one line, without its end of line, and sends what the program takes now. What it
    /// does not take is sent while the answer is awaited: a program that never reads does not block
    /// us.
    fn send(&mut self, line: &[u8]) -> Result<(), Broken>;

    /// Receives one line within this turn's allowance, without its end of line, into `line`, which
    /// is cleared first. A line without its end, when the program ends, is no line.
    fn receive(&mut self, line: &mut Vec<u8>) -> Result<(), Broken>;

    /// The end of its standard error so far, at most 8 KiB.
    fn errors(&self) -> &[u8];

    /// Its output that was not received yet, as far as it is there: part of a line, or unasked
    /// output. Never waits.
    fn unheard(&mut self) -> &[u8];

    /// Whether it has closed its output: nothing more will be received. Never waits.
    fn is_gone(&mut self) -> bool;

    /// The most memory that it had at once, in bytes, where memory is counted.
    fn memory(&self) -> Option<u64>;

    /// Closes its input: nothing more will be sent.
    fn close(&mut self);

    /// Closes its input and waits a moment for its end, so that the end of its standard error is
    /// not missed; returns whether it ended.
    fn leave(&mut self) -> ShutdownReport;

    /// Closes its input and waits for nothing: whatever it still does, it is ended when this is
    /// dropped.
    fn dismiss(&mut self);
}

/// What a program did after its input was closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShutdownReport {
    /// It ended in time, or had ended before.
    Went,
    /// It was still there.
    Stayed,
}

/// How much time a program may take for one answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeBudget {
    /// CPU time of all its processes together. Wall time where CPU time is not counted.
    pub cpu: Duration,
    /// Wall time, which ends sleeping programs where CPU time is counted.
    pub wall: Duration,
}

impl TimeBudget {
    /// This much CPU time, and three times that and 200 ms of wall time.
    pub fn of(cpu: Duration) -> TimeBudget {
        TimeBudget { cpu, wall: cpu * 3 + Duration::from_millis(200) }
    }
}

/// The cost of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnswerCost {
    /// The time it is charged: CPU time, or wall time where CPU time is not counted.
    pub charged: Duration,
    /// The wall time.
    pub wall: Duration,
}

/// One finished run.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its standard output.
    pub output: Vec<u8>,
    /// The end of its standard error, at most 8 KiB.
    pub errors: Vec<u8>,
    /// How it ended.
    pub end: ProgramExit,
    /// The most memory that it had at once, in bytes, where memory is counted.
    pub memory: Option<u64>,
    /// The time it is charged.
    pub charged: Duration,
    /// The wall time.
    pub wall: Duration,
    /// How long it slept, as far as that was seen.
    pub asleep: Duration,
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramExit {
    /// By itself, with this code.
    Exited(i32),
    /// By this signal, which we did not send.
    Signalled(i32),
    /// By us, out of time.
    Timeout,
    /// By us, for too much output.
    Output,
    /// By the kernel, for too much memory.
    Memory,
    /// By the kernel, for a forbidden system call.
    Security,
}

/// Why the dialogue with a living program failed.
#[derive(Debug)]
pub enum Broken {
    /// The program's fault.
    Program(ProgramExit),
    /// The sandbox's fault.
    Sandbox(SandboxError),
}
