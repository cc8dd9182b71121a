//! A dialogue in lines with a program that lives through a match.

use super::{
    Child, Pipes,
    clock::Clock,
    listening,
    one_run::punished_or,
    pipe::{ErrorTail, Moved, ends_before, never_wait, pull, push, watch},
    sleep::Sleep,
};
use crate::{
    AnswerCost, Broken, Operation, Process, ProgramExit, SandboxError, ShutdownReport, TimeBudget,
};
use rustix::fd::{AsFd, OwnedFd};
use std::{
    io,
    time::{Duration, Instant},
};

/// How much is read at a time, in bytes.
const CHUNK: usize = 4 << 10;
/// How much may wait for a program that does not read before another line is refused, in bytes. The
/// line itself is the caller's to bound: a state with the replies of 64 seats is longer than this.
const UNSENT: usize = 1 << 20;
/// What a program may compute between the line that ends its turn and waiting for the next.
const MIN_PONDERED: Duration = Duration::from_millis(1);
/// How long a program may take to end after its input is closed.
const GRACE: Duration = Duration::from_millis(200);

/// A running program and its pipes.
pub(crate) struct Dialogue<C: Child> {
    child: C,
    input: Option<OwnedFd>,
    output: OwnedFd,
    errors: ErrorTail,
    unsent: Vec<u8>,
    received: Vec<u8>,
    /// The start of the unread part of `received`.
    read: usize,
    most: usize,
    clock: Clock,
    sleep: Sleep,
    /// The CPU time used until the end of its last turn.
    used: Option<Duration>,
    pondered: Duration,
    /// How it ended, once it was stopped.
    end: Option<ProgramExit>,
    /// Its reaction to its closed input, once that was tested.
    shutdown_report: Option<ShutdownReport>,
}

impl<C: Child> Dialogue<C> {
    /// A dialogue with a program that was just started; its answers are at most `most` bytes.
    pub(crate) fn with(child: C, pipes: Pipes, most: usize) -> Result<Dialogue<C>, SandboxError> {
        let prepare = || {
            pipes.input.as_ref().map_or(Ok(()), never_wait)?;
            never_wait(&pipes.output)?;
            Clock::start(&child, TimeBudget::default())
        };
        let failed = SandboxError::during(Operation::Pipes);
        let clock = prepare().map_err(&failed)?;
        Ok(Dialogue {
            child,
            input: pipes.input,
            output: pipes.output,
            errors: ErrorTail::new(pipes.errors).map_err(&failed)?,
            unsent: Vec::new(),
            received: Vec::new(),
            read: 0,
            most,
            clock,
            sleep: Sleep::of_living(),
            used: None,
            pondered: Duration::ZERO,
            end: None,
            shutdown_report: None,
        })
    }

    /// Writes as much as the program takes now.
    fn flush(&mut self) -> io::Result<()> {
        let Some(input) = &self.input else { return Ok(()) };
        while !self.unsent.is_empty() {
            match push(input, &self.unsent)? {
                Moved::Bytes(count) => drop(self.unsent.drain(..count)),
                Moved::Nothing => break,
                // Its end shows when its answer is awaited.
                Moved::Closed => self.unsent.clear(),
            }
        }
        Ok(())
    }

    /// Moves the next received line to `line`, if there is a complete one.
    fn take_line(&mut self, line: &mut Vec<u8>, searched: usize) -> bool {
        let found = self.received[searched..].iter().position(|byte| *byte == b'\n');
        let Some(length) = found.map(|position| searched + position - self.read) else {
            return false;
        };
        line.extend_from_slice(&self.received[self.read..self.read + length]);
        self.read += length + 1;
        if self.read == self.received.len() {
            self.received.clear();
            self.read = 0;
        }
        true
    }

    /// Receives the next line, or returns why there is none.
    fn next_line(&mut self, line: &mut Vec<u8>) -> Result<Option<ProgramExit>, SandboxError> {
        let mut searched = self.read;
        let mut waited = false;
        loop {
            if self.take_line(line, searched) {
                return self.price(line.len()).map_err(listening);
            }
            searched = self.received.len();
            if searched - self.read > self.most {
                return Ok(Some(ProgramExit::Output));
            }
            // Lines that were taken are removed before reading more, so that the buffer stays bounded.
            self.received.drain(..self.read);
            searched -= self.read;
            self.read = 0;
            if self.clock.weighs_too_much(&self.child).map_err(listening)? {
                return Ok(Some(ProgramExit::Memory));
            }
            if waited && self.sleep.is_over(&self.child) {
                return Ok(Some(ProgramExit::Timeout));
            }
            let deadline = match self.clock.next_look(&self.child)? {
                Some(deadline) => deadline,
                // A program that has no time at all is still read if its answer is already there.
                None if !waited => Instant::now(),
                None => return Ok(Some(ProgramExit::Timeout)),
            };
            let deadline = deadline.min(self.sleep.due());
            if let Some(end) = self.read_output(deadline).map_err(listening)? {
                return Ok(Some(end));
            }
            waited = true;
        }
    }

    /// Why an answer of this length does not count, if so.
    fn price(&self, length: usize) -> io::Result<Option<ProgramExit>> {
        if length > self.most {
            return Ok(Some(ProgramExit::Output));
        }
        // A child may have been killed for it while its parent continues.
        if !self.clock.is_fresh() && self.child.out_of_memory()? {
            return Ok(Some(ProgramExit::Memory));
        }
        Ok(self.clock.is_overdrawn(&self.child)?.then_some(ProgramExit::Timeout))
    }

    /// Waits once and reads what is there; returns how it ended if there will be no more.
    fn read_output(&mut self, deadline: Instant) -> io::Result<Option<ProgramExit>> {
        let input = self.input.as_ref().filter(|_| !self.unsent.is_empty());
        let (output, input) = (Some(self.output.as_fd()), input.map(AsFd::as_fd));
        // Waiting comes first: the answer is hardly ever there yet, and reading in vain would cost a
        // system call per turn.
        let ready = watch(&self.child, output, input, &mut self.errors, deadline)?;
        if ready.input {
            self.flush()?;
        }
        if !ready.output && !ready.ended {
            return Ok(None);
        }
        Ok(match pull(&self.output, &mut self.received, CHUNK)? {
            Moved::Bytes(_) => None,
            Moved::Closed => Some(ProgramExit::Exited(0)),
            // Descendants may hold the pipe open: the program's end is the end.
            Moved::Nothing => ready.ended.then_some(ProgramExit::Exited(0)),
        })
    }

    /// Ends the program for the reason `end` and returns what really ended it.
    fn stop(&mut self, end: ProgramExit) -> Broken {
        if matches!(end, ProgramExit::Exited(_)) {
            // It closed its output. It may be about to exit with a code.
            let _ = ends_before(&self.child, &mut self.errors, Instant::now() + GRACE);
        }
        let end = match self.child.finish(end) {
            Ok(own) if matches!(end, ProgramExit::Exited(_)) => own,
            Ok(own) => punished_or(own, end),
            Err(error) => return Broken::Sandbox(error),
        };
        // Its last output is for its author only; failing to read it has no consequences.
        let _ = self.errors.drain_last();
        self.end = Some(end);
        Broken::Program(end)
    }
}

impl<C: Child> Process for Dialogue<C> {
    fn begin_turn(&mut self, budget: TimeBudget) -> Result<(), SandboxError> {
        self.child.freeze(false);
        self.sleep.begin_turn(budget.cpu);
        let clock = Clock::start(&self.child, budget);
        self.clock = clock.map_err(SandboxError::during(Operation::Clock))?;
        self.pondered = self.clock.since(self.used);
        if self.pondered > MIN_PONDERED {
            self.child.distrust();
        }
        Ok(())
    }

    fn end_turn(&mut self) -> Result<AnswerCost, SandboxError> {
        self.child.freeze(true);
        self.sleep.end_turn();
        self.used = self.child.cpu().map_err(SandboxError::during(Operation::ReadingClock))?;
        Ok(self.clock.charge_until(self.used))
    }

    fn send(&mut self, line: &[u8]) -> Result<(), Broken> {
        if let Some(end) = self.end {
            return Err(Broken::Program(end));
        }
        if self.unsent.len() >= UNSENT {
            return Err(self.stop(ProgramExit::Timeout));
        }
        self.unsent.extend_from_slice(line);
        self.unsent.push(b'\n');
        self.flush().map_err(SandboxError::during(Operation::Sending)).map_err(Broken::Sandbox)
    }

    fn receive(&mut self, line: &mut Vec<u8>) -> Result<(), Broken> {
        line.clear();
        if let Some(end) = self.end {
            return Err(Broken::Program(end));
        }
        match self.next_line(line) {
            Ok(None) => Ok(()),
            Ok(Some(end)) => Err(self.stop(end)),
            Err(error) => Err(Broken::Sandbox(error)),
        }
    }

    fn pondered(&self) -> Duration {
        self.pondered
    }

    fn another_match(&mut self) {
        self.sleep = Sleep::of_living();
        // What cannot be read now belongs to the next match.
        let _ = self.errors.drain_last();
    }

    fn asleep(&self) -> Duration {
        self.sleep.in_turn()
    }

    fn errors(&self) -> &[u8] {
        self.errors.tail()
    }

    fn take_errors(&mut self) -> Vec<u8> {
        self.errors.take()
    }

    fn unheard(&mut self) -> &[u8] {
        while self.received.len() - self.read <= self.most
            && matches!(pull(&self.output, &mut self.received, CHUNK), Ok(Moved::Bytes(_)))
        {
        }
        &self.received[self.read..]
    }

    fn await_line(&mut self, deadline: Instant) -> &[u8] {
        // Why there is no more shows when the answer is awaited.
        while !self.unheard().contains(&b'\n')
            && self.received.len() - self.read <= self.most
            && Instant::now() < deadline
            && matches!(self.read_output(deadline), Ok(None))
        {}
        &self.received[self.read..]
    }

    fn is_gone(&mut self) -> bool {
        self.unheard();
        self.end.is_some()
            || matches!(pull(&self.output, &mut self.received, CHUNK), Ok(Moved::Closed))
    }

    fn memory(&self) -> Option<u64> {
        self.child.memory().ok().flatten()
    }

    fn close(&mut self) {
        self.child.freeze(false);
        let _ = self.flush();
        self.input = None;
    }

    fn leave(&mut self) -> ShutdownReport {
        if let Some(shutdown_report) = self.shutdown_report {
            return shutdown_report;
        }
        self.close();
        let waits = self.end.is_none();
        let stays = waits && {
            let until = Instant::now() + GRACE;
            // An error does not count against the program.
            !ends_before(&self.child, &mut self.errors, until).unwrap_or(true)
        };
        let _ = self.errors.drain_last();
        *self.shutdown_report.insert(if stays {
            ShutdownReport::Running
        } else {
            ShutdownReport::Ended
        })
    }

    fn dismiss(&mut self) {
        self.close();
        let _ = self.errors.drain_last();
        self.shutdown_report = Some(ShutdownReport::Running);
    }
}

impl<C: Child> Drop for Dialogue<C> {
    fn drop(&mut self) {
        self.leave();
    }
}
