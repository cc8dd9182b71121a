//! The channel to a program in the sandbox, started when it is first needed.

use super::fault::{failure, void};
use game::{Channel, Failure};
use sandbox::{Process, Program, Sandbox};
use std::{sync::Arc, time::Instant};

/// A program behind two pipes.
pub struct Piped {
    program: Program,
    sandbox: Arc<dyn Sandbox>,
    process: Option<Box<dyn Process>>,
}

impl Piped {
    /// A channel to `program`, which is not started yet.
    pub fn new(program: Program, sandbox: Arc<dyn Sandbox>) -> Piped {
        Piped { program, sandbox, process: None }
    }

    fn process(&mut self) -> Result<&mut Box<dyn Process>, Failure> {
        if self.process.is_none() {
            let started = self.sandbox.start(&self.program);
            self.process = Some(started.map_err(|error| void(&error))?);
        }
        Ok(self.process.as_mut().expect("it was just started"))
    }
}

impl Channel for Piped {
    fn send(&mut self, line: &[u8], _deadline: Instant) -> Result<(), Failure> {
        self.process()?.send(line).map_err(failure)
    }

    fn receive(&mut self, line: &mut Vec<u8>, deadline: Instant) -> Result<(), Failure> {
        self.process()?.receive(line, deadline).map_err(failure)
    }
}
