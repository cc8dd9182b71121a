//! The errors of the sandbox; and why a run of our own program failed to set itself up, as reported
//! to the supervisor.

use crate::{filter::FilterError, landlock::RestrictError, say};
use certamen_i18n::{Localize, Message, quoted};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};
use std::{io, path::PathBuf, time::Duration};

/// What the sandbox could not do: the program's fault only if [`SandboxError::Refused`].
#[derive(Debug)]
pub enum SandboxError {
    /// The command is empty.
    NoCommand,
    /// The program cannot be started.
    Start {
        /// The path tried.
        program: String,
        /// The system's answer.
        error: io::Error,
    },
    /// The system does not execute the program's file: that is the program's fault.
    Refused {
        /// The path tried.
        program: String,
        /// The system's answer.
        error: io::Error,
    },
    /// We looked at the program so late that its time means nothing.
    Stalled {
        /// How late.
        late: Duration,
    },
    /// Something failed while it ran.
    Running {
        /// What was being done.
        operation: Operation,
        /// What failed.
        cause: ErrorCause,
    },
}

/// What was being done when something failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
#[localize(display)]
pub enum Operation {
    /// A program was being confined.
    #[localize(say::doing_confining())]
    Confining,
    /// A program was listened to.
    #[localize(say::doing_listening())]
    Listening,
    /// Its pipes were prepared.
    #[localize(say::doing_pipes())]
    Pipes,
    /// Its clock was started.
    #[localize(say::doing_clock())]
    Clock,
    /// Its clock was read.
    #[localize(say::doing_reading_clock())]
    ReadingClock,
    /// A line was sent.
    #[localize(say::doing_sending())]
    Sending,
    /// It was being started.
    #[localize(say::doing_starting())]
    Starting,
    /// It was being ended.
    #[localize(say::doing_ending())]
    Ending,
    /// A sandbox was being built.
    #[localize(say::doing_building())]
    Building,
    /// A canary ran.
    #[localize(say::doing_canary())]
    Canary,
    /// The end of a program was waited for.
    #[localize(say::doing_waiting())]
    Waiting,
}

/// What failed beneath: the system, or a part of the sandbox.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum ErrorCause {
    /// The system's answer.
    #[localize(transparent)]
    System(io::Error),
    /// The zygote says what it should not say now.
    #[localize(say::zygote_says(quoted(_0)))]
    ZygoteSays(String),
    /// The zygote says what has no meaning.
    #[localize(say::zygote_nonsense())]
    Nonsense,
    /// The zygote says nothing.
    ZygoteSilent,
    /// The zygote is not there any more.
    ZygoteGone,
    /// The run that builds a sandbox says nothing.
    SetUpSilent,
    /// It ended without a word.
    SetUpFailed,
    /// It reported why it failed.
    #[localize(transparent)]
    SetUp(Failure),
    /// A program could not confine itself, and reported why.
    #[localize(say::confined_failed(_0))]
    Confinement(Failure),
    /// The user that a program gets cannot enter a folder of it.
    ClosedToOthers(PathBuf),
    /// Command and environment have too many words.
    TooManyWords,
    /// A word of them holds a NUL.
    WordWithNul,
    /// They are too long.
    TooLong,
}

impl SandboxError {
    /// For a file that is not executed: the program's matter, unless the machine lacks something.
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

    /// For what fails while `doing`.
    pub(crate) fn running<C: Into<ErrorCause>>(operation: Operation) -> impl Fn(C) -> SandboxError {
        move |cause| SandboxError::Running { operation, cause: cause.into() }
    }
}

impl From<io::Error> for ErrorCause {
    fn from(error: io::Error) -> ErrorCause {
        ErrorCause::System(error)
    }
}

impl From<Errno> for ErrorCause {
    fn from(error: Errno) -> ErrorCause {
        ErrorCause::System(error.into())
    }
}

impl Localize for SandboxError {
    fn message(&self) -> Message {
        match self {
            SandboxError::NoCommand => say::no_command(),
            SandboxError::Start { program, error } | SandboxError::Refused { program, error } => {
                say::start(program, error)
            }
            SandboxError::Stalled { late } => say::stalled(late.as_millis() as u64),
            SandboxError::Running { operation, cause } => say::running(operation, cause),
        }
    }
}

certamen_i18n::error!(SandboxError);

/// What failed on the way, and at which step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// The step; none where the trouble says it all.
    pub step: Option<SetupStep>,
    /// What happened there.
    pub trouble: StepError,
}

/// A step on the way into a sandbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Localize)]
#[localize(display)]
pub enum SetupStep {
    /// Reading what is to be done.
    #[localize(say::step_plan())]
    Plan,
    /// The filter of system calls.
    #[localize(say::step_filter())]
    Filter,
    /// The file that the zygote is.
    #[localize(say::step_zygote())]
    Zygote,
    /// The control group.
    #[localize(say::step_group())]
    Group,
    /// A user namespace.
    #[localize(say::step_user())]
    Users,
    /// The other namespaces.
    #[localize(say::step_namespaces())]
    Namespaces,
    /// A pipe.
    #[localize(say::step_pipe())]
    Pipe,
    /// The first process of the namespace.
    #[localize(say::step_first())]
    FirstProcess,
    /// The name of the machine inside.
    #[localize(say::step_name())]
    Name,
    /// The private root.
    #[localize(say::step_root())]
    Root,
    /// A session.
    #[localize(say::step_session())]
    Session,
    /// The limits of each process.
    #[localize(say::step_limits())]
    Limits,
    /// Putting descriptors where they belong.
    #[localize(say::step_descriptors())]
    Descriptors,
    /// The second barrier.
    #[localize(say::step_landlock())]
    Landlock,
    /// Giving up privileges.
    #[localize(say::step_privileges())]
    Privileges,
    /// Executing the program.
    #[localize(say::step_execution())]
    Execution,
}

/// What happened.
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
    /// It would be root.
    #[localize(say::landlock_root())]
    StillRoot,
    /// What a library says.
    #[localize(Message::verbatim(_0))]
    Words(String),
}

/// For what fails at `step`.
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

impl From<FilterError> for StepError {
    fn from(error: FilterError) -> StepError {
        StepError::Filter(error)
    }
}

impl From<RestrictError> for StepError {
    fn from(error: RestrictError) -> StepError {
        StepError::Landlock(error)
    }
}

impl Localize for Failure {
    fn message(&self) -> Message {
        match self.step {
            Some(step) => say::step_failed(step, &self.trouble),
            None => self.trouble.message(),
        }
    }
}

certamen_i18n::said!(Failure);
