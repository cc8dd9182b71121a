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

pub(crate) use seccompiler::BpfProgram;
use std::io;

/// Whether somebody counts what memory a program has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Memory {
    /// All of it, by a control group.
    Counted,
    /// Only what a process has mapped: files that are memory and have no name stay closed.
    Uncounted,
}

/// Why there is no filter.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FilterError {
    /// The list cannot be put into a program.
    #[error("system call filter: {0}")]
    Build(#[from] seccompiler::BackendError),
    /// Nobody has written the list for this processor.
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    #[error("system call filter: none for this processor, only for x86-64 and arm64")]
    Processor,
}

/// The filter, to be built once and installed often.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) fn programs(memory: Memory) -> Result<Vec<BpfProgram>, FilterError> {
    Ok(vec![gate::program(), list::program(memory)?])
}

/// The filter, to be built once and installed often.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) fn programs(_memory: Memory) -> Result<Vec<BpfProgram>, FilterError> {
    Err(FilterError::Processor)
}

/// Puts the calling thread and all that it starts under the filter, forever. It gains no
/// privileges by executing files from then on.
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

certamen_speech::plain!(FilterError);
