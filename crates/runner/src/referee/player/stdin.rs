//! One run per move, with what the program may know on its standard input.

use super::{
    fault::{answer, void},
    housed,
};
use certamen_game::{Budget, Failure, Player, Reply, View};
use certamen_sandbox::{Cell, Program, Sandbox, TimeBudget};
use std::{sync::Arc, time::Duration};

/// A program that is started again for every move.
pub struct StdinPlayer {
    program: Program,
    sandbox: Arc<dyn Sandbox>,
    cell: Option<Box<dyn Cell>>,
    asleep: Duration,
}

impl StdinPlayer {
    /// A player that runs `program`.
    pub fn new(program: Program, sandbox: Arc<dyn Sandbox>) -> StdinPlayer {
        StdinPlayer { program, sandbox, cell: None, asleep: Duration::ZERO }
    }
}

impl Player for StdinPlayer {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        let mut input = view.state.observation(view.seat).into_bytes();
        if input.last() != Some(&b'\n') {
            input.push(b'\n');
        }
        self.asleep = Duration::ZERO;
        let cell = housed(&mut self.cell, &*self.sandbox, &self.program)?;
        let run = cell.run(None, Some(&input), TimeBudget::of(budget.cpu));
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
