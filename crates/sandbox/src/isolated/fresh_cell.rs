//! A sandbox that is built again for each run, for programs that need a folder to write
//! to: what one run leaves there is not visible to the next.

use super::{Isolated, cell::CellProcess};
use crate::{Cell, Process, Program, Run, SandboxError, TimeBudget};

/// A place that is never used twice.
pub(super) struct FreshCell {
    sandbox: Isolated,
    program: Program,
    /// The one in use: dropping it ends everything in there.
    current: Option<CellProcess>,
}

impl FreshCell {
    /// Places for `program`, built by `sandbox`.
    pub(super) fn new(sandbox: Isolated, program: Program) -> FreshCell {
        FreshCell { sandbox, program, current: None }
    }

    fn next(&mut self) -> Result<&mut CellProcess, SandboxError> {
        self.current = None;
        Ok(self.current.insert(self.sandbox.housed(&self.program)?))
    }
}

impl Cell for FreshCell {
    fn start(&mut self) -> Result<Box<dyn Process>, SandboxError> {
        self.next()?.start()
    }

    fn run(
        &mut self,
        argument: Option<&str>,
        input: Option<&[u8]>,
        budget: TimeBudget,
    ) -> Result<Run, SandboxError> {
        self.next()?.run(argument, input, budget)
    }
}
