//! Trusted programs that live through many matches, because their lines begin each one from
//! scratch.
//!
//! A process that failed, was stopped in the middle of its turn or wrote to standard error is
//! not reused: the next match starts another one.

use super::alike;
use crate::{
    AnswerCost, Broken, Cell, Process, Program, Run, Sandbox, SandboxError, ShutdownReport,
    TimeBudget, process::forward,
};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The maximum per thread. An idle process has some megabytes and uses no CPU time.
const MOST: usize = 256;

#[derive(Clone, Default)]
pub(super) struct LastingPool(Arc<Mutex<IdleProcesses>>);

/// The idle processes, the most recently used last. Their ends are not awaited.
#[derive(Default)]
struct IdleProcesses(Vec<IdleProcess>);

/// A running program and its cell, which is dropped after it.
struct IdleProcess {
    process: Box<dyn Process>,
    program: Program,
    cell: Box<dyn Cell>,
}

impl LastingPool {
    /// A cell with an idle process of `program`, or a new one of `inner`.
    pub(super) fn create_cell(
        &self,
        inner: &dyn Sandbox,
        program: &Program,
    ) -> Result<Box<dyn Cell>, SandboxError> {
        let (process, cell) = match self.take(program) {
            Some(IdleProcess { process, cell, .. }) => (Some(process), cell),
            None => (None, inner.create_cell(program)?),
        };
        let back = Arc::default();
        Ok(Box::new(MatchCell {
            process,
            back,
            cell: Some(cell),
            program: program.clone(),
            idle: self.clone(),
        }))
    }

    fn take(&self, program: &Program) -> Option<IdleProcess> {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let position =
            idle.0.iter().position(|idle_process| alike(&idle_process.program, program))?;
        Some(idle.0.remove(position))
    }

    fn put(&self, idle_process: IdleProcess) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        idle.0.push(idle_process);
        let surplus = idle.0.len().saturating_sub(MOST);
        let oldest = IdleProcesses(idle.0.drain(..surplus).collect());
        // Ending processes takes some time.
        drop(idle);
        drop(oldest);
    }
}

impl Drop for IdleProcesses {
    fn drop(&mut self) {
        self.0.iter_mut().for_each(|idle_process| idle_process.process.dismiss());
    }
}

/// Where the process is returned after a match.
type Back = Arc<Mutex<Option<Box<dyn Process>>>>;

struct MatchCell {
    /// The idle process, until the match begins.
    process: Option<Box<dyn Process>>,
    back: Back,
    /// `None` once it is returned.
    cell: Option<Box<dyn Cell>>,
    program: Program,
    idle: LastingPool,
}

impl MatchCell {
    fn cell(&mut self) -> &mut dyn Cell {
        &mut **self.cell.as_mut().expect("it is returned at the end only")
    }
}

impl Cell for MatchCell {
    fn start(&mut self) -> Result<Box<dyn Process>, SandboxError> {
        let process = match self.process.take() {
            Some(mut process) => {
                process.another_match();
                process.take_errors();
                process
            }
            None => self.cell().start()?,
        };
        let back = Arc::clone(&self.back);
        Ok(Box::new(MatchProcess { process: Some(process), sound: true, on_turn: false, back }))
    }

    fn run(
        &mut self,
        argument: Option<&str>,
        input: Option<&[u8]>,
        budget: TimeBudget,
    ) -> Result<Run, SandboxError> {
        self.cell().run(argument, input, budget)
    }
}

impl Drop for MatchCell {
    fn drop(&mut self) {
        let left = self.back.lock().unwrap_or_else(PoisonError::into_inner).take();
        let process = left.or(self.process.take());
        if let (Some(process), Some(cell)) = (process, self.cell.take()) {
            self.idle.put(IdleProcess { process, program: self.program.clone(), cell });
        }
    }
}

struct MatchProcess {
    /// There until it is left behind.
    process: Option<Box<dyn Process>>,
    /// Whether no operation failed.
    sound: bool,
    on_turn: bool,
    back: Back,
}

impl MatchProcess {
    fn inner(&self) -> &dyn Process {
        &**self.process.as_ref().expect("it is returned at the end only")
    }

    fn inner_mut(&mut self) -> &mut dyn Process {
        &mut **self.process.as_mut().expect("it is returned at the end only")
    }

    fn within<T, E>(
        &mut self,
        work: impl FnOnce(&mut dyn Process) -> Result<T, E>,
    ) -> Result<T, E> {
        let result = work(self.inner_mut());
        self.sound &= result.is_ok();
        result
    }

    fn may_stay(&self) -> bool {
        self.sound && !self.on_turn && self.errors().is_empty()
    }
}

impl Process for MatchProcess {
    fn begin_turn(&mut self, budget: TimeBudget) -> Result<(), SandboxError> {
        self.on_turn = true;
        self.within(|process| process.begin_turn(budget))
    }

    fn end_turn(&mut self) -> Result<AnswerCost, SandboxError> {
        self.on_turn = false;
        self.within(|process| process.end_turn())
    }

    forward! { &self:
        fn pondered() -> Duration;
        fn asleep() -> Duration;
        fn errors() -> &[u8];
        fn memory() -> Option<u64>;
    }
    forward! { &mut self:
        fn unheard() -> &[u8];
        fn await_line(deadline: Instant) -> &[u8];
        fn is_gone() -> bool;
    }

    fn take_errors(&mut self) -> Vec<u8> {
        let errors = self.inner_mut().take_errors();
        self.sound &= errors.is_empty();
        errors
    }

    fn send(&mut self, line: &[u8]) -> Result<(), Broken> {
        self.within(|process| process.send(line))
    }

    fn receive(&mut self, line: &mut Vec<u8>) -> Result<(), Broken> {
        self.within(|process| process.receive(line))
    }

    fn close(&mut self) {
        self.sound = false;
        self.inner_mut().close();
    }

    fn leave(&mut self) -> ShutdownReport {
        if self.may_stay() { ShutdownReport::Ended } else { self.inner_mut().leave() }
    }

    fn dismiss(&mut self) {
        if !self.may_stay() {
            self.inner_mut().dismiss();
        }
    }
}

impl Drop for MatchProcess {
    fn drop(&mut self) {
        if self.may_stay() {
            *self.back.lock().unwrap_or_else(PoisonError::into_inner) = self.process.take();
        }
    }
}
