//! Which system calls a program may make: all but those on a list.
//!
//! Installed once, by the process that starts programs, and inherited by them all: it must leave
//! that process able to start, move and end programs. Two programs do it, since each has only one
//! way of refusing beyond ending the process: a gate by hand, and a list.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod denied;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod gate;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod list;

use crate::say;
use certamen_i18n::Localize;
pub(crate) use seccompiler::BpfProgram;
use serde::{Deserialize, Serialize};
use std::io;

/// What a program's processes have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Containment {
    /// A control group, which counts all memory that they have.
    ControlGroup,
    /// A namespace. Only mapped memory is counted, so that files in memory without a name stay
    /// closed.
    Namespace,
    /// A process group, which no process may leave.
    ProcessGroup {
        /// Whether the program has a folder to write to.
        writes: bool,
    },
}

/// Why there is no filter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, Localize)]
#[localize(error)]
pub enum FilterError {
    /// The filter cannot be compiled.
    #[localize(say::filter_build(_0))]
    Build(String),
    /// There is no list for this processor.
    #[localize(say::filter_processor())]
    Processor,
}

/// The filter, to be built once and installed often.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) fn programs(containment: Containment) -> Result<Vec<BpfProgram>, FilterError> {
    let list = list::program(containment).map_err(|error| FilterError::Build(error.to_string()))?;
    Ok(vec![gate::program(), list])
}

/// The filter, to be built once and installed often.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) fn programs(_containment: Containment) -> Result<Vec<BpfProgram>, FilterError> {
    Err(FilterError::Processor)
}

/// Puts the calling thread and all its descendants under the filter, for ever. Executing files
/// gives no privileges from then on.
pub(crate) fn install(programs: &[BpfProgram]) -> io::Result<()> {
    programs.iter().try_for_each(|program| {
        seccompiler::apply_filter(program).map_err(|error| match error {
            seccompiler::Error::Prctl(error) | seccompiler::Error::Seccomp(error) => error,
            other => io::Error::other(other),
        })
    })
}

#[cfg(all(test, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests;
