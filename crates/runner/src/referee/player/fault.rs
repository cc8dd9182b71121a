//! How a program's end is judged.

use certamen_game::{Failure, Fault, Void};
use certamen_i18n::Localize;
use certamen_sandbox::{Broken, ProgramExit, Run, SandboxError};

/// The fault of a program that ended without the answer that it was asked for.
pub(super) fn fault(end: ProgramExit) -> Fault {
    match end {
        ProgramExit::Exited(_) => Fault::Exit,
        ProgramExit::Signalled(_) => Fault::Crash,
        ProgramExit::Timeout => Fault::Timeout,
        ProgramExit::Output => Fault::Output,
        ProgramExit::Memory => Fault::Memory,
        ProgramExit::Security => Fault::Security,
    }
}

/// What went wrong with a living program.
pub(super) fn failure(broken: Broken) -> Failure {
    match broken {
        Broken::Program(end) => Failure::Fault(fault(end)),
        Broken::Sandbox(error) => void(&error),
    }
}

/// The sandbox's own trouble, or a program that cannot be executed.
pub(super) fn void(error: &SandboxError) -> Failure {
    Failure::Void(match error {
        // A bot that cannot be executed loses, like one that exits at once.
        SandboxError::Refused { .. } => return Failure::Fault(Fault::Exit),
        SandboxError::NoCommand | SandboxError::Start { .. } => Void::CannotStart(error.message()),
        SandboxError::Stalled { .. } => Void::StoodStill(error.message()),
        SandboxError::Running { .. } => Void::Sandbox(error.message()),
    })
}

/// The answer of a finished run. A program that answered and then exits with any code has answered;
/// one that dies by a signal has not.
pub(super) fn answer(run: &Run) -> Result<String, Failure> {
    match run.end {
        ProgramExit::Exited(_) if !run.output.is_empty() => {
            Ok(String::from_utf8_lossy(&run.output).into_owned())
        }
        end => Err(Failure::Fault(fault(end))),
    }
}
