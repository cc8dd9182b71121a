//! The errors of the sandbox.

use crate::{failure::Failure, say};
use certamen_i18n::{Localize, Message, quoted};
use rustix::io::Errno;
use std::{io, path::PathBuf, time::Duration};

/// What the sandbox could not do: never the program's fault, but for one.
#[derive(Debug)]
pub enum SandboxError {
    /// There is nothing to run.
    NoCommand,
    /// The program cannot be started.
    Start {
        /// The path tried.
        program: String,
        /// The system's answer.
        error: io::Error,
    },
    /// The system does not execute the program's file: that is the program's own matter.
    Refused {
        /// The path tried.
        program: String,
        /// The system's answer.
        error: io::Error,
    },
    /// We came so late to look at the program that its time says nothing about it.
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
