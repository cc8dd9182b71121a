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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// A program was being confined.
    Confining,
    /// A program was listened to.
    Listening,
    /// Its pipes were prepared.
    Pipes,
    /// Its clock was started.
    Clock,
    /// Its clock was read.
    ReadingClock,
    /// A line was sent.
    Sending,
    /// It was being started.
    Starting,
    /// It was being ended.
    Ending,
    /// A sandbox was being built.
    Building,
    /// A canary ran.
    Canary,
    /// The end of a program was waited for.
    Waiting,
}

/// What failed beneath: the system, or a part of the sandbox.
#[derive(Debug)]
pub enum ErrorCause {
    /// The system's answer.
    System(io::Error),
    /// The zygote says what it should not say now.
    ZygoteSays(String),
    /// The zygote says what has no meaning.
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
    SetUp(Failure),
    /// A program could not confine itself, and reported why.
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

impl Localize for Operation {
    fn message(&self) -> Message {
        match self {
            Operation::Confining => say::doing_confining(),
            Operation::Listening => say::doing_listening(),
            Operation::Pipes => say::doing_pipes(),
            Operation::Clock => say::doing_clock(),
            Operation::ReadingClock => say::doing_reading_clock(),
            Operation::Sending => say::doing_sending(),
            Operation::Starting => say::doing_starting(),
            Operation::Ending => say::doing_ending(),
            Operation::Building => say::doing_building(),
            Operation::Canary => say::doing_canary(),
            Operation::Waiting => say::doing_waiting(),
        }
    }
}

impl Localize for ErrorCause {
    fn message(&self) -> Message {
        match self {
            ErrorCause::System(error) => error.message(),
            ErrorCause::ZygoteSays(answer) => say::zygote_says(quoted(answer)),
            ErrorCause::Nonsense => say::zygote_nonsense(),
            ErrorCause::ZygoteSilent => say::zygote_silent(),
            ErrorCause::ZygoteGone => say::zygote_gone(),
            ErrorCause::SetUpSilent => say::set_up_silent(),
            ErrorCause::SetUpFailed => say::set_up_failed(),
            ErrorCause::SetUp(failure) => failure.message(),
            ErrorCause::Confinement(failure) => say::confined_failed(failure),
            ErrorCause::ClosedToOthers(folder) => say::closed_to_others(folder),
            ErrorCause::TooManyWords => say::too_many_words(),
            ErrorCause::WordWithNul => say::word_with_nul(),
            ErrorCause::TooLong => say::too_long(),
        }
    }
}

certamen_i18n::error!(SandboxError, ErrorCause);
certamen_i18n::said!(Operation);
