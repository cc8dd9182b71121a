//! Tier D: plain processes with deadlines and bounded output, and no isolation at all.
//!
//! For the project's own programs. What a program does to the machine is not prevented; what it
//! does to the match is: it cannot block, bloat or outlive us, short of leaving its process group.
//! The number of its processes and the size of its files are not limited.

mod child;
mod one_run;
mod pipe;
mod talk;

use crate::{Process, Program, Run, Sandbox, SandboxError, Tier};
use rustix::process::{Resource, Rlimit, setrlimit};
use std::time::Duration;

/// The sandbox that does not isolate.
#[derive(Debug)]
pub struct Unisolated(());

impl Unisolated {
    /// The sandbox that does not isolate. Dying programs leave no core files from now on.
    pub fn new() -> Unisolated {
        let none = Rlimit { current: Some(0), maximum: Some(0) };
        // Failing to lower a limit is impossible; were it not, core files are merely untidy.
        let _ = setrlimit(Resource::Core, none);
        Unisolated(())
    }
}

impl Default for Unisolated {
    fn default() -> Unisolated {
        Unisolated::new()
    }
}

impl Sandbox for Unisolated {
    fn tier(&self) -> Tier {
        Tier::D
    }

    fn start(&self, program: &Program) -> Result<Box<dyn Process>, SandboxError> {
        Ok(Box::new(talk::Talk::start(program)?))
    }

    fn run(
        &self,
        program: &Program,
        argument: Option<&str>,
        input: Option<&[u8]>,
        wall: Duration,
    ) -> Result<Run, SandboxError> {
        one_run::one_run(program, argument, input, wall)
    }
}
