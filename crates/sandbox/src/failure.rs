//! Why a run of our own program failed to set itself up, as reported to the supervisor.

use crate::{filter::FilterError, landlock::RestrictError, say};
use certamen_i18n::{Localize, Message};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};
use std::{io, path::PathBuf};

/// What failed on the way, and at which step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// The step; none where the trouble says it all.
    pub step: Option<SetupStep>,
    /// What happened there.
    pub trouble: StepError,
}

/// A step on the way into a sandbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SetupStep {
    /// Reading what is to be done.
    Plan,
    /// The filter of system calls.
    Filter,
    /// The file that the zygote is.
    Zygote,
    /// The control group.
    Group,
    /// A user namespace.
    Users,
    /// The other namespaces.
    Namespaces,
    /// A pipe.
    Pipe,
    /// The first process of the namespace.
    FirstProcess,
    /// The name of the machine inside.
    Name,
    /// The private root.
    Root,
    /// A session.
    Session,
    /// The limits of each process.
    Limits,
    /// Putting descriptors where they belong.
    Descriptors,
    /// The second barrier.
    Landlock,
    /// Giving up privileges.
    Privileges,
    /// Executing the program.
    Execution,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StepError {
    /// The system's error number.
    System(i32),
    /// The same, of a path.
    Path(PathBuf, i32),
    /// There is no filter.
    Filter(FilterError),
    /// Landlock does not close what it should.
    Landlock(RestrictError),
    /// Landlock is missing or too old, and there is no other barrier.
    LandlockIsOld,
    /// It would be root.
    StillRoot,
    /// What a library says.
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

impl Localize for SetupStep {
    fn message(&self) -> Message {
        match self {
            SetupStep::Plan => say::step_plan(),
            SetupStep::Filter => say::step_filter(),
            SetupStep::Zygote => say::step_zygote(),
            SetupStep::Group => say::step_group(),
            SetupStep::Users => say::step_user(),
            SetupStep::Namespaces => say::step_namespaces(),
            SetupStep::Pipe => say::step_pipe(),
            SetupStep::FirstProcess => say::step_first(),
            SetupStep::Name => say::step_name(),
            SetupStep::Root => say::step_root(),
            SetupStep::Session => say::step_session(),
            SetupStep::Limits => say::step_limits(),
            SetupStep::Descriptors => say::step_descriptors(),
            SetupStep::Landlock => say::step_landlock(),
            SetupStep::Privileges => say::step_privileges(),
            SetupStep::Execution => say::step_execution(),
        }
    }
}

impl Localize for StepError {
    fn message(&self) -> Message {
        match self {
            StepError::System(code) => io::Error::from_raw_os_error(*code).message(),
            StepError::Path(path, code) => {
                say::with_path(path, io::Error::from_raw_os_error(*code))
            }
            StepError::Filter(error) => error.message(),
            StepError::Landlock(error) => error.message(),
            StepError::LandlockIsOld => say::landlock_old(),
            StepError::StillRoot => say::landlock_root(),
            StepError::Words(words) => Message::verbatim(words),
        }
    }
}

certamen_i18n::said!(Failure, SetupStep, StepError);
