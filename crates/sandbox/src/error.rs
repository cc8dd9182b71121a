//! The errors of the sandbox; and why a run of our own program failed to set itself up, as reported
//! to the supervisor.

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
    /// Something failed while it ran.
    Running { operation: Operation, cause: ErrorCause },
}

/// What was being done when something failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
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
}

/// The cause: the system, or a part of the sandbox.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum ErrorCause {
    /// The system's answer.
    #[localize(transparent)]
    System(io::Error),
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
    #[localize(transparent)]
    SetUp(Failure),
    /// A program could not confine itself, and reported why.
    #[localize(say::confined_failed(_0))]
    Confinement(Failure),
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
    pub(crate) fn running<C: Into<ErrorCause>>(operation: Operation) -> impl Fn(C) -> SandboxError {
        move |cause| SandboxError::Running { operation, cause: cause.into() }
    }
}

from_errors!(ErrorCause: System(io::Error));

impl From<Errno> for ErrorCause {
    fn from(error: Errno) -> ErrorCause {
        ErrorCause::System(error.into())
    }
}

/// What failed in setting up, and at which step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// The step, unless the error says enough.
    pub step: Option<SetupStep>,
    /// The error.
    pub trouble: StepError,
}

/// A step on the way into a sandbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Localize)]
#[localize(display)]
#[expect(missing_docs, reason = "the messages say what each is")]
pub enum SetupStep {
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
    Pipe,
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

/// The error of a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, Localize)]
#[localize(display)]
pub enum StepError {
    /// The system's error number.
    #[localize(io::Error::from_raw_os_error(*_0).message())]
    System(i32),
    /// The same, of a path.
    #[localize(say::with_path(_0, io::Error::from_raw_os_error(*_1)))]
    Path(PathBuf, i32),
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
    /// An error of a library.
    #[localize(Message::verbatim(_0))]
    Words(String),
}

/// Converts errors at `step`.
pub(crate) fn at<T: Into<StepError>>(step: SetupStep) -> impl Fn(T) -> Failure {
    move |trouble| Failure { step: Some(step), trouble: trouble.into() }
}

impl From<io::Error> for StepError {
    fn from(error: io::Error) -> StepError {
        error.raw_os_error().map_or_else(|| StepError::Words(error.to_string()), StepError::System)
    }
}

impl From<Errno> for StepError {
    fn from(error: Errno) -> StepError {
        StepError::System(error.raw_os_error())
    }
}

impl From<serde_json::Error> for StepError {
    fn from(error: serde_json::Error) -> StepError {
        StepError::Words(error.to_string())
    }
}

from_errors!(StepError: Filter(FilterError), Landlock(RestrictError));

impl Localize for Failure {
    fn message(&self) -> Message {
        match self.step {
            Some(step) => say::step_failed(step, &self.trouble),
            None => self.trouble.message(),
        }
    }
}

certamen_i18n::display!(Failure);
