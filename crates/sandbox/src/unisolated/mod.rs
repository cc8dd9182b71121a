//! Tier D: plain processes with deadlines and bounded output, and no isolation at all.
//!
//! For the project's own programs. What a program does to the machine is not prevented; what it
//! does to the match is: it cannot block, bloat or outlive us, short of leaving its process group.
//! The number of its processes and the size of its files are not limited.

mod child;

use crate::{
    Cell, Process, Program, Run, Sandbox, SandboxError, Tier, TimeBudget,
    dialogue::{self, Dialogue, Input, RunPlan, Sleep},
    rlimits::{NO_CORE, lower},
};
use rustix::{
    fd::BorrowedFd,
    io::{FdFlags, fcntl_setfd},
    process::Resource,
};
use std::fs;

/// The sandbox that does not isolate.
#[derive(Debug)]
pub struct Unisolated(());

impl Unisolated {
    /// The sandbox that does not isolate. From now on dying programs leave no core files, and
    /// descriptors that we inherited are our own.
    pub fn new() -> Unisolated {
        // Failing to lower a limit is impossible; were it not, core files are merely untidy.
        let _ = lower(Resource::Core, NO_CORE);
        keep_descriptors();
        Unisolated(())
    }
}

/// Ensures that no program inherits descriptors that a shell or another parent left open:
/// those that we open ourselves are closed when a program starts, those are not.
fn keep_descriptors() {
    // Without the list there is nothing to be done; programs then find what we found.
    let entries = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_string_lossy().parse().ok());
    for number in numbers.filter(|number| *number > 2) {
        #[expect(unsafe_code, reason = "inherited descriptors are known by number only")]
        // SAFETY: it is used for one call, which fails and does nothing if it was closed meanwhile.
        let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
        let _ = fcntl_setfd(descriptor, FdFlags::CLOEXEC);
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

    fn create_cell(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError> {
        Ok(Box::new(NoCell { program: program.clone(), sleep: Sleep::of_runs() }))
    }
}

/// No cell at all: the program runs where we run.
struct NoCell {
    program: Program,
    sleep: Sleep,
}

impl Cell for NoCell {
    fn start(&mut self) -> Result<Box<dyn Process>, SandboxError> {
        let (child, pipes) = child::LocalChild::spawn(&self.program, None, Input::Pipe)?;
        Ok(Box::new(Dialogue::with(child, pipes, self.program.limits.output)?))
    }

    fn run(
        &mut self,
        argument: Option<&str>,
        input: Option<&[u8]>,
        budget: TimeBudget,
    ) -> Result<Run, SandboxError> {
        let kind = if input.is_some() { Input::Pipe } else { Input::Nothing };
        let (child, pipes) = child::LocalChild::spawn(&self.program, argument, kind)?;
        let input = input.unwrap_or_default();
        let most = self.program.limits.output;
        let given = RunPlan { input, most, budget, sleep: &mut self.sleep };
        dialogue::one_run(child, pipes, given)
    }
}
