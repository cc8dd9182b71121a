//! The channel to a program in the sandbox, started when it is first needed.

use super::{
    ShutdownPolicy,
    fault::{failure, void},
};
use certamen_game::{Budget, Channel, Failure};
use certamen_sandbox::{Cell, Process, Program, Sandbox, ShutdownReport, TimeBudget};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// A program behind two pipes.
pub struct Piped {
    program: Program,
    sandbox: Arc<dyn Sandbox>,
    /// Whether its lines begin each match from scratch.
    lasting: bool,
    /// What is known of its ends.
    shutdown_policy: ShutdownPolicy,
    /// Whether it was told that its match is over.
    bid_farewell: bool,
    // The process goes before the place it runs in.
    process: Option<Box<dyn Process>>,
    cell: Option<Box<dyn Cell>>,
}

impl Piped {
    /// A channel to `program`, which is not started yet.
    pub fn new(program: Program, sandbox: Arc<dyn Sandbox>) -> Piped {
        Piped::known(program, sandbox, ShutdownPolicy::default())
    }

    /// The same, where something is known of how the program ends.
    pub(super) fn known(
        program: Program,
        sandbox: Arc<dyn Sandbox>,
        shutdown_policy: ShutdownPolicy,
    ) -> Piped {
        let (process, cell) = (None, None);
        Piped {
            program,
            sandbox,
            lasting: false,
            shutdown_policy,
            bid_farewell: false,
            process,
            cell,
        }
    }

    /// A channel to a trusted program that may have served other matches, because its lines begin
    /// each one from scratch.
    pub fn lasting(program: Program, sandbox: Arc<dyn Sandbox>) -> Piped {
        let mut piped = Piped::new(program, sandbox);
        piped.lasting = true;
        piped
    }

    fn process(&mut self) -> Result<&mut Box<dyn Process>, Failure> {
        if self.lasting && self.cell.is_none() {
            let cell = self.sandbox.create_reusable_cell(&self.program);
            self.cell = Some(cell.map_err(|error| void(&error))?);
        }
        if self.process.is_none() {
            let cell = super::housed(&mut self.cell, &*self.sandbox, &self.program)?;
            self.process = Some(cell.start().map_err(|error| void(&error))?);
        }
        Ok(self.process.as_mut().expect("it was just started"))
    }
}

impl Channel for Piped {
    fn begin_turn(&mut self, budget: Budget) -> Result<(), Failure> {
        let begun = self.process()?.begin_turn(TimeBudget::of(budget.cpu));
        begun.map_err(|error| void(&error))
    }

    fn pondered(&self) -> Duration {
        self.process.as_ref().map_or(Duration::ZERO, |process| process.pondered())
    }

    fn asleep(&self) -> Duration {
        self.process.as_ref().map_or(Duration::ZERO, |process| process.asleep())
    }

    fn end_turn(&mut self) -> Option<Duration> {
        // Without CPU time the wall time is charged, which is never less.
        Some(self.process.as_mut()?.end_turn().ok()?.charged)
    }

    fn send(&mut self, line: &[u8], _deadline: Instant) -> Result<(), Failure> {
        self.process()?.send(line).map_err(failure)
    }

    fn receive(&mut self, line: &mut Vec<u8>, _deadline: Instant) -> Result<(), Failure> {
        self.process()?.receive(line).map_err(failure)
    }

    fn bid_farewell(&mut self, line: &[u8]) {
        let _ = self.send(line, Instant::now());
        self.bid_farewell = true;
    }
}

impl Drop for Piped {
    fn drop(&mut self) {
        let Some(process) = self.process.as_mut() else { return };
        if self.lasting {
            // A trusted program has nothing left to say at its end.
            return process.dismiss();
        }
        if !self.bid_farewell {
            return;
        }
        if self.shutdown_policy.is_known_to_stay() {
            process.dismiss();
        } else if process.leave() == ShutdownReport::Stayed {
            self.shutdown_policy.note();
        }
    }
}
