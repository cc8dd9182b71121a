//! One run a move, with what the program may know on its standard input.

use super::fault::{answer, void};
use game::{Budget, Failure, Player, Reply, View};
use sandbox::{Program, Sandbox};
use std::sync::Arc;

/// A program that is called anew for every move.
pub struct Stdin {
    program: Program,
    sandbox: Arc<dyn Sandbox>,
}

impl Stdin {
    /// A player that runs `program`.
    pub fn new(program: Program, sandbox: Arc<dyn Sandbox>) -> Stdin {
        Stdin { program, sandbox }
    }
}

impl Player for Stdin {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        let mut input = view.state.observation(view.seat).into_bytes();
        if input.last() != Some(&b'\n') {
            input.push(b'\n');
        }
        let run = self.sandbox.run(&self.program, None, Some(&input), budget.wall);
        let run = run.map_err(|error| void(&error))?;
        Ok(Reply { text: answer(&run)?, charged: run.charged, wall: run.wall })
    }
}
