//! The operations of a sandbox, independent of its isolation, and the program to run.

use crate::{SandboxError, Tier};
use std::{
    ffi::OsString,
    fs::Metadata,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// A way of running programs with some isolation.
pub trait Sandbox: Send + Sync {
    /// Its isolation level.
    fn tier(&self) -> Tier;

    /// Creates a cell for `program`, in which it can be run again and again.
    fn create_cell(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError>;

    /// The same, for a trusted program that handles several matches: its process may have served
    /// other matches of the same program.
    fn create_reusable_cell(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError> {
        self.create_cell(program)
    }
}

/// A cell for one program. Dropping it ends all its processes that the tier can reach.
pub trait Cell: Send {
    /// Starts a program that runs through a match.
    fn start(&mut self) -> Result<Box<dyn Process>, SandboxError>;

    /// Prepares the cell for another match of `program`, which differs from the first one only in
    /// its environment. `false` if it is not as good as new: then another must be created.
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

/// A program that runs through a match. Dropping it ends it and all its descendants that the tier
/// can reach.
pub trait Process: Send {
    /// Begins its turn: it resumes if it was frozen, and its clock starts.
    fn begin_turn(&mut self, budget: TimeBudget) -> Result<(), SandboxError>;

    /// Ends its turn and returns its cost. If the tier can freeze, it is frozen until the next
    /// turn.
    fn end_turn(&mut self) -> Result<AnswerCost, SandboxError>;

    /// The CPU time used between the last turn and this one, where counted.
    fn pondered(&self) -> Duration;

    /// How long it slept in its last turn, as far as known.
    fn asleep(&self) -> Duration;

    /// Begins another match of a program that plays several: reads its standard error so far, and
    /// forgets the time slept.
    fn another_match(&mut self) {}

    /// Queues one line, without its end of line, and sends what the program takes now. The rest is
    /// sent while the answer is awaited: a program that never reads does not block us.
    fn send(&mut self, line: &[u8]) -> Result<(), Broken>;

    /// Receives one line within this turn's allowance, without its end of line, into `line`, which
    /// is cleared first. A line without its end, when the program ends, is no line.
    fn receive(&mut self, line: &mut Vec<u8>) -> Result<(), Broken>;

    /// The end of its standard error so far, at most 8 KiB, without what was taken.
    fn errors(&self) -> &[u8];

    /// Takes [`Process::errors`]. Reads nothing, which would cost a system call.
    fn take_errors(&mut self) -> Vec<u8>;

    /// Output that was not received yet: part of a line, or unasked output. Never waits.
    fn unheard(&mut self) -> &[u8];

    /// The same, once there is a whole line, there will be no more, or `deadline` has come. In
    /// contrast to [`Process::receive`] it takes no line and ends no program.
    fn await_line(&mut self, deadline: Instant) -> &[u8];

    /// Whether it has closed its output, so that nothing more will be received. Never waits.
    fn is_gone(&mut self) -> bool;

    /// The most memory that it had at once, in bytes, where memory is counted.
    fn memory(&self) -> Option<u64>;

    /// Closes its input: nothing more will be sent.
    fn close(&mut self);

    /// Closes its input and waits a moment for its end, so that the end of its standard error is
    /// not missed.
    fn leave(&mut self) -> ShutdownReport;

    /// Closes its input without waiting; it is ended when this is dropped.
    fn dismiss(&mut self);
}

/// Methods of a [`Process`] that wraps another one, its `inner`, and adds nothing to them.
macro_rules! forward {
    (&self: $(fn $name:ident() -> $result:ty;)+) => {$(
        fn $name(&self) -> $result {
            self.inner().$name()
        }
    )+};
    (&mut self: $(fn $name:ident($($argument:ident: $type:ty)?) $(-> $result:ty)?;)+) => {$(
        fn $name(&mut self $(, $argument: $type)?) $(-> $result)? {
            self.inner_mut().$name($($argument)?)
        }
    )+};
}

pub(crate) use forward;

/// What a program did after its input was closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShutdownReport {
    /// It ended in time, or had ended before.
    Ended,
    /// It was still running.
    Running,
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

/// The result of one run.
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
    /// How long it slept, as far as known.
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

/// Why the dialogue with a running program failed.
#[derive(Debug)]
pub enum Broken {
    /// The program's fault.
    Program(ProgramExit),
    /// The sandbox's fault.
    Sandbox(SandboxError),
}

/// A program, ready to start.
#[derive(Clone, Debug)]
pub struct Program {
    /// An absolute path and its arguments.
    pub command: Vec<OsString>,
    /// Its working directory.
    pub directory: PathBuf,
    /// Nothing else is inherited.
    pub environment: Vec<(String, String)>,
    /// Its limits.
    pub limits: Limits,
    /// The folders it is made of. Isolated programs see these, under their names inside, and not
    /// the machine's; command, directory and environment use the names outside.
    pub folders: Vec<Folder>,
}

impl Program {
    /// The path of the program and the metadata of its file; an error if that or the working
    /// directory does not exist.
    pub(crate) fn executable(&self) -> Result<(&Path, Metadata), SandboxError> {
        let path = Path::new(self.command.first().ok_or(SandboxError::NoCommand)?);
        let metadata = |path: &Path| {
            path.metadata()
                .map_err(|error| SandboxError::Start { program: path.display().to_string(), error })
        };
        metadata(&self.directory)?;
        Ok((path, metadata(path)?))
    }

    /// Gives it a folder for temporary files: `outside` if it is not isolated, otherwise a new one
    /// for each run.
    pub fn give_temporary(&mut self, outside: &Path) {
        self.environment.push(("TMPDIR".to_owned(), outside.display().to_string()));
        self.folders.push(Folder {
            outside: outside.to_owned(),
            inside: "/tmp",
            access: Access::Passing(self.limits.scratch),
        });
    }

    /// Whether any of its files outlive its cell.
    pub(crate) fn keeps(&self) -> bool {
        self.folders.iter().any(|folder| matches!(folder.access, Access::Kept(_)))
    }
}

/// A folder that a program sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder {
    /// The path outside.
    pub outside: PathBuf,
    /// The path inside.
    pub inside: &'static str,
    /// What the program may do there.
    pub access: Access,
}

/// What a program may do in a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Read.
    Read,
    /// Write at most this many bytes, which are kept: an isolating sandbox has the folder in
    /// memory, copies the content in before and out when the cell is released. If there is more
    /// than can be kept, the folder outside is removed.
    Kept(u64),
    /// Write at most this many bytes, for as long as the cell exists; empty at first, and in
    /// memory, in an isolating sandbox.
    Scratch(u64),
    /// Write at most this many bytes during one run: an isolating sandbox is built again for each,
    /// so that nothing passes from one to the next.
    Passing(u64),
}

/// The limits of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// In bytes.
    pub memory: u64,
    /// The longest answer, in bytes.
    pub output: usize,
    /// Processes, threads included.
    pub processes: u64,
    /// What it may write, in bytes.
    pub scratch: u64,
    /// Whether it is frozen between its turns, if the tier can do that.
    pub freeze: bool,
    /// Whether it is known to wait for its turn: then it is frozen only after it was seen computing
    /// outside its turns.
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
