//! One run a move, with what the program may know as its only argument.

use super::fault::{answer, void};
use game::{Budget, Failure, Player, Reply, View};
use sandbox::{Program, Sandbox};
use std::sync::Arc;

/// A program that is called anew for every move.
pub struct Argv {
    program: Program,
    sandbox: Arc<dyn Sandbox>,
}

impl Argv {
    /// A player that runs `program`.
    pub fn new(program: Program, sandbox: Arc<dyn Sandbox>) -> Argv {
        Argv { program, sandbox }
    }
}

impl Player for Argv {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        let observation = view.state.observation(view.seat);
        let run = self.sandbox.run(&self.program, Some(&observation), None, budget.wall);
        let run = run.map_err(|error| void(&error))?;
        Ok(Reply { text: answer(&run)?, charged: run.charged, wall: run.wall })
    }
}
