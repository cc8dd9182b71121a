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
