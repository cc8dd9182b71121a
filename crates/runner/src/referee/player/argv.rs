//! One run per move, with what the program may know as its only argument.

use super::{
    fault::{answer, void},
    housed,
};
use certamen_game::{Budget, Failure, Player, Reply, View};
use certamen_sandbox::{Cell, Program, Sandbox, TimeBudget};
use std::{sync::Arc, time::Duration};

/// A program that is started again for every move.
pub struct ArgvPlayer {
    program: Program,
    sandbox: Arc<dyn Sandbox>,
    cell: Option<Box<dyn Cell>>,
    asleep: Duration,
}

impl ArgvPlayer {
    /// A player that runs `program`.
    pub fn new(program: Program, sandbox: Arc<dyn Sandbox>) -> ArgvPlayer {
        ArgvPlayer { program, sandbox, cell: None, asleep: Duration::ZERO }
    }
}

impl Player for ArgvPlayer {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        let observation = view.state.observation(view.seat);
        self.asleep = Duration::ZERO;
        let cell = housed(&mut self.cell, &*self.sandbox, &self.program)?;
        let run = cell.run(Some(&observation), None, TimeBudget::of(budget.cpu));
        let run = run.map_err(|error| void(&error))?;
        self.asleep = run.asleep;
        let text = answer(&run)?;
        let pondered = Duration::ZERO;
        Ok(Reply { given: text.into(), charged: run.charged, wall: run.wall, pondered })
    }

    fn asleep(&self) -> Duration {
        self.asleep
    }
}
