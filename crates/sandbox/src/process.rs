//! What a sandbox can do, whichever way it isolates.

use crate::{Program, SandboxError, Tier};
use std::time::Duration;

/// A way of running programs.
pub trait Sandbox: Send + Sync {
    /// How much it isolates.
    fn tier(&self) -> Tier;

    /// Makes a place for `program`, in which it can be run again and again.
    fn create_cell(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError>;

    /// Likewise, for a program of ours that begins anew, as told by its lines, with each match: what
    /// starts in there may have lived through other matches of the same program.
    fn create_reusable_cell(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError> {
        self.create_cell(program)
    }
}

/// A place for one program. Dropping it ends everything in there that the tier can reach.
pub trait Cell: Send {
    /// Starts a program that lives through a match.
    fn start(&mut self) -> Result<Box<dyn Process>, SandboxError>;

    /// Makes the place ready for another match of `program`, which differs from the one it was made
    /// for in its environment only. False if it is not as good as new: then another is to be made.
    fn renew(&mut self, _program: &Program) -> bool {
        false
    }

    /// Runs the program once, to its end or to the end of what it may take.
    ///
    /// `argument` is appended to its command, `input` is what it finds on standard input.
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
    /// Its turn begins: it goes on if it was stopped, and its clock starts.
    fn begin_turn(&mut self, budget: TimeBudget) -> Result<(), SandboxError>;

    /// Its turn ends: what it took. Where the tier can do so it is stopped until the next.
    fn end_turn(&mut self) -> Result<AnswerCost, SandboxError>;

    /// The computing time used between the last turn and this one, where that is counted.
    fn pondered(&self) -> Duration;

    /// How long it slept in its last turn, as far as that was seen.
    fn asleep(&self) -> Duration;

    /// Another match begins for a program that lives through several: it has slept in none of it.
    fn another_match(&mut self) {}

    /// Queues one line, without its end of line, and sends what the program takes now. What it
    /// does not take is sent while the answer is awaited: a program that never reads blocks nobody.
    fn send(&mut self, line: &[u8]) -> Result<(), Broken>;

    /// Receives one line within this turn's allowance, without its end of line, into `line`, which
    /// is cleared first. A line without its end, when the program ends, is no line.
    fn receive(&mut self, line: &mut Vec<u8>) -> Result<(), Broken>;

    /// The last words on its standard error so far, at most 8 KiB.
    fn errors(&self) -> &[u8];

    /// What it has said that nobody received yet, as far as it is there: part of a line, or what it
    /// said unasked. Never waits.
    fn unheard(&mut self) -> &[u8];

    /// Whether it has closed its output: nothing more will be heard of it. Never waits.
    fn is_gone(&mut self) -> bool;

    /// The most memory that it had at once, in bytes, where somebody counts it.
    fn memory(&self) -> Option<u64>;

    /// Closes its input: nothing more will be said.
    fn close(&mut self);

    /// Closes its input and waits a moment for its end, so that nothing of its last words is missed;
    /// whether it came.
    fn leave(&mut self) -> ShutdownReport;

    /// Closes its input and waits for nothing: whatever it still does, it is ended when this is
    /// dropped.
    fn dismiss(&mut self);
}

/// What a program did once its input was closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShutdownReport {
    /// It ended in its moment, or had ended before.
    Went,
    /// It was still there.
    Stayed,
}

/// How much time a program may take for one answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeBudget {
    /// Computing time of all its processes together. Where nobody counts that, time on the wall.
    pub cpu: Duration,
    /// Time on the wall, which ends those who sleep where computing time is counted.
    pub wall: Duration,
}

impl TimeBudget {
    /// So much computing time, and on the wall thrice that and 200 ms.
    pub fn of(cpu: Duration) -> TimeBudget {
        TimeBudget { cpu, wall: cpu * 3 + Duration::from_millis(200) }
    }
}

/// What an answer took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnswerCost {
    /// The time it is charged: computing time, or time on the wall where nobody counts that.
    pub charged: Duration,
    /// The time that passed.
    pub wall: Duration,
}

/// One finished run.
#[derive(Clone, Debug)]
pub struct Run {
    /// What it wrote on standard output.
    pub output: Vec<u8>,
    /// The last words on its standard error, at most 8 KiB.
    pub errors: Vec<u8>,
    /// How it ended.
    pub end: ProgramExit,
    /// The most memory that it had at once, in bytes, where somebody counts it.
    pub memory: Option<u64>,
    /// The time it is charged.
    pub charged: Duration,
    /// The time that passed.
    pub wall: Duration,
    /// How long it slept, as far as that was seen.
    pub asleep: Duration,
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramExit {
    /// By itself, with this code.
    Exited(i32),
    /// By this signal, which was not ours.
    Signalled(i32),
    /// By us, out of time.
    Timeout,
    /// By us, for too much output.
    Output,
    /// By the kernel, for too much memory.
    Memory,
    /// By the kernel, for something that only attackers try.
    Security,
}

/// Why a living program cannot be talked to.
#[derive(Debug)]
pub enum Broken {
    /// Its own matter.
    Program(ProgramExit),
    /// Ours.
    Sandbox(SandboxError),
}
