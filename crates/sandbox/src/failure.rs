//! Why a run of our own program did not become what it was to become, as it tells the supervisor.

use crate::{filter::FilterError, landlock::RestrictError, say};
use certamen_speech::{Message, Speak};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};
use std::{io, path::PathBuf};

/// What failed on the way, and at which step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// The step; none where the trouble says it all.
    pub step: Option<Step>,
    /// What happened there.
    pub trouble: Trouble,
}

/// A step on the way into a sandbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Step {
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
    /// The second wall.
    Landlock,
    /// Giving up privileges.
    Privileges,
    /// Executing the program.
    Execution,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Trouble {
    /// The system's error number.
    System(i32),
    /// The same, of a path.
    Path(PathBuf, i32),
    /// There is no filter.
    Filter(FilterError),
    /// Landlock does not close what it should.
    Landlock(RestrictError),
    /// Landlock is missing or too old, and there is no other wall.
    LandlockIsOld,
    /// It would be root.
    StillRoot,
    /// What a library says.
    Words(String),
}

/// For what fails at `step`.
pub(crate) fn at<T: Into<Trouble>>(step: Step) -> impl Fn(T) -> Failure {
    move |trouble| Failure { step: Some(step), trouble: trouble.into() }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        error.raw_os_error().map_or_else(|| Trouble::Words(error.to_string()), Trouble::System)
    }
}

impl From<Errno> for Trouble {
    fn from(error: Errno) -> Trouble {
        Trouble::System(error.raw_os_error())
    }
}

impl From<serde_json::Error> for Trouble {
    fn from(error: serde_json::Error) -> Trouble {
        Trouble::Words(error.to_string())
    }
}

impl From<FilterError> for Trouble {
    fn from(error: FilterError) -> Trouble {
        Trouble::Filter(error)
    }
}

impl From<RestrictError> for Trouble {
    fn from(error: RestrictError) -> Trouble {
        Trouble::Landlock(error)
    }
}

impl Speak for Failure {
    fn message(&self) -> Message {
        match self.step {
            Some(step) => say::step_failed(step, &self.trouble),
            None => self.trouble.message(),
        }
    }
}

impl Speak for Step {
    fn message(&self) -> Message {
        match self {
            Step::Plan => say::step_plan(),
            Step::Filter => say::step_filter(),
            Step::Zygote => say::step_zygote(),
            Step::Group => say::step_group(),
            Step::Users => say::step_user(),
            Step::Namespaces => say::step_namespaces(),
            Step::Pipe => say::step_pipe(),
            Step::FirstProcess => say::step_first(),
            Step::Name => say::step_name(),
            Step::Root => say::step_root(),
            Step::Session => say::step_session(),
            Step::Limits => say::step_limits(),
            Step::Descriptors => say::step_descriptors(),
            Step::Landlock => say::step_landlock(),
            Step::Privileges => say::step_privileges(),
            Step::Execution => say::step_execution(),
        }
    }
}

impl Speak for Trouble {
    fn message(&self) -> Message {
        match self {
            Trouble::System(code) => io::Error::from_raw_os_error(*code).message(),
            Trouble::Path(path, code) => say::with_path(path, io::Error::from_raw_os_error(*code)),
            Trouble::Filter(error) => error.message(),
            Trouble::Landlock(error) => error.message(),
            Trouble::LandlockIsOld => say::landlock_old(),
            Trouble::StillRoot => say::landlock_root(),
            Trouble::Words(words) => Message::verbatim(words),
        }
    }
}

certamen_speech::said!(Failure, Step, Trouble);
