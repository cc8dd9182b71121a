//! One run of a program: start, write its input, read its output, end.

use super::{
    Child, Pipes,
    clock::Clock,
    listening,
    pipe::{ErrorTail, Moved, ends_before, ends_without_reading, never_wait, pull, push, watch},
    sleep::Sleep,
};
use crate::{ProgramExit, Run, SandboxError, TimeBudget};
use rustix::fd::{AsFd, OwnedFd};
use std::{
    io,
    time::{Duration, Instant},
};

/// How much is read at a time, in bytes.
const CHUNK: usize = 16 << 10;
/// For this long, the output of a program that needs no more input is not read: most programs end
/// by then, and waking up for every write and every closed pipe costs more than starting them.
/// Pipes store the output meanwhile.
const AT_ONCE: Duration = Duration::from_millis(2);
/// How long a program that has closed its output may take to end.
const GRACE: Duration = Duration::from_millis(200);

pub(crate) struct RunPlan<'a> {
    pub(crate) input: &'a [u8],
    /// The longest output, in bytes.
    pub(crate) most: usize,
    pub(crate) budget: TimeBudget,
    /// How long it slept in earlier runs of the match.
    pub(crate) sleep: &'a mut Sleep,
}

/// Feeds and reads a program that was just started, and ends it; see [`crate::Cell::run`].
pub(crate) fn one_run(
    mut child: impl Child,
    pipes: Pipes,
    given: RunPlan<'_>,
) -> Result<Run, SandboxError> {
    let RunPlan { input, most, budget, sleep } = given;
    sleep.begin_turn(budget.cpu);
    let clock = Clock::start_of_program(child.is_counted(), budget);
    let errors = ErrorTail::new(pipes.errors).map_err(listening)?;
    let mut transfer = Transfer {
        input: pipes.input,
        unsent: input,
        output: pipes.output,
        received: Vec::new(),
        errors,
        most,
    };
    let ours = transfer.run(&child, &clock, sleep)?;
    sleep.end_turn();
    let own = child.finish(ours)?;
    let answer_cost = clock.charge(&child).map_err(listening)?;
    let overdrawn = clock.overdraws(answer_cost);
    transfer.errors.drain_last().map_err(listening)?;
    // A program that overran has no end of its own, even if it ended while being stopped.
    let end = match (ours, own) {
        (ProgramExit::Exited(_), ProgramExit::Exited(_)) if overdrawn => ProgramExit::Timeout,
        (ProgramExit::Exited(_), own) => own,
        _ => punished_or(own, ours),
    };
    Ok(Run {
        output: transfer.received,
        errors: transfer.errors.tail().to_vec(),
        end,
        memory: child.memory().map_err(listening)?,
        charged: answer_cost.charged,
        wall: answer_cost.wall,
        asleep: sleep.in_turn(),
    })
}

/// The end of a program that we ended for the reason `ours`: its own end if that was a punishment
/// by the sandbox.
pub(super) fn punished_or(own: ProgramExit, ours: ProgramExit) -> ProgramExit {
    match own {
        ProgramExit::Memory | ProgramExit::Security => own,
        _ => ours,
    }
}

struct Transfer<'a> {
    input: Option<OwnedFd>,
    unsent: &'a [u8],
    output: OwnedFd,
    received: Vec<u8>,
    errors: ErrorTail,
    most: usize,
}

enum ReadResult {
    Partial,
    Closed,
    TooMuch,
}

impl Transfer<'_> {
    /// Reads and writes until the program has ended or must be ended; returns why we end it if it
    /// has not ended.
    fn run(
        &mut self,
        child: &impl Child,
        clock: &Clock,
        sleep: &mut Sleep,
    ) -> Result<ProgramExit, SandboxError> {
        never_wait(&self.output).map_err(listening)?;
        if let Some(input) = &self.input {
            never_wait(input).map_err(listening)?;
        }
        self.feed().map_err(listening)?;
        if self.input.is_none()
            && let Some(deadline) = clock.next_look(child)?
            && ends_without_reading(child, deadline.min(Instant::now() + AT_ONCE))
                .map_err(listening)?
        {
            // It may have ended in time, and we are late; but we do not know that.
            if clock.next_look(child)?.is_none() {
                return Ok(ProgramExit::Timeout);
            }
            return Ok(match self.read_output(true).map_err(listening)? {
                ReadResult::TooMuch => ProgramExit::Output,
                ReadResult::Closed | ReadResult::Partial => ProgramExit::Exited(0),
            });
        }
        loop {
            if clock.weighs_too_much(child).map_err(listening)? {
                return Ok(ProgramExit::Memory);
            }
            if sleep.is_over(child) {
                return Ok(ProgramExit::Timeout);
            }
            let Some(deadline) = clock.next_look(child)? else { return Ok(ProgramExit::Timeout) };
            let deadline = deadline.min(sleep.due());
            self.feed().map_err(listening)?;
            let input = self.input.as_ref().map(AsFd::as_fd);
            let output = Some(self.output.as_fd());
            let ready =
                watch(child, output, input, &mut self.errors, deadline).map_err(listening)?;
            if ready.output || ready.ended {
                match self.read_output(ready.ended).map_err(listening)? {
                    ReadResult::TooMuch => return Ok(ProgramExit::Output),
                    ReadResult::Closed => return self.await_exit(child).map_err(listening),
                    // Descendants may hold the pipe open: they are not waited for.
                    ReadResult::Partial if ready.ended => return Ok(ProgramExit::Exited(0)),
                    ReadResult::Partial => {}
                }
            }
        }
    }

    /// Reads one chunk, or, if the program has ended, everything, because that was written in time.
    fn read_output(&mut self, ended: bool) -> io::Result<ReadResult> {
        loop {
            match pull(&self.output, &mut self.received, CHUNK)? {
                Moved::Bytes(_) if self.received.len() > self.most => {
                    return Ok(ReadResult::TooMuch);
                }
                Moved::Bytes(_) if ended => {}
                Moved::Closed => return Ok(ReadResult::Closed),
                Moved::Bytes(_) | Moved::Nothing => return Ok(ReadResult::Partial),
            }
        }
    }

    /// Only the exit code is missing, which may take as long as an orderly exit.
    fn await_exit(&mut self, child: &impl Child) -> io::Result<ProgramExit> {
        self.input = None;
        ends_before(child, &mut self.errors, Instant::now() + GRACE)?;
        Ok(ProgramExit::Exited(0))
    }

    /// Writes as much input as the program takes; closes it after the last byte.
    fn feed(&mut self) -> io::Result<()> {
        let Some(input) = &self.input else { return Ok(()) };
        match push(input, self.unsent)? {
            Moved::Bytes(count) => self.unsent = &self.unsent[count..],
            Moved::Nothing => {}
            // It does not read its input; its answer counts all the same.
            Moved::Closed => self.unsent = &[],
        }
        if self.unsent.is_empty() {
            self.input = None;
        }
        Ok(())
    }
}
