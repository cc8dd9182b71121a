//! Why a sandbox must not be used.

use super::{item::Item, say};
use crate::SandboxError;
use certamen_i18n::{Localize, Message, quoted};
use std::{io, path::PathBuf, process::ExitStatus};

/// Why a sandbox must not be used.
#[derive(Debug)]
pub enum TestError {
    /// A canary could do what it must not, or could not do what it must.
    Failed {
        /// What was tried.
        item: Item,
        /// The detail of the failure.
        detail: Option<Message>,
    },
    /// There is nothing to test, and canaries let loose would do harm.
    Nothing,
    /// Canaries cannot be run.
    Canary(CanaryError),
    /// Canaries cannot be started.
    Sandbox(SandboxError),
}

/// Why there is no canary.
#[derive(Debug, Localize)]
#[localize(error)]
pub enum CanaryError {
    /// They are made for another machine.
    #[localize(say::canary_processor())]
    Processor,
    /// There is no place for them.
    #[localize(say::no_temporary_folder())]
    NoFolder,
    /// They cannot be put into this place.
    #[localize(say::canary_place(place, error))]
    Place {
        /// The place tried last.
        place: PathBuf,
        /// What failed there.
        error: Box<CanaryError>,
    },
    /// One was run without any sandbox, and says nothing.
    #[localize(say::canary_silent(quoted(_0)))]
    Silent(ExitStatus),
    /// The system's answer.
    #[localize(transparent)]
    System(io::Error),
}

impl From<io::Error> for CanaryError {
    fn from(error: io::Error) -> CanaryError {
        CanaryError::System(error)
    }
}

impl From<CanaryError> for TestError {
    fn from(error: CanaryError) -> TestError {
        TestError::Canary(error)
    }
}

impl From<SandboxError> for TestError {
    fn from(error: SandboxError) -> TestError {
        TestError::Sandbox(error)
    }
}

impl Localize for TestError {
    fn message(&self) -> Message {
        match self {
            TestError::Failed { item, detail } => {
                let detail = detail.clone().unwrap_or_else(|| Message::verbatim(""));
                say::does_not_hold(item, detail)
            }
            TestError::Nothing => say::nothing_to_test(),
            TestError::Canary(error) => say::cannot_be_tested(error),
            TestError::Sandbox(error) => say::cannot_be_tested(error),
        }
    }
}

certamen_i18n::error!(TestError);
