//! One run of a program: start, feed, listen, end.

use super::{
    child::Child,
    errors::Errors,
    pipe::{Moved, never_wait, pull, push},
    watch::{ends_before, watch},
};
use crate::{End, Program, Run, SandboxError};
use rustix::fd::AsFd;
use std::{
    io,
    process::{ChildStdin, ChildStdout, Stdio},
    time::{Duration, Instant},
};

/// How much is read at a time.
const CHUNK: usize = 16 << 10;
/// How long a program that has closed its output may take to end.
const GRACE: Duration = Duration::from_millis(200);

/// Runs `program` once; see [`crate::Sandbox::run`].
pub(super) fn one_run(
    program: &Program,
    argument: Option<&str>,
    input: Option<&[u8]>,
    wall: Duration,
) -> Result<Run, SandboxError> {
    let started = Instant::now();
    let deadline = started + wall;
    let stdin = if input.is_some() { Stdio::piped() } else { Stdio::null() };
    let failed = SandboxError::running("listening to a program");
    let mut child = Child::spawn(program, argument, stdin)?;
    let errors = Errors::new(child.take_errors()).map_err(&failed)?;
    let mut conversation = Conversation {
        input: child.take_input(),
        unsent: input.unwrap_or_default(),
        output: child.take_output(),
        heard: Vec::new(),
        errors,
        most: program.limits.output,
    };
    let ours = conversation.hold(&child, deadline).map_err(&failed)?;
    let own = child.finish(ours)?;
    let passed = started.elapsed();
    conversation.errors.drain_last().map_err(&failed)?;
    // A program that overran has no end of its own, even if it came to one while being stopped.
    let end = if matches!(ours, End::Exited(_)) { own } else { ours };
    Ok(Run {
        output: conversation.heard,
        errors: conversation.errors.tail().to_vec(),
        end,
        charged: passed,
        wall: passed,
    })
}

struct Conversation<'a> {
    input: Option<ChildStdin>,
    unsent: &'a [u8],
    output: ChildStdout,
    heard: Vec<u8>,
    errors: Errors,
    most: usize,
}

impl Conversation<'_> {
    /// Talks until the program has ended or must be ended; says why we end it if it has not.
    fn hold(&mut self, child: &Child, deadline: Instant) -> io::Result<End> {
        never_wait(&self.output)?;
        if let Some(input) = &self.input {
            never_wait(input)?;
        }
        loop {
            self.feed()?;
            let input = self.input.as_ref().map(AsFd::as_fd);
            let output = Some(self.output.as_fd());
            let ready = watch(child, output, input, &mut self.errors, deadline)?;
            if ready.output || ready.ended {
                match pull(&self.output, &mut self.heard, CHUNK)? {
                    Moved::Bytes(_) if self.heard.len() > self.most => return Ok(End::Output),
                    // Who has ended has said it all in time, however much of it is still here.
                    Moved::Bytes(_) if ready.ended => continue,
                    Moved::Closed => return self.see_out(child, deadline),
                    // Descendants may hold the pipe open: nobody waits for them.
                    Moved::Nothing if ready.ended => return Ok(End::Exited(0)),
                    Moved::Bytes(_) | Moved::Nothing => {}
                }
            }
            if Instant::now() >= deadline {
                return Ok(End::Timeout);
            }
        }
    }

    /// Nothing more can be said: what is left is the exit code, which is not waited for longer than
    /// an orderly exit takes.
    fn see_out(&mut self, child: &Child, deadline: Instant) -> io::Result<End> {
        self.input = None;
        ends_before(child, &mut self.errors, deadline.min(Instant::now() + GRACE))?;
        Ok(End::Exited(0))
    }

    /// Writes what the program takes; closes its input after the last byte.
    fn feed(&mut self) -> io::Result<()> {
        let Some(input) = &self.input else { return Ok(()) };
        match push(input, self.unsent)? {
            Moved::Bytes(count) => self.unsent = &self.unsent[count..],
            Moved::Nothing => {}
            // It does not want to know; its answer counts all the same.
            Moved::Closed => self.unsent = &[],
        }
        if self.unsent.is_empty() {
            self.input = None;
        }
        Ok(())
    }
}
