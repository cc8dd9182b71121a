//! The errors of the sandbox. What failed may be a run of our own program that reports it to the
//! supervisor, so that operations and causes can be sent.

use crate::{filter::FilterError, landlock::RestrictError, say};
use certamen_i18n::{Localize, Message, quoted};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};
use std::{io, path::PathBuf, time::Duration};

/// What the sandbox could not do: the program's fault only if [`SandboxError::Refused`].
#[derive(Debug, Localize)]
#[localize(error)]
#[expect(missing_docs, reason = "fields are named after what they hold")]
pub enum SandboxError {
    /// The command is empty.
    NoCommand,
    /// The program cannot be started.
    Start { program: String, error: io::Error },
    /// The system does not execute the program's file: that is the program's fault.
    #[localize(say::start(program, error))]
    Refused { program: String, error: io::Error },
    /// We looked at the program so late that its time means nothing.
    #[localize(say::stalled(late.as_millis() as u64))]
    Stalled { late: Duration },
    /// An operation failed before or while it ran.
    #[localize(transparent)]
    Failed(Failure),
}

/// What failed, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// What was being done, unless the cause says enough.
    pub operation: Option<Operation>,
    /// Why it failed.
    pub cause: ErrorCause,
}

/// What was being done when something failed: with a running program, or on the way into a sandbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Localize)]
#[localize(display)]
#[expect(missing_docs, reason = "the messages say what each is")]
pub enum Operation {
    #[localize(say::doing_confining())]
    Confining,
    #[localize(say::doing_listening())]
    Listening,
    #[localize(say::doing_pipes())]
    Pipes,
    #[localize(say::doing_clock())]
    Clock,
    #[localize(say::doing_reading_clock())]
    ReadingClock,
    #[localize(say::doing_sending())]
    Sending,
    #[localize(say::doing_starting())]
    Starting,
    #[localize(say::doing_ending())]
    Ending,
    #[localize(say::doing_building())]
    Building,
    #[localize(say::doing_canary())]
    Canary,
    #[localize(say::doing_waiting())]
    Waiting,
    #[localize(say::step_plan())]
    Plan,
    #[localize(say::step_filter())]
    Filter,
    #[localize(say::step_zygote())]
    Zygote,
    #[localize(say::step_group())]
    Group,
    #[localize(say::step_user())]
    Users,
    #[localize(say::step_namespaces())]
    Namespaces,
    #[localize(say::step_pipe())]
    SetUpPipe,
    #[localize(say::step_first())]
    FirstProcess,
    #[localize(say::step_name())]
    Name,
    #[localize(say::step_root())]
    Root,
    #[localize(say::step_session())]
    Session,
    #[localize(say::step_limits())]
    Limits,
    #[localize(say::step_descriptors())]
    Descriptors,
    #[localize(say::step_landlock())]
    Landlock,
    #[localize(say::step_privileges())]
    Privileges,
    #[localize(say::step_execution())]
    Execution,
}

/// Why it failed: the system, or a part of the sandbox.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, Localize)]
#[localize(error)]
pub enum ErrorCause {
    /// The system's error number.
    #[localize(io::Error::from_raw_os_error(*_0).message())]
    System(i32),
    /// The same, of a path.
    #[localize(say::with_path(_0, io::Error::from_raw_os_error(*_1)))]
    Path(PathBuf, i32),
    /// An error of a library.
    #[localize(Message::verbatim(_0))]
    Words(String),
    /// There is no filter.
    #[localize(transparent)]
    Filter(FilterError),
    /// Landlock does not close what it should.
    #[localize(transparent)]
    Landlock(RestrictError),
    /// Landlock is missing or too old, and there is no other barrier.
    #[localize(say::landlock_old())]
    LandlockIsOld,
    /// The program would be root.
    #[localize(say::landlock_root())]
    StillRoot,
    /// The zygote sent an answer that was not expected.
    #[localize(say::zygote_says(quoted(_0)))]
    ZygoteSays(String),
    /// The zygote sent bytes that are no answer.
    #[localize(say::zygote_nonsense())]
    Nonsense,
    /// The zygote sent nothing in time.
    ZygoteSilent,
    /// The zygote has ended.
    ZygoteGone,
    /// The run that builds a sandbox sent nothing in time.
    SetUpSilent,
    /// It ended without a report.
    SetUpFailed,
    /// It reported why it failed.
    #[localize(_0.message())]
    SetUp(Box<Failure>),
    /// A program could not confine itself, and reported why.
    #[localize(say::confined_failed(&**_0))]
    Confinement(Box<Failure>),
    /// The program's user cannot enter a folder of the program.
    ClosedToOthers(PathBuf),
    /// Command and environment have too many words.
    TooManyWords,
    /// A word of them contains a NUL.
    WordWithNul,
    /// They are too long.
    TooLong,
}

impl SandboxError {
    /// For a file that is not executed: the program's fault, unless the machine lacks something.
    pub(crate) fn not_executed(program: &str, error: io::Error) -> SandboxError {
        let program = program.to_owned();
        match error.raw_os_error().map(Errno::from_raw_os_error) {
            Some(
                Errno::NOEXEC
                | Errno::NOENT
                | Errno::ACCESS
                | Errno::PERM
                | Errno::LOOP
                | Errno::NOTDIR
                | Errno::ISDIR
                | Errno::LIBBAD
                | Errno::TOOBIG
                | Errno::INVAL
                | Errno::NAMETOOLONG,
            ) => SandboxError::Refused { program, error },
            _ => SandboxError::Start { program, error },
        }
    }

    /// Converts errors during `operation`.
    pub(crate) fn during<C: Into<ErrorCause>>(operation: Operation) -> impl Fn(C) -> SandboxError {
        let failed = Failure::during(operation);
        move |cause| SandboxError::Failed(failed(cause))
    }
}

impl Failure {
    /// Converts errors during `operation`.
    pub(crate) fn during<C: Into<ErrorCause>>(operation: Operation) -> impl Fn(C) -> Failure {
        move |cause| Failure { operation: Some(operation), cause: cause.into() }
    }
}

impl Localize for Failure {
    fn message(&self) -> Message {
        match self.operation {
            Some(operation) => say::failed(operation, &self.cause),
            None => self.cause.message(),
        }
    }
}

certamen_i18n::display!(Failure);

impl From<io::Error> for ErrorCause {
    fn from(error: io::Error) -> ErrorCause {
        let words = || ErrorCause::Words(error.to_string());
        error.raw_os_error().map_or_else(words, ErrorCause::System)
    }
}

impl From<Errno> for ErrorCause {
    fn from(error: Errno) -> ErrorCause {
        ErrorCause::System(error.raw_os_error())
    }
}

from_errors!(ErrorCause: Filter(FilterError), Landlock(RestrictError));
